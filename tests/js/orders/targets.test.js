import assert from "node:assert/strict";
import test from "node:test";

import { grouped, isOpen, maySummon } from "../../../static/js/orders/targets.js";
import { view } from "../frames.js";

const hands = (left, right = {}) => ({ whole: true, left: [left, {}, {}], right: [right, {}, {}], stops: [] });
const ahead = (wizards) => ({ wizard: "Black", ahead: { wizards, attacks: {} } });

test("a hand may summon only if the spell needs no more than this round's gestures", () => {
  const asked = ahead({ White: hands({ W: ["summon_goblin"], D: ["magic_missile"] }, { WW: [] }) });
  assert.equal(maySummon(asked, "left:White"), true);
  assert.equal(maySummon(asked, "right:White"), false);
});

test("unseen hands may all summon", () => {
  const asked = ahead({ White: { ...hands({}), whole: false } });
  assert.equal(maySummon(asked, "right:White"), true);
});

test("the viewer's new monsters are offered if picked, other wizards' if possible", () => {
  const asked = ahead({ Black: hands({ W: ["summon_ogre"] }), White: hands({}, { W: ["summon_ogre"] }) });
  const offered = ["Grub", "left:Black", "right:Black", "left:White", "right:White", "nobody"].filter(
    isOpen(asked, ["right:Black"]),
  );
  assert.deepEqual(offered, ["Grub", "right:Black", "right:White", "nobody"]);
});

const wizard = (name, changes = {}) => ({ name, alive: true, surrendered: false, ...changes });
const monster = (name, owner, changes = {}) => ({ name, owner, alive: true, ...changes });

test("a two-player duel has a single list of targets", () => {
  const circle = view({ wizards: [wizard("Black"), wizard("White")], monsters: [monster("Grub", "White")] });
  assert.deepEqual(grouped(circle, "Black", ["Black", "White", "Grub", "nobody"]), [
    { label: "", refs: ["Black", "White", "Grub", "nobody"] },
  ]);
});

test("in a melee the viewer is first and nobody last, with wizards and monsters between", () => {
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

test("wizards are grouped by team, the viewer's first", () => {
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
