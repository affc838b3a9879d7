// The open spell book: first the spells that the viewer can complete now. Three orders, classes, a search; each spell in
// a line, with its rule on a tap, and whom it is affecting.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HANDS } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { trail } from "./gesture-notes.js";
import { IN_FORCE, inForce, neededBy, ORDERS, ofKind, piecesOf, reachOf, rowsOf, search } from "./spell-search.js";
import { roundsLeft } from "./wizards.js";

const ORDER_NAMES = () => ({ near: _("What I can cast"), name: _("By name"), gestures: _("By gestures") });
const REACHES = () => ({ now: _("This round"), soon: _("In the next two rounds"), later: _("Later") });

/** `book`: the state of the book; `view`: the duel; `act`: actions of its controls. */
export const drawer = (book, view, act) => html`
  <aside id="spellbook" class="spellbook" aria-labelledby="spellbook-title" tabindex="-1" @keydown=${act.typed}>
    <header class="spellbook__head">
      <h2 id="spellbook-title" class="panel-title">${_("Spell book")}</h2>
      ${kindChoice(book, act)}
      <button class="button quiet spellbook__close" type="button" aria-label=${_("Close spell book")} @click=${act.close}>${icon("close")}</button>
      <label class="spellbook__search">
        <span class="visually-hidden">${_("Search by gestures or name")}</span>
        ${icon("search")}
        <input id="spellbook-search" class="input" type="search" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder=${_("S W or name")} .value=${book.query} @input=${(event) => act.change({ query: event.target.value })}>
      </label>
      ${orderChoice(book, act)}
    </header>
    <div class="spellbook__rows" tabindex="0" role="region" aria-label=${_("Spells")}>${rows(book, view, act)}</div>
  </aside>
`;

/** Render the classes of spells in the book's own words, and the choice of spells in force. */
function kindChoice({ spells, kind }, act) {
  const kinds = new Map((spells ?? []).map((spell) => [factsOf(spell.slug).class, spell.class]));
  const all = [["", _("All spells")], [IN_FORCE, _("In effect now")], ...kinds];
  return html`
    <select class="input spellbook__kinds" aria-label=${_("Filter spells")} @change=${(event) => act.change({ kind: event.target.value })}>
      ${all.map(([value, words]) => html`<option value=${value} .selected=${value === kind}>${words}</option>`)}
    </select>
  `;
}

const orderChoice = ({ by }, act) => html`
  <div class="spellbook__orders" role="group" aria-label=${_("Sort spells")}>
    ${ORDERS.map((order) => html`<button type="button" aria-pressed=${order === by} @click=${() => act.change({ by: order })}>${ORDER_NAMES()[order]}</button>`)}
  </div>
`;

function rows({ spells, failed, by, kind, query, unfolded }, view, act) {
  if (failed)
    return html`<p class="notice danger" role="alert">${_("The spell book couldn’t be loaded. Close it and try again.")}</p>`;
  if (!spells) return html`<p class="soft">${_("Loading the spell book…")}</p>`;
  const trails = view.viewer
    ? { left: trail(view, view.viewer, "left"), right: trail(view, view.viewer, "right") }
    : { left: [], right: [] };
  const found = search(
    ofKind(rowsOf(spells, by, trails), kind, view, (slug) => factsOf(slug).class),
    query,
  );
  const isGrouped = by === "near" && view.viewer && !query;
  return html`
    <p class="visually-hidden" role="status">${query || kind ? ngettext("{count} spell found", "{count} spells found", found.length) : nothing}</p>
    ${found.map((row, at) => html`${isGrouped && reachOf(row) !== reachOf(found[at - 1] ?? {}) ? html`<h3 class="spellbook__reach">${REACHES()[reachOf(row)]}</h3>` : nothing}${entry(row, { query, trails, view, unfolded, act })}`)}
    ${found.length ? nothing : html`<p class="soft">${kind === IN_FORCE && !query ? _("No spells are in effect.") : _("No spells match your search.")}</p>`}
  `;
}

function entry({ spell, patterns }, { query, trails, view, unfolded, act }) {
  const row = [spell.slug, ...patterns].join();
  return html`
    <details class="spell" .open=${unfolded.includes(row)} @toggle=${({ currentTarget }) => toggle(row, currentTarget, unfolded, act)}>
      <summary>
        <span class="spell__gestures">${patterns.map((pattern) => gestures(pattern, query))}</span>
        <span class="spell__name">${spell.name}</span>
        ${progress(patterns, trails)}
        ${inForce(view, spell.slug).map((one) => html`<span class="spell__begun forced">${onWhom(one, view)}</span>`)}
        <span class="spell__brief">${spell.brief}</span>
      </summary>
      <p>${spell.effect}</p>
      <p class="small soft">${_("{class}. Default target: {at}", { class: spell.class, at: spell.at })}. ${_("Stopped by: {spells}.", { spells: spell.stopped_by })} ${spell.source}</p>
    </details>
  `;
}

/**
 * Remember the rows that the user has opened, because rows change places. Scroll an opened row into view, because its
 * rule may be below the edge.
 */
function toggle(row, element, unfolded, act) {
  if (element.open === unfolded.includes(row)) return; // the row has moved
  act.change({ unfolded: element.open ? [...unfolded, row] : unfolded.filter((one) => one !== row) });
  if (element.open) element.scrollIntoView({ block: "nearest" });
}

const gestures = (pattern, query) => html`
  <span class="spell__pattern">${piecesOf(pattern, query).map(({ letters, found }) => (found ? html`<mark>${letters}</mark>` : letters))}</span>
`;

/** The gestures that each of the viewer's hands still needs for a spell that it has begun. */
const progress = (patterns, trails) =>
  HANDS.map((hand) => {
    const needed = neededBy(hand, patterns, trails);
    return needed
      ? html`<span class="spell__begun ${hand}">${NEEDS[hand]([...needed].join("\u00a0"))}</span>`
      : nothing;
  });

const NEEDS = {
  left: (gestures) => _("left: {gestures}", { gestures }),
  right: (gestures) => _("right: {gestures}", { gestures }),
};

/** "on you, 2 rounds" */
const onWhom = ({ name, rounds }, { viewer }) =>
  [name === viewer ? _("on you") : _("on {name}", { name }), roundsLeft(rounds)].filter(Boolean).join(", ");
