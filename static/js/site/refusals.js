// After a rejected form, focus the first invalid field, which also scrolls it into view.

document.querySelector('form:not(:has([autofocus])) [aria-invalid="true"]')?.focus();
