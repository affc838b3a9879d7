// The orders panel: what a wizard is asked, as a form. It draws; orders.js decides what follows from the picks.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { castings, completedBy, gestureOf, leadsOf, mayPart, stabTarget, stabbing } from "./castings.js";
import { GESTURES, HANDS, listed, spoken, titled } from "./gestures.js";
import { trail } from "./history.js";
import { icon } from "./icons.js";
import * as orders from "./orders.js";
import { pairsOf } from "./pairs.js";
import { questionFields } from "./questions.js";
import { grouped } from "./targets.js";
import { WINDOWS, placeOf, takable, taken } from "./windows.js";

/** Form for orders. `act`: what the page does: `{gesture, spell, apart, target, attack, set, answer, say, seal, giveUp}`. */
export function ordersPanel({ view, request, picks, entered, dirty, sending, refusal, waiting, acting }, act) {
  const pairs = pairsOf(request, picks);
  return html`
    <form class="orders card" aria-labelledby="orders-title" @submit=${act.seal} @keydown=${(event) => letterPicks(event, act)}>
      <header class="orders__head">
        <h2 id="orders-title">${titleOf(request)}</h2>
        ${aboutKind(request, acting)} ${request.notes.map(({ text }) => html`<p class="notice danger">${text}</p>`)}
      </header>
      ${pairs.length > 1 ? pairs.map((one) => pairFields(view, request, picks, one, act)) : handFields(view, request, picks, pairs[0], act)}
      <div class="choices">${choices(view, request, picks, act)}</div>
      ${orders.warnings(request, picks).map(({ kind, text }) => html`<p class="notice ${kind === "surrender" ? "danger" : ""}">${text}</p>`)}
      <label class="field">
        <span class="label">Say <small class="soft">with your gestures; everybody hears it</small></span>
        <input class="input" name="say" maxlength="200" autocomplete="off" .value=${picks.say} @input=${(event) => act.say(event.target.value)}>
      </label>
      ${refusal ? html`<p class="notice danger" role="alert">${refusal.why}</p>` : nothing}
      ${sealBar({ view, request, picks, entered, dirty, sending, waiting }, act)}
    </form>
  `;
}

const KINDS = { haste: "your free round", time_stop: "stopped time" };

const titleOf = ({ round, kind }) => `Orders for round ${round}${KINDS[kind] ? `, ${KINDS[kind]}` : ""}`;

function aboutKind({ kind, second, wizard }, acting = []) {
  const others = acting.filter((name) => name !== wizard);
  const besides = others.length ? listed(["you", ...others]) : "you alone";
  if (kind === "haste") return html`<p class="notice">Free round: ${besides}. All others watch what you do.</p>`;
  if (kind === "time_stop") return html`<p class="notice">Time stands still for ${besides}: nobody else sees what you do, or has a defence against it.</p>`;
  return second ? html`<p class="notice">You are hasted: your hands make two pairs of gestures in this round.</p>` : nothing;
}

// Hands -------------------------------------------------------------------------------------------------------------

const PAIRS = { "": "First pair", second: "Second pair" };

/** One of two pairs: its hands, and below them what is to be said of its spells. */
const pairFields = (view, request, picks, one, act) => html`
  <fieldset class="pair">
    <legend class="pair__legend">${PAIRS[one.pair]}</legend>
    ${handFields(view, request, picks, one, act)}
  </fieldset>
`;

const handFields = (view, request, picks, one, act) => html`
  <div class="hands">${HANDS.map((hand) => handField(one, hand, trailOf(view, request, picks, one, hand), act))}</div>
  <div class="choices">${castingFields(view, request, picks, one, act)}</div>
`;

/** The gestures before this one, those of the first pair too. */
const trailOf = (view, request, picks, { pair }, hand) => [
  ...trail(view, request.wizard, hand),
  ...(pair ? [gestureOf(request, picks, hand) ?? "·"] : []),
];

/** The name of the radio buttons of a hand. */
const fieldOf = (pair, hand) => (pair ? `${pair}-${hand}` : hand);

function handField({ pair, request, picks }, hand, before, act) {
  const { gestures, forced } = request.hands[hand];
  const picked = gestureOf(request, picks, hand);
  return html`
    <fieldset class="hand" data-hand=${hand} data-pair=${pair}>
      <legend class="hand__legend">
        <span class="label">${titled(hand)} hand${pair ? html`<span class="visually-hidden">, second pair</span>` : nothing}</span>
        <span class="hand__trail" aria-hidden="true">${before.slice(-8).join(" ")}</span>
      </legend>
      ${forced ? html`<p class="small hand__forced">${gestures.length === 1 ? "Held by" : "Under"} ${titled(forced)}.</p>` : nothing}
      <div class="gestures ${gestures.length === 1 ? "held" : ""}">
        ${shown(gestures).map((gesture) => gestureButton({ request, pair, hand, gesture, picked, open: gestures.includes(gesture) }, act))}
      </div>
      <p class="hand__makes">${madeBy(request, picks, hand)}</p>
    </fieldset>
  `;
}

