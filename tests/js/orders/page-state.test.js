import assert from "node:assert/strict";
import test from "node:test";
import { noPicks } from "../../../static/js/orders/orders.js";
import {
  draftFrame,
  isNewQuestion,
  isNewRefusal,
  isOfDraft,
  isWarned,
  opened,
  picksOn,
  progress,
  reducePage,
  refusalOf,
  unsaidOf,
  writesOrders,
} from "../../../static/js/orders/page-state.js";
import { sealOf } from "../../../static/js/orders/seal.js";
import { duelFrame, request, roundFrame, view } from "../frames.js";

const AT = 1000;

const begun = (changes = {}) => opened(duelFrame({ now: AT, ...changes }), { at: AT });

const picked = (changes) => ({ ...noPicks(), ...changes });

/** Return the page after these actions, each as `[type, …]`. */
const after = (page, ...actions) =>
  actions.reduce((last, [type, action]) => reducePage(last, { type, at: AT, ...action }), page);

const pick = (changes, more) => ["pick", { picks: picked(changes), ...more }];

const frame = (it, more) => ["frame", { frame: it, ...more }];

/** Return a request in which both hands can show palms, which means surrender. */
const surrendering = () => request({ surrender: ["PP"] });

test("a pick counts at once, is saved, and can be undone", () => {
  const page = after(begun(), pick({ left: "S" }));
  assert.equal(picksOn(page).left, "S");
  assert.deepEqual(page.effects, ["keep"]);
  assert.deepEqual([progress(page).mayUndo, progress(page).mayRedo], [true, false]);
  const back = after(page, ["undo"]);
  assert.deepEqual([picksOn(back).left, progress(back).mayRedo, back.effects], [null, true, ["keep"]]);
  assert.equal(picksOn(after(back, ["redo"])).left, "S");
});

test("a pick without a change is not saved", () => {
  const page = after(begun(), pick({ left: "S" }), pick({ left: "S" }));
  assert.deepEqual(page.effects, []);
  assert.deepEqual(after(begun(), ["undo"]).effects, []);
});

test("without a request there is nothing to undo", () => {
  const page = begun({ request: null });
  assert.deepEqual(after(page, ["undo"], ["redo"]).desk, page.desk);
});

test("a page is immutable: each action returns another", () => {
  const page = Object.freeze(begun());
  after(page, pick({ left: "S" }), ["go", { caret: { pair: "", hand: "left" } }], ["say", { id: "a1" }]);
  assert.equal(picksOn(page).left, null);
});

test("a pick or a key moves the caret, and a new round resets it", () => {
  const caret = { pair: "", hand: "right" };
  const page = after(begun(), pick({ left: "S" }, { caret }));
  assert.deepEqual(page.caret, caret);
  assert.deepEqual(after(page, pick({ left: "F" })).caret, caret);
  assert.equal(after(page, frame(roundFrame(1))).caret, null);
});

test("after undo and redo, the next letter is for the first empty hand", () => {
  const page = after(begun(), pick({ left: "S" }, { caret: { pair: "", hand: "right" } }));
  const back = after(page, ["undo"]);
  assert.equal(back.caret, null);
  assert.equal(after(back, ["go", { caret: { pair: "", hand: "right" } }], ["redo"]).caret, null);
});

test("a new question clears everything about the last one", () => {
  const before = after(begun(), pick({ left: "S" }));
  const now = after(before, frame(roundFrame(1)));
  assert.equal(isNewQuestion(before, now), true);
  assert.deepEqual(picksOn(now), noPicks());
  assert.deepEqual(now.effects, ["cancel"]);
  const over = after(now, frame(roundFrame(2, { version: 7, request: null })));
  assert.deepEqual(over.effects, ["cancel", "forget"]);
});

test("picks kept by the browser are restored, and sent to a server that lacks them", () => {
  const kept = draftFrame(after(begun(), pick({ left: "S" }))).draft;
  const page = opened(duelFrame({ now: AT }), { at: AT, kept });
  assert.equal(picksOn(page).left, "S");
  assert.deepEqual(page.effects, ["cancel", "send"]);
  const known = opened(duelFrame({ now: AT, draft: kept }), { at: AT, kept });
  assert.deepEqual(known.effects, ["cancel"]);
});

