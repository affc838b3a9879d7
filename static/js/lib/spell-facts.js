// What the page's book says of each spell, by slug: `{name, gestures, class, stopped_by, once, worth}`. Empty on a page that says nothing.

const told = globalThis.document?.getElementById("spell-facts");

export const spellFacts = told ? JSON.parse(told.textContent) : {};
