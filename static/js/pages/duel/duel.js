// The duel page: connects the socket, the state and the parts of the page, and renders all of it on each change.

import { html, noChange, nothing, render } from "../../../vendor/lit-html/lit-html.js";
import { chronicle, nextReason, showStory } from "../../board/chronicle.js";
import { isMelee } from "../../board/circle.js";
import { wizardClock } from "../../board/clock-face.js";
import { followLayout, tabsOf } from "../../board/drawer.js";
import { historyTable } from "../../board/history.js";
import { leadToCircle, showNewest } from "../../board/newest.js";
import { outcomeCard } from "../../board/outcome-card.js";
import { resultsOf } from "../../board/round-results.js";
import { bringUp, isSheetOpen, NONE, openTab, putAway, sheet, sheetsOf } from "../../board/sheets.js";
import { sides } from "../../board/sides.js";
import { spellBookOf } from "../../board/spell-book.js";
import { keepHeight, stageOf } from "../../board/stage.js";
import { talkOf } from "../../board/talk.js";
import { unreadOf } from "../../board/unread.js";
import { wakeLockOf } from "../../board/wake-lock.js";
import { wizardCards } from "../../board/wizards.js";
import { lowText, reserveText } from "../../lib/clock.js";
import { onKey } from "../../lib/keys.js";
import { afterFrame, atRest, fetchInTurn, nextTask } from "../../lib/later.js";
import { reloadLoggedOut } from "../../lib/logged-out.js";
import { playSound } from "../../lib/play-sound.js";
import { setPreference } from "../../lib/preferences.js";
import { connect, LOGGED_OUT, socketAddress } from "../../lib/protocol.js";
import { isInHand, onHandChange } from "../../lib/screen.js";
import { _ } from "../../lib/words.js";
import { assistOf } from "../../lookahead/assist.js";
import { threatLine } from "../../lookahead/threat-line.js";
import { actionsOf, keyActionsOf } from "../../orders/actions.js";
import { aimedAt } from "../../orders/aims.js";
import { appBar } from "../../orders/app-bar.js";
import { closingText } from "../../orders/closing.js";
import { asShown, hasSealed, isLive, isMyTurn, oncePerQuestion, questionOf } from "../../orders/duel-state.js";
import { focusOrders, focusResult, goesOn, hasFocus, showAsked, showRefusal } from "../../orders/focus.js";
import { orderingOf } from "../../orders/history-row.js";
import { bindKeys } from "../../orders/keyboard.js";
import { attackers, ordersOf, picksOf } from "../../orders/orders.js";
import { pageModelOf } from "../../orders/page-model.js";
import {
  isNewQuestion,
  isNewRefusal,
  isOfDraft,
  picksOn,
  refusalOf,
  unsaidOf,
  writesOrders,
} from "../../orders/page-state.js";
import { panelOf } from "../../orders/panel.js";
import { overtakenText } from "../../orders/sending.js";
import { picksTellerOf } from "../../orders/spoken-picks.js";
import { comingText, newsText, sealedText, statusBar } from "../../orders/status.js";
import { quietPanel } from "../../orders/waiting-panel.js";
import { retitle } from "../../site/badge.js";

const root = document.getElementById("duel");
const live = document.getElementById("live");
const title = document.title.replace(/^\(\d+\) /, ""); // without the count that badge.js puts in front
const first = JSON.parse(document.getElementById("frame").textContent);
const { slug } = first;
const {
  replay,
  lobby,
  keep,
  board,
  socket: path,
  token,
  talk: manner,
  report,
  spells,
  assist: assistant,
  text,
  turned,
  arena,
  contest,
  nextDuel,
} = root.dataset;
const isFirstPractice = "firstPractice" in root.dataset;
const told = document.getElementById("guessing"); // for spectators
const again = document.getElementById("again");
const rematch = document.getElementById("rematch");
const links = {
  replay,
  lobby,
  keep,
  token: replay && token,
  practise: again?.id,
  others: again?.dataset.others,
  onwards: null,
  turned,
  rematch: rematch?.id,
  again: null,
  arena,
  contest,
  isUnpaired: "unpaired" in root.dataset,
};
const slot = (name) => root.querySelector(`.duel__${name}`);

