// The parts of the duel page as slots, which duel.css places. Each is rendered from the state of the page.

import { html, noChange, nothing } from "../../../vendor/lit-html/lit-html.js";
import { chronicle, nextReason, showStory } from "../../board/chronicle.js";
import { isMelee, lossesOf } from "../../board/circle.js";
import { wizardClock } from "../../board/clock-face.js";
import { historyTable } from "../../board/history.js";
import { outcomeCard } from "../../board/outcome-card.js";
import { resultsOf } from "../../board/round-results.js";
import { bringUp, sheet } from "../../board/sheets.js";
import { sides } from "../../board/sides.js";
import { wizardCards } from "../../board/wizards.js";
import { isInHand } from "../../lib/screen.js";
import { _ } from "../../lib/words.js";
import { threatLine } from "../../lookahead/threat-line.js";
import { aimedAt } from "../../orders/aims.js";
import { appBar } from "../../orders/app-bar.js";
import { orderingOf } from "../../orders/history-row.js";
import { attackers } from "../../orders/orders.js";
import { picksOn } from "../../orders/page-state.js";
import { panelOf } from "../../orders/panel.js";
import { overtakenText } from "../../orders/sending.js";
import { comingText, statusBar } from "../../orders/status.js";
import { quietPanel } from "../../orders/waiting-panel.js";
import { isPictured } from "./last-round.js";
import { board, data, links } from "./template.js";

const isFirstPractice = "firstPractice" in data;

/** Return whether the guide of a board, and not the board, has the next step. */
export const isResting = ({ request }, shown) => board && !request && !shown.result;

/** Return whether the wizards have a fixed height, in which they scroll. */
const scrolls = ({ duel }) => isInHand() || isMelee(duel.view);

/** Return whether the history also tells what happened; on a phone it has no room for that. */
const isTelling = () => !isInHand();

/** Show the story of a round selected in the history. */
function toStory(number) {
  bringUp("chronicle");
  showStory(number);
}

/** After the end, say that a change of the last orders came too late. */
function overtakenNote(duel) {
  const text = overtakenText(duel);
  return text ? quietPanel(text) : nothing;
}

/**
 * Return a function that renders the page from its state, the view that is `shown` at this point of the playback, the
 * names of the `parts` to render again and of those that are `ready`, and whether the duel `isOver` in this view. `on`
 * contains the other modules of the page: `{stage, ending, lastRound, details, aids}`, the actions `act`, and two
 * functions: `guessing()` returns the guesses of a spectator, and `draw()` renders the page.
 */
export function slotsOf(modules) {
  const on = { ...modules, results: resultsOf(() => modules.draw()), story: storyOf(modules.stage) };
  /** The slots below the status depend on the height of the orders, and so are rendered after them. */
  return (page, shown, at) => html`
    <div class="duel__status">${status(on, page, shown)}</div>
    ${at.ready.has("orders") ? slotsBelow(on, page, shown, at) : nothing}
  `;
}

/** Render one slot per part. The order is the reading order and that of a phone. */
function slotsBelow(on, page, shown, { parts, ready, isOver }) {
  const { ending, details, aids, act, guessing, results } = on;
  const part = (name, drawn) => (parts.has(name) && ready.has(name) ? drawn() : noChange);
  const card = (name) => (ready.has(name) ? "card" : ""); // an empty part must not show a frame that moves later
  return html`
  <div class="duel__circle" tabindex=${scrolls(page) ? 0 : nothing} role=${scrolls(page) ? "region" : nothing} aria-label=${scrolls(page) ? _("Wizards") : nothing}>${part("circle", () => circle(on, page, shown))}</div>
  ${revealed(on, page, shown)}
  <section id=${sheet("history")} class="duel__history sheet ${card("history")}" popover aria-labelledby="history-title">
    <header class="duel__title"><h2 id="history-title" class="panel-title">${isTelling() ? _("What happened") : _("Gestures")}</h2>${isTelling() ? results.button(shown) : nothing}</header>
    ${part("history", () => history(on, page, shown))}
  </section>
  <div class="duel__side">
    <div class="duel__news">${part("news", () => news(on, page))}</div>
    <div class="duel__result">${isOver ? ending.result(page.duel) : nothing}</div>
    <div class="duel__orders">${part("orders", () => (isOver ? overtakenNote(page.duel) : orders(on, page, shown)))}</div>
    <div class="duel__guesses">${guessing()?.panel(page.duel) ?? nothing}</div>
  </div>
  <section id=${sheet("chronicle")} class="duel__chronicle chronicle sheet card" popover ?hidden=${isTelling()} aria-labelledby="chronicle-title">
    <h2 id="chronicle-title" class="panel-title">${_("What happened")}</h2>
    <div class="chronicle__rounds" tabindex="0" role="region" aria-label=${_("Rounds, newest first")} @keydown=${nextReason}>${isTelling() ? nothing : part("chronicle", () => on.story(page.duel.view))}</div>
  </section>
  ${aids.panels(page, part, () => details.being(page, seatsOn(on, page), act))}
  <div id=${sheet("aim")} class="duel__aim sheet" popover role="dialog" aria-labelledby="aims-title">${part("aim", () => details.aims(page, act))}</div>
  ${aids.bar(page)}
  ${details.dialog(page, act)}
`;
}

