// The wizards at the circle, with health, effects and monsters.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { fresh } from "../lib/fresh.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { within } from "../lib/names.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext, numeral, woven } from "../lib/words.js";
import { departureBadge, inOrder, isAlly, isMelee, isStanding, lateWarning, teamOf } from "./circle.js";
import { badgeOf, face, housePage, isOfTheHouse } from "./house.js";

/**
 * Render the circle with all wizards. `seats` is what only a live duel knows: `{me, connected, acting, waiting, missed,
 * clock, marks, aims}`; `connected` is null while the socket is not open; `marks`: by being, its latest change. Phones have
 * sides.js instead.
 */
export function wizardCards(view, seats = {}) {
  const loose = looseIn(view);
  return html`
    <div class="circle card">
      <div class="wizards ${isMelee(view) ? "melee" : ""}">${inOrder(view).map((wizard) => card(view, wizard, seats))}</div>
      ${loose.length ? looseList(loose, seats, isMelee(view) && !seats.acting) : nothing}
    </div>
  `;
}

/** The loser of a finished two-player duel, whose monsters stay on their card. */
const masterless = (view) =>
  view.result && !isMelee(view) ? view.wizards.find((wizard) => !isStanding(wizard)) : undefined;

const owned = ({ monsters }, name) => monsters.filter(({ owner, alive }) => alive && owner === name);

/** The living monsters of a wizard; those of the loser of a two-wizard duel stay with them. */
export const monstersOf = (view, wizard) => [
  ...owned(view, wizard.name),
  ...(masterless(view) === wizard ? owned(view, null) : []),
];

/** The living monsters that no wizard has. */
export const looseIn = (view) => (masterless(view) ? [] : owned(view, null));

/** Return the most monsters that a wizard has in any of these views, and the most that no wizard has. */
export const mostMonsters = (views) => ({
  owned: Math.max(...views.flatMap((view) => view.wizards.map((wizard) => monstersOf(view, wizard).length))),
  loose: Math.max(...views.map((view) => looseIn(view).length)),
});

/** In the replay of a melee they scroll alone. */
const looseList = (loose, seats, scrolls) => html`
  <section class="loose" aria-label=${_("Uncontrolled")} tabindex=${scrolls ? 0 : nothing}><h3>${_("Uncontrolled")}</h3>${monsterList(loose, seats)}</section>
`;

function card(view, wizard, seats) {
  const mark = seats.marks?.[wizard.name] ?? {};
  return html`
    <article class="wizard ${standing(view, wizard, seats)}" aria-label=${wizard.name} data-being=${wizard.name} data-mark=${mark.kind ?? nothing} data-points=${mark.points || nothing}>
      <header class="wizard__head">
        ${face(wizard.name)}
        <h2 class="wizard__name">${seats.me && !view.result ? wizard.name : mageLink(wizard.name)}</h2>
        ${isMelee(view) ? html`<p class="wizard__line">${brief(view, wizard, seats)}</p>` : html`${badges(view, wizard, seats)} ${fate(view, wizard)} ${presence(view, wizard, seats)} ${clock(wizard, seats)} ${effects(wizard)}`}
      </header>
      ${hitPoints(wizard)} ${lateness(view, wizard, seats)} ${isMelee(view) ? effects(wizard) : nothing} ${monsterList(monstersOf(view, wizard), seats, isMelee(view) ? { isBrief: true } : { none: seats.acting ? noMonsters : nothing })}
    </article>
  `;
}

/** Return the classes of a wizard: the viewer's own, out, dead, allied, aimed at, to move. */
export function standing(view, wizard, { me, waiting = [], aims }) {
  const isFriend = wizard.name !== me && isAlly({ ...view, viewer: me }, wizard);
  const marks = {
    mine: wizard.name === me,
    out: !isStanding(wizard),
    dead: !wizard.alive,
    ally: isFriend,
    aimed: Boolean(aims?.has(wizard.name)),
    "to-move": !view.result && waiting.includes(wizard.name),
  };
  return Object.keys(marks)
    .filter((mark) => marks[mark])
    .join(" ");
}

/** Render what a card of a melee says below the name, in one line. */
const brief = (view, wizard, seats) => html`
  ${sayYou(wizard, seats)} ${aimOf(wizard, seats)} ${sideText(view, wizard, seats)} ${fate(view, wizard)} ${presence(view, wizard, seats, { isBrief: true })} ${clock(wizard, seats)} ${badgeOf(wizard.name, { isBrief: true })}
`;

const clock = (wizard, seats) => (isStanding(wizard) && seats.clock ? seats.clock(wizard.name) : nothing);

export const sayYou = ({ name }, { me }) => (name === me ? html`<span class="seat__you">${_("You")}</span>` : nothing);

