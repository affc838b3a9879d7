// The duel page: one state from the server's frames, one set of picks, drawn whole at each change.

import { html, noChange, nothing, render } from "../vendor/lit-html/lit-html.js";
import { chronicle, nextReason, showStory, spokenRound } from "./board/chronicle.js";
import { isMelee, sidesWithout } from "./board/circle.js";
import { wizardClock } from "./board/clock-face.js";
import { historyTable } from "./board/history.js";
import { showNewest as showNewestGestures } from "./board/history-highlight.js";
import { spellBookOf } from "./board/spell-book.js";
import { caption, keepHeight, stageOf } from "./board/stage.js";
import { talkOf } from "./board/talk.js";
import { wizardCards } from "./board/wizards.js";
import { reserveText } from "./lib/clock.js";
import { onKey } from "./lib/keys.js";
import { connect, LOGGED_OUT } from "./lib/protocol.js";
import { _ } from "./lib/words.js";
import { assistOf } from "./lookahead/assist.js";
import { threatsOf } from "./lookahead/threat-board.js";
import { confirmation } from "./orders/confirm.js";
import { deskOf } from "./orders/draft-store.js";
import { fieldOf } from "./orders/hands.js";
import { orderingOf } from "./orders/history-row.js";
import { after, bindKeys, cleared, nextPlace, typed } from "./orders/keyboard.js";
import * as orders from "./orders/orders.js";
import { ordersPanel } from "./orders/orders-panel.js";
import { answersPanel } from "./orders/questions.js";
import { currentRound, hasSealed, initial, planned, reduce, sent } from "./orders/state.js";
import { awaitedText, hasGivenUp, isMyTurn, roundBegins, statusBar } from "./orders/status.js";
import { waitingPanel } from "./orders/waiting-panel.js";
import { warningsOf } from "./orders/warnings.js";
import { retitle } from "./site/badge.js";

const root = document.getElementById("duel");
const live = document.getElementById("live");
const title = document.title.replace(/^\(\d+\) /, ""); // without what waits: badge.js puts that before it
const { replay, lobby } = root.dataset;
const links = {
  replay,
  lobby,
  practise: document.getElementById("again")?.id,
  rematch: document.getElementById("rematch")?.id,
};

let state = reduce(initial, JSON.parse(document.getElementById("frame").textContent));
let link = "connecting";
let asking = null;
let saidLast = null;
let caret = null; // the hand that the next letter is for, if it is not the first empty one
let warned = null; // the grave warnings of which the first click on the seal has warned
/** What is shown at the end, fetched when there is one. */
let ending = state.view.result ? await import("./board/result.js") : null;
const stage = stageOf({ redraw: () => draw(), keepRoom: () => keepHeight(root.querySelector(".duel__circle")) });
const talk = talkOf({
  slug: state.slug,
  manner: root.dataset.talk,
  report: root.dataset.report,
  say,
  redraw: () => draw(),
});
const threats = threatsOf(() => draw());
const assist = root.dataset.assist
  ? assistOf({
      address: root.dataset.assist,
      token: root.dataset.token,
      state: () => state,
      made: () => orders.ordersOf(state.request, desk.picks),
      send: sendPlan,
      redraw: () => draw(),
      take: suggested,
    })
  : null;
const book = spellBookOf({ address: root.dataset.spells, redraw: () => draw() });

// What comes in ---------------------------------------------------------------------------------------------------------

function receive(frame) {
  if (frame.type === "refused" && frame.id === "draft") return; // it came too late, and is no more needed
  const before = state;
  state = reduce(state, frame);
  if (state.lagging && !before.lagging) socket.send({ type: "sync" });
  if (frame.type === "refused" && frame.code === "stale") socket.send({ type: "sync" });
  if (state.view.result && !ending) fetchEnding();
  bringToDesk(frame, before);
  const hadFocus = root.contains(document.activeElement) && document.activeElement.closest(".orders");
  keepHeight(root.querySelector(".duel__orders"));
  plays(before);
  draw();
  announce(before);
  if (hadFocus && isNewQuestion(before, state))
    root.querySelector(".orders input:enabled")?.focus({ preventScroll: true });
  if (before.view.rounds.length === state.view.rounds.length) return;
  showNewest();
  leadToNews();
}

async function fetchEnding() {
  ending = await import("./board/result.js").catch(() => null);
  draw();
}

/** A round that has come plays out, in whatever frame; more of them than somebody can have looked away from stand as they are. */
function plays(before, { view } = state) {
  const fresh = view.rounds.length - before.view.rounds.length;
  if (fresh > 0 && fresh < 3) stage.take(before.view, view, view.result ? "end" : isMyTurn(state) && "turn");
  else if (view.number !== before.view.number) stage.leave();
}

