// Who stands in the circle: wizards with health, effects and monsters.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { inOrder, isMelee, stands, teamOf } from "./circle.js";
import { titled } from "./gestures.js";
import { icon } from "./icons.js";

/** The house's player is always there. */
const HOUSE = "Apprentice";

/** Cards of all wizards. `seats` tells what only a live duel knows: `{me, connected, acting, waiting, missed, clock}`; `connected` is null while the socket is not open. */
export function wizardCards(view, seats = {}) {
  const loose = view.monsters.filter(({ owner, alive }) => owner === null && alive);
  return html`
    <div class="wizards ${isMelee(view) ? "melee" : ""}">${inOrder(view).map((wizard) => card(view, wizard, seats))}</div>
    ${loose.length ? html`<div class="loose card"><h3>Under nobody’s orders</h3>${monsterList(loose, seats.me)}</div>` : nothing}
  `;
}

function card(view, wizard, seats) {
  const monsters = view.monsters.filter(({ owner, alive }) => owner === wizard.name && alive);
  const isMine = wizard.name === seats.me;
  const team = teamOf({ ...view, viewer: seats.me }, wizard);
  return html`
    <article class="wizard card ${isMine ? "mine" : ""} ${stands(wizard) ? "" : "out"} ${team === "your team" ? "ally" : ""}" aria-label=${wizard.name}>
      <header class="wizard__head">
        <h2 class="wizard__name">
          ${mageLink(wizard.name)} ${isMine ? html`<span class="badge strong">you</span>` : nothing} ${team && !isMine ? html`<span class="badge">${team}</span>` : nothing}
        </h2>
        ${presence(view, wizard, seats)} ${stands(wizard) && seats.clock ? seats.clock(wizard.name) : nothing}
      </header>
      ${lateness(view, wizard, seats)} ${health(wizard)} ${effects(wizard)} ${monsterList(monsters, seats.me)}
    </article>
  `;
}

/** The address of a mage's page, with NAME where its name goes. */
const MAGES = document.querySelector("[data-mage]").dataset.mage;

/** A name that leads to its mage; the house's player is none. */
export const mageLink = (name) => (name === HOUSE ? name : html`<a href=${MAGES.replace("NAME", encodeURIComponent(name))}>${name}</a>`);

function presence(view, wizard, seats) {
  const { connected, waiting } = seats;
  if (!waiting || view.result || !stands(wizard)) return nothing;
  const here = connected?.includes(wizard.name) || wizard.name === HOUSE;
  const state = stateOf(wizard, seats);
  if (!state) return here || !connected ? nothing : html`<span class="presence">away</span>`;
  return html`<span class="presence ${here ? "here" : ""}">${here || !connected ? state : `${state}, away`}</span>`;
}

/** Whether the duel waits for this wizard, "" where he is not asked or that is not for all to know. */
function stateOf({ name }, { acting = [], waiting }) {
  if (waiting.includes(name)) return "thinking";
  return acting.includes(name) ? "ready" : "";
}

/** Time-outs in a row, of which the third forfeits the duel. */
function lateness(view, { name }, { missed = {} }) {
  if (!missed[name] || view.result) return nothing;
  return html`<p class="wizard__late">${missed[name] > 1 ? "Out of time twice in a row; once more forfeits." : "Out of time once; three times in a row forfeits."}</p>`;
}

function health({ hp, max_hp: most, seen }) {
  const shown = Math.max(0, hp);
  const pips = Array.from({ length: Math.max(most, shown) }, (_, at) => at);
  return html`
    <div class="health ${hp <= 5 ? "low" : ""}">
      <svg class="health__pips" viewBox="0 0 ${pips.length} 1" preserveAspectRatio="none" aria-hidden="true">
        ${pips.map((at) => pip(at, at < shown))}
      </svg>
      <span class="health__text"><strong>${signed(hp)}</strong> of ${most}<span class="visually-hidden"> hit points</span>${seen === false ? ", when last seen" : ""}</span>
    </div>
  `;
}

const signed = (points) => (points < 0 ? `−${-points}` : points);

const pip = (at, full) => svg`<rect class=${full ? "full" : "empty"} x=${at + 0.07} y="0" width="0.86" height="1"></rect>`;

/** Rounds left as players say them; 0 is the round that has just ended. */
const left = (rounds) => {
  if (rounds === "permanent") return "for good";
  if (rounds === true || rounds === null || rounds === 0) return "";
  return rounds === 1 ? "1 round" : `${rounds} rounds`;
};

function effects(wizard) {
  const minds = wizard.minds ?? [];
  const bound = new Set(minds.map(({ effect }) => effect));
  const others = Object.entries(wizard.effects).filter(([slug]) => !bound.has(slug));
  const chips = [
    ...(wizard.alive ? [] : [chip("death", "Dead", "", "danger")]),
    ...(wizard.surrendered ? [chip("surrender", "Surrendered", "", "danger")] : []),
    ...minds.map((mind) => chip(mind.effect, titled(mind.effect), mindText(mind), "mind")),
    ...others.map(([slug, rounds]) => chip(slug, titled(slug), left(rounds), tone(slug))),
    ...(wizard.banked ? [chip("delay_effect", wizard.banked === true ? "A spell is banked" : `Banked: ${titled(wizard.banked)}`, "", "good")] : []),
  ];
  return chips.length ? html`<ul class="effects" role="list">${chips}</ul>` : nothing;
}

const HARMFUL = new Set(["disease", "poison", "blindness", "anti_spell", "fear", "amnesia", "confusion", "paralysis"]);
const tone = (slug) => (HARMFUL.has(slug) ? "danger" : "good");

const mindText = ({ hand, by }) => [hand ? `${hand} hand` : "", by ? `by ${by}` : ""].filter(Boolean).join(", ");

const chip = (name, title, detail, tone) =>
  html`<li class="effect ${tone}">${icon(name)}<span>${title}${detail ? html`<small>, ${detail}</small>` : nothing}</span></li>`;

function monsterList(monsters, me) {
  if (!monsters.length) return nothing;
  return html`<ul class="monsters" role="list">${monsters.map((monster) => monsterLine(monster, me))}</ul>`;
}

function monsterLine(monster, me) {
  const { name, kind, hp, max_hp: most, target } = monster;
  const bound = Object.entries(monster.effects ?? {}).map(([slug, rounds]) => `${titled(slug).toLowerCase()} ${left(rounds)}`.trim());
  return html`
    <li class="monster">
      ${icon(kind)}
      <span>
        <strong>${name}</strong>${name.toLowerCase() === titled(kind).toLowerCase() ? nothing : html`, ${titled(kind).toLowerCase()}`}
        <small>${hp} of ${most}${target ? html` · attacks ${target === me ? "you" : target}` : nothing}${bound.length ? ` · ${bound.join(", ")}` : nothing}</small>
      </span>
    </li>
  `;
}
