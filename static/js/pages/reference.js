// The API reference: Swagger UI follows the theme of the page.

import "./site.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function paint() {
  root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
}

paint();
system.addEventListener("change", paint);
new MutationObserver(paint).observe(root, { attributeFilter: ["data-theme"] });
