// The duel page: connects the socket, the state and the parts of the page, and renders all of it on each change.

import { render } from "../../../vendor/lit-html/lit-html.js";
import { isMelee } from "../../board/circle.js";
import { isSheetOpen } from "../../board/sheets.js";
import { keepHeight, stageOf } from "../../board/stage.js";
import { wakeLockOf } from "../../board/wake-lock.js";
import { onKey } from "../../lib/keys.js";
import { afterFrame, nextTask } from "../../lib/later.js";
import { connect, socketAddress } from "../../lib/protocol.js";
import { isInHand, onHandChange } from "../../lib/screen.js";
import { _ } from "../../lib/words.js";
import { actionsOf, keyActionsOf } from "../../orders/actions.js";
import { asShown, isLive, isMyTurn, questionOf } from "../../orders/duel-state.js";
import { showAsked } from "../../orders/focus.js";
import { bindKeys } from "../../orders/keyboard.js";
import { pageModelOf } from "../../orders/page-model.js";
import { picksTellerOf } from "../../orders/spoken-picks.js";
import { aidsOf } from "./aids.js";
import { detailsOf } from "./details.js";
import { endingOf } from "./ending.js";
import { announce, followingOf } from "./following.js";
import { isPictured, lastRoundOf } from "./last-round.js";
import { loadAhead } from "./later.js";
import { isResting, slotsOf } from "./slots.js";
import { board, data, first, guesses, root, slot } from "./template.js";

// The parts -----------------------------------------------------------------------------------------------------------

let socket = null;
let guessing = null; // loaded for spectators only

const redraw = () => draw();
const send = (message) => socket.send(message);
const model = pageModelOf(first, { keeps: !board, socket: () => socket });
const stage = stageOf({ redraw, keepRoom });
const ending = endingOf({ model, draw });
const lastRound = lastRoundOf({ model, stage, ending, drawSoon });
const details = detailsOf({ draw, drawPart });
const tools = {
  root,
  page: () => model.page,
  dispatch: model.dispatch,
  change,
  pressed,
  send,
  announce,
  skip: lastRound.skip,
  loadDialog: details.loadDialog,
};
const act = { ...actionsOf(tools), keys: details.openHelp, aim: details.aim };
const tellPicks = picksTellerOf(tools);
const aids = aidsOf({ model, act, send, draw, turnSheet });
const slots = slotsOf({ stage, ending, lastRound, details, aids, act, guessing: () => guessing, draw });
const following = followingOf({
  model,
  stage,
  ending,
  lastRound,
  aids,
  guessing: () => guessing,
  isConnecting: () => !socket,
  draw,
});
const stayAwake = wakeLockOf();

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

// Rendering -----------------------------------------------------------------------------------------------------------

/** The parts in view. On a phone each is rendered in a slice of its own, those needed to play first. */
const IN_VIEW = ["orders", "circle", "news", "history"];

/** The parts in sheets on a phone, rendered only while their sheet is open. */
const IN_SHEETS = ["threats", "talk", "assist", "chronicle", "being", "aim"];

const ORDERS = new Set(["orders"]);

/** The parts that are rendered by now. Where there is room, these are all parts from the start. */
const ready = new Set(isInHand() ? [] : [...IN_VIEW, ...IN_SHEETS]);

let isDrawn = false;

function drawPart(name) {
  ready.add(name);
  draw(new Set([name]));
}

/** Keep the wizards as high as they are at this point of the playback; on a phone they have a height of their own. */
function keepRoom() {
  if (isInHand()) return;
  drawPart("circle");
  keepHeight(slot("circle"));
}

/** Let a sheet open or close on the screen before rendering the change. */
async function turnSheet(name, isOpen) {
  await afterFrame();
  if (isSheetOpen(name) !== isOpen) return;
  if (isOpen) ready.add(name);
  else if (isInHand() && IN_SHEETS.includes(name)) ready.delete(name);
  draw();
}

/** Render everything after a change between phone and larger layouts. */
function drawAll() {
  if (isInHand()) lastRound.load();
  for (const name of IN_SHEETS) ready.add(name);
  draw();
}

/** Render after a tap; on a phone not before the tap has been painted. */
async function drawSoon() {
  if (isInHand()) await afterFrame();
  draw();
}

/**
 * Render the status, the bar of the sheets, and the named parts if they are to be rendered; the others stay as they
 * are.
 */
function draw(parts = ready) {
  const { page } = model;
  const { duel } = page;
  const shown = stage.viewOf(duel.view);
  const isOver = ending.isOver(shown) && !lastRound.isRevealing();
  ending.retitle(isMyTurn(duel));
  root.classList.toggle("turn", isMyTurn(asShown(duel, shown)));
  root.classList.toggle("melee", isMelee(duel.view));
  root.classList.toggle("drawn", aids.isRoomTaken());
  root.dataset.aid = aids.openAid();
  root.classList.toggle("revealing", lastRound.isRevealing());
  root.classList.toggle("resting", Boolean(isResting(duel, shown)));
  root.classList.toggle("over", isOver);
  stayAwake(isLive(duel));
  if (!isDrawn) root.replaceChildren(); // the page's content from before the scripts
  isDrawn = true;
  render(slots(page, shown, { parts, ready, isOver }), root);
  if (isOver) ending.show();
}

// Begin ---------------------------------------------------------------------------------------------------------------

async function guessingHere() {
  const { guessingOf } = await import("../../board/guess-panel.js");
  return guessingOf({ data: JSON.parse(guesses.textContent), send, redraw });
}

/** Start the page; a finished duel shows its result from the start. */
async function begin() {
  root.setAttribute("aria-busy", "true");
  await (isInHand() ? nextTask() : null); // on a phone, paint the existing content first
  const open = board ? (await import("../../learn/sandbox.js")).connectSandbox : connect;
  if (model.page.duel.view.result) await ending.load();
  if (guesses) guessing = await guessingHere();
  aids.redrawNewest();
  if (!ready.has("orders")) await nextTask().then(() => drawPart("orders"));
  if (isInHand()) await nextTask();
  bindAllKeys();
  const address = board ?? socketAddress(data.socket);
  socket = open({
    address,
    token: data.token,
    number: model.page.duel.view.number,
    onFrame: following.receive,
    onLink: following.onLink,
  });
  listen();
  aids.fill();
  setInterval(following.tick, 1000);
  for (const name of IN_VIEW) if (!ready.has(name)) await afterFrame().then(() => drawPart(name));
  if (isPictured()) await lastRound.load();
  root.removeAttribute("aria-busy");
}

function bindAllKeys() {
  onKey("?", _("Keyboard shortcuts"), () => void details.openHelp());
  onKey("t", _("Show or hide threats"), () => aids.turn("threats"));
  bindKeys(keyActionsOf(tools, act));
  onKey("Space", _("Skip the animation"), stage.skip);
}

function listen() {
  root.addEventListener("click", lastRound.skip);
  root.addEventListener("focusin", lastRound.uncover);
  onHandChange(drawAll);
  document.getElementById("display").addEventListener("change", aids.changeDisplay);
  const isSpectator = first.view.viewer === null;
  const load = () => loadAhead({ isSpectator, others: aids.loads() });
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, load, { once: true });
  addEventListener("online", socket.wake);
  addEventListener("offline", socket.sleep);
  addEventListener("pagehide", model.flush);
  document.addEventListener("visibilitychange", () => document.hidden && model.flush());
}

begin();
