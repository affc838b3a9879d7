// The details of one wizard or monster, in a sheet on a phone: all effects, all monsters, and what to aim at it. Loaded
// at the first tap.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { badgeOf, face } from "../board/house.js";
import { putAway } from "../board/sheets.js";
import { monsterRows } from "../board/sides.js";
import { bindings, chipsOf, hitPoints, lateness, mageLink, monstersOf, presence } from "../board/wizards.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { targetsOf } from "./aim-sheet.js";
import { aimsOf } from "./aims.js";
import { picksOn, writesOrders } from "./page-state.js";

/** Render the details of the being `ref`, or nothing without one. `seats` as for the sides; `act`: target and attack. */
export function beingSheet(page, ref, seats, act) {
  const { view } = page.duel;
  const wizard = view.wizards.find(({ name }) => name === ref);
  const monster = view.monsters.find(({ name, alive }) => alive && name === ref);
  if (!wizard && !monster) return nothing;
  const aims = writesOrders(page) ? aimsOf(page.duel.request, picksOn(page)) : [];
  const own = aims.filter((aim) => aim.ref === ref);
  const at = aims.filter((aim) => aim.ref !== ref && aim.targets.includes(ref));
  return html`
    <div class="being">
      ${wizard ? wizardFacts(view, wizard, seats) : monsterFacts(view, monster)}
      ${own.map((aim) => targets(page, aim, act))}
      ${at.length ? html`<h3>${_("Aim at {name}", { name: ref })}</h3><div class="being__aims">${at.map((aim) => aimButton(aim, ref, aimText(aim), act))}</div>` : nothing}
    </div>
  `;
}

const wizardFacts = (view, wizard, seats) => html`
  <header class="being__head">${face(wizard.name)}<h2>${mageLink(wizard.name)}</h2>${badgeOf(wizard.name)}</header>
  <p class="being__state">${presence(view, wizard, seats)} ${seats.clock?.(wizard.name)}</p>
  ${hitPoints(wizard)} ${lateness(view, wizard, seats)}
  <ul class="effects" role="list">${chipsOf(wizard)}</ul>
  ${monsterRows(monstersOf(view, wizard), seats)}
`;

const monsterFacts = (view, monster) => html`
  <header class="being__head">${icon(monster.kind)}<h2>${monster.name}</h2></header>
  <p>${masterText(view, monster)} · ${_("{points} of {most} hit points", { points: monster.hp, most: monster.max_hp })}</p>
  <p>${bindings(monster)}</p>
`;

function masterText({ viewer }, { kind, owner }) {
  const what = titled(kind);
  if (owner === null) return _("{kind}, uncontrolled", { kind: what });
  return owner === viewer ? _("{kind}, yours", { kind: what }) : _("{kind} of {name}", { kind: what, name: owner });
}

/** The targets of one of the viewer's monsters. */
function targets(page, aim, act) {
  const title =
    aim.pair === "second"
      ? _("{monster} attacks again", { monster: aim.name })
      : _("{monster} attacks", { monster: aim.name });
  return html`<h3>${title}</h3>${targetsOf(page, aim, act)}`;
}

const SPELLS = {
  left: (spell) => _("Left hand: {spell}", { spell }),
  right: (spell) => _("Right hand: {spell}", { spell }),
  both: (spell) => _("Both hands: {spell}", { spell }),
};
const STABS = { left: () => _("Left hand stabs"), right: () => _("Right hand stabs") };

function aimText({ kind, name, hand }) {
  if (kind === "attack") return _("{monster} attacks", { monster: name });
  return kind === "stab" ? STABS[hand]() : SPELLS[hand](name);
}

/** A button that aims and closes the sheet. */
function aimButton({ kind, hand, ref: monster, pair, target }, ref, text, act) {
  const aim = () => {
    if (kind === "attack") act.attack(monster, ref, pair);
    else act.target(hand, ref, pair);
    putAway("being");
  };
  return html`<button class="button" type="button" aria-pressed=${target === ref} @click=${aim}>${text}</button>`;
}