/** Functions that load the modules that are not needed at the start. */
const LATER = {
  talk: () => import("../../board/talk-panel.js"),
  threats: () => import("../../lookahead/threat-board.js"),
  progress: () => import("../../board/spell-progress.js"), // for threats
  help: () => import("../../site/help.js"),
  reveal: () => import("../../board/reveal.js"), // on a phone and in the first lesson, when the page is complete
  being: () => import("../../orders/being-sheet.js"), // at the first tap on a wizard or monster
  aim: () => import("../../orders/aim-sheet.js"), // at the first press of a row of targets
  confirm: () => import("../../orders/confirm.js"), // before the first dialog
  result: () => import("../../board/result.js"),
  rematch: () => import("../../board/rematch.js"),
  onwards: () => import("../../board/onwards.js"),
};

/** The names of those that spectators never need. */
const FOR_PLAYERS = ["aim", "confirm", "rematch"];

/** Load the parts of the page that may be opened later, which must open without a connection too. */
async function loadAhead() {
  const isSpectator = first.view.viewer === null;
  const names = Object.keys(LATER).filter((name) => !(isSpectator && FOR_PLAYERS.includes(name)));
  await atRest();
  await fetchInTurn([...names.map((name) => LATER[name]), book.load, assist?.load].filter(Boolean));
}

let socket = null;
const model = pageModelOf(first, { keeps: !board, socket: () => socket });

let ending = null;
let confirmation = null;
let reveal = null;
let beingSheet = null;
let aimSheet = null;

// Changes -------------------------------------------------------------------------------------------------------------

/**
 * Change the state and render it. `isSeen`: the tapped element shows the tap itself. On a phone the browser first
 * paints that, or else the orders, and then the rest. `isFit`: the orders take only the room they need.
 */
function change(type, action, { isSeen = false, isFit = false } = {}) {
  model.dispatch(type, action);
  tellPicks();
  const drawFit = (parts) => {
    if (isFit) slot("orders").style.minBlockSize = "";
    draw(parts);
  };
  if (!isInHand()) return drawFit();
  if (!isSeen) drawFit(ORDERS);
  const asked = questionOf(model.page.duel);
  afterFrame().then(() => {
    if (questionOf(model.page.duel) !== asked) return; // everything has been rendered for a new question
    drawFit();
    showAsked(root);
  });
}

/** Milliseconds to wait for a press to be painted, because a hidden page gets no frame. */
const LONGEST_PRESS = 250;

/** Resolve when a pressed button has been painted; on a phone that happens before anything else. */
async function pressed(button) {
  if (!isInHand()) return;
  button.dataset.pressed = "";
  await Promise.race([afterFrame(), new Promise((done) => setTimeout(done, LONGEST_PRESS))]);
  delete button.dataset.pressed;
}

const announce = (text) => {
  if (text) live.textContent = text;
};

const receive = (frame) => isOfDraft(frame) || follow(model.receive(frame), model.page, frame);

/** Show the changes of a frame, announce them, and scroll them into view. */
function follow(before, page, frame) {
  const { duel } = page;
  guessing?.receive(frame, duel.view);
  if (duel.view.result && !before.duel.view.result) keepAsItStands();
  if (duel.view.result && !ending) fetchEnding();
  const isWriting = hasFocus(root);
  keepHeight(slot("orders"));
  const fresh = duel.view.rounds.length - before.duel.view.rounds.length;
  if (fresh) isOutcomeTold = fresh > 0;
  playOut(before.duel.view);
  draw();
  ring(before.duel, duel);
  announce(newsText(before.duel, duel) || (frame.type === "waiting" && sealedText(before.duel, duel)));
  if (goesOn(isWriting, duel) && isNewQuestion(before, page)) focusOrders(root);
  if (isNewRefusal(before, page)) showRefusal(root);
  if (!fresh) return;
  showNewest(root);
  if (!stage.step()) leadToCircle(root);
}

/** Fix the heights before the result replaces the orders: nothing in view moves, and no gap remains below. */
function keepAsItStands() {
  for (const part of [root, slot("side")]) keepHeight(part, innerHeight - part.getBoundingClientRect().top);
}

/** Play the sound of orders that have just been sealed, or of gestures revealed before the end of their round. */
function ring(before, duel) {
  if (hasSealed(duel) && !hasSealed(before)) playSound("seal");
  if (duel.view.reveal && !before.view.reveal) playSound("gestures");
}

