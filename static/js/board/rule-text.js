// The rule behind an event, unfolded in place. All rules are fetched when the first one is unfolded.

import { html } from "../../vendor/lit-html/lit-html.js";
import { _, language } from "../lib/words.js";

const RULES = document.body.dataset.rules;

let asked = null;

/** Fetch all rules by slug: `{name, text, source, ruling}`; nothing if the request fails. */
function texts() {
  asked ??= fetch(`${RULES}texts.json?in=${language}`)
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => {
      asked = null; // the next call tries again
      return {};
    });
  return asked;
}

/** Call `show` with what is known of a rule now, and again when its text has arrived. */
export async function ruleBody(rule, book, show) {
  show(body(rule, book, {}));
  show(body(rule, book, (await texts())[rule.id] ?? {}));
}

const body = ({ id, source, ruling }, book, { name = "", text = "" }) => html`
  <p><strong>${name}</strong> ${text}</p>
  <p class="small"><a href="${RULES}${book}/rule/${id}/" target="rules">${_("Source: {source}. See also this site’s ruling {ruling}.", { source, ruling })}</a></p>
`;
