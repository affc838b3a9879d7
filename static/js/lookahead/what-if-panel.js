// "What if …?": a simulation of the round with possible orders of the others, as far as this wizard can know them.
// Nobody else sees it.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HANDS, listed, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { within } from "../lib/names.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _, ngettext, numeral, signed } from "../lib/words.js";
import { whatIfSummary } from "./assist-buttons.js";
import { gesturePicker, pairOf } from "./gesture-picker.js";
import { makes, othersOf, outcomeOf, REST, threatsOf, withChoice, withGesture } from "./what-if.js";

/** Milliseconds without a pick before the round is simulated. */
const PAUSE = 80;
/** The largest number of pinned simulations. */
const MOST = 20;

/** Render what-if. `ask(path, body)` posts, `redraw()` renders the page. */
export function whatIfPanelOf({ ask, redraw }) {
  const desk = {
    round: null,
    isOpen: false,
    who: null,
    replies: {},
    kept: [],
    played: new Map(),
    of: "",
    refusal: null,
  };
  const change = (changes) => {
    Object.assign(desk, changes);
    redraw();
  };
  const act = actionsAt(desk, change);

  /** Open or close it. */
  function toggle(isOpen = !desk.isOpen) {
    if (isOpen !== desk.isOpen) change({ isOpen });
  }

  function panel(state, own) {
    const { request } = state;
    if (request?.type !== "orders" || state.view.result || !othersOf(state).length) return nothing;
    if (request.round !== desk.round) renew(desk, state);
    keepUp(desk, request.round, own, { ask, change });
    return html`
      <details class="assist__part what-if-panel" tabindex="-1" aria-label=${_("What if …?")} ?open=${desk.isOpen} @toggle=${(event) => toggle(event.currentTarget.open)}>
        <summary>${whatIfSummary()}</summary>
        ${desk.isOpen ? body(desk, state, act) : nothing}
      </details>
    `;
  }

  return { panel, toggle };
}

function actionsAt(desk, change) {
  const keep = (more) => {
    const known = new Set(desk.kept.map(({ replies }) => JSON.stringify(replies)));
    const fresh = more.filter(({ replies }) => !known.has(JSON.stringify(replies)));
    change({ kept: [...desk.kept, ...fresh].slice(0, MOST) });
  };
  return {
    who: (who) => change({ who }),
    gesture: (hand, gesture) => change({ replies: withGesture(desk.replies, desk.who, hand, gesture) }),
    choice: (field, slot, value) => change({ replies: withChoice(desk.replies, desk.who, field, slot, value) }),
    nothing: () => change({ replies: {} }),
    keep: () => keep([{ replies: desk.replies }]),
    all: (threats) => keep(threats),
    drop: (one) => change({ kept: desk.kept.filter((kept) => kept !== one) }),
  };
}

/** Reset for a new round, starting with the worst threat. */
function renew(desk, state) {
  const [worst] = threatsOf(state, spellFacts);
  const [other = null] = othersOf(state);
  Object.assign(desk, { round: state.request.round, kept: [], played: new Map(), of: "", refusal: null });
  Object.assign(desk, { replies: worst?.replies ?? {}, who: worst?.by ?? other });
}

/** Simulate everything that is shown with these orders, unless that has been done. */
function keepUp(desk, round, own, tools) {
  const wanted = [desk.replies, ...desk.kept.map(({ replies }) => replies)];
  const of = JSON.stringify([round, own, wanted]);
  if (!desk.isOpen || of === desk.of) return;
  desk.of = of;
  clearTimeout(desk.timer);
  desk.timer = setTimeout(() => play(desk, of, { round, orders: own, replies: wanted }, tools), PAUSE);
}

async function play(desk, of, body, { ask, change }) {
  const { why = null, rehearsals } = await ask("rehearse/", body);
  if (of !== desk.of) return;
  const played = () => new Map(body.replies.map((replies, at) => [JSON.stringify(replies), rehearsals[at]]));
  change({ refusal: why, played: why ? desk.played : played() });
}

function body(desk, state, act) {
  const threats = threatsOf(state, spellFacts);
  return html`
    <div class="assist__body">
      <p class="small soft">${_("Simulates this round with your selected gestures and what you know. Only you see this.")}</p>
      ${pickers(desk, state, act)}
      <div class="row">
        <button class="button small" type="button" @click=${act.keep}>${_("Pin")}</button>
        ${threats.length ? html`<button class="button small" type="button" @click=${() => act.all(threats)}>${ngettext("The threat", "All {count} threats", threats.length)}</button>` : nothing}
        <button class="button quiet small" type="button" @click=${act.nothing}>${ngettext("They do nothing", "All do nothing", othersOf(state).length)}</button>
      </div>
      ${desk.refusal ? html`<p class="notice danger" role="alert">${desk.refusal}</p>` : nothing}
      <ul class="what-ifs" role="list">
        ${whatIf(desk, state, { replies: desk.replies }, null)} ${desk.kept.map((one) => whatIf(desk, state, one, () => act.drop(one)))}
      </ul>
    </div>
  `;
}

// The others' orders
// ----------------------------------------------------------------------------------------------------

