// A form that was refused: the first field with something amiss has the focus, and so stands before the eyes, be it far down on a phone.

document.querySelector('form:not(:has([autofocus])) [aria-invalid="true"]')?.focus();