async function fetchEnding() {
  ending = await endingOf().catch(() => null);
  draw();
}

/** Call a player of a tournament to their next duel. */
async function callToNextDuel() {
  const { awaitNextDuel } = await import("../../site/next-duel.js");
  awaitNextDuel({ path: nextDuel, here: location.pathname, opensAtOnce: true, render, retitle: callOut });
}

/** The title that calls a player to their next duel; empty otherwise. */
let calling = "";

function callOut(text) {
  calling = text;
  retitle(text || title);
}

/** Load the result banner, and first the offers after practice, so that nothing moves later. */
async function endingOf() {
  if (nextDuel) void callToNextDuel();
  if (again) links.onwards = await (await LATER.onwards()).onwardsFrom(again.action);
  const { wizards, viewer } = model.page.duel.view;
  const names = wizards.map(({ name }) => name).filter((name) => name !== viewer);
  if (rematch) links.again = (await LATER.rematch()).rematchOf({ address: rematch.action, token, names, redraw });
  return LATER.result();
}

/**
 * Play a new round, whichever frame contains it. Three or more new rounds are not played, because the user has been
 * away.
 */
function playOut(before) {
  const { duel } = model.page;
  const { view } = duel;
  const fresh = view.rounds.length - before.rounds.length;
  const end = view.result?.winners.includes(view.viewer) ? "win" : "end";
  if (fresh > 0 && fresh < 3) stage.take(before, view, view.result ? end : isMyTurn(duel) && "turn");
  else if (view.number !== before.number) stage.leave();
}

function onLink(link, code) {
  if (code === LOGGED_OUT) reloadLoggedOut();
  const before = model.dispatch("link", { link });
  if (socket && (link !== "open" || before.link === "lost")) draw();
}

/** Tells whether an announcement is the first for the current question. */
const isNew = oncePerQuestion();

function tick() {
  const { duel } = model.page;
  if (duel.deadline === null) return;
  draw(CLOCKS);
  tellOnce("reserve", reserveText(duel, Date.now()));
  if (tellOnce("low", lowText(duel, Date.now()), closingText(model.page))) playSound("low");
}

/** Announce a text with `more` once per question; return whether it did. */
function tellOnce(what, text, more = "") {
  if (!text || !isNew(what, model.page.duel)) return false;
  announce(`${text} ${more}`.trim());
  return true;
}

/** The outcome of the last round is shown until the next tap. */
let isOutcomeTold = false;

/** The first lesson shows the last round until the next one. */
const keepsRound = "keepsRound" in root.dataset;

/** Return whether the page shows the last round as a picture. */
const isPictured = () => isInHand() || keepsRound;

/** Return whether the outcome is still shown; after the last round the result follows at once. */
const isTold = () => (isOutcomeTold || keepsRound) && !(ending && model.page.duel.view.result);

/** End the playback; if nothing was playing, dismiss the outcome. Return whether something was playing. */
function skip() {
  const wasPlaying = stage.skip();
  if (!wasPlaying && isOutcomeTold) {
    isOutcomeTold = false;
    drawSoon();
  }
  return wasPlaying;
}

/** Show what the last round covers on a phone, if the focus goes there. */
function uncover({ target }) {
  const isCovered =
    root.classList.contains("revealing") && [slot("circle"), slot("history")].some((it) => it.contains(target));
  if (isCovered && !target.closest(":popover-open")) skip();
}

// The parts -----------------------------------------------------------------------------------------------------------

const redraw = () => draw();
const send = (message) => socket.send(message);
const stage = stageOf({ redraw, keepRoom: () => isInHand() || keepHeight(slot("circle")) });
const tools = {
  root,
  page: () => model.page,
  dispatch: model.dispatch,
  change,
  pressed,
  send,
  announce,
  skip,
  loadDialog,
};
const act = { ...actionsOf(tools), keys: openHelp, aim };
const tellPicks = picksTellerOf(tools);
const talkBox = lazily(async () => (await LATER.talk()).talkBox);
const talk = talkOf({
  slug,
  manner,
  report,
  mails: "mails" in root.dataset,
  say,
  order: act.say,
  redraw,
  box: talkBox,
});
const threats = lazily(async () => (await LATER.threats()).threatsOf(redraw));
const assist = assistant ? assistOf({ address: assistant, token, redraw, turn: turnAid, ...assistTools() }) : null;
let guessing = null; // loaded for spectators only
/** A board without orders asks about the gestures of the other wizard. */
const isRead = board && !first.request;
const book = spellBookOf({ address: spells, by: isRead ? "gestures" : "near", redraw: redrawBook });
const sheets = sheetsOf({ root, turn: turnSheet });
const tabs = tabsOf(turnAid);
const results = resultsOf(redraw);
const unread = unreadOf(
  () => (isInHand() ? isSheetOpen("talk") : openAid() === "talk"),
  ({ room, by }) => room === "duelists" && by === model.page.duel.view.viewer,
);
const stayAwake = wakeLockOf();

