// The rule behind an event, in its place: all rules are asked for once, when the first is unfolded.

import { html } from "../../vendor/lit-html/lit-html.js";
import { _, language } from "../lib/words.js";

const RULES = document.body.dataset.rules;

let asked = null;

/** All rules by their slugs: `{name, text, source, ruling}`; none if they did not come. */
function texts() {
  asked ??= fetch(`${RULES}texts.json?in=${language}`)
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => {
      asked = null; // another time
      return {};
    });
  return asked;
}

/** Calls `show` with what is known of a rule at once, and again when its words have come. */
export async function ruleBody(rule, book, show) {
  show(body(rule, book, {}));
  show(body(rule, book, (await texts())[rule.id] ?? {}));
}

const body = ({ id, source, ruling }, book, { name = "", text = "" }) => html`
  <p><strong>${name}</strong> ${text}</p>
  <p class="small"><a href="${RULES}${book}/#rule-${id}" target="rules">${_("{source}; ruling {ruling}", { source, ruling })}</a></p>
`;
