import assert from "node:assert/strict";
import test from "node:test";

import { threatText } from "../../../static/js/lookahead/threat-text.js";
import { view } from "../frames.js";

const SPELL_FACTS = {
  fireball: { gestures: ["FSSDD"], worth: 20 },
  magic_missile: { gestures: ["SD"], worth: 4 },
  fear: { gestures: ["SWD"], worth: 2 },
  amnesia: { gestures: ["DPP"], worth: 1 },
  shield: { gestures: ["P"], worth: 1, class: "protection", default: "self", role: "shield" },
  cure_light_wounds: { gestures: ["DFW"], worth: 2, class: "protection", default: "self" },
  protection: { gestures: ["WWP"], worth: 3, class: "enchantment", default: "self", guards: true },
  raise_dead: { gestures: ["DWWFWC"], worth: 3, class: "protection", default: "self", role: "raise", claims: "fallen" },
  dispel_magic: { gestures: ["CDPW"], worth: 3, class: "protection", default: "self", role: "dispel" },
};

const hands = (left) => ({ whole: true, left: [left, {}, {}], right: [{}, {}, {}], stops: [{}, {}, {}] });

const ahead = (wizards) => ({ wizards, attacks: {} });

const duel = (...wizards) => ({
  view: view({ wizards }),
  request: { threats: [{ by: "Lunk", kind: "ogre", attack: 2 }] },
});

test("attacks come first, then the worst spells of the next round with missing gestures", () => {
  const one = duel({ name: "Black" }, { name: "White" });
  const known = ahead({ Black: hands({ D: ["fireball"] }), White: hands({ D: ["fear", "magic_missile"] }) });
  assert.equal(threatText(one, known, SPELL_FACTS), "Lunk attacks for 2 · Magic Missile (D), Fear (D)");
});

test("three of many spells are named", () => {
  const one = duel({ name: "Black" }, { name: "White" });
  const known = ahead({ White: hands({ D: ["fear", "magic_missile", "fireball"], P: ["amnesia"] }) });
  assert.match(threatText(one, known, SPELL_FACTS), /Fireball \(D\), Magic Missile \(D\), Fear \(D\) and 1 more$/);
});

test("an ally's spells are no threat", () => {
  const one = duel({ name: "Black", team: 1 }, { name: "Grey", team: 1 }, { name: "White", team: 2 });
  const known = ahead({ Grey: hands({ D: ["fireball"] }), White: hands({ D: ["fear"] }) });
  assert.equal(threatText(one, known, SPELL_FACTS), "Lunk attacks for 2 · White: Fear (D)");
});

test("spells that only protect their caster are no threat", () => {
  const one = { ...duel({ name: "Black" }, { name: "White" }), request: null };
  const harmless = ahead({ White: hands({ WP: ["protection"], W: ["cure_light_wounds"], PP: ["shield"] }) });
  assert.equal(threatText(one, harmless, SPELL_FACTS), "");
  const known = ahead({ White: hands({ W: ["cure_light_wounds", "dispel_magic"], C: ["raise_dead"], D: ["fear"] }) });
  assert.equal(threatText(one, known, SPELL_FACTS), "Dispel Magic (W), Raise Dead (C), Fear (D)");
});

test("without anything begun there is no threat", () => {
  const calm = { ...duel({ name: "Black" }, { name: "White" }), request: null };
  assert.equal(threatText(calm, ahead({}), SPELL_FACTS), "");
});

test("spectators see whose spells the threats are", () => {
  const watched = { view: view({ viewer: null, wizards: [{ name: "Black" }, { name: "White" }] }), request: null };
  const known = ahead({ Black: hands({ D: ["fireball"] }), White: hands({ D: ["fear"] }) });
  assert.equal(threatText(watched, known, SPELL_FACTS), "Black: Fireball (D), White: Fear (D)");
});
