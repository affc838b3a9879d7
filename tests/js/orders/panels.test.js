import assert from "node:assert/strict";
import test from "node:test";

import "../templates.js";

import { wizardCards } from "../../../static/js/board/wizards.js";
import { GESTURES } from "../../../static/js/lib/gestures.js";
import { appBar } from "../../../static/js/orders/app-bar.js";
import { closedText, closingText } from "../../../static/js/orders/closing.js";
import { initial, reduce } from "../../../static/js/orders/duel-state.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { ordersPanel } from "../../../static/js/orders/orders-panel.js";
import { opened, reducePage } from "../../../static/js/orders/page-state.js";
import { panelOf } from "../../../static/js/orders/panel.js";
import { questionFields } from "../../../static/js/orders/questions.js";
import { spokenPicks } from "../../../static/js/orders/spoken-picks.js";
import { comingText, newsText, sealedText, statusBar, turnText } from "../../../static/js/orders/status.js";
import { waitingPanel } from "../../../static/js/orders/waiting-panel.js";
import { duelFrame, free, held, request, round, roundFrame, spell, view } from "../frames.js";
import { markupOf, valuesOf, wordsOf } from "../templates.js";

const wizard = (name, changes = {}) => ({ name, alive: true, surrendered: false, ...changes });
const pair = () => view({ wizards: [wizard("Black"), wizard("White")] });
const acts = new Proxy({}, { get: () => () => {} });

/** Return the orders panel with these changes to the request and the picks. */
const drawn = (changes = {}, picks = {}, at = {}) =>
  ordersPanel(
    {
      view: pair(),
      request: request(changes),
      picks: { ...noPicks(), ...picks },
      waiting: ["Black", "White"],
      acting: ["Black", "White"],
      entered: null,
      ...at,
    },
    acts,
  );

const panel = (...changes) => wordsOf(drawn(...changes));

// Hands

test("impossible gestures of a bound hand are disabled, and a forced hand has only one", () => {
  const afraid = { gestures: ["P", "W", ">", "-"], default: "-", forced: "fear" };
  const disabled = valuesOf(drawn({ hands: { left: afraid, right: held("F") } }), "?disabled");
  assert.equal(disabled.length, 8 + 1);
  const left = Object.keys(GESTURES).filter((_gesture, at) => !disabled[at]);
  assert.deepEqual(left.toSorted(), afraid.gestures.toSorted());
});

test("a hand lists the spells on the way, nearest first, and counts the rest", () => {
  const paths = { magic_missile: "D", summon_goblin: "FW", fear: "WD" };
  const told = panel({ paths: { left: { S: paths }, right: {} } }, { left: "S" });
  assert.ok(told.includes("Leads to: Magic Missile (D), Summon Goblin (F W), and 1 more."), told);
});

test("a hand names the spell that it completes", () => {
  const completes = { left: {}, right: { P: [spell("shield", { name: "Shield", target: "Black" })] }, both: {} };
  assert.ok(panel({ completes }, { right: "P" }).includes("Completes Shield."));
});

test("a bound hand names the spell, its caster, and the gestures left", () => {
  const afraid = { gestures: ["P", "W", ">", "-"], default: "-", forced: "fear" };
  const minds = [{ effect: "fear", by: "White" }];
  const told = panel(
    { hands: { left: afraid, right: free() } },
    {},
    {
      view: view({ wizards: [wizard("Black", { minds }), wizard("White")] }),
    },
  );
  assert.match(told, /White’s Fear: it can only play P W > -\./);
});

test("targets are sentences with their usual answer, and a task without one", () => {
  const completes = { left: {}, right: { P: [spell("shield", { name: "Shield", target: "Black" })] }, both: {} };
  const picks = { left: ">", right: "P" };
  const told = panel({ completes }, picks);
  assert.ok(told.includes("Shield protects you"), told);
  assert.ok(told.includes("You stab White"), told);
  const open = panel({ completes, stab: { target: "nobody" } }, picks);
  assert.ok(open.includes("Choose who to stab"), open);
  assert.ok(!open.includes("Seal orders"), "the seal says what is missing");
  const wasted = panel({ completes, stab: { target: "nobody" } }, { ...picks, target: { left: "nobody" } });
  assert.ok(wasted.includes("Stab: no target") && wasted.includes("Seal orders"), wasted);
});

