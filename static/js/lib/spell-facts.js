// Facts of each spell in the page's spell book, by slug: `{name, gestures, class, default, stopped_by, once, worth}`,
// and of `{role, mind, makes, claims, destroys, spares, guards, keeps_claps}` those that apply. Empty on pages without them.

const element = globalThis.document?.getElementById("spell-facts");

export const spellFacts = element ? JSON.parse(element.textContent) : {};

/** Return the facts of a spell; empty if the book does not contain it. */
export const factsOf = (slug) => spellFacts[slug] ?? {};
