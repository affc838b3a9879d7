import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf } from "../../../static/js/analysis/curve.js";
import { analysisPanel } from "../../../static/js/analysis/panel.js";
import { spellFacts } from "../../../static/js/lib/spell-facts.js";
import { markupOf, wordsOf } from "../templates.js";

for (const facts of Object.values(spellFacts)) facts.gestures ??= []; // the page has those of all spells

const panel = (known, { number = 0, login = null } = {}) =>
  analysisPanel(
    known,
    { number, rounds: [], book: "classic", login },
    { addressOf: (round) => `/replay/x/${round}/`, retryOf: () => "/retry/", otherOf: () => "Cain" },
  );

const idle = (wizard, round) => ({
  round,
  wizard,
  orders: { left: "-", right: "-" },
  chance: 0.5,
  cost: 0,
  lines: [],
  replies: [],
});

test("without mistakes, wizards who lost little by little get a verdict", () => {
  const moves = [1, 2, 3].map((round) => idle("Abel", round));
  const verdicts = [{ wizard: "Abel", kind: "idle", count: 6, of: 6 }];
  const facts = { wizards: ["Cain", "Abel"], accuracy: { Cain: 90, Abel: 10 }, chances: [0.5, 0.6, 0.7, 1], moves };
  const words = wordsOf(panel({ standing: { may_ask: false }, result: { ...facts, verdicts } }));
  assert.match(words, /Nobody made a costly mistake\. Abel made no gesture 6 out of 6 times\./);
  assert.match(words, /accuracy 90 out of 100/);
  const turning = { round: 2, wizard: "Abel" };
  const told = wordsOf(panel({ standing: { may_ask: false }, result: { ...facts, verdicts, turning } }));
  assert.match(told, /No single mistake decided the duel\. Turning point: round 2/);
});

test("a mistake has the same sign in the panel as on the curve, and the panel explains it", () => {
  const facts = { wizards: ["Cain", "Abel"], accuracy: { Cain: 90, Abel: 10 }, chances: [0.5, 0.6, 0.7, 1] };
  const shown = (cost) => {
    const move = { ...idle("Abel", 2), cost, best_chance: 0.9, is_mistake: true, lines: [{ orders: {} }] };
    const result = { ...facts, moves: [move] };
    const [mark] = marksOf(
      result,
      [0, 1, 2, 3].map((number) => ({ number })),
    );
    return [mark.sign, wordsOf(panel({ standing: { may_ask: false }, result }, { number: 2 }))];
  };
  for (const [cost, sign, word] of [
    [0.394, "?", "mistake"],
    [0.396, "??", "serious mistake"],
    [0.41, "??", "serious mistake"],
  ]) {
    const [mark, words] = shown(cost);
    assert.equal(mark, sign);
    assert.ok(words.includes(`% for Abel ${sign} Abel ${sign} ${word}`), words);
    assert.ok(words.includes("? mistake · ?? serious mistake: costs 40% or more of the chance to win"), words);
  }
});

test("a death links the round of the last chance", () => {
  const chance = { round: 3, spell: "magic_mirror", hand: "left", missing: "cw" };
  const cause = { cause: "finger_of_death", by: "Cain", mirror: "", begun: 1, cast: 3, stoppers: [], breakers: [] };
  const deaths = [{ wizard: "Abel", round: 3, died: true, reach: [], chance, ...cause }];
  const facts = { wizards: ["Cain", "Abel"], accuracy: { Cain: 90, Abel: 10 }, chances: [0.5, 0.6, 0.7, 1], moves: [] };
  const shown = panel({ standing: { may_ask: false }, result: { ...facts, deaths } });
  assert.match(
    wordsOf(shown),
    /Finger of Death killed Abel in round 3\. Cain began it in round 1\. The last chance was/,
  );
  assert.match(markupOf(shown), /<a href=\/replay\/x\/3\//);
});

test("a duel that cannot be analysed says why, and offers nothing", () => {
  const words = wordsOf(
    panel({ standing: { may_ask: false, why: "This duel is too short to analyse." }, result: null }),
  );
  assert.match(words, /This duel is too short to analyse\./);
  assert.doesNotMatch(words, /Analyse|account/);
});

test("users may order an analysis; visitors must log in, guests sign up", () => {
  assert.match(wordsOf(panel({ standing: { may_ask: true }, result: null })), /Analyse this duel/);
  const visitor = panel({ standing: { may_ask: false }, result: null }, { login: "/accounts/login/" });
  assert.match(markupOf(visitor), /href=\/accounts\/login\//);
  const guest = wordsOf(panel({ standing: { may_ask: false }, result: null }));
  assert.match(guest, /Create an account/);
});