const shown = (open) => (open.length === 1 ? open : Object.keys(GESTURES));

function gestureButton({ request, pair, hand, gesture, picked, open }, act) {
  const completes = completedBy(request, hand, gesture);
  return html`
    <label class="gesture ${completes.length ? "completes" : ""}" title=${completes.length ? `completes ${completes.join(" or ")}` : ""}>
      <input
        class="visually-hidden"
        type="radio"
        name=${fieldOf(pair, hand)}
        value=${gesture}
        aria-label=${[spoken(gesture), ...(completes.length ? [`completes ${completes.join(" or ")}`] : [])].join("; ")}
        .checked=${picked === gesture}
        ?disabled=${!open}
        @change=${() => act.gesture(hand, gesture, pair)}
      >
      <span class="gesture__face" aria-hidden="true">
        ${icon(GESTURES[gesture].icon)}<b>${gesture === "-" ? "–" : gesture}</b>
        <small>${GESTURES[gesture].name}</small>
      </span>
    </label>
  `;
}

/** A letter typed while a hand has the focus picks its gesture; each hand passes the focus on to the next. */
function letterPicks(event, act) {
  const { hand, pair } = event.target.closest(".hand")?.dataset ?? {};
  const gesture = event.key.toUpperCase();
  if (!hand || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(GESTURES, gesture)) return;
  const form = event.currentTarget;
  const button = form.querySelector(`[name=${fieldOf(pair, hand)}][value="${gesture}"]:enabled`);
  if (!button) return;
  event.preventDefault();
  act.gesture(hand, gesture, pair);
  (nextHand(form, fieldOf(pair, hand)) ?? button).focus();
}

function nextHand(form, field) {
  const fields = [...form.querySelectorAll(".hand")].map(({ dataset }) => fieldOf(dataset.pair, dataset.hand));
  const next = fields[fields.indexOf(field) + 1];
  return next ? form.querySelector(`[name=${next}]:checked:enabled, [name=${next}]:enabled`) : null;
}

function madeBy(request, picks, hand) {
  const cast = castings(request, picks).find((casting) => casting.hand === hand || casting.hand === "both");
  if (cast) return html`<strong>Completes ${cast.spell.name}${cast.hand === "both" ? ", with both hands" : ""}.</strong>`;
  const leads = leadsOf(request, picks, hand);
  if (!leads.length) return gestureOf(request, picks, hand) === null ? "Choose a gesture." : "Leads to no spell yet.";
  const nearest = leads.slice(0, 3).map(({ name, missing }) => `${name} (${[...missing].join(" ")})`);
  const others = leads.length - nearest.length;
  return `On the way: ${nearest.join(", ")}${others ? `, and ${others} more` : ""}.`;
}

// Spells, targets, monsters, questions --------------------------------------------------------------------------------

/** The spells of one pair and their targets; `request` and `picks` are the whole of them. */
function castingFields(view, request, picks, one, act) {
  const mark = one.pair ? html`<span class="visually-hidden">Second pair: </span>` : nothing;
  const knife = stabbing(one.request, one.picks);
  const aim = (label, hand, target, spell) =>
    targetField(view, request, html`${mark}${label}`, target, orders.targetsFor(request, picks, spell), (ref) => act.target(hand, ref, one.pair));
  return [
    mayPart(one.request, one.picks) ? partChoice(mark, one, act) : nothing,
    ...castings(one.request, one.picks).map((casting) => castingField(mark, casting, one.pair, aim, act)),
    knife ? aim(`Your ${knife} hand stabs`, knife, stabTarget(one.request, one.picks)) : nothing,
  ];
}

const choices = (view, request, picks, act) => [
  ...orders.attackers(request, picks).map((monster) => attackField(view, request, monster, "attacks", "", act)),
  ...orders.secondAttackers(request, picks).map((monster) => attackField(view, request, monster, "attacks again", "second", act)),
  ...Object.keys(WINDOWS).map((field) => windowField(request, picks, field, act)),
  request.fire ? fireField(request, picks, act) : nothing,
  questionFields(request.questions, picks.answers, act.answer),
];

const PARTS = [
  ["together", "one spell of both hands"],
  ["apart", "each hand its own spell"],
];

const partChoice = (mark, { pair, picks }, act) =>
  selectField(html`${mark}Both hands make the same gesture`, picks.apart ? "apart" : "together", PARTS, (how) => act.apart(how === "apart", pair));

function castingField(mark, { hand, options, spell, target }, pair, aim, act) {
  const who = hand === "both" ? "Both hands" : `Your ${hand} hand`;
  const named = options.map((option) => [option.spell, option.gestures ? `${option.name} (${option.gestures})` : option.name]);
  return html`
    ${options.length > 1 ? selectField(html`${mark}${who} could complete`, spell.spell, named, (slug) => act.spell(hand, slug, pair)) : nothing}
    ${spell.aimed ? aim(`${who}: ${spell.name} at`, hand, target, spell) : nothing}
  `;
}

