// The replies to the solution of a puzzle, and the other tries with the replies that beat them, as rows.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { _ } from "../../lib/words.js";

/** The rows that are shown at once. */
const REPLIES = 2;
const TRIES = 3;

/** Render the rows; those that are less important can be opened. */
export const solutionRows = ({ replies, others }) => html`
  ${lists(replies.slice(0, REPLIES), others.slice(0, TRIES))}
  ${
    replies.length > REPLIES || others.length > TRIES
      ? html`
    <details>
      <summary>${_("More")}</summary>
      ${lists(replies.slice(REPLIES), others.slice(TRIES))}
    </details>`
      : nothing
  }
`;

const lists = (replies, others) => html`${list(_("Replies"), replies)}${list(_("Other tries"), others)}`;

const list = (title, rows) =>
  rows.length
    ? html`
        <h3>${title}</h3>
        <dl class="puzzle__rows">${rows.map(({ play, outcome }) => html`<div><dt>${play}</dt><dd>${outcome}</dd></div>`)}</dl>
      `
    : nothing;
