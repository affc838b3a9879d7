// What the page's book says of each spell, by slug: `{name, gestures, class, default, stopped_by, once, worth}` and those
// of its facts that hold: `{role, mind, makes, claims, destroys, spares, guards}`. Empty on a page that says nothing.

const told = globalThis.document?.getElementById("spell-facts");

export const spellFacts = told ? JSON.parse(told.textContent) : {};

/** What is known of one spell; nothing of one that the book has not. */
export const factsOf = (slug) => spellFacts[slug] ?? {};
