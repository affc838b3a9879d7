// After a rejected form, focus its first invalid field or, if there is none, its list of errors. This also scrolls there
// and lets screen readers announce the error.

const wrong =
  document.querySelector('form:not(:has([autofocus])) [aria-invalid="true"]') ??
  document.querySelector("form:not(:has([aria-invalid])) .errorlist.nonfield");
if (wrong?.matches(".errorlist")) wrong.tabIndex = -1;
wrong?.focus();
