import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { analysisPanel } from "../../../static/js/analysis/panel.js";
import { markupOf, wordsOf } from "../templates.js";

const panel = (known, { number = 0, login = null } = {}) =>
  analysisPanel(known, { number, rounds: [], book: "classic", login }, { addressOf: (round) => `/replay/x/${round}/` });

const idle = (wizard, round) => ({
  round,
  wizard,
  orders: { left: "-", right: "-" },
  chance: 0.5,
  cost: 0,
  lines: [],
  replies: [],
});

test("a loser with idle hands sees the number of idle gestures", () => {
  const moves = [1, 2, 3].map((round) => idle("Abel", round));
  const result = { wizards: ["Cain", "Abel"], accuracy: { Cain: 90, Abel: 10 }, chances: [0.5, 0.6, 0.7, 1], moves };
  const words = wordsOf(panel({ standing: { may_ask: false }, result }));
  assert.match(words, /No single move was costly, but idle hands were: Abel made no gesture 6 out of 6 times\./);
  assert.match(words, /accuracy 90 out of 100/);
});

test("a duel that cannot be analysed says why, and offers nothing", () => {
  const words = wordsOf(
    panel({ standing: { may_ask: false, why: "No rounds were played in this duel." }, result: null }),
  );
  assert.match(words, /No rounds were played in this duel\./);
  assert.doesNotMatch(words, /Analyse|account/);
});

test("users may order an analysis; visitors must log in, guests sign up", () => {
  assert.match(wordsOf(panel({ standing: { may_ask: true }, result: null })), /Analyse this duel/);
  const visitor = panel({ standing: { may_ask: false }, result: null }, { login: "/accounts/login/" });
  assert.match(markupOf(visitor), /href=\/accounts\/login\//);
  const guest = wordsOf(panel({ standing: { may_ask: false }, result: null }));
  assert.match(guest, /Create an account/);
});
