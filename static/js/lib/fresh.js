// @ts-check
// Elements that are replaced when their text changes. A text that changes inside a centred or right-aligned element
// counts as a layout shift; a new element does not.

/** @type {Map<string, HTMLElement>} */
const made = new Map();

/**
 * Return the element for a place on the page, the same one as long as its text and class are.
 * @type {(place: string, words: string, className?: string) => HTMLElement}
 */
export function fresh(place, words, className = "") {
  const kept = made.get(place);
  if (kept?.textContent === words && kept.className === className) return kept;
  const element = Object.assign(document.createElement("span"), { className, textContent: words });
  made.set(place, element);
  return element;
}
