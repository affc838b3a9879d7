// The targets of one row of the orders: a sheet on a phone, a list below the row elsewhere. Sensible targets are large
// and come first, the others are behind "More"; a press saves the target and closes the list. Loaded at the first use.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isMelee, isStanding } from "../board/circle.js";
import { face } from "../board/house.js";
import { putAway } from "../board/sheets.js";
import { listed, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { within } from "../lib/names.js";
import { isInHand } from "../lib/screen.js";
import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { aboutOf } from "./aim-rows.js";
import { aimRowsOf, nameOf, verbOf } from "./aims.js";
import { called, sideOfRef } from "./beings.js";
import { picksOn, writesOrders } from "./page-state.js";

/** Render the targets of the row `id`, or nothing if the picks no longer have it. */
export function aimSheet(page, id, act) {
  if (!writesOrders(page)) return nothing;
  const { view, request } = page.duel;
  const picks = picksOn(page);
  const row = aimRowsOf(request, picks, { isBrief: isInHand() && !request.second }).find((one) => one.id === id);
  if (!row) return nothing;
  const at = { view, request, picks, act };
  const [aim] = row.aims;
  return html`
    <div class="aims">
      <header class="aims__head">
        <h2 id="aims-title">${questionOf(request, aim, row.aims, picks)}</h2>
        <button class="tool" type="button" aria-label=${_("Close")} @click=${() => putAway("aim")}>${icon("close")}</button>
      </header>
      ${targets(at, aim, row.aims)}
      ${row.aims.length > 1 ? oneByOne(at, row.aims) : nothing}
      ${row.serves ? html`<details class="aims__more"><summary>${_("Give the monster to someone else")}</summary>${targets(at, row.serves, [row.serves])}</details>` : nothing}
    </div>
  `;
}

/** Render the targets of one aim as part of another sheet. */
export const targetsOf = ({ duel: { view, request } }, aim, act) => targets({ view, request, act }, aim, [aim]);

/** No target: dice choose. */
const DICE = "";

/** Return the question of a list of targets. */
function questionOf(request, aim, aims, picks) {
  const monster = aims.length > 1 ? listed(aims.map(({ name }) => name)) : aboutOf(request, aim, picks).monster;
  const spell = aim.name;
  const asks = {
    attack: () => _("What should {monster} attack?", { monster }),
    again: () => _("What should {monster} attack next?", { monster }),
    stab: () => _("Who do you stab?"),
    summon: () => _("Who should the {monster} serve?", { monster: within(monster) }),
    hit: () => _("Who should {spell} hit?", { spell }),
    guard: () => _("Who should {spell} protect?", { spell }),
    help: () => _("Who should {spell} help?", { spell }),
  };
  return asks[verbOf(aim)]?.() ?? _("What is the target of {spell}?", { spell });
}

/** The sensible targets of an aim, and the others on request; a press aims all of `aims`. */
function targets(at, aim, aims) {
  const sensible = aim.targets.filter((ref) => isSensible(at, aim, ref));
  const isLoose = aim.kind === "attack" && aim.usual === null;
  const others = [...aim.targets.filter((ref) => !sensible.includes(ref)), ...(isLoose ? [DICE] : [])];
  const list = (refs) =>
    html`<ul class="aims__list" role="list" @keydown=${walk}>${refs.map((ref) => html`<li>${target(at, aim, aims, ref)}</li>`)}</ul>`;
  return html`
    ${list(sensible)}
    ${others.length ? html`<details class="aims__more" ?open=${!sensible.length}><summary>${_("More")}</summary>${list(others)}</details>` : nothing}
  `;
}

/** Return whether a target suits an aim; the present and the usual one always do, except for nobody. */
function isSensible({ view, request }, aim, ref) {
  if (ref === "nobody") return false;
  if (ref === aim.target || ref === aim.usual) return true;
  const side = sideOfRef(view, request, ref);
  if (ref.includes(":")) return false;
  const wizard = view.wizards.find(({ name }) => name === ref);
  if (wizard && !isStanding(wizard)) return factsOf(aim.spell).claims === "fallen";
  const { claims } = factsOf(aim.spell);
  if (claims === "standing") return !wizard && side !== "own";
  return SUITS[verbOf(aim)](side, Boolean(wizard));
}

const isFoe = (side) => ["enemy", "none"].includes(side);
const isFriend = (side) => ["self", "own", "mate"].includes(side);

const SUITS = {
  attack: isFoe,
  again: isFoe,
  stab: isFoe,
  hit: isFoe,
  guard: isFriend,
  help: isFriend,
  summon: (side) => side === "self",
  target: (_side, isWizard) => isWizard,
};

function target({ view, request, act }, aim, aims, ref) {
  const isChosen = (aim.target ?? DICE) === ref;
  return html`
    <button class="target ${ref && sideOfRef(view, request, ref) === "enemy" ? "foe" : ""}" type="button" data-aim=${nameOf(aim)} value=${ref} aria-pressed=${isChosen} @click=${() => choose(act, aims, ref)}>
      <span class="target__face">${pictureOf(view, request, ref)}</span>
      <span class="target__who"><b>${titleOf(request, ref)}</b>${ref === aim.usual && ref !== "nobody" ? html` <span class="badge">${_("Usual")}</span>` : nothing}${factsText(view, request, ref)}</span>
    </button>
  `;
}

/** Aim and close the list, or the sheet that it is part of. */
function choose(act, aims, ref) {
  putAway("aim");
  putAway("being");
  act.aimAt(aims, ref);
}

function titleOf(request, ref) {
  if (ref === request.wizard) return _("You");
  if (ref === "nobody") return _("Nobody");
  if (ref === DICE) return _("Let the dice choose");
  const being = request.targets.find((one) => one.ref === ref);
  return ref.includes(":") || being?.kind === "corpse" ? called(request, ref, being) : (being?.name ?? ref);
}

function pictureOf(view, request, ref) {
  if (view.wizards.some(({ name }) => name === ref)) return face(ref);
  const kind =
    view.monsters.find(({ name }) => name === ref)?.kind ?? request.targets.find((one) => one.ref === ref)?.kind;
  return icon(
    DRAWN.has(kind) ? kind : kind === "corpse" ? "death" : ref === "nobody" ? "gesture-nothing" : "told-monster",
  );
}

const DRAWN = new Set(["goblin", "ogre", "troll", "giant"]);

/** The owner, the hit points and the target of a being. */
function factsText(view, request, ref) {
  const being = [...view.wizards, ...view.monsters].find(({ name }) => name === ref);
  if (!being) return nothing;
  const { hp, max_hp: most, kind, owner, target: victim } = being;
  const facts = [
    owner === undefined
      ? ""
      : isMelee(view) || owner !== otherOf(view, request)
        ? ownerText(request, kind, owner)
        : titled(kind),
    owner === undefined
      ? _("{points} of {most} hit points", { points: hp, most })
      : _("{points} of {most}", { points: hp, most }),
    victim && owner !== request.wizard
      ? victim === request.wizard
        ? _("attacks you")
        : _("attacks {name}", { name: victim })
      : "",
  ];
  return html`
    <progress class="target__health" aria-hidden="true" value=${Math.max(0, hp)} max=${most}></progress>
    <span class="target__facts">${facts.filter(Boolean).join(" · ")}</span>
  `;
}

/** The opponent in a two-wizard duel. */
const otherOf = ({ wizards }, { wizard }) => wizards.find(({ name }) => name !== wizard)?.name;

function ownerText({ wizard }, kind, owner) {
  if (owner === null) return _("{kind}, uncontrolled", { kind: titled(kind) });
  return owner === wizard
    ? _("Your {kind}", { kind: within(titled(kind)) })
    : _("{owner}’s {kind}", { owner, kind: within(titled(kind)) });
}

/** The monsters of a shared row, each with the targets that suit it. */
const oneByOne = (at, aims) => html`
  <details class="aims__more">
    <summary>${_("Choose for each monster")}</summary>
    ${aims.map(
      (aim) => html`
        <h3>${questionOf(at.request, aim, [aim], at.picks)}</h3>
        <div class="aims__brief">
          ${aim.targets
            .filter((ref) => ref === "nobody" || isSensible(at, aim, ref))
            .map((ref) => briefTarget(at, aim, ref))}
        </div>
      `,
    )}
  </details>
`;

const briefTarget = ({ request, act }, aim, ref) => html`
  <button class="button" type="button" data-aim=${nameOf(aim)} value=${ref} aria-pressed=${aim.target === ref} @click=${() => choose(act, [aim], ref)}>${titleOf(request, ref)}</button>
`;

/** The arrow keys go through the targets. */
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.closest("[popover]").querySelectorAll("button.target")].filter((it) =>
    it.checkVisibility(),
  );
  all.at((all.indexOf(event.target) + step) % all.length)?.focus();
  event.preventDefault();
}

/** Show the list: below the pressed row, or above it if there is more room; on a phone the sheet has its own place. */
export function showAims(sheet, { left, top, bottom, width }) {
  sheet.style.setProperty("--aims-width", `${width}px`);
  sheet.style.setProperty("--aims-left", `${left + scrollX}px`);
  sheet.showPopover();
  const { offsetHeight: height } = sheet;
  const below = bottom + 4;
  const start =
    below + height < innerHeight ? below : Math.max(4, Math.min(top - height - 4, innerHeight - height - 4));
  sheet.style.setProperty("--aims-top", `${start + scrollY}px`);
  (sheet.querySelector(".target[aria-pressed=true]") ?? sheet.querySelector(".target"))?.focus({ preventScroll: true });
}
