// @ts-check
// Words in an element that is made anew when they change: what stands in the middle, or ends at an edge, has other words then, and has not moved.

/** @type {Map<string, HTMLElement>} */
const made = new Map();

/**
 * The element of a place of the page; always the same one while its words and class are.
 * @type {(place: string, words: string, className?: string) => HTMLElement}
 */
export function fresh(place, words, className = "") {
  const kept = made.get(place);
  if (kept?.textContent === words && kept.className === className) return kept;
  const element = Object.assign(document.createElement("span"), { className, textContent: words });
  made.set(place, element);
  return element;
}
