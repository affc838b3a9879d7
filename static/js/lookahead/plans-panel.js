// Plans of slow duels: the wizard's next orders, if the others do what the plan expects. Each change is sent at once.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HANDS, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { limits } from "../lib/limits.js";
import { _ } from "../lib/words.js";
import { gesturePicker, pairOf } from "./gesture-picker.js";
import {
  completedThen,
  conditionOf,
  isFull,
  linesOf,
  madeUntil,
  mayPlan,
  raised,
  withLine,
  withoutLine,
} from "./plans.js";
import { selectOf } from "./what-if-panel.js";

const blank = () => ({ who: null, shown: {}, hands: { left: "-", right: "-" }, target: {} });

/** Render the plans. `send(frame)` sends a plan, `redraw()` renders the page. */
export function plansOf({ send, redraw }) {
  const desk = { round: null, isOpen: false, place: [], ...blank() };

  const change = (changes) => {
    Object.assign(desk, changes);
    redraw();
  };

  function sent(state, lines) {
    send({ type: "plan", round: state.view.number + 1, plan: { lines } });
    change({ place: desk.place.length && lines[desk.place[0]] ? desk.place : [], ...blank() });
  }

  const actOn = (state) => ({
    who: (who) => change({ who }),
    shown: (name, hand, gesture) =>
      change({ shown: { ...desk.shown, [name]: { ...desk.shown[name], [hand]: gesture } } }),
    gesture: (hand, gesture) => change({ hands: { ...desk.hands, [hand]: gesture }, target: {} }),
    target: (slot, ref) => change({ target: { ...desk.target, [slot]: ref } }),
    goOn: (place) => change({ place, ...blank() }),
    drop: (place) => {
      desk.place = [];
      sent(state, withoutLine(linesOf(state), place));
    },
    raise: (place) => sent(state, raised(linesOf(state), place)),
    add: () => sent(state, withLine(linesOf(state), desk.place, lineFrom(desk))),
  });

  function toggle(isOpen = !desk.isOpen) {
    if (isOpen !== desk.isOpen) change({ isOpen });
  }

  function panel(state) {
    const told = toldText(state);
    if (!mayPlan(state))
      return told ? html`<p class="assist__part notice small" role="status">${icon("plan")} ${told}</p>` : nothing;
    const round = state.view.number + 1;
    if (round !== desk.round) Object.assign(desk, { round, place: [], ...blank() });
    const lines = linesOf(state);
    return html`
      ${told ? html`<p class="assist__part notice small" role="status">${icon("plan")} ${told}</p>` : nothing}
      <details class="assist__part plan" ?open=${desk.isOpen} @toggle=${(event) => toggle(event.currentTarget.open)}>
        <summary>${icon("plan")}<span>${_("Premoves")}</span>${lines.length ? html` <span class="badge">${lines.length}</span>` : nothing}</summary>
        ${desk.isOpen ? body(desk, state, lines, actOn(state)) : nothing}
      </details>
    `;
  }

  return { panel };
}

const TOLD = {
  held: () => _("Your premove was played: its orders are sealed. You can still change them."),
  unforeseen: () => _("None of your premoves matched round {round}. Choose your orders as usual."),
  late: () => _("You ran out of time in round {round}, so your premoves were dropped."),
  illegal: () => _("Your premove couldn’t be played, because one of its targets is gone. Choose your orders as usual."),
  bound: () => _("Your premove couldn’t be played, because {effect} controls your hand. Choose your orders as usual."),
};

function toldText({ plan, view }) {
  const told = plan?.told;
  if (!told || view.result || told.round < view.number) return "";
  const text = TOLD[told.why]();
  return text.replace("{round}", told.round).replace("{effect}", told.by ? titled(told.by) : "");
}

const body = (desk, state, lines, act) => html`
  <div class="assist__body">
    <p class="small soft">${_("If this round goes as you predict, your next orders are sealed automatically. The first matching line is used. Only you see your premoves.")}</p>
    ${lines.length ? lineList(lines, [], desk, act) : nothing} ${editor(desk, state, lines, act)}
  </div>
`;

const lineList = (lines, place, desk, act) => html`
  <ol class="plan__lines">
    ${lines.map((line, at) => lineOf(line, [...place, at], desk, act))}
  </ol>
`;

