// The threat board: what each hand may complete in the next rounds, and the viewer's defences.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { isMelee } from "../board/circle.js";
import { lightUp } from "../board/history-highlight.js";
import { isSheetOpen, openTab } from "../board/sheets.js";
import { keepHeight } from "../board/stage.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { factsOf, spellFacts } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { allCastings } from "../orders/pairs.js";
import { AHEAD, aheadOf, attacksOf, completionsOf, handsOf, isMet } from "./completions.js";

const MOST = 3;

/** Return a function that renders the board from the state and the picks. `redraw` renders the page. */
export function threatsOf(redraw) {
  const board = { pointed: null, unfolded: new Map(), all: new Set(), node: null, number: null };
  const change = (changes) => {
    Object.assign(board, changes);
    redraw();
  };
  return (state, picks) => {
    const shown = drawn(state, castsOf(state, picks), board, change);
    if (shown === nothing) return nothing;
    const node = nodeOf(board, state.view.number);
    if (state.view.reveal) keepHeight(node);
    render(shown, node);
    return node;
  };
}

/** Each round has a board node of its own, so that lines do not move between rounds. The focus stays on the board. */
function nodeOf(board, number) {
  if (board.number === number) return board.node;
  if (board.node?.contains(document.activeElement))
    queueMicrotask(() => firstStop(board)?.focus({ preventScroll: true }));
  Object.assign(board, { number, node: document.createElement("div") });
  return board.node;
}

const firstStop = ({ node }) => node.querySelector(".threat[tabindex='0']");

/** The spells that the picked orders would cast: `{spell, target}`. */
const castsOf = ({ request }, picks) =>
  request?.type === "orders"
    ? allCastings(request, picks).map(({ spell, target }) => ({ spell: spell.spell, target }))
    : [];

const isOpen = () => (isInHand() ? isSheetOpen("threats") : openTab() === "threats");

function drawn(state, casts, board, change) {
  const { view, request } = state;
  if (!isOpen()) return nothing;
  const ahead = aheadOf(state);
  if (!ahead && view.reveal) return unknown(view);
  if (!ahead || view.result) return nothing;
  const me = view.viewer;
  const wizards = completionsOf(ahead, me, spellFacts);
  const attacks = attacksOf(request ?? {}, ahead, me, spellFacts);
  const context = { view, me, board, change, casts };
  return html`
    <section class="threats card" aria-labelledby="threats-title">
      <header class="threats__head"><h2 id="threats-title" class="panel-title">${_("Possible threats")}</h2> <span class="small soft">${summaryOf(wizards, attacks)}</span></header>
      ${attackList(attacks)} ${wizards.map((wizard) => wizardBoard(wizard, wizards, context))} ${detail(board.pointed, wizards)}
    </section>
  `;
}

/** The board while questions are open after the reveal: the threats of this round are past. */
const unknown = ({ number }) => html`
  <section class="threats card" aria-labelledby="threats-title">
    <h2 id="threats-title" class="panel-title">${_("Possible threats")}</h2>
    <p class="soft small">${_("Threats after round {number} will appear here.", { number: number + 1 })}</p>
  </section>
`;

function summaryOf(wizards, attacks) {
  const next = wizards.filter(({ isOwn }) => !isOwn).reduce((sum, { counts }) => sum + counts[0], 0);
  const spells = ngettext("{count} spell this round", "{count} spells this round", next);
  if (!attacks.length) return spells;
  return _("{spells}, {attacks}", { spells, attacks: ngettext("{count} attack", "{count} attacks", attacks.length) });
}

// Attacks -----------------------------------------------------------------------------------------------------------------

/** Render the attacks, grouped by the spells that stop them. */
function attackList(attacks) {
  const groups = new Map();
  for (const attack of attacks) {
    const answers = answersText(attack.answers);
    groups.set(answers, [...(groups.get(answers) ?? []), attack]);
  }
  return html`<ul class="threats__attacks" role="list">${[...groups].map(([answers, them]) => attackLine(answers, them))}</ul>`;
}

