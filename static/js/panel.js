// The orders panel: what a wizard is asked, as a form. It draws; orders.js decides what follows from the picks.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, spoken, titled } from "./gestures.js";
import { trail } from "./history.js";
import { icon } from "./icons.js";
import * as orders from "./orders.js";
import { questionFields } from "./questions.js";

/** Form for orders. `act`: what the page does: `{gesture, spell, apart, target, attack, answer, say, seal, giveUp}`. */
export function ordersPanel({ view, request, picks, entered, dirty, sending, refusal, waiting }, act) {
  return html`
    <form class="orders card" aria-labelledby="orders-title" @submit=${act.seal} @keydown=${(event) => letterPicks(event, act)}>
      <header class="orders__head">
        <h2 id="orders-title">${titleOf(request)}</h2>
        ${request.notes.map(({ text }) => html`<p class="notice danger">${text}</p>`)} ${threats(request)}
      </header>
      <div class="hands">${HANDS.map((hand) => handField(view, request, picks, hand, act))}</div>
      <div class="choices">${choices(request, picks, act)}</div>
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

function threats({ threats: coming = [] }) {
  if (!coming.length) return nothing;
  return html`
    <details class="threats">
      <summary>What could come at you in this round (${coming.length})</summary>
      <ul class="small">${coming.map((threat) => html`<li>${threatText(threat)}</li>`)}</ul>
    </details>
  `;
}

function threatText({ by, attack, name, hand, gesture }) {
  if (attack) return `${by} attacks for ${attack}.`;
  const how = hand === "both" ? `both hands (${gesture})` : `the ${hand} hand (${gesture})`;
  return `${by} could complete ${name} with ${how}.`;
}

// Hands -------------------------------------------------------------------------------------------------------------

function handField(view, request, picks, hand, act) {
  const { gestures, forced } = request.hands[hand];
  const picked = orders.gestureOf(request, picks, hand);
  return html`
    <fieldset class="hand" data-hand=${hand}>
      <legend class="hand__legend">
        <span class="label">${titled(hand)} hand</span>
        <span class="hand__trail" aria-hidden="true">${trail(view, request.wizard, hand).slice(-8).join(" ")}</span>
      </legend>
      ${forced ? html`<p class="small hand__forced">${gestures.length === 1 ? "Held by" : "Under"} ${titled(forced)}.</p>` : nothing}
      <div class="gestures ${gestures.length === 1 ? "held" : ""}">
        ${shown(gestures).map((gesture) => gestureButton({ request, hand, gesture, picked, open: gestures.includes(gesture) }, act))}
      </div>
      <p class="hand__makes">${madeBy(request, picks, hand)}</p>
    </fieldset>
  `;
}

const shown = (open) => (open.length === 1 ? open : Object.keys(GESTURES));

function gestureButton({ request, hand, gesture, picked, open }, act) {
  const completes = orders.completedBy(request, hand, gesture);
  return html`
    <label class="gesture ${completes.length ? "completes" : ""}" title=${completes.length ? `completes ${completes.join(" or ")}` : ""}>
      <input
        class="visually-hidden"
        type="radio"
        name=${hand}
        value=${gesture}
        aria-label=${[spoken(gesture), ...(completes.length ? [`completes ${completes.join(" or ")}`] : [])].join("; ")}
        .checked=${picked === gesture}
        ?disabled=${!open}
        @change=${() => act.gesture(hand, gesture)}
      >
      <span class="gesture__face" aria-hidden="true">
        ${icon(GESTURES[gesture].icon)}<b>${gesture === "-" ? "–" : gesture}</b>
        <small>${GESTURES[gesture].name}</small>
      </span>
    </label>
  `;
}

/** A letter typed while a hand has the focus picks its gesture; the left hand passes the focus on to the right. */
function letterPicks(event, act) {
  const hand = event.target.closest(".hand")?.dataset.hand;
  const gesture = event.key.toUpperCase();
  if (!hand || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(GESTURES, gesture)) return;
  const button = event.currentTarget.querySelector(`[name=${hand}][value="${gesture}"]:enabled`);
  if (!button) return;
  event.preventDefault();
  act.gesture(hand, gesture);
  const next = hand === "left" ? event.currentTarget.querySelector("[name=right]:checked:enabled, [name=right]:enabled") : null;
  (next ?? button).focus();
}

function madeBy(request, picks, hand) {
  const cast = orders.castings(request, picks).find((casting) => casting.hand === hand || casting.hand === "both");
  if (cast) return html`<strong>Completes ${cast.spell.name}${cast.hand === "both" ? ", with both hands" : ""}.</strong>`;
  const leads = orders.leadsOf(request, picks, hand);
  if (!leads.length) return orders.gestureOf(request, picks, hand) === null ? "Choose a gesture." : "Leads to no spell yet.";
  const nearest = leads.slice(0, 3).map(({ name, missing }) => `${name} (${[...missing].join(" ")})`);
  const others = leads.length - nearest.length;
  return `On the way: ${nearest.join(", ")}${others ? `, and ${others} more` : ""}.`;
}

// Spells, targets, monsters, questions --------------------------------------------------------------------------------

function choices(request, picks, act) {
  const knife = orders.stabbing(request, picks);
  return [
    orders.mayPart(request, picks) ? partChoice(picks, act) : nothing,
    ...orders.castings(request, picks).map((casting) => castingField(request, picks, casting, act)),
    knife ? aimField(`Your ${knife} hand stabs`, knife, orders.stabTarget(request, picks), orders.targetsFor(request, picks), request, act) : nothing,
    ...orders.attackers(request, picks).map((monster) => attackField(request, monster, act)),
    questionFields(request.questions, picks.answers, act.answer),
  ];
}

const partChoice = (picks, act) => html`
  <label class="field">
    <span class="label">Both hands make the same gesture</span>
    <select class="input" @change=${(event) => act.apart(event.target.value === "apart")}>
      <option value="together" .selected=${!picks.apart}>one spell of both hands</option>
      <option value="apart" .selected=${picks.apart}>each hand its own spell</option>
    </select>
  </label>
`;

function castingField(request, picks, { hand, options, spell, target }, act) {
  const who = hand === "both" ? "Both hands" : `Your ${hand} hand`;
  return html`
    ${options.length > 1 ? spellField(who, hand, options, spell, act) : nothing}
    ${spell.aimed ? aimField(`${who}: ${spell.name} at`, hand, target, orders.targetsFor(request, picks, spell), request, act) : nothing}
  `;
}

const spellField = (who, hand, options, chosen, act) => html`
  <label class="field">
    <span class="label">${who} could complete</span>
    <select class="input" @change=${(event) => act.spell(hand, event.target.value)}>
      ${options.map((option) => html`<option value=${option.spell} .selected=${option === chosen}>${option.name}${option.gestures ? ` (${option.gestures})` : ""}</option>`)}
    </select>
  </label>
`;

const aimField = (label, hand, target, targets, request, act) => html`
  <label class="field">
    <span class="label">${label}</span>
    <select class="input" @change=${(event) => act.target(hand, event.target.value)}>
      ${targets.map(({ ref, ...being }) => html`<option value=${ref} .selected=${ref === target}>${called(request, ref, being)}</option>`)}
    </select>
  </label>
`;

const attackField = (request, { ref, name, kind, target, targets }, act) => html`
  <label class="field">
    <span class="label">${kind === "new" ? newMonster(request, ref) : name} attacks</span>
    <select class="input" @change=${(event) => act.attack(ref, event.target.value)}>
      ${targets.map((victim) => html`<option value=${victim} .selected=${victim === target}>${called(request, victim)}</option>`)}
    </select>
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

const changeable = (others) => (others.length ? `You can change them until ${others.join(" and ")} has sealed too.` : "");