test("monsters with the same target share a sentence", () => {
  const monster = (ref, target) => ({ ref, name: ref, kind: "goblin", target, targets: ["White", "Black"] });
  const told = panel({ monsters: [monster("Grub", "White"), monster("Nib", "White"), monster("Wart", "Black")] });
  assert.match(told, /Grub and Nib attack White/);
  assert.match(told, /Wart attacks you/);
});

// Special rounds

test("the question of a hand to paralyse says what the hand will do", () => {
  const asked = (field) => ({
    field: [field, "White"],
    kind: "hand",
    text: "Which hand?",
    choices: ["left", "right"],
    default: null,
  });
  const text = "The hand repeats its last gesture, but C becomes F, S becomes D, and W becomes P.";
  assert.ok(wordsOf(questionFields([asked("paralyze")], {}, acts)).includes(text));
  assert.ok(!wordsOf(questionFields([asked("delay")], {}, acts)).includes(text));
});

test("an extra round and a stopped time are named in the orders panel", () => {
  const haste = panel({ round: 7, kind: "haste" }, {}, { acting: ["Black"] });
  assert.ok(haste.includes("Orders for round 7 (your extra round)"), haste);
  assert.ok(haste.includes("Extra round: only you."), haste);
  const stopped = panel({ round: 5, kind: "time_stop" }, {}, { acting: ["Black"] });
  assert.ok(stopped.includes("Orders for round 5 (stopped time)"), stopped);
  assert.ok(stopped.includes("Stopped time: only you"), stopped);
});

test("a waiting wizard reads who has the extra round, but nothing about stopped time", () => {
  const waits = (changes) => turnText(duelFrame({ request: null, ...changes }));
  const free = { view: view({ kind: "haste" }), acting: ["White"], waiting: ["White"] };
  assert.equal(waits(free), "Extra round: only White can act");
  assert.equal(waits({ acting: [], waiting: [] }), "Something is happening out of sight");
  assert.equal(waits({ acting: ["White"], waiting: ["White"] }), "Waiting for White");
  assert.equal(turnText(duelFrame()), "Your turn");
});

test("a wizard who is out of a melee sees that they are out, not who is missing", () => {
  const out = (changes) => {
    const wizards = [wizard("Black", changes), ...["White", "Grey", "Red"].map((name) => wizard(name))];
    const state = duelFrame({ request: null, acting: ["White", "Grey", "Red"], waiting: ["White", "Grey", "Red"] });
    return { ...state, view: { ...state.view, wizards } };
  };
  const dead = out({ alive: false });
  assert.equal(turnText(dead), "You’re dead. The others play on");
  assert.match(
    wordsOf(waitingPanel(dead, () => {})),
    /^You’re dead. The others play on. You can watch them here, or leave./,
  );
  assert.equal(turnText(out({ surrendered: true })), "You’re out. The others play on");
  assert.equal(turnText(out({})), "Waiting for 3 of 3 players");
});

// Delayed Effect and Permanency

const missile = { left: {}, right: { D: [spell("magic_missile", { name: "Magic Missile" })] }, both: {} };

test("the panel names the stored spell, the effect that waits for one, and the release", () => {
  const banks = panel({ completes: missile, delay: { must: true, left: 2 } }, { left: "-", right: "D" });
  assert.ok(banks.includes("Delayed Effect stores Magic Missile."), banks);
  const waits = panel({ permanent: { must: true, left: 2, spells: ["shield"] } });
  assert.ok(waits.includes("Permanency is ready for a spell (2 rounds left)"), waits);
  const fire = { spell: "magic_missile", name: "Magic Missile", target: "White" };
  assert.ok(panel({ fire }).includes("Release the stored Magic Missile on White"));
});