const attackLine = (answers, them) => html`
  <li>
    ${icon(them[0].kind)}
    <span>
      ${them.map(({ by, attack }) => html`${ngettext("{by} attacks you for {count} damage.", "{by} attacks you for {count} damage.", attack, { by })} `)}
      ${answers ? _("You can stop it: {answers}.", { answers }) : nothing}
    </span>
  </li>
`;

// Hands ---------------------------------------------------------------------------------------------------------------------

const COLUMNS = [_("This round"), _("Next round"), _("In two rounds")];

const HAND_NAMES = { left: _("left hand"), right: _("right hand"), both: _("both hands") };
const SHORT = { left: _("L"), right: _("R"), both: _("L R") };

function wizardBoard(wizard, wizards, context) {
  const { board, change, view } = context;
  const { name } = wizard;
  if (!isMelee(view))
    return html`<section class="threats__wizard"><h3>${nameOf(wizard)}</h3>${handTable(wizard, context)}</section>`;
  const isOpen = board.unfolded.get(name) ?? wizard === wizards[0];
  return html`
    <details class="threats__wizard" .open=${isOpen} @toggle=${({ target }) => target.open !== isOpen && change({ unfolded: new Map(board.unfolded).set(name, target.open) })}>
      <summary><h3>${nameOf(wizard)}</h3> <span class="small soft">${countsText(wizard.counts)}</span></summary>
      ${isOpen ? handTable(wizard, context) : nothing}
    </details>
  `;
}

const nameOf = ({ name, isOwn, whole }) => html`
  ${isOwn ? _("You") : name}${whole ? nothing : html` <small class="soft">${icon("fog")} ${_("based on what you’ve seen of their hands")}</small>`}
`;

function countsText([now, ...later]) {
  const sum = later.reduce((one, other) => one + other, 0);
  return _("{now} now, {later} later", { now, later: sum });
}

/** One tab stop; arrow keys reach the rest. */
const handTable = ({ name, hands }, context) => html`
  <table class="threats__table" @keydown=${toNext}>
    <thead>
      <tr><th scope="col"><span class="visually-hidden">${_("Hand")}</span></th>${COLUMNS.map((words) => html`<th scope="col">${words}</th>`)}</tr>
    </thead>
    <tbody>
      ${hands.map(
        ({ hand, rounds }) => html`
          <tr>
            <th scope="row"><span aria-hidden="true">${SHORT[hand]}</span><span class="visually-hidden">${HAND_NAMES[hand]}</span></th>
            ${rounds.map((shown, at) => html`<td>${chips(shown, `${name} ${hand} ${at}`, { ...context, stop: firstOf(hands) })}</td>`)}
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

const firstOf = (hands) => hands.flatMap(({ rounds }) => rounds.flat())[0];

const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