const lineOf = (line, place, desk, act) => html`
  <li class="plan__line">
    <div class="plan__row">
      <div class="plan__text">
        <span>${conditionText(line.if)}</span>
        <span class="plan__then"><span aria-hidden="true">→</span> ${_("you:")} ${pairOf(line.orders)}${targetText(line.orders)}</span>
      </div>
      <span class="plan__acts">
        ${place.at(-1) ? html`<button class="button quiet small" type="button" @click=${() => act.raise(place)}>${_("Move up")}</button>` : nothing}
        ${place.length < limits.plan.rounds ? html`<button class="button quiet small" type="button" aria-pressed=${String(desk.place.join() === place.join())} @click=${() => act.goOn(place)}>${_("And then …")}</button>` : nothing}
        <button class="button quiet small" type="button" aria-label=${_("Remove this line")} @click=${() => act.drop(place)}>${icon("close")}</button>
      </span>
    </div>
    ${line.lines.length ? lineList(line.lines, place, desk, act) : nothing}
  </li>
`;

function conditionText(condition) {
  const names = Object.keys(condition);
  if (!names.length) return _("Whatever they play");
  return names.map(
    (name) => html`<span>${_("If {name} plays", { name })} ${pairOf(condition[name], _("any"))} </span>`,
  );
}

function targetText({ target = {} }) {
  const named = [...new Set(Object.values(target))];
  return named.length ? html` <small>${_("on {names}", { names: named.join(", ") })}</small>` : nothing;
}

// A new line
// -----------------------------------------------------------------------------------------------------------

function editor(desk, state, lines, act) {
  const { place } = desk;
  if (isFull(lines, place)) return html`<p class="small soft">${_("You’ve reached the maximum number of lines.")}</p>`;
  const others = state.view.wizards
    .filter(({ name, alive, surrendered }) => name !== state.view.viewer && alive && !surrendered)
    .map(({ name }) => name);
  const who = others.includes(desk.who) ? desk.who : others[0];
  return html`
    <fieldset class="plan__new">
      <legend>${place.length ? _("After line {line}, in the next round", { line: place[0] + 1 }) : _("New line")}</legend>
      ${
        others.length > 1
          ? selectOf(
              _("If"),
              who,
              others.map((name) => [name, name]),
              act.who,
            )
          : nothing
      }
      ${HANDS.map((hand) => gesturePicker({ name: `shows-${hand}`, label: shownLabel(hand, who), hand, picked: desk.shown[who]?.[hand] ?? "", any: _("any") }, (gesture) => act.shown(who, hand, gesture)))}
      ${HANDS.map((hand) => gesturePicker({ name: `then-${hand}`, label: hand === "left" ? _("then your left hand plays") : _("then your right hand plays"), hand, picked: desk.hands[hand], marked: (gesture) => completes(desk, state, hand, gesture) }, (gesture) => act.gesture(hand, gesture)))}
      ${HANDS.map((hand) => targetField(desk, state, hand, act))}
      ${isSurrender(desk.hands) ? html`<p class="notice danger">${_("Two palms at once mean surrender. You can’t surrender by premove.")}</p>` : nothing}
      <div class="row">
        <button class="button small" type="button" ?disabled=${isSurrender(desk.hands)} @click=${act.add}>${_("Add line")}</button>
        ${place.length ? html`<button class="button quiet small" type="button" @click=${() => act.goOn([])}>${_("Back to the first round")}</button>` : nothing}
      </div>
    </fieldset>
  `;
}

const isSurrender = ({ left, right }) => left === "P" && right === "P";

const shownLabel = (hand, name) =>
  hand === "left" ? _("If {name}’s left hand plays", { name }) : _("and {name}’s right hand plays", { name });

const spellsThen = ({ hands, place }, state, hand, gesture) => {
  const me = state.view.viewer;
  const completions = (state.request?.ahead ?? state.ahead)?.wizards?.[me];
  return completedThen(completions, hand, madeUntil(state, place), gesture, hands[hand === "left" ? "right" : "left"]);
};

function completes(desk, state, hand, gesture) {
  const spells = spellsThen(desk, state, hand, gesture);
  return spells.length ? _("completes {spells}", { spells: [...new Set(spells)].map(titled).join(" / ") }) : "";
}

function targetField(desk, state, hand, act) {
  const [spell] = spellsThen(desk, state, hand, desk.hands[hand]);
  if (!spell && desk.hands[hand] !== ">") return nothing;
  const beings = [...state.view.wizards, ...state.view.monsters]
    .filter(({ alive }) => alive)
    .map(({ name }) => [name, name]);
  const label =
    hand === "left"
      ? _("Left hand: {what}. Target:", { what: spell ? titled(spell) : _("Stab") })
      : _("Right hand: {what}. Target:", { what: spell ? titled(spell) : _("Stab") });
  return selectOf(label, desk.target[hand] ?? "", [["", _("default target")], ...beings], (ref) =>
    act.target(hand, ref),
  );
}

function lineFrom({ shown, hands, target }) {
  const aimed = Object.fromEntries(Object.entries(target).filter(([, ref]) => ref));
  return {
    if: conditionOf(shown),
    orders: { ...hands, ...(Object.keys(aimed).length ? { target: aimed } : {}) },
    lines: [],
  };
}