test("if Permanency may take one of several spells, they are offered with their hands", () => {
  const completes = {
    left: { P: [spell("shield", { name: "Shield", target: "Black" })] },
    right: { P: [spell("protection", { name: "Protection from Evil", target: "Black" })] },
    both: {},
  };
  const permanent = { must: false, spells: ["shield", "protection"] };
  const told = panel({ completes, permanent }, { left: "P", right: "P" });
  for (const words of ["Permanency applies to", "nothing now", "Protection from Evil, right hand"])
    assert.ok(told.includes(words), told);
});

test("a card shows a permanent effect and a stored spell, without its name to others", () => {
  const card = (changes) =>
    wordsOf(wizardCards(view({ wizards: [wizard("White", { hp: 15, max_hp: 15, ...changes })] })));
  assert.match(card({ effects: { protection: "permanent" } }), /, permanent/);
  assert.match(card({ effects: {}, banked: "magic_missile" }), /Stored: Magic Missile/);
  assert.match(card({ effects: {}, banked: true }), /Has a stored spell/);
});

// The seal and the wait for others

test("sealed orders name the wizards that are still to order", () => {
  const entered = { left: "W", right: "S" };
  const sealed = (waiting) => panel({}, entered, { entered, waiting });
  assert.ok(sealed(["Keen", "Late"]).includes("You can still change your orders until Keen and Late are ready."));
  assert.ok(sealed(["White"]).includes("You can still change your orders until White is ready."));
  assert.ok(!sealed([]).includes("You can still change your orders"));
});

const sealing = { left: "W", right: "S" };
const sent = (link) =>
  [
    ["seal", { id: "c1", sealed: sealing }],
    ["link", { link }],
  ].reduce(
    (state, [type, action]) => reducePage(state, { type, at: 1000, ...action }),
    page(sealing, { acting: ["Black", "White"] }),
  );

/** Return all texts about Black's orders: the status, the panel, the last row of the history, and the seat. */
function saysOfOrders(state) {
  const { duel } = state;
  const wizards = duel.view.wizards.map((one) => ({ ...one, hp: 15, max_hp: 15, effects: {} }));
  const seats = { me: "Black", connected: null, acting: duel.acting, waiting: duel.waiting };
  const cards = wordsOf(wizardCards({ ...duel.view, wizards }, seats));
  return [turnText(duel), wordsOf(panelOf(state, acts, {})), comingText(state), cards].join(" | ");
}

test("orders count as sealed nowhere on the page until the server has confirmed them", () => {
  for (const link of ["open", "lost"]) {
    const said = saysOfOrders(sent(link));
    assert.match(said, /Sealing…/);
    assert.doesNotMatch(said, /are sealed|Sealed|ready/);
  }
  assert.match(saysOfOrders(sent("open")), /Sealing your orders…/);
  const accepted = { type: "accepted", id: "c1", round: 1, orders: sealing };
  const confirmed = saysOfOrders(reducePage(sent("open"), { type: "frame", frame: accepted, at: 1000 }));
  assert.match(confirmed, /^Waiting for White .*Sealed: left wave; right snap.*Your orders are sealed.*ready/s);
  assert.doesNotMatch(confirmed, /Sealing/);
});

test("without a connection the page says that orders are not sealed, or not taken back, yet", () => {
  const lost = sent("lost");
  assert.equal(comingText(lost), "Not sealed yet: no connection. Trying again…");
  assert.ok(wordsOf(panelOf(lost, acts, {})).includes("Not sealed yet: no connection. Trying again…"));
  const changed = reducePage(lost, { type: "pick", picks: { ...noPicks(), ...sealing, left: "P" }, at: 1000 });
  assert.match(wordsOf(panelOf(changed, acts, {})), /Not sealed yet.*Seal new orders/s);
  const withdrawn = reducePage(lost, { type: "withdraw", id: "c2", at: 1000 });
  assert.ok(wordsOf(panelOf(withdrawn, acts, {})).includes("Not taken back yet: no connection. Trying again…"));
  assert.match(wordsOf(panelOf(sent("closed"), acts, {})), /Not sealed: no connection\. Reload the page\./);
});