function toNext(event) {
  const chips = [...event.currentTarget.querySelectorAll(".threat")];
  const next = chips[chips.indexOf(event.target) + STEPS[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function chips(completions, key, context) {
  const { board, change } = context;
  const shown = board.all.has(key) ? completions : completions.slice(0, MOST);
  const others = completions.length - shown.length;
  if (!completions.length)
    return html`<span class="soft" aria-hidden="true">·</span><span class="visually-hidden">${_("nothing")}</span>`;
  return html`
    ${shown.map((completion) => chip(completion, context))}
    ${others ? html`<button class="threat more" type="button" tabindex="-1" @click=${() => change({ all: new Set(board.all).add(key) })}>${ngettext("{count} more", "{count} more", others)}</button>` : nothing}
  `;
}

/** Return whether the viewer has no answer to a spell that is more than a defence. */
const isOpenTo = ({ by, spell, answers }, me) =>
  Boolean(me) && by !== me && !answers.length && factsOf(spell).class !== "protection" && !factsOf(spell).guards;

function chip(completion, { view, me, board, change, stop, casts }) {
  const point = ({ currentTarget }) => {
    cellsOf(completion, view).then((cells) => currentTarget.matches(":hover, :focus") && lightUp(cells));
    if (!isSame(board.pointed, completion)) change({ pointed: completion });
  };
  const isOpen = isOpenTo(completion, me);
  const met = isMet(completion, casts);
  return html`
    <button class="threat ${factsOf(completion.spell).class ?? ""} ${isOpen ? "open" : ""} ${met ? "met" : ""}" type="button" tabindex=${completion === stop ? 0 : -1} aria-pressed=${isSame(board.pointed, completion) ? "true" : "false"}
      @click=${point} @focus=${point} @pointerenter=${(event) => event.pointerType === "mouse" && point(event)} @pointerleave=${() => lightUp([])} @blur=${() => lightUp([])}>
      ${isOpen ? icon("warning") : nothing}<span>${titled(completion.spell)}</span> <span class="threat__missing">${spaced(completion.missing)}</span>
      ${isOpen ? html`<span class="visually-hidden">, ${_("you can’t stop it")}</span>` : nothing}${met ? html`${icon("shield")}<span class="visually-hidden">, ${_("your orders stop it")}</span>` : nothing}
    </button>
  `;
}

const isSame = (one, other) =>
  one && ["by", "hand", "at", "spell", "missing"].every((field) => one[field] === other[field]);

const spaced = (missing) => [...missing].join(" ");

/** Return the history cells that a completion builds on. */
async function cellsOf({ by, hand, spell, missing }, view) {
  const { begunSpells } = await import("../board/spell-progress.js");
  return begunSpells(view.rounds, by, spellFacts)
    .filter((one) => one.spell === spell && one.missing === missing && (one.hand === hand || hand === "both"))
    .flatMap(({ cells }) => cells);
}

// Answers
// -------------------------------------------------------------------------------------------------------------------

const WHEN = [
  ({ by, spell, how }) => _("{by} could complete {spell} this round: {how}.", { by, spell, how }),
  ({ by, spell, how }) => _("{by} could complete {spell} next round: {how}.", { by, spell, how }),
  ({ by, spell, how }) => _("{by} could complete {spell} in two rounds: {how}.", { by, spell, how }),
];

/** Render the completion that was pointed at last, while it exists. */
function detail(pointed, wizards) {
  const all = wizards.flatMap(({ hands }) => hands.flatMap(({ rounds }) => rounds.flat()));
  const completion = all.find((one) => isSame(pointed, one));
  const own = wizards.find(({ isOwn }) => isOwn);
  return html`
    <div class="threats__detail small" role="status">
      ${completion ? html`<p>${WHEN[Math.min(completion.at, AHEAD - 1)]({ by: completion.by, spell: titled(completion.spell), how: wayText(completion) })}</p>${own && completion.by !== own.name ? answerText(completion) : nothing}` : html`<p class="soft">${_("Select a spell to see its gestures and what counters it.")}</p>`}
    </div>
  `;
}

function answerText({ by, answers, late }) {
  const tooLate = late.length
    ? html`<p class="soft">${_("One round too late: {answers}.", { answers: answersText(late) })}</p>`
    : nothing;
  return html`<p>${inTimeText(by, answers)}</p>${tooLate}`;
}

function inTimeText(by, answers) {
  if (!answers.length) return _("You can’t stop this in time.");
  const told = answersText(answers);
  return answers.some(({ on }) => on === by)
    ? _("You can stop it with a spell on {name}: {answers}.", { name: by, answers: told })
    : _("You can stop it: {answers}.", { answers: told });
}

const MOST_ANSWERS = 4;

/** Return "Shield (P with either hand), Counter-spell (P P with the left hand) and 2 more". */
function answersText(answers) {
  const told = answers.slice(0, MOST_ANSWERS).map(answerWords).join(", ");
  const others = answers.length - MOST_ANSWERS;
  return others > 0
    ? ngettext("{answers} and {count} more", "{answers} and {count} more", others, { answers: told })
    : told;
}

const answerWords = ({ spell, ways }) =>
  ways.length
    ? _("{spell} ({how})", { spell: titled(spell), how: handsOf(ways).map(wayText).join("; ") })
    : titled(spell);

const WAYS = {
  left: (missing) => _("{gestures} with the left hand", { gestures: missing }),
  right: (missing) => _("{gestures} with the right hand", { gestures: missing }),
  either: (missing) => _("{gestures} with either hand", { gestures: missing }),
  both: (missing) => _("{gestures} with both hands", { gestures: missing }),
};

const isAllOfBoth = (missing) => missing === missing.toLowerCase();

const wayText = ({ hand, missing }) => WAYS[isAllOfBoth(missing) ? "both" : hand](spaced(missing));