/**
 * Return a part whose module is loaded when it is first rendered; `load()` resolves to its function. Its `loaded` is a
 * promise.
 */
function lazily(load) {
  let drawn = () => nothing;
  const part = (...state) => {
    part.loaded ??= load().then((made) => {
      drawn = made;
      redraw();
    });
    return drawn(...state);
  };
  return part;
}

function say(text, announces) {
  model.dispatch("say", { text, id: send({ type: "talk", text, ...(announces ? { announce: true } : {}) }) });
}

function assistTools() {
  return {
    state: () => model.page.duel,
    made: () => ordersOf(model.page.duel.request, picksOn(model.page)),
    take(advised) {
      act.pick(picksOf(model.page.duel.request, advised));
      focusOrders(root, { isPicked: true }); // where Enter seals the accepted orders
    },
    send(plan) {
      model.dispatch("plan", { frame: plan });
      send(plan);
    },
  };
}

async function guessingHere() {
  const { guessingOf } = await import("../../board/guess-panel.js");
  return guessingOf({ data: JSON.parse(told.textContent), send, redraw });
}

/** The open aid of the drawer. The spell book covers another one while it is open. */
const openAid = () => (book.isOpen() ? "book" : openTab());

/** Open or close an aid: on a phone its sheet, elsewhere its tab. */
function turnAid(name) {
  if (isInHand()) return isSheetOpen(name) ? putAway(name) : bringUp(name);
  setPreference("drawer", openAid() === name ? NONE : name);
  book.close();
  redrawNewest();
  fillAid(() => root.querySelector(FOCUSED[name])?.focus({ preventScroll: true }));
}

/** The element that is focused after a tab was opened. */
const FOCUSED = { assist: ".what-if-panel", talk: ".talk__form .input" };

/** Fetch what an open tab needs, and then call `then`. An open hint asks at once. */
function fillAid(then) {
  if (isInHand()) return;
  if (openTab() === "hint") assist?.hint(true);
  if (openTab() === "assist") assist?.unfold(then);
  if (openTab() === "talk") talkBox.loaded?.then(then);
}

/** Render the page after its layout was changed in the menu. */
function changeDisplay({ target }) {
  if (target.name === "layout") followLayout();
  redrawNewest();
}

/** Render the page after a change of the spell book, which may open or close the drawer. */
function redrawBook() {
  if (root.classList.contains("drawn") === isDrawerOpen()) draw();
  else redrawNewest();
}

/** Render the page after the history has got more or less room, and keep its newest round in view. */
function redrawNewest() {
  draw();
  showNewest(root);
}

/** Load and open the help. */
async function openHelp() {
  const help = await LATER.help();
  help.openHelp();
}

/** Load the dialog that asks before giving up, and render it closed. */
async function loadDialog() {
  if (confirmation) return;
  ({ confirmation } = await LATER.confirm());
  draw();
}

// The page ------------------------------------------------------------------------------------------------------------

/** The parts in view. On a phone each is rendered in a slice of its own, those needed to play first. */
const IN_VIEW = ["orders", "circle", "news", "history"];

/** The parts in sheets on a phone, rendered only while their sheet is open. */
const IN_SHEETS = ["threats", "talk", "assist", "chronicle", "being", "aim"];

const ORDERS = new Set(["orders"]);

/** Parts with running clocks, besides the status. */
const CLOCKS = new Set(["circle"]);

/** The parts to render. Where there is room, these are all parts from the start. */
const come = new Set(isInHand() ? [] : [...IN_VIEW, ...IN_SHEETS]);

let isDrawn = false;

function drawPart(name) {
  come.add(name);
  draw(new Set([name]));
}

