// Renders templates without a browser. Import it before scripts that draw.

import "./page.js";

Object.assign(globalThis.document, {
  body: { dataset: {}, append() {} },
  addEventListener() {},
  createComment: () => ({}),
  createElement: () => ({ textContent: "", append }),
  createTreeWalker: () => ({}),
  querySelector: () => null,
});

/** Append the texts of these parts to the text of an element. */
function append(...parts) {
  this.textContent += parts.map((part) => part.textContent ?? part).join("");
}

globalThis.addEventListener ??= () => {};
globalThis.fetch = async () => ({ text: async () => "" }); // the sprite of the icons
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.DOMParser = class {
  parseFromString = () => ({ documentElement: { setAttribute() {} } });
};

/** Return a template as markup; listeners are left out. */
export function markupOf(value) {
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (value?.strings) return value.strings.map((text, at) => text + markupOf(value.values[at])).join("");
  if (typeof value === "object") return value?.textContent ?? "";
  return ["string", "number"].includes(typeof value) ? `${value}` : "";
}

/** Return the words of a template in one line, without its markup. */
export const wordsOf = (template) =>
  markupOf(template)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Return all values that a template gives an attribute, like "?disabled", in order. */
export function valuesOf(template, attribute) {
  if (Array.isArray(template)) return template.flatMap((part) => valuesOf(part, attribute));
  if (!template?.strings) return [];
  return template.values.flatMap((value, at) =>
    template.strings[at].endsWith(` ${attribute}=`) ? [value] : valuesOf(value, attribute),
  );
}
