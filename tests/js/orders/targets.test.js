import assert from "node:assert/strict";
import test from "node:test";

import { grouped, isOpen, maySummon } from "../../../static/js/orders/targets.js";
import { view } from "../frames.js";

const hands = (left, right = {}) => ({ whole: true, left: [left, {}, {}], right: [right, {}, {}], stops: [] });
const ahead = (wizards) => ({ wizard: "Black", ahead: { wizards, attacks: {} } });

test("a hand may summon where a summons needs no more than the gestures of this round", () => {
  const asked = ahead({ White: hands({ W: ["summon_goblin"], D: ["magic_missile"] }, { WW: [] }) });
  assert.equal(maySummon(asked, "left:White"), true);
  assert.equal(maySummon(asked, "right:White"), false);
});

test("where the hands were not all seen, any of them may summon", () => {
  const asked = ahead({ White: { ...hands({}), whole: false } });
  assert.equal(maySummon(asked, "right:White"), true);
});

test("a new monster of one's own is there if it is coming, one of somebody else's if it can come", () => {
  const asked = ahead({ Black: hands({ W: ["summon_ogre"] }), White: hands({}, { W: ["summon_ogre"] }) });
  const offered = ["Grub", "left:Black", "right:Black", "left:White", "right:White", "nobody"].filter(
    isOpen(asked, ["right:Black"]),
  );
  assert.deepEqual(offered, ["Grub", "right:Black", "right:White", "nobody"]);
});

const wizard = (name, changes = {}) => ({ name, alive: true, surrendered: false, ...changes });
const monster = (name, owner, changes = {}) => ({ name, owner, alive: true, ...changes });

test("a duel of two has one list of targets", () => {
  const circle = view({ wizards: [wizard("Black"), wizard("White")], monsters: [monster("Grub", "White")] });
  assert.deepEqual(grouped(circle, "Black", ["Black", "White", "Grub", "nobody"]), [
    { label: "", refs: ["Black", "White", "Grub", "nobody"] },
  ]);
});

test("in a melee oneself comes first and nobody last; between them wizards, monsters by master, and what may appear", () => {
  const circle = view({
    wizards: ["Black", "White", "Grey", "Red"].map((name) => wizard(name, { alive: name !== "Red" })),
    monsters: [
      monster("Grub", "White"),
      monster("Nib", "Black"),
      monster("Spark", null),
      monster("Wart", "White", { alive: false }),
    ],
  });
  const refs = ["White", "Black", "Grey", "Grub", "Nib", "Spark", "left:White", "Red", "Wart", "nobody"];
  assert.deepEqual(grouped(circle, "Black", refs), [
    { label: "", refs: ["Black"] },
    { label: "Wizards", refs: ["White", "Grey"] },
    { label: "Your monsters", refs: ["Nib"] },
    { label: "White’s monsters", refs: ["Grub"] },
    { label: "Uncontrolled", refs: ["Spark"] },
    { label: "Monsters about to appear", refs: ["left:White"] },
    { label: "Dead", refs: ["Red", "Wart"] },
    { label: "", refs: ["nobody"] },
  ]);
});

test("wizards of teams stand by team, one's own first", () => {
  const wizards = [
    wizard("White", { team: 2 }),
    wizard("Black", { team: 1 }),
    wizard("Grey", { team: 1 }),
    wizard("Red"),
  ];
  assert.deepEqual(grouped(view({ wizards }), "Black", ["White", "Black", "Grey", "Red"]), [
    { label: "", refs: ["Black"] },
    { label: "Your team", refs: ["Grey"] },
    { label: "Team 2", refs: ["White"] },
    { label: "Wizards", refs: ["Red"] },
  ]);
});