/** Render the status, on a phone within the bar at the top; boards have their own head. */
function status({ act }, { duel, link }, shown) {
  const at = { shown, link, at: Date.now() };
  if (isInHand() && !board) return appBar(duel, at, data, act.giveUp);
  return statusBar(duel, at);
}

/** Render the wizards, on a phone as rows; while a round plays there, its picture covers them. */
function circle(on, page, shown) {
  if (isInHand()) return sides(shown, seatsOn(on, page));
  return wizardCards(shown, seatsOn(on, page));
}

/** Return the live data of the seats. House wizards are always present. */
function seatsOn({ stage, lastRound, details }, { duel, link, desk }) {
  const { view, connected, acting, waiting, missed, request } = duel;
  const { picks } = desk.course;
  const monsters = request?.type === "orders" ? attackers(request, picks) : [];
  return {
    marks: stage.step()?.marks ?? (lastRound.isOutcomeShown() && isInHand() ? lossesOf(view) : undefined),
    me: view.viewer,
    connected: link === "open" ? connected : null,
    acting,
    waiting,
    missed,
    clock: (name) => wizardClock(duel, name, Date.now()),
    aims: aimedAt(duel, picks),
    orders: new Map(monsters.map(({ ref, target }) => [ref, target])),
    look: details.look,
  };
}

/** Render the slot of the round that was just played, which scrolls on a phone. */
const revealed = ({ lastRound }, page, shown) =>
  isPictured()
    ? html`<div class="duel__reveal" tabindex="0" role="region" aria-label=${_("Last round")}>${lastRound.picture(page, shown)}</div>`
    : html`<div class="duel__reveal"></div>`;

function history({ stage, results }, { duel, desk, link }, shown) {
  const step = stage.step();
  const ordering = isResting(duel, shown) ? null : orderingOf(duel, desk.course.picks);
  return historyTable(shown, {
    ordering,
    onRound: isTelling() ? null : toStory,
    playing: step ? shown.number : null,
    results: isTelling() ? results.of(duel, { playing: step?.name, coming: comingText({ duel, link }) }) : null,
  });
}

/** Render the outcome of the last round, or else the threats. */
function news({ stage, lastRound, aids }, page) {
  if (!lastRound.isOutcomeShown()) {
    return threatLine(page.duel, picksOn(page), isFirstPractice && !aids.isHintGiven());
  }
  return outcomeCard(page.duel, Boolean(stage.step()));
}

/** Render the orders, or the reason why there are none. */
function orders({ act }, page, shown) {
  if (isResting(page.duel, shown)) return quietPanel(_("See above for the next step."));
  return panelOf(page, act, links);
}

/**
 * Return a function that renders the story, again only when the view or the step of the playback changes. The story
 * already contains the whole round during the playback, so that no line moves.
 */
function storyOf(stage) {
  let toldOf = [];
  return (view) => {
    const step = stage.step();
    if (view === toldOf[0] && step === toldOf[1]) return noChange;
    toldOf = [view, step];
    return chronicle(view, { playing: step?.name });
  };
}