export const aimOf = ({ name }, { aims }) =>
  aims?.has(name) ? html`<span class="seat__aim">${_("your target")}</span>` : nothing;

function badges(view, wizard, seats) {
  const isOwn = wizard.name === seats.me;
  if (isOwn)
    return html`${isStanding(wizard) ? html`<span class="badge strong">${_("you")}</span>` : nothing}${badgeOf(wizard.name)}`;
  return html`${badgeOf(wizard.name)}${sideText(view, wizard, seats)}`;
}

/** Render the team of another wizard, if there are teams. */
export function sideText(view, wizard, { me }) {
  const team = wizard.name === me ? "" : teamOf({ ...view, viewer: me }, wizard);
  return team ? html`<span class="badge">${team}</span>` : nothing;
}

/** The address of a mage's page, with NAME as a placeholder; a board without mages has none. */
const MAGES = document.querySelector("[data-mage]")?.dataset.mage;

/** Return a name as a link to its page. */
export function mageLink(name) {
  const page = isOfTheHouse(name) ? housePage(name) : MAGES?.replace("NAME", encodeURIComponent(name));
  return page ? html`<a href=${page}>${name}</a>` : name;
}

/** Render how a wizard left the duel, or that they won it, in the place of their presence. */
export function fate(view, { name, alive, surrendered }) {
  const { result } = view;
  if (!alive)
    return html`<span class="effect danger" title=${_("Dead")}>${icon("death")}<span>${_("Dead")}</span></span>`;
  if (surrendered) {
    const { drawing, words } = departureBadge(view, name);
    return html`<span class="effect danger" title=${words}>${icon(drawing)}<span>${words}</span></span>`;
  }
  return result?.winners.includes(name) && !isMelee(view) ? html`<span class="effect">${_("Won")}</span>` : nothing;
}

/**
 * Render whether the duel waits for a wizard, and whether they are online. `isBrief`: of two states only the one that
 * matters more.
 */
export function presence(view, wizard, seats, { isBrief = false } = {}) {
  const { connected, waiting } = seats;
  if (!waiting || view.result || !isStanding(wizard)) return nothing;
  const isAway = connected && !connected.includes(wizard.name) && !isOfTheHouse(wizard.name);
  const state = stateOf(wizard, seats, isAway, isBrief);
  return state ? fresh(`presence of ${wizard.name}`, state, isAway ? "presence" : "presence here") : nothing;
}

/** Return whether the duel waits for this wizard, and whether they are online; "" if not applicable or secret. */
function stateOf({ name }, { acting = [], waiting }, isAway, isBrief) {
  if (waiting.includes(name)) return isAway ? (isBrief ? _("away") : _("thinking, away")) : _("thinking");
  if (acting.includes(name)) return isAway && !isBrief ? _("ready, away") : _("ready");
  return isAway ? _("away") : "";
}

/** Render the number of consecutive time-outs; the third forfeits the duel. `isBrief`: in one line of a phone. */
export function lateness(view, { name }, { missed = {} }, { isBrief = false } = {}) {
  if (!missed[name] || view.result) return nothing;
  const warning = lateWarning(missed[name]);
  const text = isBrief ? _("Out of time: {count} of 3", { count: missed[name] }) : warning;
  return html`<span class="wizard__late" title=${warning}>${text}</span>`;
}

/** Render hit points as a number and a bar. */
export function hitPoints({ hp, max_hp: most, seen }) {
  const shown = Math.max(0, hp);
  const pips = Array.from({ length: Math.max(most, shown) }, (_, at) => at);
  return html`
    <div class="health ${hp <= 5 ? "low" : ""}">
      <span class="health__text">${woven(_("{points} of {most}"), { points: html`<strong>${numeral(hp)}</strong>`, most })}<span class="health__unit"> ${_("hit points")}</span></span>
      <svg class="health__pips" viewBox="0 0 ${pips.length} 1" preserveAspectRatio="none" aria-hidden="true">
        ${pips.map((at) => pip(at, at < shown))}
      </svg>
      ${seen === false ? html`<small class="health__seen">${_("when last seen")}</small>` : nothing}
    </div>
  `;
}

const pip = (at, full) =>
  svg`<rect class=${full ? "full" : "empty"} x=${at + 0.07} y="0" width="0.86" height="1"></rect>`;

/** Return the remaining rounds as players count them; 0 is the round that has just ended. */
export const roundsLeft = (rounds) => {
  if (rounds === "permanent") return _("permanent");
  if (rounds === true || rounds === null || rounds === 0) return "";
  return ngettext("{count} round", "{count} rounds", rounds);
};

function effects(wizard) {
  const chips = chipsOf(wizard);
  return chips.length ? html`<ul class="effects" role="list">${chips}</ul>` : nothing;
}