test("without a connection the page says that a change is not sealed, and that the earlier orders count", () => {
  const accepted = { type: "accepted", id: "c1", round: 1, orders: sealing };
  const lost = [
    { type: "frame", frame: accepted },
    { type: "withdraw", id: "c2" },
    { type: "seal", id: "c3", sealed: { ...sealing, left: "P" } },
    { type: "link", link: "lost" },
  ].reduce((state, action) => reducePage(state, { at: 1000, ...action }), sent("open"));
  const still = "Your earlier orders still count: left wave; right snap.";
  const text = `Your change is not sealed yet: no connection. ${still}`;
  assert.equal(comingText(lost), text);
  assert.ok(wordsOf(panelOf(lost, acts, {})).includes(text));
  const withdrawn = reducePage(lost, { type: "withdraw", id: "c4", at: 1000 });
  assert.ok(wordsOf(panelOf(withdrawn, acts, {})).includes(`Not taken back yet: no connection. ${still}`));
});

test("after a reconnect the page says that the round was played with the earlier orders, until the next one", () => {
  const frame = (it) => ({ type: "frame", frame: it, at: 1000 });
  const played = (number, made) =>
    duelFrame({
      view: view({ number, rounds: [{ ...round(1), gestures: { Black: made } }] }),
      request: request({ round: number + 1 }),
    });
  const accepted = frame({ type: "accepted", id: "c1", round: 1, orders: sealing });
  const withdrawn = [accepted, { type: "withdraw", id: "c2", at: 1000 }].reduce(reducePage, sent("open"));
  const text = "Round 1 was played with your earlier orders: left wave; right snap.";
  for (const number of [1, 3]) {
    const back = reducePage(withdrawn, frame(played(number, sealing)));
    assert.ok(wordsOf(panelOf(back, acts, {})).includes(text));
    assert.ok(newsText(withdrawn.duel, back.duel).startsWith(text));
    const later = reducePage(back, frame(roundFrame(number + 1)));
    assert.ok(!wordsOf(panelOf(later, acts, {})).includes(text));
  }
});

test("a wizard who has given up reads so, and in the next round that they are out", () => {
  const wizards = [wizard("Black"), wizard("White"), wizard("Grey")];
  const state = duelFrame({ view: view({ wizards }), entered: { forfeit: true }, request: null, acting: ["White"] });
  assert.ok(wordsOf(waitingPanel(state)).includes("You gave up."));
  const gone = { ...state, view: view({ wizards: [wizard("Black", { surrendered: true }), ...wizards.slice(1)] }) };
  assert.match(wordsOf(waitingPanel(gone, null, { lobby: "/lobby/" })), /^You’re out\. The others play on\..*Lobby/s);
  const cup = wordsOf(waitingPanel(gone, null, { lobby: "/lobby/", arena: "/tournaments/a/" }));
  assert.match(cup, /Back to the tournament/);
  assert.doesNotMatch(cup, /Lobby/);
  assert.match(
    wordsOf(waitingPanel(gone, null, { practise: "again" })),
    /^You’re out\. The others play on\..*Play again/s,
  );
});

// Time

const page = (picks = {}, changes = {}) =>
  reducePage(opened(duelFrame({ view: pair(), now: 1000, ...changes }), { at: 1000 }), {
    type: "pick",
    picks: { ...noPicks(), ...picks },
    at: 1000,
  });