/** Let a sheet open or close on the screen before rendering the change. */
async function turnSheet(name, isOpen) {
  await afterFrame();
  if (isSheetOpen(name) !== isOpen) return;
  if (isOpen) come.add(name);
  else if (isInHand() && IN_SHEETS.includes(name)) come.delete(name);
  draw();
}

/** Render everything after a change between phone and larger layouts. */
function drawAll() {
  if (isInHand()) fetchReveal();
  for (const name of IN_SHEETS) come.add(name);
  draw();
}

/**
 * Render the status, the bar of the sheets, and the named parts if they are to be rendered; the others stay as they
 * are.
 */
function draw(parts = come) {
  const { page } = model;
  const { duel } = page;
  retitle(calling || (isMyTurn(duel) ? `● ${title}` : title));
  root.classList.toggle("turn", isMyTurn(asShown(duel, stage.viewOf(duel.view))));
  root.classList.toggle("melee", isMelee(duel.view));
  root.classList.toggle("drawn", isDrawerOpen());
  const isRevealing = isPictured() && (isTold() || Boolean(stage.step()));
  root.classList.toggle("revealing", isRevealing);
  root.classList.toggle("resting", Boolean(isResting(duel, stage.viewOf(duel.view))));
  root.classList.toggle("over", Boolean(stage.viewOf(duel.view).result && ending) && !isRevealing);
  stayAwake(isLive(duel));
  if (!isDrawn) root.replaceChildren(); // the page's content from before the scripts
  isDrawn = true;
  render(slots(page, stage.viewOf(duel.view), parts), root);
  if (!isEndShown && ending && stage.viewOf(duel.view).result) showEnd();
}

/** Render after a tap; on a phone not before the tap has been painted. */
async function drawSoon() {
  if (isInHand()) await afterFrame();
  draw();
}

/** The result is scrolled into view and focused once, when it appears. */
let isEndShown = Boolean(first.view.result);

function showEnd() {
  isEndShown = true;
  leadToCircle(root);
  if (!board) focusResult(root); // on other boards the guide continues
}

/** The view and the step of the last rendered story, which is rendered again only when they change. */
let toldOf = [];

/** Render the story. It already contains the whole round during the playback, so that no line moves. */
function story(view) {
  const step = stage.step();
  if (view === toldOf[0] && step === toldOf[1]) return noChange;
  toldOf = [view, step];
  return chronicle(view, { playing: step?.name });
}

/** Render the wizards, on a phone as rows; while a round is shown there, `outcome` covers them. */
function circle(page, shown) {
  if (isInHand()) return sides(shown, seatsOn(page));
  return wizardCards(shown, seatsOn(page));
}

/** Return the live data of the seats. House wizards are always present. */
function seatsOn({ duel, link, desk }) {
  const { view, connected, acting, waiting, missed, request } = duel;
  const { picks } = desk.course;
  const monsters = request?.type === "orders" ? attackers(request, picks) : [];
  return {
    marks: stage.step()?.marks,
    me: view.viewer,
    connected: link === "open" ? connected : null,
    acting,
    waiting,
    missed,
    clock: (name) => wizardClock(duel, name, Date.now()),
    aims: aimedAt(duel, picks),
    orders: new Map(monsters.map(({ ref, target }) => [ref, target])),
    look,
  };
}

/** The being whose details are in the sheet. */
let looked = null;

/** Open the details of a being. */
async function look(ref) {
  ({ beingSheet } = await LATER.being());
  looked = ref;
  bringUp("being");
}

/** The row whose targets are in the list. */
let aiming = null;

/** Open the targets of a row. */
async function aim(row, button) {
  const module = await LATER.aim();
  ({ aimSheet } = module);
  aiming = row;
  drawPart("aim");
  module.showAims(document.getElementById(sheet("aim")), button.getBoundingClientRect());
}

/** Picture the last round while it plays and, on a phone, until the next tap. */
function outcome({ duel: { view } }, shown) {
  if (!isPictured() || !reveal) return nothing;
  const step = stage.step();
  return step || (isTold() && view.rounds.length) ? reveal(view, shown, step ? step.marks : null) : nothing;
}

/** Return whether the history also tells what happened; on a phone it has no room for that. */
const isTelling = () => !isInHand();

