import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const FINISHED = JSON.parse(readFileSync(new URL("../finished-duels.json", import.meta.url), "utf8"));
const { spells } = FINISHED["bartle-sample"];
const FACTS = { ...spells, fear: { ...spells.fear, mind: "clashes" } };

globalThis.document = {
  documentElement: { lang: "en" },
  getElementById: () => ({ textContent: JSON.stringify(FACTS) }),
};
const { causeOf } = await import("../../../static/js/board/cause.js");

const WON = { outcome: "victory", winners: ["Black"], surrendered: [], killed: ["White"] };
const wizard = (name, hp) => ({ name, hp });
/** Return a duel that Black has won, with these events in its rounds, and these gestures in each. */
const lost = (rounds, changes = {}) => ({
  viewer: null,
  wizards: [wizard("Black", 8), wizard("White", 0)],
  result: WON,
  monsters: [],
  rounds: rounds.map(({ black = "--", events = [] }, at) => ({
    number: at + 1,
    gestures: { Black: { left: black[0], right: black[1] }, White: { left: "-", right: "-" } },
    events,
  })),
  ...changes,
});
const hurts = (points, cause, by) => ({ type: "damage", subject: "White", points, cause, by });
const casts = (spell, hand) => ({ type: "cast", caster: "Black", target: "White", spell, hand });
const appears = (monster) => ({ type: "appears", monster, owner: "Black" });
const strikes = (monster, points) => hurts(points, "monster", monster);

test("a monster is named with its rounds, its attacks, and the spells that stop it", () => {
  const cause = causeOf(
    lost([
      {},
      { events: [appears("Nib"), strikes("Nib", 2)] },
      { events: [strikes("Nib", 2)] },
      { events: [hurts(1, "stab", "Black")] },
    ]),
  );
  assert.deepEqual(cause, {
    number: 2,
    lesson: "monsters",
    text: "Nib, summoned in round 2, landed 2 hits on White for 4 points. A Shield would have blocked each hit.",
  });
});

test("a winner gets no advice", () => {
  const stabbed = [{ events: [hurts(4, "stab", "Black")] }];
  assert.equal(causeOf(lost(stabbed, { viewer: "Black" })).text, "You stabbed White for 4 points.");
});

test("several strikes of a spell are counted, with their rounds", () => {
  const strike = { events: [casts("magic_missile", "left"), hurts(2, "magic_missile", "Black")] };
  assert.match(
    causeOf(lost([strike, {}, strike])).text,
    /^Magic Missile hit White 2 times for 4 points\. It struck in rounds 1 and 3\. Shield/,
  );
});

test("the viewer is called you, but not in texts for others", () => {
  const strike = { events: [casts("magic_missile", "left"), hurts(2, "magic_missile", "Black")] };
  const bitten = [{ events: [appears("Nib")] }, { events: [strikes("Nib", 2)] }];
  const told = (rounds) => causeOf(lost(rounds, { viewer: "White" })).text;
  assert.match(told([strike, strike]), /^Magic Missile hit you 2 times for 4 points\./);
  assert.match(told(bitten), /^Nib, summoned in round 1, hit you once for 2 points\./);
  assert.match(told([{ events: [hurts(4, "stab", "Black")] }]), /^Black stabbed you for 4 points\./);
  assert.match(causeOf(lost(bitten, { viewer: "White" }), null).text, /landed 1 hit on White/);
});

test("a monster that appeared in the last round decided nothing", () => {
  const rounds = [{ events: [hurts(2, "stab", "Black")] }, { events: [appears("Og"), strikes("Og", 4)] }];
  assert.match(causeOf(lost(rounds)).text, /^Black stabbed White for 2 points/);
  assert.equal(causeOf(lost(rounds.slice(1))), null);
});

test("a spell is named with the round when it could be seen, and its counters", () => {
  const woven = [..."DFFDD"].map((letter) => ({ black: `-${letter}` }));
  woven[4].events = [casts("lightning_bolt", "right"), hurts(5, "lightning_bolt", "Black")];
  assert.deepEqual(causeOf(lost([{}, ...woven])), {
    number: 6,
    lesson: "counters",
    text:
      "Lightning Bolt hit White for 5 points. Its gestures (D F F D D) were visible from round 2. " +
      "Counter-spell (W P P) would have stopped it.",
  });
});

