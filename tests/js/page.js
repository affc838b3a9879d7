// A page that says something of a spell: to be loaded before the scripts that read it.

const spellFacts = { protection: { name: "Protection from Evil" } };

globalThis.document = {
  documentElement: { lang: "en" },
  getElementById: (id) => (id === "spell-facts" ? { textContent: JSON.stringify(spellFacts) } : null),
};
