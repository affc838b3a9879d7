// Of a form that comes back the first field that is amiss has the focus: what is wrong there is its description.

document.querySelector('.form [aria-invalid="true"]')?.focus();
