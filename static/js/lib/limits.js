// What the server takes at most, as the page says: `{line, announcement}` in characters, `draft` in bytes, and of plans
// `{rounds, lines, pace}`. Empty on a page that says nothing.

const told = globalThis.document?.getElementById("limits");

export const limits = told ? JSON.parse(told.textContent) : {};
