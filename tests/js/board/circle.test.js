import assert from "node:assert/strict";
import test from "node:test";

import { falls, inOrder, isMourned, lossesOf, places, sidesWithout, teamOf } from "../../../static/js/board/circle.js";
import { round, view } from "../frames.js";

const wizard = (name, changes = {}) => ({ name, alive: true, surrendered: false, ...changes });
const names = (wizards) => wizards.map(({ name }) => name);
const melee = (changes = {}) => view({ wizards: ["Ann", "Bo", "Black", "Cy"].map((name) => wizard(name)), ...changes });
const told = (number, ...events) => ({ ...round(number), events });
const dies = (name) => ({ type: "dies", wizard: name });
const surrenders = (name) => ({ type: "surrenders", wizard: name });

test("the viewer is first; spectators see the order of the seats", () => {
  const wizards = [wizard("White"), wizard("Black")];
  assert.deepEqual(names(inOrder(view({ wizards }))), ["Black", "White"]);
  assert.deepEqual(names(inOrder(view({ wizards, viewer: null }))), ["White", "Black"]);
  assert.deepEqual(names(inOrder(melee())), ["Black", "Ann", "Bo", "Cy"]);
  assert.deepEqual(names(inOrder(melee({ viewer: null }))), ["Ann", "Bo", "Black", "Cy"]);
});

test("the viewer's team follows, then the others by team, and wizards without one last", () => {
  const wizards = [
    wizard("Ann"),
    wizard("Bo", { team: 2 }),
    wizard("Cy", { team: 1 }),
    wizard("Black", { team: 3 }),
    wizard("Di", { team: 3 }),
  ];
  assert.deepEqual(names(inOrder(view({ wizards }))), ["Black", "Di", "Cy", "Bo", "Ann"]);
  assert.deepEqual(names(inOrder(view({ wizards, viewer: null }))), ["Cy", "Bo", "Black", "Di", "Ann"]);
});

test("a team is the viewer's own or has a number; wizards without one have no label", () => {
  const wizards = [wizard("Black", { team: 1 }), wizard("Ann", { team: 1 }), wizard("Bo", { team: 2 }), wizard("Cy")];
  const circle = view({ wizards });
  assert.deepEqual(
    wizards.map((one) => teamOf(circle, one)),
    ["your team", "your team", "team 2", ""],
  );
  assert.deepEqual(
    wizards.map((one) => teamOf({ ...circle, viewer: null }, one)),
    ["team 1", "team 1", "team 2", ""],
  );
});

test("the sides without a wizard are teams and single wizards", () => {
  const wizards = [
    wizard("Black", { team: 1 }),
    wizard("Ann", { team: 2 }),
    wizard("Bo", { team: 2 }),
    wizard("Cy", { alive: false }),
  ];
  assert.equal(sidesWithout(view({ wizards }), "Black"), 1);
  assert.equal(sidesWithout(view({ wizards }), "Ann"), 2);
});

test("later deaths have better places, simultaneous ones share a place, winners are first", () => {
  const rounds = [told(3, dies("Ann")), told(5, surrenders("Bo"), dies("Cy"))];
  const result = { outcome: "victory", winners: ["Black"], surrendered: ["Bo"], killed: ["Ann", "Cy"] };
  const found = places(melee({ rounds, result })).map(({ place, name, died, fell }) => [place, name, died, fell]);
  assert.deepEqual(found, [
    [1, "Black", false, null],
    [2, "Bo", false, 5],
    [2, "Cy", true, 5],
    [4, "Ann", true, 3],
  ]);
});

test("in a draw the last to fall share the first place", () => {
  const rounds = [told(3, dies("Ann"), dies("Black")), told(5, surrenders("Bo"), surrenders("Cy"))];
  const result = { outcome: "draw", winners: [], surrendered: ["Bo", "Cy"], killed: ["Ann", "Black"] };
  assert.deepEqual(
    places(melee({ rounds, result })).map(({ place }) => place),
    [1, 1, 3, 3],
  );
});

test("a wizard who surrenders while killing all others has won, and fell in that round", () => {
  const rounds = [told(4, dies("Ann"), dies("Bo"), dies("Cy"), surrenders("Black"))];
  const result = { outcome: "victory", winners: ["Black"], surrendered: ["Black"], killed: ["Ann", "Bo", "Cy"] };
  const [first] = places(melee({ rounds, result }));
  assert.deepEqual([first.place, first.name, first.won, first.fell], [1, "Black", true, 4]);
});

test("a wizard raised from the dead has not fallen", () => {
  const rounds = [told(2, dies("Ann")), told(4, { type: "raised", subject: "Ann" })];
  assert.deepEqual(falls(view({ rounds })), {});
});

test("a death in a rated duel is announced as the mage's death, a surrender is not", () => {
  const ended = (result, rest = {}) => ({
    view: view({ viewer: "Black", result: { killed: [], surrendered: [], ...result } }),
    scores: {},
    missed: {},
    mountain: false,
    ...rest,
  });
  assert.equal(isMourned(ended({ killed: ["Black"] })), true);
  assert.equal(isMourned(ended({ killed: ["White"] })), false);
  assert.equal(isMourned(ended({ surrendered: ["Black"] }, { missed: { Black: 1 } })), false);
  assert.equal(isMourned(ended({ surrendered: ["Black"] }, { missed: { Black: 1 }, mountain: true })), true);
  assert.equal(isMourned(ended({ killed: ["Black"] }, { scores: null })), false);
});

test("losses are those of the last round, from the hit points at its start", () => {
  const rounds = [
    { ...round(1), hp: { White: 12, Black: 14 } },
    { ...round(2), hp: { White: 12, Black: 11 } },
  ];
  const wizards = [wizard("White", { hp: 12 }), wizard("Black", { hp: 11 })];
  assert.deepEqual(lossesOf(view({ wizards, rounds })), { Black: { points: "−3" } });
  assert.deepEqual(lossesOf(view({ wizards, rounds: rounds.slice(0, 1) })), {
    White: { points: "−3" },
    Black: { points: "−4" },
  });
  assert.deepEqual(lossesOf(view({ wizards, rounds: [] })), {});
});
