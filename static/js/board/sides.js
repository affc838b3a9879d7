// The wizards on a phone: two sides with a row for each monster, or one row for each wizard of a melee. A tap on a
// wizard or a monster opens its details.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { within } from "../lib/names.js";
import { _ } from "../lib/words.js";
import { inOrder, isMelee, isStanding } from "./circle.js";
import { badgeOf, face } from "./house.js";
import {
  aimOf,
  bindings,
  briefPoints,
  chipsOf,
  fate,
  hitPoints,
  lateness,
  looseIn,
  mageLink,
  monstersOf,
  presence,
  sayYou,
  sideText,
  standing,
  victimText,
} from "./wizards.js";

/**
 * Render all wizards. `seats` is what only a live duel knows: `{me, connected, acting, waiting, missed, clock, marks,
 * aims, orders, look}`; `aims`: the names of the wizards that the viewer aims at; `orders`: the picked targets by monster;
 * `look(ref)` opens the details of a being. Without it, names are links to mages.
 */
export function sides(view, seats) {
  const loose = looseIn(view);
  const isMany = isMelee(view);
  const isBare = seats.look && !view.monsters.some(({ alive }) => alive);
  return html`
    <div class=${isMany ? "rows" : isBare ? "sides bare" : "sides"}>
      ${inOrder(view).map((wizard) => (isMany ? row(view, wizard, seats) : side(view, wizard, seats)))}
    </div>
    ${loose.length ? looseRows(loose, seats) : nothing}
  `;
}

/** One of two wizards, with a row for each monster. */
function side(view, wizard, seats) {
  return article(
    view,
    wizard,
    seats,
    html`
    <header class="seat__head">
      ${face(wizard.name)} ${nameOf(wizard, seats)}
      <p class="seat__line">${line(view, wizard, seats)} ${isStanding(wizard) && seats.clock ? seats.clock(wizard.name) : nothing} ${rank(wizard)}</p>
    </header>
    ${hitPoints(wizard)} ${lateness(view, wizard, seats, { isBrief: true })} ${effects(chipsOf(wizard, { isBrief: true }))} ${monsterRows(monstersOf(view, wizard), seats)}
  `,
  );
}

/** A row of a melee. */
const row = (view, wizard, seats) =>
  article(
    view,
    wizard,
    seats,
    html`
    ${face(wizard.name)} ${nameOf(wizard, seats)}
    <p class="seat__line">${aimOf(wizard, seats)} ${line(view, wizard, seats)} ${lateness(view, wizard, seats, { isBrief: true })} ${effects(chipsOf(wizard, { isBrief: true }))} ${rank(wizard)}</p>
    ${isStanding(wizard) ? html`${hitPoints(wizard)}${monstersText(monstersOf(view, wizard), seats)}` : nothing}
  `,
  );

function article(view, wizard, seats, content) {
  const { kind, points } = seats.marks?.[wizard.name] ?? {};
  return html`<article class="seat ${standing(view, wizard, seats)}" aria-label=${wizard.name} data-being=${wizard.name} data-mark=${kind ?? nothing} data-points=${points || nothing}>${content}</article>`;
}

/** A wizard's name; a tap on it, or on anything around it without a button of its own, opens the details. */
const nameOf = ({ name }, { look }) =>
  html`<h2 class="seat__name" title=${name}>${look ? html`<button type="button" @click=${() => look(name)}>${name}</button>` : mageLink(name)}</h2>`;

const line = (view, wizard, seats) => html`
  ${sayYou(wizard, seats)}
  ${sideText(view, wizard, seats)} ${fate(view, wizard)} ${presence(view, wizard, seats, { isBrief: true })}
`;

/** The level of a computer player; it comes last because it is not shown where it has no room. */
const rank = ({ name }) => badgeOf(name, { isBrief: true });

/** The most urgent effect, and how many others there are. */
const effects = ([first, ...others]) =>
  first
    ? html`<ul class="effects" role="list">${first}${others.length ? html`<li class="effect more">+${others.length}</li>` : nothing}</ul>`
    : nothing;

/** Render a row for each monster, with its health and target. */
export const monsterRows = (monsters, seats) =>
  monsters.length
    ? html`<ul class="creatures" role="list">${monsters.map((monster) => monsterRow(monster, seats))}</ul>`
    : nothing;

const targetOf = ({ name, target }, { orders }) => orders?.get(name) ?? target;

function monsterRow(monster, seats) {
  const { me, marks = {}, look } = seats;
  const { name, kind } = monster;
  const target = targetOf(monster, seats);
  const { kind: mark, points } = marks[name] ?? {};
  const isNamed = name.toLowerCase() !== titled(kind).toLowerCase();
  const content = html`
    ${icon(kind)}
    <span class="creature__who"><strong>${name}</strong> ${isNamed ? html`<span class="creature__kind">${within(titled(kind))}</span>` : nothing} <span class="creature__state">${briefPoints(monster)}</span></span>
    <span class="creature__how"><span class="creature__victim">${target ? victimText(target, me) : _("no target")}</span>${bindings(monster)}</span>
  `;
  return html`
    <li class="creature ${target && target === me ? "menacing" : ""}" data-being=${name} data-mark=${mark ?? nothing} data-points=${points || nothing}>
      ${look ? html`<button class="creature__row" type="button" @click=${() => look(name)}>${content}</button>` : html`<div class="creature__row">${content}</div>`}
    </li>
  `;
}

/** Render "→ you +2": the monster to worry about first, as its icon and target, and how many others there are. */
function monstersText(monsters, seats) {
  const { me } = seats;
  const first = monsters.find((monster) => targetOf(monster, seats) === me) ?? monsters[0];
  if (!first) return nothing;
  const victim = targetOf(first, seats);
  const isMenacing = me && victim === me;
  const target = isMenacing ? _("you") : victim;
  return html`<p class="seat__monsters ${isMenacing ? "menacing" : ""}">${icon(first.kind)}<span class="visually-hidden">${first.name}</span>${target ? ` → ${target}` : nothing}${monsters.length > 1 ? ` +${monsters.length - 1}` : nothing}</p>`;
}

const looseRows = (loose, seats) => html`
  <section class="loose" aria-label=${_("Uncontrolled")}><h3>${_("Uncontrolled")}</h3>${monsterRows(loose, seats)}</section>
`;