const isNewQuestion = (before, now) => questionOf(before) !== questionOf(now);

/** What tells one request from the next: after a reveal, answers may lead to further questions in the same round. */
const questionOf = (state) => JSON.stringify([currentRound(state), state.request?.type, state.request?.questions]);

/** A new question clears the desk; else it hears what was sealed or picked elsewhere. */
function bringToDesk(frame, before) {
  if (isNewQuestion(before, state)) return openRound();
  if (frame.type === "draft") desk.hear(frame);
  if (frame.type === "duel") desk.meet(frame);
  if (["entered", "duel"].includes(frame.type) && !isSame(before.entered, state.entered)) desk.adopt(state);
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function openRound() {
  warned = null;
  caret = null;
  desk.open(state);
}

function announce(before) {
  const { view } = state;
  if (view.number > before.view.number) {
    const told = view.rounds.filter(({ number }) => number > before.view.number).map(spokenRound);
    live.textContent = [...told, view.result ? _("The duel is over.") : roundBegins(state)].join(" ");
  } else if (view.reveal && !before.view.reveal) {
    live.textContent = [
      _("Gestures are revealed."),
      spokenRound(view.reveal),
      state.request ? _("You are asked a question.") : `${awaitedText(state)}.`,
    ].join(" ");
  }
}

function showNewest() {
  showNewestGestures(root);
  root.querySelector(".chronicle__rounds").scrollTop = 0;
}

/** Where all stands in one column and nothing plays out over it, the circle is shown before the next orders, unless somebody is writing. */
function leadToNews() {
  const isNarrow = matchMedia("(max-width: 62rem)").matches;
  if (isNarrow && !stage.step() && !document.activeElement.matches(".talk input"))
    root.querySelector(".duel__circle").scrollIntoView({ block: "start" });
}

// What goes out ---------------------------------------------------------------------------------------------------------

const desk = deskOf({
  slug: state.slug,
  tell: (frame) => socket?.tell?.(frame),
  now: () => Date.now() + state.skew,
  keeps: !root.dataset.board,
});

function pick(changed, what) {
  stage.skip();
  fitOrders();
  desk.pick(changed, what);
  draw();
}

/** What comes by itself leaves the orders' room as it is; it fits them again with the next pick. */
const fitOrders = () => (root.querySelector(".duel__orders").style.minBlockSize = "");

const pickIn = (pair, change) => pick(orders.inPair(desk.picks, pair, change));

const put = (field) => (name, value, pair) =>
  pickIn(pair, (it) => ({ ...it, [field]: { ...it[field], [name]: value } }));

const act = {
  gesture(hand, gesture, pair) {
    caret = after(state.request, desk.picks, { pair, hand });
    pick(orders.pickGesture(desk.picks, hand, gesture, pair));
  },
  spell: (hand, spell, pair) => pickIn(pair, (it) => orders.pickSpell(it, hand, spell)),
  apart: (apart, pair) => pickIn(pair, (it) => orders.pickApart(it, apart)),
  target: put("target"),
  attack: put("attack"),
  answer: put("answers"),
  set: (field, value) => pick({ ...desk.picks, [field]: value }),
  say: (say) => pick({ ...desk.picks, say }, "say"),
  mend: (mended) => pick(mended),
  undo: () => turnBack(desk.undo),
  redo: () => turnBack(desk.redo),
  keys: openHelp,
  takeBack,
  seal(event) {
    event.preventDefault();
    if (state.request.type === "answers") sealAnswers();
    else sealOrders();
  },
  giveUp: () => ask(sidesWithout(state.view, state.view.viewer) > 1 ? "leave" : "forfeit"),
};

/** What the apprentice advises, as picks. */
function suggested(advised) {
  pick(orders.picksOf(state.request, advised));
}

function sendPlan(frame) {
  state = planned(state, frame);
  socket.send(frame);
}

function turnBack(turn) {
  if (!state.request) return false;
  turn();
  draw();
  return true;
}

const MISSING = {
  left: () => _("Choose a gesture for your left hand first; “nothing” is one too."),
  right: () => _("Choose a gesture for your right hand first; “nothing” is one too."),
  "second-left": () => _("Choose a gesture for your left hand in the second pair first; “nothing” is one too."),
  "second-right": () => _("Choose a gesture for your right hand in the second pair first; “nothing” is one too."),
};

/** Seals, if nothing is missing; what is gravely amiss wants a second click. */
function sealOrders() {
  const [unpicked] = orders.missing(state.request, desk.picks);
  const found = warningsOf(state.view, state.request, desk.picks);
  if (unpicked) {
    const field = fieldOf(unpicked.pair, unpicked.hand);
    root.querySelector(`[name=${field}]:enabled`).focus();
    refuse(MISSING[field]());
  } else if (found.some(({ kind }) => kind === "surrender")) {
    ask("surrender");
  } else if (gravesOf() !== "[]" && warned !== gravesOf()) {
    warned = gravesOf();
    draw();
    root.querySelector(".warnings").scrollIntoView({ block: "nearest" });
    live.textContent = JSON.parse(warned).join(" ");
  } else if (desk.isChanged(state) || !state.entered) {
    sendOrders();
  }
}

/** What is gravely amiss with these orders, to be known again. */
const gravesOf = () =>
  JSON.stringify(
    warningsOf(state.view, state.request, desk.picks)
      .filter(({ isGrave }) => isGrave)
      .map(({ text }) => text),
  );

function refuse(why) {
  state = { ...state, refusal: { why } };
  draw();
}

const sendOrders = () => send("orders", orders.ordersOf(state.request, desk.picks));

function sealAnswers() {
  const { questions } = state.request;
  if (orders.unanswered(questions, desk.picks.answers).length) refuse(_("Choose an answer to each question first."));
  else send("answers", orders.answersOf(questions, desk.picks.answers, { all: true }));
}

/** Sends what is sealed; the page shows it at once, and keeps the draft beside it, which can be undone yet. */
function send(type, sealed) {
  warned = null;
  const id = socket.send({ type, round: state.request.round, [type]: sealed });
  state = sent(state, id, sealed);
  if (state.waiting.length) desk.send();
  draw();
}

function takeBack() {
  if (!state.request || !state.entered) return false;
  state = sent(state, socket.send({ type: "withdraw", round: state.request.round }), null);
  draw();
  root.querySelector(".orders input:checked:enabled, .orders input:enabled")?.focus({ preventScroll: true });
  return true;
}

function ask(about) {
  asking = about;
  draw();
  root.querySelector("dialog").showModal();
}

function confirmed(yes) {
  if (yes && asking === "surrender") sendOrders();
  if (yes && asking !== "surrender") socket.send({ type: "forfeit", round: currentRound(state) });
  asking = null;
}

function say(text, announces) {
  saidLast = socket.send({ type: "talk", text, ...(announces ? { announce: true } : {}) });
}

/** A refusal of what was said belongs to the talk, any other to the orders. */
const refusalOf = (said) => (state.refusal && (state.refusal.id === saidLast) === said ? state.refusal : null);

// By the keyboard -------------------------------------------------------------------------------------------------------

/** The hand that has the focus, where it is to be seen there: letters are for it. */
function focused() {
  const hand = document.activeElement?.matches(":focus-visible") ? document.activeElement.closest(".hand") : null;
  return hand ? { pair: hand.dataset.pair, hand: hand.dataset.hand } : null;
}

const writesOrders = () => state.request?.type === "orders" && !hasGivenUp(state);

/** Takes what has been typed; the focus goes along, but does not leave the last hand. */
function take(made) {
  if (!made) return null;
  const held = focused();
  caret = made.at;
  pick(made.picks);
  if (held) focusOn(made.at.hand === "left" && held.hand === "right" ? held : made.at);
  return true;
}

function focusOn({ pair, hand }) {
  const buttons = [...root.querySelectorAll(`[name=${fieldOf(pair, hand)}]:enabled`)];
  (buttons.find(({ checked }) => checked) ?? buttons[0])?.focus();
}

/** The help is loaded when somebody asks for it. */
async function openHelp() {
  const help = await import("./site/help.js");
  help.openHelp();
}

onKey("?", _("These keys"), () => void openHelp());
bindKeys({
  type: (gesture, both) =>
    writesOrders() && take(typed(state.request, desk.picks, focused() ?? caret, gesture, { both })),
  clear: () => writesOrders() && take(cleared(state.request, desk.picks, focused() ?? caret)),
  go(hand) {
    if (!writesOrders()) return false;
    caret = { pair: nextPlace(state.request, desk.picks, caret)?.pair ?? "", hand };
    draw();
    return true;
  },
  seal: () => (state.request ? root.querySelector("form.orders")?.requestSubmit() : false),
  undo: act.undo,
  redo: act.redo,
});

// The page --------------------------------------------------------------------------------------------------------------

function draw() {
  const { view } = state;
  retitle(isMyTurn(state) ? `● ${title}` : title);
  root.classList.toggle("melee", isMelee(view));
  render(page(view, stage.viewOf(view)), root);
  drawn = [view, stage.step()];
}

/** The view that the page shows, and the step of its last round: what is made of nothing else stays as it is. */
let drawn = [];

/** The story has the whole round while it plays out, so that no line moves. */
const story = (view) =>
  view === drawn[0] && stage.step() === drawn[1] ? noChange : chronicle(view, { playing: stage.step()?.name });

/** Who is here; the house, which plays all others in practice, always is. */
const present = () => (state.practice ? state.view.wizards.map(({ name }) => name) : state.connected);

const clock = (name) => wizardClock(state, name, Date.now());

/** The state of which the status tells: no end before it has been seen. */
const asShown = (shown) =>
  state.view.result && !shown.result ? { ...state, view: shown, acting: shown.wizards } : state;

/** One slot for each part, drawn by its own module; duel.css says where they stand. The order is that of a phone, and of reading. */
const page = (view, shown) => html`
  <div class="duel__status">${statusBar(asShown(shown), link, Date.now())}${book.button()}</div>
  <div class="duel__circle">${wizardCards(shown, { marks: stage.step()?.marks, me: view.viewer, connected: link === "open" ? present() : null, acting: state.acting, waiting: state.waiting, missed: state.missed, clock })}</div>
  <section class="duel__history card" aria-labelledby="history-title">
    <h2 id="history-title" class="panel-title">${_("Gestures")}</h2>
    ${historyTable(shown, { ordering: orderingOf(state, desk.picks), onRound: showStory, playing: stage.step() ? shown.number : null })}
  </section>
  <div class="duel__side">
    <div class="duel__result">${shown.result && ending ? ending.resultBanner(state, links) : nothing}</div>
    <div class="duel__orders">${panel(view)}</div>
    <div class="duel__assist">${assist?.() ?? nothing}</div>
    <div class="duel__threats">${threats(state, desk.picks)}</div>
  </div>
  <section class="duel__chronicle chronicle card" aria-labelledby="chronicle-title">
    <h2 id="chronicle-title" class="panel-title">${_("What happened")}</h2>
    <div class="chronicle__rounds" tabindex="0" role="region" aria-label=${_("Rounds, the newest first")} @keydown=${nextReason}>${story(view)}</div>
  </section>
  <div class="duel__talk">${talk(state, refusalOf(true))}</div>
  <div class="duel__book">${book.panel(view)}</div>
  ${caption(stage.step())} ${confirmation(asking, confirmed)}
`;

function panel(view) {
  const { request, entered, waiting, acting } = state;
  if (view.result) return nothing;
  const { picks } = desk;
  const at = {
    view,
    request,
    picks,
    entered,
    waiting,
    acting,
    refusal: refusalOf(false),
    isSending: socket?.isSending() ?? false,
    isCutOff: link !== "open",
  };
  if (writesOrders()) return ordersPanel({ ...at, ...writing() }, act);
  return request?.type === "answers"
    ? answersPanel({ ...at, answers: picks.answers, isSealed: hasSealed(state) }, act)
    : waitingPanel(state, act.giveUp);
}

/** How far the orders are that are being written. */
const writing = () => ({
  isChanged: desk.isChanged(state),
  isWarned: warned !== null && warned === gravesOf(),
  next: nextPlace(state.request, desk.picks, caret),
  mayUndo: desk.mayUndo,
  mayRedo: desk.mayRedo,
});

let reserveToldOf = null;

function tick() {
  if (state.deadline === null) return;
  draw();
  const told = reserveText(state, Date.now());
  if (!told || reserveToldOf === questionOf(state)) return;
  reserveToldOf = questionOf(state);
  live.textContent = told;
}

// Begin -----------------------------------------------------------------------------------------------------------------

let socket = null;
openRound();
root.replaceChildren(); // what stood there until the scripts had come
draw();
showNewest();
const ways = root.dataset.board
  ? {
      open: (await import("./learn/sandbox.js")).connectSandbox,
      address: root.dataset.board,
      token: root.dataset.token,
      number: state.view.number,
    }
  : { open: connect, address: new URL(root.dataset.socket, location.href.replace(/^http/, "ws")).href };
socket = ways.open({
  ...ways,
  onFrame: receive,
  onLink(changed, code) {
    if (code === LOGGED_OUT) location.reload(); // as whoever this browser is now, if only a watcher
    link = link === "lost" && changed === "connecting" ? "lost" : changed;
    if (socket) draw();
  },
});
root.addEventListener("click", () => stage.skip(), { capture: true });
onKey("Space", _("See at once how the round ends"), () => stage.skip());
addEventListener("online", socket.wake);
addEventListener("pagehide", () => desk.flush());
addEventListener("offline", socket.sleep);
document.addEventListener("visibilitychange", () => (document.hidden ? desk.flush() : socket.wake()));
setInterval(tick, 1000);
// A connection may die without a word, and who only waits would wait for ever.
setInterval(() => state.view.result || socket.wake(), 30_000);
