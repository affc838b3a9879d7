import assert from "node:assert/strict";
import test from "node:test";

import { isOpen, maySummon } from "../../../static/js/orders/targets.js";

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