function history({ duel, desk, link }, shown) {
  const step = stage.step();
  const ordering = isResting(duel, shown) ? null : orderingOf(duel, desk.course.picks);
  return historyTable(shown, {
    ordering,
    onRound: isTelling() ? null : toStory,
    playing: step ? shown.number : null,
    results: isTelling() ? results.of(duel, { playing: step?.name, coming: comingText({ duel, link }) }) : null,
  });
}

/** Show the story of a round selected in the history. */
function toStory(number) {
  bringUp("chronicle");
  showStory(number);
}

/**
 * Return the sheets with contents. In practice there are hints besides what-if; on a phone their opener is next to the
 * seal, and the replay takes the place of the threats when a duel ends, so that no other opener moves.
 */
function sheetsIn({ duel }) {
  const lasting = manner === "none" ? [] : ["talk"];
  const thought = !assist || isInHand() ? [] : duel.practice ? ["hint", "assist"] : ["assist"];
  const after = isInHand() ? ["replay"] : [];
  const aids = duel.view.result ? after : ["threats", ...thought];
  return ["history", "chronicle", "book", ...aids, ...lasting];
}

/** Render the outcome of the last round, as soon as it has been played, or else the threats. A phone shows it before. */
function news(page) {
  if (!isOutcomeTold || isInHand()) {
    return threatLine(page.duel, picksOn(page), isFirstPractice && !assist?.isHintGiven());
  }
  return stage.step() ? nothing : outcomeCard(page.duel);
}

/** Return whether the guide of a board, and not the board, has the next step. */
const isResting = ({ request }, shown) => board && !request && !shown.result;

/** Render the orders, the result, or the reason why there are no orders. */
function orders(page, shown) {
  if (shown.result && ending) return overtakenNote(page.duel);
  if (isResting(page.duel, shown)) return quietPanel(_("See above for the next step."));
  return panelOf(page, act, links);
}

/** After the end, say that a change of the last orders came too late. */
function overtakenNote(duel) {
  const text = overtakenText(duel);
  return text ? quietPanel(text) : nothing;
}

/** Return whether the drawer shows an aid that has contents now. */
const isDrawerOpen = () => !isInHand() && (book.isOpen() || sheetsIn(model.page).includes(openTab()));

/** Return whether an aid is hidden in the drawer; on a phone it is a sheet. */
const isShut = (...names) => !isInHand() && !names.includes(openAid());

/** The status and the slots below it, which depend on the height of the orders and so are rendered after them. */
const slots = (page, shown, parts) => html`
  <div class="duel__status">${status(page, shown)}</div>
  ${come.has("orders") ? slotsBelow(page, shown, parts) : nothing}
`;

/** Render the status, on a phone within the bar at the top; boards have their own head. */
function status({ duel, link }, shown) {
  const at = { shown, link, at: Date.now() };
  if (isInHand() && !board) return appBar(duel, at, { lobby, text, arena, contest }, act.giveUp);
  return statusBar(duel, at);
}

/** Render the slot of the round that was just played, which scrolls on a phone. */
const revealed = (page, shown) =>
  isPictured()
    ? html`<div class="duel__reveal" tabindex="0" role="region" aria-label=${_("Last round")}>${outcome(page, shown)}</div>`
    : html`<div class="duel__reveal"></div>`;