/** A list to pick from. `choices`: pairs of value and words. */
const selectField = (label, chosen, choices, pick) => listField(label, options(chosen, choices), pick);

const listField = (label, listed, pick) => html`
  <label class="field">
    <span class="label">${label}</span>
    <select class="input" @change=${(event) => pick(event.target.value)}>${listed}</select>
  </label>
`;

const options = (chosen, choices) =>
  choices.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`);

/** A list of beings, in groups where there are many. `targets`: objects with `ref`, and what is told of it. */
function targetField(view, request, label, chosen, targets, pick) {
  const words = Object.fromEntries(targets.map(({ ref, ...being }) => [ref, called(request, ref, being)]));
  const groups = grouped(view, request.wizard, Object.keys(words));
  const named = (refs) => options(chosen, refs.map((ref) => [ref, words[ref]]));
  const listed = groups.map(({ label, refs }) => (label ? html`<optgroup label=${label}>${named(refs)}</optgroup>` : named(refs)));
  return listField(label, listed, pick);
}

function attackField(view, request, { ref, name, kind, target, targets }, attacks, pair, act) {
  const victims = targets.map((victim) => request.targets.find((known) => known.ref === victim) ?? { ref: victim });
  const label = `${kind === "new" ? newMonster(request, ref) : name} ${attacks}`;
  return targetField(view, request, label, target, victims, (victim) => act.attack(ref, victim, pair));
}

/** What Delayed Effect or Permanency takes: said where it must, asked where there is a choice. */
function windowField(request, picks, field, act) {
  const { name, verb } = WINDOWS[field];
  const spells = takable(request, picks, field);
  const chosen = taken(request, picks, field);
  if (!request[field]) return nothing;
  if (!spells.length) return html`<p class="small soft">${name} waits ${request[field].full ? "until the banked spell is released" : "for a spell"}${inTime(request[field].left)}.</p>`;
  if (request[field].must && spells.length === 1) return html`<p class="notice">${name} ${verb} ${chosen.spell.name}.</p>`;
  const named = spells.map((casting) => [placeOf(casting), `${casting.spell.name}, ${handsOf(casting)}`]);
  const choices = request[field].must ? named : [["", "nothing now"], ...named];
  return selectField(`${name} ${verb}`, chosen ? placeOf(chosen) : "", choices, (place) => act.set(field, place || null));
}

const inTime = (left) => (typeof left === "number" && left > 0 ? ` (${left} ${left > 1 ? "rounds" : "round"} left)` : "");

const handsOf = ({ pair, hand }) => `${hand === "both" ? "both hands" : `${hand} hand`}${pair ? ", second pair" : ""}`;

const fireField = ({ fire, ...request }, picks, act) => html`
  <label class="choice">
    <input type="checkbox" name="fire" .checked=${picks.fire} @change=${(event) => act.set("fire", event.target.checked)}>
    Release the banked ${fire.name}${fire.target ? ` at ${called(request, fire.target)}` : ""}
  </label>
`;

const newMonster = (request, ref) => `The monster of your ${ref.split(":")[0]} hand`;

/** Kinds that names tell by themselves. */
const NO_MONSTER = new Set(["wizard", "corpse", "new"]);

/** How a ref reads in a list: oneself is told from the others, a monster has its kind. */
export function called(request, ref, being = request.targets.find((target) => target.ref === ref) ?? {}) {
  if (ref === "nobody") return "nobody";
  if (ref === request.wizard) return `yourself (${ref})`;
  if (being.kind === "new" && ref.endsWith(`:${request.wizard}`)) return `the monster of your ${ref.split(":")[0]} hand`;
  const kind = !being.kind || NO_MONSTER.has(being.kind) ? "" : `, ${titled(being.kind).toLowerCase()}`;
  return `${being.name ?? ref}${kind}`;
}

// Sealing -------------------------------------------------------------------------------------------------------------

function sealBar({ view, request, entered, dirty, sending, waiting }, act) {
  const others = waiting.filter((name) => name !== request.wizard);
  return html`
    <div class="seal" aria-live="polite">
      ${entered ? html`<p class="notice good"><strong>Sealed:</strong> ${sealed(request, entered)}. ${changeable(others)}</p>` : nothing}
      ${sending ? html`<p class="soft">Sending…</p>` : nothing}
    </div>
    <div class="row spread">
      <button class="button primary large" type="submit" aria-disabled=${entered && !dirty ? "true" : "false"}>
        ${entered ? "Seal the new orders" : "Seal orders"}
      </button>
      <button class="button danger quiet" type="button" @click=${act.giveUp}>Give up</button>
    </div>
  `;
}

const sealed = (request, entered) => orders.summary(request, orders.picksOf(request, entered), (ref) => called(request, ref));

const NAMED = 3;

function changeable(others) {
  if (!others.length) return "";
  const who = others.length > NAMED ? `${others.length} others` : listed(others);
  return `You can change them until ${who} ${others.length > 1 ? "have" : "has"} sealed too.`;
}