test("after a reconnect the page sends picks made in the meantime", () => {
  const page = after(begun(), pick({ left: "S" }), frame(duelFrame({ now: AT })));
  assert.equal(picksOn(page).left, "S");
  assert.deepEqual(page.effects, ["send"]);
});

test("the desk takes over picks and sealed orders from another tab", () => {
  const { draft } = draftFrame(after(begun(), pick({ left: "S" })));
  const page = after(begun(), frame({ type: "draft", round: 1, draft }));
  assert.equal(picksOn(page).left, "S");
  assert.deepEqual(page.effects, []);
  const sealed = after(page, frame({ type: "entered", round: 1, orders: { left: "W", right: "D" } }));
  assert.equal(picksOn(sealed).left, "W");
  assert.deepEqual(sealed.effects, ["keep"]);
});

test("the desk keeps the picks that this page has sealed", () => {
  const page = after(begun(), pick({ left: "S", right: "D" }), [
    "seal",
    { id: "a1", sealed: { left: "S", right: "D" } },
  ]);
  const now = after(page, frame({ type: "accepted", id: "a1", round: 1, orders: { left: "S", right: "D" } }));
  assert.equal(now.desk, page.desk);
  assert.equal(now.duel.pending, null);
});

test("sealed orders count at once, are sent with the draft, and can be withdrawn at once", () => {
  const sealed = { left: "S", right: "D" };
  const page = after(begun(), pick(sealed), ["seal", { id: "a1", sealed }]);
  assert.deepEqual([page.duel.entered, page.effects], [sealed, ["send"]]);
  const last = after(begun({ waiting: ["Black"] }), pick(sealed), ["seal", { id: "a1", sealed }]);
  assert.deepEqual(last.effects, [], "the last wizard to seal needs no draft");
  assert.equal(after(page, ["withdraw", { id: "a2" }]).duel.entered, null);
});

test("a page that missed a frame or was late requests the whole duel", () => {
  const page = after(begun(), frame({ type: "waiting", version: 9, waiting: [], reserves: {} }));
  assert.deepEqual(page.effects, ["sync"]);
  assert.deepEqual(after(page, frame({ type: "waiting", version: 10, waiting: [], reserves: {} })).effects, []);
  const stale = after(begun(), frame({ type: "refused", id: "a1", code: "stale", why: "That was round 1." }));
  assert.deepEqual(stale.effects, ["sync"]);
});

test("the answer to a draft needs no action", () => {
  assert.equal(isOfDraft({ type: "refused", id: "draft", code: "stale" }), true);
  assert.equal(isOfDraft({ type: "accepted", id: "draft", round: 1 }), true);
  assert.equal(isOfDraft({ type: "refused", id: "a1", code: "stale" }), false);
  assert.equal(isOfDraft({ type: "accepted", id: "a1", round: 1 }), false);
  assert.equal(isOfDraft({ type: "draft", round: 1, draft: null }), false);
});

test("a refusal of talk belongs to the talk, any other to the orders", () => {
  const page = after(begun(), ["say", { id: "a1" }]);
  const talk = after(page, frame({ type: "refused", id: "a1", code: "rate", why: "Wait." }));
  assert.deepEqual([refusalOf(talk, true)?.why, refusalOf(talk, false)], ["Wait.", null]);
  const orders = after(page, ["refuse", { why: "Choose." }]);
  assert.deepEqual([refusalOf(orders, true), refusalOf(orders, false)?.why], [null, "Choose."]);
  assert.equal(refusalOf(page, true), null);
});

test("a refusal of orders disappears when they change, one of talk stays", () => {
  const refused = after(begun(), pick({ left: "S" }), ["refuse", { why: "Choose." }]);
  assert.equal(isNewRefusal(begun(), refused), true);
  assert.equal(refusalOf(after(refused, pick({ left: "S" })), false)?.why, "Choose.");
  assert.equal(refusalOf(after(refused, pick({ left: "S", right: "D" })), false), null);
  assert.equal(refusalOf(after(refused, ["undo"]), false), null);
  const talk = after(begun(), ["say", { id: "a1" }], frame({ type: "refused", id: "a1", code: "rate", why: "Wait." }));
  assert.equal(isNewRefusal(begun(), talk), false);
  assert.equal(refusalOf(after(talk, pick({ left: "S" })), true)?.why, "Wait.");
});