/**
 * Render the effects on a wizard as items of a list, those on the mind first. `isBrief`: without whose they are, and
 * with the rounds as a number.
 */
export function chipsOf(wizard, { isBrief = false } = {}) {
  const chip = isBrief ? briefChip : wholeChip;
  const minds = wizard.minds ?? [];
  const bound = new Set(minds.map(({ effect }) => effect));
  const others = Object.entries(wizard.effects).filter(([slug]) => !bound.has(slug));
  return [
    ...minds.map((mind) =>
      chip(mind.effect, { title: titled(mind.effect), detail: mindText(mind), brief: HELD[mind.hand]?.() }, "mind"),
    ),
    ...others.map(([slug, rounds]) =>
      chip(slug, { title: titled(slug), detail: roundsLeft(rounds), brief: briefRounds(rounds) }, tone(slug)),
    ),
    ...(wizard.banked ? [chip("delay_effect", { title: bankedText(wizard.banked) }, "good")] : []),
  ];
}

const bankedText = (spell) =>
  spell === true ? _("Has a stored spell") : _("Stored: {spell}", { spell: titled(spell) });

const tone = (slug) => (factsOf(slug).default === "opponent" ? "danger" : "good");

const HELD = { left: () => _("left hand"), right: () => _("right hand") };

const mindText = ({ hand, by }) => [HELD[hand]?.(), by ? _("by {name}", { name: by }) : ""].filter(Boolean).join(", ");

const wholeChip = (name, { title, detail = "" }, tone) =>
  html`<li class="effect ${tone}" title=${[title, detail].filter(Boolean).join(", ")}>${icon(name)}<span>${title}${detail ? html`<small>, ${detail}</small>` : nothing}</span></li>`;

const briefChip = (name, { title, detail = "", brief = "" }, tone) =>
  html`<li class="effect ${tone}" title=${[title, detail].filter(Boolean).join(", ")}>${icon(name)}<span>${title}</span>${brief ? html`<small aria-hidden="true">${brief}</small>` : nothing}${detail ? html`<span class="visually-hidden">, ${detail}</span>` : nothing}</li>`;

/** The remaining rounds where there is no room for words; "∞" without end. */
const briefRounds = (rounds) => (rounds === "permanent" ? "∞" : roundsLeft(rounds) && String(rounds));

/** Says what the room for monsters is for. A melee reserves none. */
const noMonsters = html`<p class="monsters small soft">${_("No monsters")}</p>`;

/** Render monsters, or else `none`. `isBrief`: "Skrit 1/1 → you", in a melee. */
function monsterList(monsters, seats, { none = nothing, isBrief = false } = {}) {
  if (!monsters.length) return none;
  return html`<ul class="monsters" role="list">${monsters.map((monster) => monsterLine(monster, seats, isBrief))}</ul>`;
}

function monsterLine(monster, { me, marks = {} }, isBrief) {
  const { name, kind, hp, max_hp: most, target } = monster;
  const mark = marks[name] ?? {};
  const isNamed = name.toLowerCase() !== titled(kind).toLowerCase();
  return html`
    <li class="monster ${target && target === me ? "menacing" : ""}" data-being=${name} data-mark=${mark.kind ?? nothing} data-points=${mark.points || nothing}>
      <span class="token">${icon(kind)}</span>
      <span class="monster__who"><strong>${name}</strong>${isNamed ? html`<span class="monster__kind">, ${within(titled(kind))}</span>` : nothing}</span>
      <small class="monster__how">
        <span class="monster__state">${isBrief ? briefPoints(monster) : _("{points} of {most}", { points: hp, most })}</span>${isBrief ? briefVictim(target, me) : victim(target, me)}${bindings(monster)}
      </small>
    </li>
  `;
}

const dot = html`<span aria-hidden="true"> · </span>`;

function victim(target, me) {
  if (!target) return nothing;
  return html`${dot}<span class="monster__victim">${victimText(target, me)}</span>`;
}

function briefVictim(target, me) {
  if (!target) return nothing;
  return html` <span class="monster__victim"><span aria-hidden="true">→ ${target === me ? _("you") : target}</span><span class="visually-hidden">${victimText(target, me)}</span></span>`;
}

export const victimText = (target, me) => (target === me ? _("attacks you") : _("attacks {name}", { name: target }));

/** Render hit points as "1/2", which screen readers say in words. */
export const briefPoints = ({ hp, max_hp: most }) =>
  html`<span aria-hidden="true">${hp}/${most}</span><span class="visually-hidden">${_("{points} of {most}", { points: hp, most })}</span>`;

export function bindings({ effects = {} }) {
  const bound = Object.entries(effects).map(([slug, rounds]) => `${within(titled(slug))} ${roundsLeft(rounds)}`.trim());
  return bound.length ? html`<span class="monster__bound">${bound.join(", ")}</span>` : nothing;
}
