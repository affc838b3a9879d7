// Limits of the server, from the page: `{line, announcement}` in characters, `draft` in bytes, and `{rounds, lines,
// pace}` for plans. Empty on pages without them.

const element = globalThis.document?.getElementById("limits");

export const limits = element ? JSON.parse(element.textContent) : {};
