import { watchKnowing } from "../lobby/knows.js";
import { watchOptions } from "../lobby/options.js";
import { watchTerms } from "../lobby/terms.js";

for (const options of document.querySelectorAll("[data-options]")) watchOptions(options.closest("form"));
for (const form of document.querySelectorAll("[data-terms]")) watchTerms(form);
watchKnowing();
