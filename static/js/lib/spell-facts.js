// What the page's book says of each spell, by slug: `{gestures, class, stopped_by, once, worth}`. Empty on a page that says nothing.

const told = globalThis.document?.getElementById("lore");

export const lore = told ? JSON.parse(told.textContent) : {};
