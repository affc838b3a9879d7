// What a template says, without a browser: to be loaded before the scripts that draw.

import "./page.js";

Object.assign(globalThis.document, {
  body: { dataset: {}, append() {} },
  createElement: () => ({}),
  createTreeWalker: () => ({}),
  querySelector: () => null,
});
globalThis.fetch = async () => ({ text: async () => "" }); // icons ask for their sprite
globalThis.DOMParser = class {
  parseFromString() {
    return { documentElement: { setAttribute() {} } };
  }
};

/** Return a template as markup; listeners are left out. */
export function markupOf(value) {
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (value?.strings) return value.strings.map((text, at) => text + markupOf(value.values[at])).join("");
  if (typeof value === "object") return value?.textContent ?? "";
  return ["string", "number"].includes(typeof value) ? `${value}` : "";
}

/** Return the words of a template, without its markup. */
export const wordsOf = (template) =>
  markupOf(template)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
