import assert from "node:assert/strict";
import test from "node:test";

import { worstThreat } from "../../../static/js/lookahead/threat-text.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { request, spell, view } from "../frames.js";

const SPELL_FACTS = {
  fireball: { gestures: ["FSSDD"], worth: 20 },
  magic_missile: { gestures: ["SD"], worth: 4 },
  fear: { gestures: ["SWD"], worth: 2 },
  amnesia: { gestures: ["DPP"], worth: 1 },
  summon_goblin: { gestures: ["SFW"], worth: 14, default: "self", makes: "goblin" },
  counter_spell: { gestures: ["WPP"], worth: 3, class: "protection", default: "self", role: "counter" },
  shield: { gestures: ["P"], worth: 1, class: "protection", default: "self", role: "shield" },
  cure_light_wounds: { gestures: ["DFW"], worth: 2, class: "protection", default: "self" },
  protection: { gestures: ["WWP"], worth: 3, class: "enchantment", default: "self", guards: true },
  raise_dead: { gestures: ["DWWFWC"], worth: 3, class: "protection", default: "self", role: "raise", claims: "fallen" },
  dispel_magic: { gestures: ["CDPW"], worth: 3, class: "protection", default: "self", role: "dispel" },
};

const hands = (left) => ({ whole: true, left: [left, {}, {}], right: [{}, {}, {}], stops: [{}, {}, {}] });

const duel = (wizards, known, changes = {}) => ({
  view: view({ viewer: "Black", wizards, ...changes }),
  ahead: null,
  request: request({
    threats: [],
    completes: { left: { P: [spell("shield", { target: "Black" })] }, right: {}, both: {} },
    ahead: { wizards: known, attacks: { monster: ["shield"] } },
  }),
});

const TWO = [{ name: "Black" }, { name: "White" }];
const OWN = { whole: true, left: [{ P: ["shield"] }, {}, {}], right: [{ P: ["shield"] }, {}, {}], stops: [{}, {}, {}] };

const worst = (one, picks = {}) => worstThreat(one, { ...noPicks(), ...picks }, SPELL_FACTS);

test("the worst spell of this round is named, with the gesture that stops it", () => {
  const white = { ...hands({ D: ["fear", "magic_missile"] }), stops: [{ magic_missile: ["shield"] }, {}, {}] };
  const one = duel(TWO, { Black: OWN, White: white });
  assert.deepEqual(worst(one), { text: "White can cast Magic Missile this round. Shield (P) stops it.", isMet: false });
  assert.deepEqual(worst(one, { left: "P" }), {
    text: "White can cast Magic Missile this round. Your Shield stops it.",
    isMet: true,
  });
});

test("a picked gesture that casts another spell is no answer", () => {
  const white = { ...hands({ D: ["magic_missile"] }), stops: [{ magic_missile: ["shield"] }, {}, {}] };
  const one = duel(TWO, { Black: OWN, White: white });
  one.request.completes.right = { P: [spell("amnesia"), spell("shield", { target: "Black" })] };
  const threat = "White can cast Magic Missile this round.";
  assert.equal(worst(one).text, `${threat} P with the left hand stops it.`);
  assert.equal(worst(one, { right: "P" }).text, `${threat} Choose Shield instead of Amnesia to stop it.`);
});

test("a counter to a spell that its caster casts on themselves must be aimed at the caster", () => {
  const white = { ...hands({ W: ["summon_goblin"] }), stops: [{ summon_goblin: ["counter_spell"] }, {}, {}] };
  const one = duel(TWO, { Black: { ...OWN, right: [{ P: ["counter_spell"] }, {}, {}] }, White: white });
  one.request.completes.right = { P: [spell("counter_spell", { target: "Black" })] };
  const threat = "White can cast Summon Goblin this round.";
  const advice = { text: `${threat} Counter Spell (P) on White stops it.`, isMet: false };
  assert.deepEqual(worst(one), advice);
  assert.deepEqual(worst(one, { right: "P" }), advice);
  assert.deepEqual(worst(one, { right: "P", target: { right: "White" } }), {
    text: `${threat} Your Counter Spell stops it.`,
    isMet: true,
  });
});

