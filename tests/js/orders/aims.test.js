import assert from "node:assert/strict";
import test from "node:test";

import { aimedAt, aimed as aimedPicks, aimRowsOf, aimsOf } from "../../../static/js/orders/aims.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { request, spell, view } from "../frames.js";

const MISSILE = { left: { D: [spell("magic_missile")] }, right: {}, both: {} };
const wizards = [{ name: "Black" }, { name: "White" }, { name: "Cordelia" }];
const monsters = [{ name: "Nib", owner: "Cordelia", alive: true }];

const aimed = (changes, picks) =>
  [...aimedAt({ view: view({ wizards, monsters }), request: request(changes) }, { ...noPicks(), ...picks })].toSorted();

test("the picks aim at the targets of spells and knives, and at the masters of monsters", () => {
  assert.deepEqual(aimed({ completes: MISSILE }, { left: "D", right: "-" }), ["White"]);
  assert.deepEqual(aimed({ completes: MISSILE }, { left: "D", right: "-", target: { left: "Nib" } }), ["Cordelia"]);
  assert.deepEqual(aimed({}, { left: ">", right: "-", target: { left: "Cordelia" } }), ["Cordelia"]);
});

test("the picks do not aim at the viewer, and at nobody before there are any", () => {
  assert.deepEqual(aimed({ completes: MISSILE }, { left: "D", right: "-", target: { left: "Black" } }), []);
  assert.deepEqual(aimed({}, {}), []);
});

test("spells, knife and monsters can be aimed, each with its present target", () => {
  const nib = { ref: "Yag", name: "Yag", kind: "goblin", target: "White", targets: ["White", "Nib"] };
  const picks = { ...noPicks(), left: "D", right: ">" };
  const found = aimsOf(request({ completes: MISSILE, monsters: [nib], claims: [] }), picks);
  assert.deepEqual(
    found.map(({ kind, hand, ref, target }) => [kind, hand ?? ref, target]),
    [
      ["spell", "left", "White"],
      ["stab", "right", "White"],
      ["attack", "Yag", "White"],
    ],
  );
});

const goblin = (name, target = "White") => ({ ref: name, name, kind: "goblin", target, targets: ["White", "Nib"] });

test("monsters with the same target share a row until one gets another", () => {
  const asked = request({ monsters: [goblin("Yag"), goblin("Grub")], claims: [] });
  const rows = (picks) => aimRowsOf(asked, picks, { isBrief: false }).map(({ aims }) => aims.map(({ name }) => name));
  assert.deepEqual(rows(noPicks()), [["Yag", "Grub"]]);
  const [yag] = aimsOf(asked, noPicks());
  assert.deepEqual(rows(aimedPicks(noPicks(), [yag], "Nib")), [["Yag"], ["Grub"]]);
});

test("on a phone a summoned monster shares the row of its spell", () => {
  const summons = { left: {}, right: { W: [spell("summon_ogre", { target: "Black" })] }, both: {} };
  const ogre = { ref: "right:Black", name: "", kind: "new", target: "White", targets: ["White"] };
  const asked = request({ completes: summons, monsters: [ogre], claims: [] });
  const [row, ...others] = aimRowsOf(asked, { ...noPicks(), left: "-", right: "W" }, { isBrief: true });
  assert.equal(others.length, 0);
  assert.equal(row.serves?.target, "Black");
  assert.deepEqual(
    row.aims.map(({ target }) => target),
    ["White"],
  );
});
