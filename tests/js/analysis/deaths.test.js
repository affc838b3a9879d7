import "../page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { deathWords } = await import("../../../static/js/analysis/deaths.js");

/** Return the sentences about a death, with the rounds that the page links. */
const words = (death) => deathWords(death).map(({ text, round }) => text.replace("{round}", round));

const DISEASE = {
  wizard: "Tansy",
  round: 14,
  died: true,
  cause: "disease",
  by: "Humor",
  mirror: "",
  begun: 3,
  cast: 8,
  stoppers: ["magic_mirror", "counter_spell"],
  reach: [],
  cures: ["cure_heavy_wounds", "remove_enchantment"],
  tried: [],
  chance: { round: 11, spell: "cure_heavy_wounds", hand: "left", missing: "DFPW" },
};

test("a sickness is described from its first gesture to the last chance for a cure", () => {
  assert.deepEqual(words(DISEASE), [
    "Disease killed Tansy in round 14.",
    "Humor began it in round 3 and cast it in round 8.",
    "Magic Mirror or Counter-spell in round 8 would have stopped it.",
    "Cure Heavy Wounds or Remove Enchantment could have cured it up to round 14.",
    "The last chance was round 11: Tansy needed D F P W for Cure Heavy Wounds.",
  ]);
});

test("an answer that the wizard could cast is named, and cures that failed", () => {
  const tried = [{ spell: "remove_enchantment", round: 13, stopper: "counter_spell" }];
  const told = words({ ...DISEASE, reach: ["counter_spell"], tried });
  assert.equal(told[2], "Counter-spell in round 8 would have stopped it, and Tansy could have cast it.");
  assert.equal(told[4], "Tansy cast Remove Enchantment in round 13, but Counter-spell stopped it.");
});

test("a wizard who surrendered with a cure in time learns of it", () => {
  const told = words({ ...DISEASE, died: false, round: 11, chance: { ...DISEASE.chance, missing: "W" } });
  assert.equal(told[0], "Tansy surrendered in round 11 while dying of Disease.");
  assert.equal(told.at(-1), "A cure could still have come in time: Cure Heavy Wounds lacked only W.");
});

const FINGER = {
  ...{ wizard: "Tansy", round: 8, died: true, cause: "finger_of_death", by: "Humor", mirror: "", begun: 1, cast: 8 },
  ...{ stoppers: ["magic_mirror", "dispel_magic"], reach: [], breakers: ["anti_spell"] },
  chance: { round: 7, spell: "magic_mirror", hand: "left", missing: "cw" },
};

test("a spell that kills at once can be stopped or broken off", () => {
  assert.deepEqual(words(FINGER), [
    "Finger of Death killed Tansy in round 8.",
    "Humor began it in round 1.",
    "Magic Mirror or Dispel Magic in round 8 would have stopped it.",
    "Anti-spell could have interrupted it up to round 7.",
    "The last chance was round 7: Tansy needed c w for Magic Mirror.",
  ]);
  const back = { ...FINGER, by: "Tansy", mirror: "Humor", stoppers: [], breakers: [], chance: null };
  assert.deepEqual(words(back), [
    "Finger of Death killed Tansy in round 8.",
    "Tansy began it in round 1 and cast it in round 8, but Humor’s mirror reflected it.",
  ]);
});

test("damage is listed by source, with the answer to the largest and the last rescue", () => {
  const blow = { by: "Humor", monsters: [], stoppers: ["shield", "counter_spell", "protection"] };
  const blows = [
    { ...blow, cause: "monster", monsters: ["Gog", "Yag"], points: 9, rounds: [4, 5, 9] },
    { ...blow, cause: "magic_missile", points: 3, rounds: [8] },
    { ...blow, cause: "fireball", by: "Tansy", mirror: "", points: 2, rounds: [7] },
    { ...blow, cause: "stab", points: 1, rounds: [2] },
  ];
  const death = { wizard: "Tansy", round: 9, died: true, cause: "wounds", blows, until: 9, reach: ["shield"] };
  assert.deepEqual(words(death), [
    "Damage killed Tansy in round 9.",
    "The damage: 9 points from Humor’s Gog and Yag between rounds 4 and 9, 3 points from Magic Missile in round 8, 2 points from Tansy’s own Fireball in round 7 and 1 other point.",
    "Shield or Counter-spell in the same round would have stopped Humor’s Gog and Yag.",
    "In round 9, Tansy could have survived with Shield.",
  ]);
  assert.match(
    words({ ...death, blows: [{ ...blows[2], mirror: "Humor" }] })[1],
    /2 points from Tansy’s own Fireball \(reflected by Humor’s mirror\) in round 7/,
  );
  assert.match(words({ ...death, until: 6 }).at(-1), /^The last chance was round 6: .* with Shield/);
  assert.equal(words({ ...death, reach: [] }).at(-1), "In round 9, Tansy would have survived by doing nothing.");
  assert.match(words({ ...death, until: 6, reach: [] }).at(-1), /by doing nothing in round 6\.$/);
});

test("a wizard who gave up and died is named too", () => {
  const given = { wizard: "Tansy", round: 3, died: true, cause: "forfeit" };
  assert.deepEqual(words(given), ["Tansy gave up in round 3 and died."]);
});