test("a shield does not stop a summoned monster, but its first attack", () => {
  const one = duel(TWO, { Black: OWN, White: hands({ W: ["summon_goblin"] }) });
  const threat = "White can cast Summon Goblin this round.";
  assert.deepEqual(worst(one), { text: `${threat} Shield (P) stops the monster’s first attack.`, isMet: false });
  assert.deepEqual(worst(one, { left: "P" }), {
    text: `${threat} Your Shield stops the monster’s first attack.`,
    isMet: true,
  });
  one.request.completes.left = { P: [spell("amnesia", { target: "White" }), spell("shield", { target: "Black" })] };
  assert.equal(
    worst(one, { left: "P" }).text,
    `${threat} Choose Shield instead of Amnesia to stop the monster’s first attack.`,
  );
});

test("a grave spell that the picks do not stop comes before one that they stop", () => {
  const white = { ...hands({ W: ["summon_goblin"] }), right: [{ D: ["fireball"] }, {}, {}] };
  const one = duel(TWO, { Black: OWN, White: { ...white, stops: [{ fireball: ["shield"] }, {}, {}] } });
  one.request.ahead.attacks = {};
  assert.equal(worst(one, { left: "P" }).text, "White can cast Summon Goblin this round.");
});

test("a spell without an answer of one gesture has no second sentence", () => {
  const one = duel(TWO, { Black: OWN, White: hands({ D: ["fireball"] }) });
  assert.deepEqual(worst(one), { text: "White can cast Fireball this round.", isMet: false });
});

test("expected damage comes first, then what the picks do not stop", () => {
  const one = duel(TWO, { Black: OWN, White: hands({ D: ["fear"] }) });
  one.request.threats = [{ by: "Lunk", kind: "ogre", attack: 2 }];
  assert.equal(worst(one).text, "2 damage incoming. Shield (P) stops it.");
  assert.deepEqual(worst(one, { left: "P" }), { text: "White can cast Fear this round.", isMet: false });
});

test("a grave spell is worse than damage", () => {
  const one = duel(TWO, { Black: OWN, White: hands({ D: ["fireball"] }) });
  one.request.threats = [{ by: "Lunk", kind: "ogre", attack: 2 }];
  assert.equal(worst(one).text, "White can cast Fireball this round.");
});

test("damage that the picks stop has a sentence if there is nothing else", () => {
  const one = duel(TWO, { Black: OWN });
  one.request.threats = [{ by: "Lunk", kind: "ogre", attack: 2 }];
  assert.deepEqual(worst(one, { left: "P" }), { text: "2 damage incoming. Shield stops it.", isMet: true });
});

test("an ally's spells are no threat", () => {
  const wizards = [
    { name: "Black", team: 1 },
    { name: "Grey", team: 1 },
    { name: "White", team: 2 },
  ];
  const one = duel(wizards, { Black: OWN, Grey: hands({ D: ["fireball"] }), White: hands({ D: ["fear"] }) });
  assert.equal(worst(one).text, "White can cast Fear this round.");
});

test("spells that only protect their caster are no threat", () => {
  const harmless = hands({ WP: ["protection"], W: ["cure_light_wounds"], PP: ["shield"] });
  assert.equal(worst(duel(TWO, { Black: OWN, White: harmless })), null);
  const grave = hands({ W: ["cure_light_wounds", "dispel_magic"] });
  assert.equal(worst(duel(TWO, { Black: OWN, White: grave })).text, "White can cast Dispel Magic this round.");
});

test("without anything begun there is no threat", () => {
  assert.equal(worst(duel(TWO, { Black: OWN })), null);
});

test("spectators see whose spell the threat is", () => {
  const known = { Black: hands({ D: ["fireball"] }), White: hands({ D: ["fear"] }) };
  const watched = { view: view({ viewer: null, wizards: TWO }), request: null, ahead: { wizards: known, attacks: {} } };
  assert.deepEqual(worst(watched), { text: "Black can cast Fireball this round.", isMet: false });
});