/** Render one slot per part; duel.css places them. The order is the reading order and that of a phone. */
function slotsBelow(page, shown, parts) {
  const part = (name, drawn) => (parts.has(name) && come.has(name) ? drawn() : noChange);
  const card = (name) => (come.has(name) ? "card" : ""); // an empty part must not show a frame that moves later
  return html`
  <div class="duel__circle" tabindex=${isInHand() ? 0 : nothing} role=${isInHand() ? "region" : nothing} aria-label=${isInHand() ? _("Wizards") : nothing}>${part("circle", () => circle(page, shown))}</div>
  ${revealed(page, shown)}
  <section id=${sheet("history")} class="duel__history sheet ${card("history")}" popover aria-labelledby="history-title">
    <header class="duel__title"><h2 id="history-title" class="panel-title">${isTelling() ? _("What happened") : _("Gestures")}</h2>${isTelling() ? results.button(shown) : nothing}</header>
    ${part("history", () => history(page, shown))}
  </section>
  <div class="duel__side">
    <div class="duel__news">${part("news", () => news(page))}</div>
    <div class="duel__result">${shown.result && ending ? ending.resultBanner(page.duel, links) : nothing}</div>
    <div class="duel__orders">${part("orders", () => orders(page, shown))}</div>
    <div class="duel__guesses">${guessing?.panel(page.duel) ?? nothing}</div>
  </div>
  <section id=${sheet("chronicle")} class="duel__chronicle chronicle sheet card" popover ?hidden=${isTelling()} aria-labelledby="chronicle-title">
    <h2 id="chronicle-title" class="panel-title">${_("What happened")}</h2>
    <div class="chronicle__rounds" tabindex="0" role="region" aria-label=${_("Rounds, newest first")} @keydown=${nextReason}>${isTelling() ? nothing : part("chronicle", () => story(page.duel.view))}</div>
  </section>
  <div class="duel__aids ${isInHand() ? "" : "duel__tabs"}">
    <div class=${isInHand() ? "" : "duel__drawer"} ?hidden=${!isInHand() && !isDrawerOpen()}>
      <div id=${sheet("assist")} class="duel__assist sheet" popover data-aid=${openTab()} ?hidden=${isShut("assist", "hint")}>${part("assist", () => assist?.panel() ?? nothing)}</div>
      <div id=${sheet("threats")} class="duel__threats sheet" popover ?hidden=${isShut("threats")}>${part("threats", () => (isShut("threats") ? noChange : threats(page.duel, picksOn(page))))}</div>
      <div id=${sheet("talk")} class="duel__talk sheet" popover ?hidden=${isShut("talk")}>${part("talk", () => (isShut("talk") ? noChange : talk.panel(page.duel, { refusal: refusalOf(page, true), ...unsaidOf(page) }, writesOrders(page) ? picksOn(page).say : null)))}</div>
      <div id=${sheet("being")} class="duel__being sheet" popover ?hidden=${isShut("being")}>${part("being", () => (looked && beingSheet ? beingSheet(page, looked, seatsOn(page), act) : nothing))}</div>
      <div class="duel__book">${book.panel(page.duel.view)}</div>
    </div>
    ${isInHand() ? nothing : tabs(sheetsIn(page), openAid(), unread(talk.heard(page.duel)), book.button)}
  </div>
  <div id=${sheet("aim")} class="duel__aim sheet" popover role="dialog" aria-labelledby="aims-title">${part("aim", () => (aiming && aimSheet ? aimSheet(page, aiming, act) : nothing))}</div>
  ${isInHand() ? sheets(unread(talk.heard(page.duel)), sheetsIn(page), book.button, replay) : nothing}
  ${confirmation?.(page, act.confirmed)}
`;
}

// Begin ---------------------------------------------------------------------------------------------------------------

/** Start the page; a finished duel shows its result from the start. */
async function begin() {
  root.setAttribute("aria-busy", "true");
  await (isInHand() ? nextTask() : null); // on a phone, paint the existing content first
  const open = board ? (await import("../../learn/sandbox.js")).connectSandbox : connect;
  if (model.page.duel.view.result) ending = await endingOf();
  if (told) guessing = await guessingHere();
  redrawNewest();
  if (!come.has("orders")) await nextTask().then(() => drawPart("orders"));
  if (isInHand()) await nextTask();
  onKey("?", _("Keyboard shortcuts"), () => void openHelp());
  onKey("t", _("Show or hide threats"), () => turnAid("threats"));
  bindKeys(keyActionsOf(tools, act));
  const address = board ?? socketAddress(path);
  socket = open({ address, token, number: model.page.duel.view.number, onFrame: receive, onLink });
  onKey("Space", _("Skip the animation"), stage.skip);
  root.addEventListener("click", skip);
  root.addEventListener("focusin", uncover);
  onHandChange(drawAll);
  document.getElementById("display").addEventListener("change", changeDisplay);
  fillAid();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, loadAhead, { once: true });
  addEventListener("online", socket.wake);
  addEventListener("offline", socket.sleep);
  addEventListener("pagehide", model.flush);
  document.addEventListener("visibilitychange", () => document.hidden && model.flush());
  setInterval(tick, 1000);
  for (const name of IN_VIEW) if (!come.has(name)) await afterFrame().then(() => drawPart(name));
  if (isPictured()) await fetchReveal();
  root.removeAttribute("aria-busy");
}

/** Load the picture of a round, before the first one ends. */
async function fetchReveal() {
  ({ reveal } = await LATER.reveal());
}

begin();