function pickers({ who, replies }, state, act) {
  const others = othersOf(state);
  const hands = replies[who] ?? REST;
  const { ahead } = state.request;
  return html`
    ${
      others.length > 1
        ? selectOf(
            _("Wizard"),
            who,
            others.map((name) => [name, name]),
            act.who,
          )
        : nothing
    }
    ${HANDS.map((hand) =>
      gesturePicker(
        {
          name: `if-${hand}`,
          label: hand === "left" ? _("{name}, left hand", { name: who }) : _("{name}, right hand", { name: who }),
          hand,
          picked: replies[who] ? hands[hand] : "",
          marked: (gesture) => marked(ahead, who, { ...hands, [hand]: gesture }, hand),
        },
        (gesture) => act.gesture(hand, gesture),
      ),
    )}
    ${replies[who] ? makes(ahead, who, hands).map((made) => spellFields(made, hands, state, who, act)) : nothing}
  `;
}

/** Return "completes Shield or Magic Missile", the effect of this gesture of a hand. */
function marked(ahead, who, hands, hand) {
  const spells = makes(ahead, who, hands)
    .filter(({ slot }) => slot === hand || slot === "both")
    .flatMap(({ spells }) => spells);
  return spells.length ? _("completes {spells}", { spells: spells.map(titled).join(" / ") }) : "";
}

function spellFields({ slot, spells }, { cast = {}, target = {} }, { request }, who, act) {
  const beings = request.targets.filter(({ kind }) => kind !== "new" && kind !== "nobody");
  const named = (ref) => (ref === request.wizard ? _("you") : ref === who ? _("{name} (caster)", { name: ref }) : ref);
  return html`
    <div class="row assist__spell">
      ${
        spells.length > 1
          ? selectOf(
              _("Spell"),
              cast[slot] ?? spells[0],
              spells.map((spell) => [spell, titled(spell)]),
              (spell) => act.choice("cast", slot, spell),
            )
          : html`<strong>${titled(spells[0])}</strong>`
      }
      ${selectOf(_("on"), target[slot] ?? "", [["", _("default target")], ...beings.map(({ ref }) => [ref, named(ref)])], (ref) => act.choice("target", slot, ref))}
    </div>
  `;
}

export const selectOf = (label, chosen, choices, pick) => html`
  <label class="assist__select">
    <span>${label}</span>
    <select class="input" @change=${(event) => pick(event.target.value)}>
      ${choices.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`)}
    </select>
  </label>
`;

// Results
// ---------------------------------------------------------------------------------------------------------------

function whatIf({ played }, state, { replies, spell }, drop) {
  const { view } = state;
  const others = othersOf(state).length;
  const found = played.get(JSON.stringify(replies));
  return html`
    <li class="what-if ${drop ? "" : "current"}">
      <div class="what-if__head">
        <h3 class="what-if__title">${titleOf(replies, spell, others)}</h3>
        ${drop ? html`<button class="button quiet small" type="button" aria-label=${_("Remove")} @click=${drop}>${icon("close")}</button>` : nothing}
      </div>
      ${found ? outcome(outcomeOf(view, found), found, view.viewer) : html`<p class="soft">…</p>`}
    </li>
  `;
}

function titleOf(replies, spell, others) {
  const names = Object.keys(replies);
  if (!names.length) return ngettext("If they do nothing", "If nobody does anything", others);
  return html`${names.map((name) => html`<span>${_("If {name}:", { name })} ${pairOf(replies[name])}</span>`)}${spell ? html` <small>${titled(spell)}</small>` : nothing}`;
}

const outcome = ({ points, begun, dead, come, gone, result }, { round, assumptions }, me) => html`
  <p class="what-if__points">${points.map(({ name, hp, change }) => html`<span class=${change < 0 ? "worse" : change > 0 ? "better" : ""}><span class="what-if__name">${name === me ? _("you") : name}</span> <b>${numeral(hp)}</b>${change ? html` <small>${signed(change)}</small>` : nothing}</span>`)}</p>
  ${endOf(result, dead)}
  ${begun.map(({ name, effects }) => html`<p class="small">${_("{name}: {effects}", { name: name === me ? _("you") : name, effects: effects.map(titled).join(", ") })}</p>`)}
  ${come.map(({ name, kind, owner }) => html`<p class="small">${owner ? _("{name} ({kind}) serves {owner}.", { name, kind: within(titled(kind)), owner }) : _("{name} ({kind}) appears.", { name, kind: within(titled(kind)) })}</p>`)}
  ${gone.map(({ name }) => html`<p class="small">${_("{name} is gone.", { name })}</p>`)}
  ${assumptions.length ? html`<div class="small"><p>${_("This assumes:")}</p><ul>${assumptions.map(({ text }) => html`<li>${text}</li>`)}</ul></div>` : nothing}
  <details class="small">
    <summary>${_("Details")}</summary>
    <ul>${round.events.filter(({ type }) => type !== "gestures").map(({ text }) => html`<li>${text}</li>`)}</ul>
  </details>
`;

function endOf(result, dead) {
  if (result?.outcome === "draw") return html`<p class="what-if__end">${_("The duel ends in a draw.")}</p>`;
  if (result) {
    const names = listed(result.winners);
    const text = ngettext("{names} wins the duel.", "{names} win the duel.", result.winners.length, { names });
    return html`<p class="what-if__end">${text}</p>`;
  }
  return dead.length
    ? html`<p class="what-if__end">${dead.map((name) => _("{name} dies.", { name })).join(" ")}</p>`
    : nothing;
}
