// Actions of a wizard at their orders: picking, sealing, taking back, giving up.
//
// Turns clicks and keys into actions of page-state.js. `tools` belong to the page: `root`, the element that it renders
// into; `page()`, its state; `dispatch(type, action)`, which changes it; `change`, which renders it too (`isSeen`:
// parts that show it already render a little later; `isFit`: the orders take the room they need); `pressed(button)`,
// which resolves when the press is visible; `send(message)`, which returns the message's id; `announce(text)` for
// screen readers; `skip()`, which ends the playback; `loadDialog()`, which resolves when the dialog of `confirm.js` is
// on the page.

import { aimed } from "./aims.js";
import { currentRound, questionOf } from "./duel-state.js";
import { focusedHand, focusHand, focusOrders, showRefusal } from "./focus.js";
import { cleared, nextPlace, picked, typed } from "./keyboard.js";
import { inPair, pickApart, pickSpell } from "./orders.js";
import { picksOn, writesOrders } from "./page-state.js";
import { sealOf, sendingOf } from "./seal.js";

/** All actions of the fields and buttons of the orders. */
export const actionsOf = (tools) => ({ ...pickActions(tools), ...sealActions(tools), ...turnBackActions(tools) });

/** Milliseconds after taking orders back in which a press of Undo is the second half of a double tap. */
const DOUBLE_TAP = 500;

/** Return both actions whose buttons share a place on a phone, which a double tap must not both press. */
function turnBackActions(tools) {
  let takenBack = -Infinity;
  return {
    takeBack(event) {
      takenBack = event.timeStamp;
      return takeBack(tools);
    },
    undo: (event) => (event?.timeStamp - takenBack < DOUBLE_TAP ? false : turn(tools, "undo")),
  };
}

function pickActions(tools) {
  const picks = () => picksOn(tools.page());
  const pickIn = (pair, change) => pick(tools, inPair(picks(), pair, change));
  const put = (field) => (name, value, pair) =>
    pickIn(pair, (it) => ({ ...it, [field]: { ...it[field], [name]: value } }));
  return {
    gesture: (hand, gesture, pair) =>
      pickNext(tools, picked(tools.page().duel.request, picks(), { pair, hand }, gesture), { isSeen: true }),
    spell: (hand, spell, pair) => pickIn(pair, (it) => pickSpell(it, hand, spell)),
    apart: (apart, pair) => pickIn(pair, (it) => pickApart(it, apart)),
    target: put("target"),
    attack: put("attack"),
    /** Aim several spells or monsters at the same target. */
    aimAt: (aims, ref) => pick(tools, aimed(picks(), aims, ref)),
    answer: put("answers"),
    set: (field, value) => pick(tools, { ...picks(), [field]: value }),
    say: (say) => pick(tools, { ...picks(), say }, { what: "say" }),
    pick: (others) => pick(tools, others),
    redo: () => turn(tools, "redo"),
  };
}

/** Replace the picks, and fit the room of the orders to them. Changes that the user did not make keep the room. */
function pick({ change, skip }, picks, more, how) {
  skip();
  change("pick", { picks, ...more }, { ...how, isFit: true });
}

const pickNext = (tools, { picks, at }, how) => pick(tools, picks, { caret: at }, how);

function turn({ page, change }, type) {
  if (!page().duel.request) return false;
  change(type);
  return true;
}

// The seal ------------------------------------------------------------------------------------------------------------

const sealActions = (tools) => ({
  async seal(event) {
    event.preventDefault();
    const asked = questionOf(tools.page().duel);
    await tools.pressed(event.target.querySelector(".seal__button"));
    if (questionOf(tools.page().duel) !== asked) return; // the press was for an earlier question
    const { does, ...what } = sealOf(tools.page());
    SEALING[does]?.(tools, what);
  },
  giveUp: () => ask(tools, "forfeit"),
  /** Handle the answer of the dialog. */
  confirmed: (yes) => confirmed(tools, yes),
});

const SEALING = {
  refuse({ root, change }, { why, place, name }) {
    if (place) focusHand(root, place);
    if (name) root.querySelector(`.aim[name="${CSS.escape(name)}"]`)?.focus();
    change("refuse", { why });
    showRefusal(root);
  },
  remind({ root, announce }, { why, place }) {
    focusHand(root, place);
    announce(why);
  },
  ask: (tools) => ask(tools, "surrender"),
  warn({ root, page, change, announce }) {
    change("warn");
    root.querySelector(".warnings").scrollIntoView({ block: "nearest" });
    announce(page().warned.join(" "));
  },
  send({ page, change, send }, { type, sealed }) {
    change("seal", { id: send({ type, round: page().duel.request.round, [type]: sealed }), sealed });
  },
};

function takeBack({ root, page, change, send }) {
  const { request, entered } = page().duel;
  if (!request || !entered) return false;
  change("withdraw", { id: send({ type: "withdraw", round: request.round }) });
  focusOrders(root, { isPicked: true });
  return true;
}

/** Open the dialog that asks before `about`, unless the duel asks for something else by the time it is loaded. */
async function ask({ root, page, change, loadDialog }, about) {
  const asked = questionOf(page().duel);
  await loadDialog();
  if (questionOf(page().duel) !== asked) return;
  change("ask", { about });
  root.querySelector("dialog").showModal();
}

function confirmed(tools, yes) {
  const { asking, duel } = tools.page();
  if (yes && asking === "surrender") SEALING.send(tools, sendingOf(tools.page()));
  else if (yes) tools.send({ type: "forfeit", round: currentRound(duel) });
  tools.dispatch("ask", { about: null });
}

// Keys ----------------------------------------------------------------------------------------------------------------

/** Actions for the keys of orders, in the form that `bindKeys` of keyboard.js needs. */
export const keyActionsOf = (tools, { undo, redo }) => ({
  type: (gesture, both) => take(tools, (request, picks, at) => typed(request, picks, at, gesture, { both })),
  clear: () => take(tools, cleared),
  go: (hand) => go(tools, hand),
  seal: () => (tools.page().duel.request ? tools.root.querySelector("form.orders")?.requestSubmit() : false),
  undo,
  redo,
});

/** Pick what `how` makes of a typed letter. The focus follows, but does not leave the last hand. */
function take(tools, how) {
  const page = tools.page();
  const held = focusedHand();
  const made = writesOrders(page) && how(page.duel.request, picksOn(page), held ?? page.caret);
  if (!made) return made;
  pickNext(tools, made);
  if (held) focusHand(tools.root, made.at.hand === "left" && held.hand === "right" ? held : made.at);
  return true;
}

function go({ page, change }, hand) {
  const { duel, caret } = page();
  if (!writesOrders(page())) return false;
  change("go", { caret: { pair: nextPlace(duel.request, picksOn(page()), caret)?.pair ?? "", hand } });
  return true;
}
