// The orders panel: the request to a wizard as a form. It only renders; orders.js has the logic.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, listed } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { _, ngettext } from "../lib/words.js";
import { aimRows } from "./aim-rows.js";
import { aimRowsOf } from "./aims.js";
import { called } from "./beings.js";
import { castings, mayPart } from "./castings.js";
import { choiceField } from "./choice-field.js";
import { handFields } from "./hands.js";
import { pairsOf } from "./pairs.js";
import { questionFields } from "./questions.js";
import { sealBar } from "./seal-bar.js";
import { placeOf, takable, taken, WINDOWS } from "./spell-windows.js";
import { warningsOf } from "./warnings.js";

/**
 * Render the form. `at`, the state: `{view, request, picks, entered, isChanged, isSending, unsent, isWarned, refusal,
 * waiting, acting, next, mayUndo, mayRedo}`. `act`, the actions: `{gesture, spell, apart, aim, set, answer, say,
 * pick, seal, takeBack, undo, redo, keys, giveUp}`.
 */
export function ordersPanel(at, act) {
  const { view, request, picks } = at;
  const pairs = pairsOf(request, picks);
  const rows = aimRowsOf(request, picks, { isBrief: isInHand() && pairs.length === 1 });
  return html`
    <form class="orders card ${at.entered && !at.isChanged && !at.isSending ? "sealed" : ""}" aria-labelledby="orders-title" novalidate @submit=${act.seal}>
      <header class="orders__head">
        <h2 id="orders-title">${titleOf(request)}</h2>
        <button class="tool tool--keys" type="button" aria-label=${_("Keys")} title=${_("Keys (?)")} @click=${act.keys}>?</button>
      </header>
      ${aboutKind(request, at.acting)} ${request.notes.filter(isNotAtHand(request)).map(note)}
      ${pairs.length > 1 ? pairs.map((one) => pairFields(at, one, rows, act)) : handFields(at, pairs[0], act)}
      <div class="asked">
        ${pairs.length > 1 ? nothing : castingFields(pairs[0], act)}
        <div class="choices">${aimRows(request, picks, pairs.length > 1 ? rows.filter(isAttack) : rows, act)}</div>
        ${NEWCOMER && pairs.length === 1 && !rows.length ? legend : nothing}
      </div>
      <div class="choices">${choices(request, picks, act)}</div>
      ${at.entered && !at.isChanged ? nothing : warningList(warningsOf(view, request, picks), act)}
      ${at.refusal ? html`<p class="notice danger" role="alert">${at.refusal.why}</p>` : nothing}
      ${sealBar(at, act)}
    </form>
  `;
}

/** The mark of a player who may not know the gestures yet. */
const NEWCOMER = globalThis.document?.querySelector("[data-newcomer]");

/** The names of the gestures, in the room of the questions. Screen readers say them with the keys. */
const legend = html`
  <p class="orders__legend" aria-hidden="true">${Object.entries(GESTURES).map(([letter, { name }]) => html`<span><b>${letter === "-" ? "–" : letter}</b> ${name}</span>`)}</p>
`;

const TITLES = {
  normal: (round) => _("Orders for round {round}", { round }),
  haste: (round) => _("Orders for round {round} (your extra round)", { round }),
  time_stop: (round) => _("Orders for round {round} (stopped time)", { round }),
};

const titleOf = ({ round, kind }) => (TITLES[kind] ?? TITLES.normal)(round);

function aboutKind({ kind, second, wizard }, acting = []) {
  if (kind === "haste")
    return html`<p class="notice">${_("Extra round: {who}. Everyone else watches.", { who: besides(wizard, acting) })}</p>`;
  if (kind === "time_stop")
    return html`<p class="notice">${_("Stopped time: {who}. Nobody else can see what you do or defend against it.", { who: besides(wizard, acting) })}</p>`;
  return second
    ? html`<p class="notice">${_("You are hasted. Each hand makes two gestures this round.")}</p>`
    : nothing;
}

function besides(wizard, acting) {
  const others = acting.filter((name) => name !== wizard);
  return others.length ? listed([_("you"), ...others]) : _("only you");
}

/** Warnings about the effect on a hand are shown at the hand. */
const isNotAtHand =
  ({ hands }) =>
  ({ effect }) =>
    Object.values(hands).every(({ forced }) => forced !== effect);

const note = ({ effect, text }) =>
  html`<p class="notice danger orders__note">${icon(NOTE_ICONS.has(effect) ? effect : "eye")}<span>${text}</span></p>`;

const NOTE_ICONS = new Set(["paralysis", "amnesia", "fear", "confusion", "maladroitness", "blindness", "invisibility"]);

const PAIRS = { "": () => _("First pair"), second: () => _("Second pair") };