const SURRENDERED = { ...WON, killed: [], surrendered: ["White"] };
/** Return a duel that Black has won because White gave up with this many hit points. */
const givenUp = (rounds, hp, changes = {}) =>
  lost(rounds, { result: SURRENDERED, wizards: [wizard("Black", 11), wizard("White", hp)], ...changes });

test("a wizard who surrendered unhurt was beaten by the threats", () => {
  const rounds = [..."DFFDD"].map((letter) => ({ black: `-${letter}` }));
  rounds[1].events = [hurts(2, "magic_missile", "Black")];
  const monsters = [
    { name: "Nib", owner: "Black", alive: true },
    { name: "Gob", owner: "Black", alive: false },
    { name: "Mine", owner: "White", alive: true },
  ];
  assert.deepEqual(causeOf(givenUp(rounds, 11, { monsters })), {
    number: 5,
    lesson: "monsters",
    text:
      "White surrendered with 11 hit points left. " +
      "Threats: Black’s Nib and Black’s Lightning Bolt, one gesture away.",
  });
});

test("a wizard whom a mind spell holds back is no threat", () => {
  const rounds = [..."DFFDD"].map((letter) => ({ black: `-${letter}` }));
  rounds[3].events = [{ type: "begins", effect: "fear", subject: "Black" }];
  assert.equal(causeOf(givenUp(rounds, 11)), null);
});

test("a surrender without threats has no cause", () => {
  assert.equal(causeOf(givenUp([{ events: [hurts(4, "magic_missile", "Black")] }, {}], 11)), null);
});

test("a wizard who surrendered with less left than a blow had taken was beaten by it", () => {
  const cause = causeOf(givenUp([{ events: [hurts(9, "stab", "Black")] }, {}], 6));
  assert.match(cause.text, /^Black stabbed White for 9 points/);
});

test("in a melee that continues, the cause of a defeat is from before the wizard left", () => {
  const rounds = [
    { black: "S-" },
    { black: "F-", events: [{ type: "surrenders", wizard: "White" }] },
    { black: "D-" },
    { black: "S-" },
    { black: "--", events: [{ type: "dies", wizard: "Grey", cause: "stab" }] },
  ];
  const monsters = [{ name: "Nib", owner: "Black", alive: true }]; // they may have appeared later
  const cause = causeOf(givenUp(rounds, 8, { monsters }));
  assert.equal(cause.number, 2);
  assert.equal(
    cause.text,
    "White surrendered with 8 hit points left. Threats: Black’s Magic Missile, one gesture away.",
  );
});

test("an instant death comes before all damage", () => {
  const rounds = [
    { events: [hurts(9, "stab", "Black"), casts("disease", "left")] },
    { events: [{ type: "dies", wizard: "White", cause: "disease" }] },
  ];
  assert.match(causeOf(lost(rounds)).text, /^Disease killed White\. Counter-spell/);
});

test("a winner behind shields sends the loser to the lesson on shields", () => {
  const rounds = Array.from({ length: 4 }, () => ({
    events: [{ type: "shielded", subject: "Black" }, hurts(1, "stab", "Black")],
  }));
  const wizards = [wizard("Black", 14), wizard("White", 0)];
  assert.equal(causeOf(lost(rounds, { wizards })).lesson, "wall");
});

test("running duels, draws and several losers without a viewer have no cause", () => {
  const rounds = [{ events: [hurts(5, "stab", "Black")] }];
  const melee = { viewer: null, wizards: [wizard("Black", 8), wizard("White", 0), wizard("Grey", 0)] };
  for (const changes of [{ result: null }, { result: { ...WON, outcome: "draw" } }, melee])
    assert.equal(causeOf(lost(rounds, changes)), null);
});

const TOLD = {
  "bartle-sample": /^Clap of Lightning hit Black for 5 points\. Its gestures \(W D D c\) were visible from round 10/,
  "froodal-bung": /^Clap of Lightning hit Bung for 5 points/,
  "real/warlocks-12813": /^Fire Storm hit Birch for 5 points/,
  "real/warlocks-62869": /^Horrid Goblin, summoned in round 4, landed 6 hits on Juniper/,
  "real/warlocks-68587": /^Linden surrendered with 6 hit points left\. Threats: Maple’s Paralysis, one gesture away\.$/,
};

for (const [name, told] of Object.entries(TOLD))
  test(`what decided ${name}`, () => assert.match(causeOf(FINISHED[name].view)?.text ?? "", told));
