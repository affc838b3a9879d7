import "../page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { chanceText, purposeWords, reasonWords, signOf, spokenOrders } = await import(
  "../../../static/js/analysis/words.js"
);

test("chances are whole percent", () => {
  assert.equal(chanceText(0.414), "41%");
});

test("screen readers get orders by hand", () => {
  assert.equal(spokenOrders({ left: "P" }), "left hand P, palm; right hand nothing");
  assert.deepEqual(signOf("-"), { icon: "gesture-nothing", letter: "–" });
});

test("each purpose is a part of its own, with a gap for a linked spell", () => {
  const told = purposeWords({
    casts: [
      { hand: "left", spell: "shield", target: null },
      { hand: "both", spell: "fireball", target: "Black" },
    ],
    leads: [{ hand: "right", spell: "fear", missing: "WD" }],
    stabs: "",
  });
  assert.deepEqual(
    told.map(({ text }) => text),
    ["left hand: {spell}", "both hands: {spell} on Black", "right hand: building {spell} (W D to go)", "stabs"],
  );
  assert.deepEqual(
    purposeWords({ casts: [], leads: [], stabs: null }).map(({ text }) => text),
    ["completes no spell yet"],
  );
});

test("every known reason is a sentence; unknown ones are left out", () => {
  const reasons = [
    { kind: "unanswered", spell: "fireball", by: "Black", hand: "left", share: 0.5, stopper: "shield" },
    { kind: "unanswered", spell: "fireball", by: "Black", hand: "left", share: 0.5, stopper: "" },
    { kind: "struck", by: ["Grunt", "Gog"], stopper: "shield" },
    { kind: "struck", by: ["Grunt"], stopper: "" },
    { kind: "opened", spell: "finger_of_death", by: "Black", more: 1 },
    { kind: "missed", spell: "fireball", hand: "left", target: "Black" },
    { kind: "leads", spell: "fear", hand: "right", more: 2 },
    { kind: "wasted", hand: "left", spell: "fireball", by: "Black" },
    { kind: "wasted", hand: "left" },
    { kind: "undone", hand: "left", spell: "summon_ogre", stopper: "counter_spell" },
    { kind: "something new" },
  ];
  const told = reasonWords(reasons);
  assert.equal(told.length, reasons.length - 1);
  assert.match(told[0].text, /Shield would have stopped/);
  assert.match(told[2].text, /^Grunt and Gog could strike/);
  assert.match(told[6].text, /2 gestures to go/);
  assert.match(told[7].text, /Black was likely to stop/);
  for (const { text, spell } of told) {
    assert.equal(text.includes("{spell}"), Boolean(spell));
    assert.doesNotMatch(text.replace("{spell}", ""), /\{/);
  }
});
