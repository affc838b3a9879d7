// A page with the facts of spells. Import it before scripts that read them.

import { readFileSync } from "node:fs";

const spellFacts = readFileSync(new URL("./spell-facts.json", import.meta.url), "utf8");

globalThis.document = {
  documentElement: { lang: "en", dataset: {} },
  getElementById: (id) => (id === "spell-facts" ? { textContent: spellFacts } : null),
};
