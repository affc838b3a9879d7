import "../page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { chanceText, purposeWords, reasonWords, signOf, spokenOrders, verdictWords } = await import(
  "../../../static/js/analysis/words.js"
);

test("chances are whole percent, and never certain", () => {
  assert.equal(chanceText(0.414), "41%");
  assert.equal(chanceText(0.9999), "99%");
  assert.equal(chanceText(0), "1%");
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

const REASONS = [
  { kind: "unanswered", spell: "fireball", by: "Black", hand: "left", share: 0.3, stopper: "shield", came: false },
  { kind: "unanswered", spell: "fireball", by: "Black", hand: "left", share: 0.3, stopper: "", came: true },
  { kind: "struck", by: ["Grunt", "Gog"], stopper: "shield", came: true },
  { kind: "struck", by: ["Grunt"], stopper: "", came: false },
  { kind: "opened", spell: "finger_of_death", by: "Black", share: 0.4, came: true },
  { kind: "missed", spell: "fireball", hand: "left", target: "Black" },
  { kind: "leads", spell: "fear", hand: "right", more: 2 },
  { kind: "aimed", spell: "fear", hand: "right", target: "Gog" },
  { kind: "wasted", hand: "left", spell: "fireball", by: "Black", share: 0.7, came: false },
  { kind: "wasted", hand: "left" },
  { kind: "undone", hand: "left", spell: "summon_ogre", stopper: "counter_spell" },
  { kind: "incurable", spell: "disease" },
  { kind: "incurable", spell: "disease", cure: "remove_enchantment" },
  { kind: "missed", spell: "remove_enchantment", hand: "left", target: "White", cures: "disease" },
  { kind: "something new" },
];

test("every known reason is a sentence; unknown ones are left out", () => {
  const told = reasonWords(REASONS);
  assert.equal(told.length, REASONS.length - 1);
  for (const { text, spell } of told) {
    assert.equal(text.includes("{spell}"), Boolean(spell));
    assert.doesNotMatch(text.replace("{spell}", ""), /\{/);
  }
});

test("a forecast and what happened are different sentences", () => {
  const told = reasonWords(REASONS).map(({ text }) => text);
  assert.equal(told[0], "Black could cast {spell} (30% likely), and Shield would stop it. This time, Black didn’t.");
  assert.equal(told[2], "Grunt and Gog could attack, and Shield would stop it. The attack hit.");
  assert.equal(told[8], "left hand: Black could stop {spell} (70% likely). This time, it got through.");
  const [unknown] = reasonWords([{ ...REASONS[8], came: undefined }]);
  assert.equal(unknown.text, "left hand: Black could stop {spell} (70% likely).");
});

test("a hand without a gesture differs from one whose gesture led nowhere", () => {
  const told = reasonWords([REASONS[9], { ...REASONS[9], idle: true }]).map(({ text }) => text);
  assert.deepEqual(told, ["left hand: this gesture led nowhere.", "left hand: it made no gesture."]);
});

test("a cure names its sickness", () => {
  const [incurable, missed] = reasonWords(REASONS.slice(-3, -1)).map(({ text }) => text);
  assert.match(incurable, /The best move leaves time for Remove Enchantment\.$/);
  assert.equal(missed, "left hand: the best move casts {spell}, which cures Disease.");
});

test("each verdict is a sentence, also one for a reason that is not known", () => {
  const about = { wizard: "Abel", foe: "Cain", count: 4, of: 9 };
  const reasons = [
    "unanswered",
    "opened",
    "incurable",
    "struck",
    "missed",
    "aimed",
    "leads",
    "wasted",
    "idle",
    "undone",
    "new",
  ];
  const verdicts = [{ kind: "idle" }, { kind: "harmless" }, ...reasons.map((by) => ({ kind: "losses", by }))];
  for (const verdict of verdicts) assert.match(verdictWords({ ...about, ...verdict }), /^Abel [^{]*\.$/);
  assert.match(verdictWords({ ...about, kind: "losses", by: "missed" }), /4 of 9 moves, mostly by not casting/);
});