test("a clock in hours is marked, because it needs smaller letters", () => {
  const bar = (deadline) => {
    const { duel } = opened(duelFrame({ view: pair(), now: 0, pace: 86_400, deadline }), { at: 0 });
    return markupOf(statusBar(duel, { shown: duel.view, link: "open", at: 0 }));
  };
  assert.match(bar(23 * 3_600_000), /status__clock\s+long"/);
  assert.doesNotMatch(bar(60_000), /long/);
});

test("a note says beforehand that time seals picks, if there are any, except for a surrender", () => {
  assert.equal(closingText(page()), "");
  assert.equal(closingText(page({ left: "S" })), "Your picks will be sealed when your time is up.");
  assert.match(closingText(page({ left: "P", right: "P" })), /^A surrender is not sealed/);
  assert.equal(closingText(page({ left: "S" }, { deadline: null })), "");
  assert.equal(closingText(page({}, { entered: { left: "S", right: "P" } })), "");
  assert.equal(closingText(page({}, { request: null })), "");
  assert.equal(closingText({ ...page({ left: "S" }), link: "lost" }), "", "the server may not know the picks");
  const note = { closing: "Your picks will be sealed when your time is up." };
  assert.ok(panel({}, {}, note).includes(note.closing));
});

test("a note in red says next to the seal that another time-out forfeits the duel, until something is picked", () => {
  const late = (count, picks = {}) => markupOf(panelOf(page(picks, { missed: { Black: count } }), acts, {}));
  assert.match(
    late(2),
    /class="small seal__danger">Out of time twice in a row\. Running out of time once more forfeits/,
  );
  assert.doesNotMatch(late(1), /forfeits/);
  assert.match(late(2, { left: "S" }), /class="small soft">Your picks will be sealed/);
  assert.match(wordsOf(panelOf(page({}, { request: null, missed: { Black: 2 } }), acts, {})), /Waiting for/);
});

test("a note says until the next round is over that time sealed the picks", () => {
  const closed = "Time ran out: your picks were sealed for you.";
  const begun = reduce(initial, duelFrame({ view: pair() }), 0);
  const now = reduce(begun, roundFrame(1, { sealed_by_time: 1 }), 0);
  assert.equal(closedText(now), closed);
  assert.ok(newsText(begun, now).startsWith(closed));
  const next = reduce(now, roundFrame(2, { version: 7, sealed_by_time: 1 }), 0);
  assert.equal(closedText(next), "");
  assert.ok(!newsText(now, next).includes(closed));
  assert.ok(panel({}, {}, { closed }).includes(closed));
});

// Announcements for screen readers

test("the announcement names others who have just sealed, and nobody else", () => {
  const told = (before, now) => sealedText({ waiting: before }, { view: view(), waiting: now });
  assert.equal(told(["Black", "White"], ["Black"]), "White is ready.");
  assert.equal(told(["White", "Grey"], []), "White and Grey are ready.");
  assert.equal(told(["Black", "White"], ["White"]), "", "the viewer's own seal is announced elsewhere");
  assert.equal(told([], ["White"]), "");
});

test("the announcement contains the picks, without empty hands", () => {
  assert.equal(spokenPicks(page({ left: "P" })), "Picked: left palm.");
  assert.equal(spokenPicks(page({ left: "P", right: "S" })), "Picked: left palm; right snap.");
  assert.equal(spokenPicks(page()), "Nothing is picked.");
  assert.equal(spokenPicks(page({}, { request: null })), null);
});

// The bar of a phone

test("the menu of a duel leads to its tournament", () => {
  const { duel } = opened(duelFrame({ view: pair(), now: 0 }), { at: 0 });
  const at = { shown: duel.view, link: "open", at: 0 };
  const links = { lobby: "/lobby/", text: "/duel/x/text/", arena: "/tournaments/a/", contest: "Candlelight, round 2" };
  assert.match(markupOf(appBar(duel, at, links, () => {})), /<a href=\/tournaments\/a\/>.*Candlelight, round 2<\/a>/s);
  assert.doesNotMatch(markupOf(appBar(duel, at, { lobby: "/lobby/", text: "/duel/x/text/" }, () => {})), /tournaments/);
});
