// After a rejected form, focus its first invalid field or else its list of errors, which also scrolls there and lets
// screen readers announce the error.

const wrong = document.querySelector('form:not(:has([autofocus])) [aria-invalid="true"], .errorlist.nonfield');
if (wrong?.matches(".errorlist")) wrong.tabIndex = -1;
wrong?.focus();