/** One of two pairs: its hands, and its spells below. */
const pairFields = (at, one, rows, act) => html`
  <fieldset class="pair">
    <legend class="pair__legend">${PAIRS[one.pair]()}</legend>
    ${handFields(at, one, act)}
    <div class="asked">
      ${castingFields(one, act)}
      <div class="choices">${aimRows(
        at.request,
        at.picks,
        rows.filter((row) => !isAttack(row) && row.aims[0].pair === one.pair),
        act,
      )}</div>
    </div>
  </fieldset>
`;

// Spells, targets, monsters, questions --------------------------------------------------------------------------------

/** Render the choices of spells of one pair. */
const castingFields = (one, act) => html`
  <div class="choices">
    ${mayPart(one.request, one.picks) ? partChoice(one, act) : nothing}
    ${castings(one.request, one.picks)
      .filter(({ options }) => options.length > 1)
      .map((casting) => castingField(casting, one.pair, act))}
  </div>
`;

const markOf = (pair) => (pair ? PAIRS[pair]() : "");

const CASTS = {
  left: () => _("Left hand casts"),
  right: () => _("Right hand casts"),
  both: () => _("Both hands cast"),
};

function partChoice({ pair, picks }, act) {
  const choices = [
    { value: "together", words: _("one spell with both hands") },
    { value: "apart", words: _("a spell with each hand") },
  ];
  const label = _("Both hands make the same gesture");
  return choiceField({
    label,
    mark: markOf(pair),
    name: `part-${pair}`,
    chosen: picks.apart ? "apart" : "together",
    choices,
    pick: (how) => act.apart(how === "apart", pair),
  });
}

function castingField({ hand, options, spell }, pair, act) {
  const choices = options.map((option) => ({
    value: option.spell,
    words: option.gestures && !isInHand() ? `${option.name} (${option.gestures})` : option.name,
  }));
  const pick = (slug) => act.spell(hand, slug, pair);
  const name = `cast-${pair}-${hand}`;
  return choiceField({ label: CASTS[hand](), mark: markOf(pair), name, chosen: spell.spell, choices, pick });
}

const isAttack = ({ aims: [{ kind }] }) => kind === "attack";

const choices = (request, picks, act) => [
  ...Object.keys(WINDOWS).map((field) => windowField(request, picks, field, act)),
  request.fire ? fireField(request, picks, act) : nothing,
  questionFields(request.questions, picks.answers, act.answer),
];

/** Render the spell that Delayed Effect or Permanency takes: a text if it is forced, a choice otherwise. */
function windowField(request, picks, field, act) {
  const spells = takable(request, picks, field);
  const chosen = taken(request, picks, field);
  if (!request[field]) return nothing;
  if (!spells.length) return html`<p class="small soft">${waits(field, request[field])}</p>`;
  if (request[field].must && spells.length === 1)
    return html`<p class="notice">${WINDOWS[field].takes(chosen.spell.name)}</p>`;
  const named = spells.map((casting) => ({
    value: placeOf(casting),
    words: `${casting.spell.name}, ${handsOf(casting)}`,
  }));
  const all = request[field].must ? named : [{ value: "", words: _("nothing now") }, ...named];
  return choiceField({
    label: WINDOWS[field].label(),
    name: `window-${field}`,
    chosen: chosen ? placeOf(chosen) : "",
    choices: all,
    pick: (place) => act.set(field, place || null),
  });
}

function waits(field, { full, left }) {
  const text = full ? WINDOWS[field].isFull() : WINDOWS[field].waits();
  return typeof left === "number" && left > 0
    ? `${text} ${ngettext("({count} round left)", "({count} rounds left)", left)}`
    : text;
}

const PLACES = {
  left: () => _("left hand"),
  right: () => _("right hand"),
  both: () => _("both hands"),
};

const handsOf = ({ pair, hand }) => (pair ? _("{hand}, second pair", { hand: PLACES[hand]() }) : PLACES[hand]());

const fireField = ({ fire, ...request }, picks, act) => html`
  <label class="choice">
    <input type="checkbox" name="fire" .checked=${picks.fire} @change=${(event) => act.set("fire", event.target.checked)}>
    ${fire.target ? _("Release the stored {spell} on {name}", { spell: fire.name, name: called(request, fire.target) }) : _("Release the stored {spell}", { spell: fire.name })}
  </label>
`;

// Warnings ---------------------------------------------------------------------------------------------------------------

const warningList = (found, act) => html`
  <ul class="warnings" role="list" aria-label=${_("Warnings")}>
    ${found.map(
      ({ kind, text, isGrave, mend }) => html`
        <li class="warnings__item ${isGrave ? "grave" : ""}" data-kind=${kind}>
          ${icon("warning")}<span>${text}</span>
          ${mend ? html`<button class="button quiet" type="button" @click=${() => act.pick(mend.picks)}>${mend.label}</button>` : nothing}
        </li>
      `,
    )}
  </ul>
`;
