import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { talkOf } from "../../../static/js/board/talk.js";
import { talkBox } from "../../../static/js/board/talk-panel.js";
import { view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

const WIZARDS = [{ name: "Black" }, { name: "White" }];
const OVER = { outcome: "victory", winners: ["White"], surrendered: ["Black"], killed: [] };

const line = (changes = {}) => ({ id: 7, by: "White", room: "duelists", text: "Hello", at: 0, ...changes });

function talk({ manner = "duelist", report = "/report/x/", talk = [], ...viewed } = {}) {
  const panel = talkOf({ slug: "x", manner, report, say() {}, redraw() {}, box: talkBox }).panel;
  return panel({ talk, view: view({ wizards: WIZARDS, ...viewed }), watchers: 0 });
}

test("an empty log says so", () => {
  assert.match(wordsOf(talk()), /No messages yet\./);
});

test("other players' lines can be reported, the viewer's own cannot", () => {
  const markup = markupOf(talk({ talk: [line(), line({ id: 8, by: "Black" })] }));
  assert.match(markup, /href="\/report\/x\/\?line=7" aria-label=Report White’s message/);
  assert.doesNotMatch(markup, /line=8/);
});

test("a visitor cannot report a line", () => {
  assert.doesNotMatch(markupOf(talk({ manner: "listener", report: null, talk: [line()] })), /report/i);
});

test("an announcement is marked as one", () => {
  assert.match(wordsOf(talk({ talk: [line({ announced: true })] })), /White announcement/);
  assert.doesNotMatch(wordsOf(talk({ talk: [line()] })), /announces/);
});

test("only a duelist may announce, and only until the duel is over", () => {
  assert.match(wordsOf(talk()), /Also e-mail this/);
  assert.doesNotMatch(wordsOf(talk({ manner: "watcher" })), /Also e-mail this/);
  assert.doesNotMatch(wordsOf(talk({ result: OVER })), /Also e-mail this/);
});

test("a visitor sees how to join in, and has no field to write in", () => {
  const visitor = talk({ manner: "listener" });
  assert.match(wordsOf(visitor), /Log in or play as a guest/);
  assert.doesNotMatch(markupOf(visitor), /<input/);
});

test("a line that waits for the connection is shown, and says whether it will be sent", () => {
  const { panel } = talkOf({ slug: "x", manner: "duelist", say() {}, redraw() {}, box: talkBox });
  const duel = { talk: [], view: view({ wizards: WIZARDS }), watchers: 0 };
  const told = (own) => wordsOf(panel(duel, own));
  assert.match(told({ unsaid: ["Hello"] }), /To be sent when the connection is back: Hello/);
  assert.match(told({ unsaid: ["Hello"], isClosed: true }), /Not sent: no connection\. Reload the page\. Hello/);
  assert.doesNotMatch(told({ unsaid: [] }), /sent/);
});

test("a line can wait for the orders, which can lose it again", () => {
  const { panel } = talkOf({ slug: "x", manner: "duelist", say() {}, order() {}, redraw() {}, box: talkBox });
  const duel = { talk: [], view: view({ wizards: WIZARDS }), watchers: 0 };
  assert.doesNotMatch(wordsOf(panel(duel, null)), /Send with my orders/);
  assert.match(wordsOf(panel(duel, null, "")), /Send with my orders/);
  assert.match(wordsOf(panel(duel, null, "Yield!")), /With your orders: Yield! Remove/);
});
