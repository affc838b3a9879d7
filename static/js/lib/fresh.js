// @ts-check
// Elements that are replaced when their text changes. A text that changes inside a centred or right-aligned element
// counts as a layout shift; a new element does not.

/** @type {Map<string, { element: HTMLElement, words: string }>} */
const made = new Map();

/**
 * Return the element for a place on the page, the same one as long as its text and class are. `partsOf`: returns
 * texts and elements for a new element, if the text has markup.
 * @type {(place: string, words: string, className?: string, partsOf?: (words: string) => (string | Node)[]) => HTMLElement}
 */
export function fresh(place, words, className = "", partsOf = () => [words]) {
  const kept = made.get(place);
  if (kept?.words === words && kept.element.className === className) return kept.element;
  const element = Object.assign(document.createElement("span"), { className });
  element.append(...partsOf(words));
  made.set(place, { element, words });
  return element;
}
