// A page that tells the facts of spells: to be loaded before the scripts that read it.

import { readFileSync } from "node:fs";

const spellFacts = readFileSync(new URL("./spell-facts.json", import.meta.url), "utf8");

globalThis.document = {
  documentElement: { lang: "en" },
  getElementById: (id) => (id === "spell-facts" ? { textContent: spellFacts } : null),
};