test("a lost connection counts as lost until it is open again", () => {
  const link = (page, ...links) => after(page, ...links.map((it) => ["link", { link: it }])).link;
  assert.equal(link(begun(), "lost", "connecting"), "lost");
  assert.equal(link(begun(), "lost", "connecting", "open"), "open");
  assert.equal(link(begun(), "open", "connecting"), "connecting");
});

test("a plan stays as sent, and the dialog keeps its question until it is answered", () => {
  const lines = [{ if: {}, orders: { left: "S", right: "-" }, lines: [] }];
  assert.deepEqual(after(begun(), ["plan", { frame: { type: "plan", round: 1, plan: { lines } } }]).duel.plan, {
    round: 1,
    lines,
  });
  assert.equal(after(begun(), ["ask", { about: "forfeit" }]).asking, "forfeit");
  assert.equal(after(begun(), ["ask", { about: "forfeit" }], ["ask", { about: null }]).asking, null);
});

test("a wizard who has given up writes no orders", () => {
  assert.equal(writesOrders(begun()), true);
  assert.equal(writesOrders(begun({ entered: { forfeit: true } })), false);
  assert.equal(writesOrders(begun({ request: null })), false);
});

// The seal

test("the seal refuses incomplete orders and names the empty hand", () => {
  const { does, why, place } = sealOf(after(begun(), pick({ left: "S" })));
  assert.deepEqual([does, place], ["refuse", { pair: "", hand: "right" }]);
  assert.match(why, /right hand/);
});

test("the seal sends the picks, and again only if they have changed", () => {
  const page = after(begun(), pick({ left: "S", right: "D" }));
  assert.deepEqual(sealOf(page), { does: "send", type: "orders", sealed: { left: "S", right: "D" } });
  const sealed = after(page, ["seal", { id: "a1", sealed: { left: "S", right: "D" } }]);
  assert.deepEqual(sealOf(sealed), { does: "nothing" });
  assert.equal(sealOf(after(sealed, pick({ left: "F", right: "D" }))).does, "send");
});

test("a grave warning needs a second click, and a new one another", () => {
  const page = after(
    begun({ view: view({ wizards: [] }) }),
    pick({ left: ">", right: "S", target: { left: "Black" } }),
  );
  assert.deepEqual(sealOf(page), { does: "warn" });
  const warned = after(page, ["warn"]);
  assert.equal(isWarned(warned), true);
  assert.equal(sealOf(warned).does, "send");
  const other = after(warned, pick({ left: ">", right: "S", target: { left: "nobody" } }));
  assert.deepEqual([isWarned(other), sealOf(other).does], [false, "warn"]);
  assert.equal(isWarned(after(warned, ["seal", { id: "a1", sealed: {} }])), false);
});

test("two palms open the dialog", () => {
  const page = after(begun({ request: surrendering() }), pick({ left: "P", right: "P" }));
  assert.deepEqual(sealOf(page), { does: "ask" });
});

test("complete answers are sealed", () => {
  const question = { field: ["paralyze", "White"], kind: "hand", choices: ["left", "right"], default: null };
  const asked = request({ type: "answers", questions: [question] });
  const page = begun({ request: asked });
  assert.equal(sealOf(page).does, "refuse");
  const answered = after(page, pick({ answers: { "paralyze/White": "left" } }));
  assert.deepEqual(sealOf(answered), { does: "send", type: "answers", sealed: { paralyze: { White: "left" } } });
});

test("lines of talk are unsaid while the connection is lost, until the server answers each", () => {
  const say = (id) => ["say", { id, text: `line ${id}` }];
  const page = after(begun(), say("c1"), ["link", { link: "lost" }], say("c2"));
  assert.deepEqual(unsaidOf(page), { unsaid: ["line c1", "line c2"], isClosed: false });
  const answered = after(page, frame({ type: "accepted", id: "c1" }));
  assert.deepEqual(unsaidOf(answered).unsaid, ["line c2"]);
  assert.deepEqual(unsaidOf(after(page, ["link", { link: "open" }])).unsaid, []);
  assert.equal(unsaidOf(after(page, ["link", { link: "closed" }])).isClosed, true);
});
