import assert from "node:assert/strict";
import test from "node:test";
import "../page.js";

const { counted, handsOpen, mayGuess, NO_GUESSES, roundOf, verdictOn } = await import(
  "../../../static/js/board/guesses.js"
);

const wizard = (name, fields) => ({ name, alive: true, surrendered: false, ...fields });
const round = (number, left) => ({ number, gestures: { White: { left, right: "-" } }, events: [] });
const guess = { round: 2, wizard: "White", hand: "left", gesture: "S" };

test("right guesses in a row are a streak, and a wrong one ends it", () => {
  let tally = NO_GUESSES;
  for (const isRight of [true, true, false, true]) tally = counted(tally, isRight);
  assert.deepEqual(tally, { guesses: 4, hits: 3, streak: 1, best: 2 });
});

test("a guess is for the current round until its gestures are revealed", () => {
  assert.equal(roundOf({ number: 6 }), 7);
  assert.equal(mayGuess({ result: null, reveal: null }), true);
  assert.equal(mayGuess({ result: null, reveal: round(7, "S") }), false);
  assert.equal(mayGuess({ result: { outcome: "draw" }, reveal: null }), false);
});

test("only hands of wizards who are standing and acting can be guessed", () => {
  const view = { wizards: [wizard("Black"), wizard("White"), wizard("Grey", { alive: false })] };
  const names = (acting) => [...new Set(handsOpen(view, acting).map((hand) => hand.wizard))];
  assert.deepEqual(names(["Black", "White"]), ["Black", "White"]);
  assert.deepEqual(names(["White"]), ["White"]);
  assert.deepEqual(names([]), ["Black", "White"]);
  assert.deepEqual(
    handsOpen(view, ["White"]).map(({ hand }) => hand),
    ["left", "right"],
  );
});

test("a guess is right or wrong when its round is over", () => {
  const after = (number, rounds) => verdictOn(guess, { number, rounds, result: null });
  assert.equal(after(1, [round(1, "S")]), null);
  assert.deepEqual(after(2, [round(2, "S")]), { ...guess, made: "S", isRight: true });
  assert.deepEqual(after(2, [round(2, "W")]), { ...guess, made: "W", isRight: false });
});

test("a guess does not count if nobody saw the gesture or the duel ended before", () => {
  const unseen = { ...guess, made: null, isRight: false };
  assert.deepEqual(verdictOn(guess, { number: 2, rounds: [round(2, "?")], result: null }), unseen);
  assert.deepEqual(verdictOn(guess, { number: 3, rounds: [round(1, "S"), round(3, "S")], result: null }), unseen);
  assert.deepEqual(verdictOn(guess, { number: 1, rounds: [round(1, "S")], result: { outcome: "draw" } }), unseen);
});
