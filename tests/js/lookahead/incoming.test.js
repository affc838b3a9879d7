import assert from "node:assert/strict";
import test from "node:test";

import { incoming } from "../../../static/js/lookahead/incoming.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { request, spell, view } from "../frames.js";

const SPELL_FACTS = { shield: { gestures: ["P"], worth: 0.3, class: "protection" } };
const OWN = { whole: true, left: [{ P: ["shield"] }], right: [{ P: ["shield"] }], stops: [] };
const THREATS = [
  { by: "Yag", kind: "goblin", attack: 1 },
  { by: "Lunk", kind: "ogre", attack: 2 },
];

const duel = (threats, attacks = { monster: ["shield"] }) => ({
  view: view({ viewer: "Black" }),
  ahead: null,
  request: request({
    threats,
    completes: { left: { P: [spell("shield", { target: "Black" })] }, right: {}, both: {} },
    ahead: { wizards: { Black: OWN }, attacks },
  }),
});

const picks = (changes) => ({ ...noPicks(), ...changes });

test("monster attacks are one sum, with the gesture that stops them", () => {
  const coming = incoming(duel(THREATS), picks({ left: "-", right: "-" }), SPELL_FACTS);
  assert.deepEqual(coming, { text: "3 damage incoming. Shield (P) stops it.", isMet: false });
});

test("the hand is named if only one can stop the attacks", () => {
  const one = duel(THREATS);
  one.request.ahead.wizards.Black = { ...OWN, left: [{ P: [] }] };
  const coming = incoming(one, picks({ left: "-", right: "-" }), SPELL_FACTS);
  assert.deepEqual(coming, { text: "3 damage incoming. P with the right hand stops it.", isMet: false });
});

test("a gesture that casts another spell unless the player chooses is no advice", () => {
  const one = duel(THREATS);
  const shield = spell("shield", { target: "Black" });
  const resting = picks({ left: "-", right: "-" });
  one.request.completes.right = { P: [spell("amnesia"), shield] };
  assert.equal(incoming(one, resting, SPELL_FACTS).text, "3 damage incoming. P with the left hand stops it.");
  one.request.completes.left = { P: [spell("cause_light_wounds"), shield] };
  assert.equal(incoming(one, resting, SPELL_FACTS).text, "3 damage incoming. Shield (P) stops it.");
});

test("a picked gesture that could stop the attacks asks for the right spell", () => {
  const one = duel(THREATS);
  one.request.completes.right = { P: [spell("amnesia"), spell("shield", { target: "Black" })] };
  const palm = picks({ left: "-", right: "P" });
  assert.deepEqual(incoming(one, palm, SPELL_FACTS), {
    text: "3 damage incoming. Choose Shield instead of Amnesia to stop it.",
    isMet: false,
  });
  assert.equal(incoming(one, { ...palm, cast: { right: "shield" } }, SPELL_FACTS).isMet, true);
});

test("only the right spell at the viewer stops the attacks", () => {
  const shielded = picks({ left: "P", right: "-" });
  assert.deepEqual(incoming(duel(THREATS), shielded, SPELL_FACTS), {
    text: "3 damage incoming. Shield stops it.",
    isMet: true,
  });
  assert.equal(incoming(duel(THREATS), { ...shielded, target: { left: "White" } }, SPELL_FACTS).isMet, false);
});

test("a spell that stops one of two attacks does not stop both", () => {
  const attacks = { goblin: ["shield"], ogre: [] };
  assert.deepEqual(incoming(duel(THREATS, attacks), picks({ left: "P", right: "-" }), SPELL_FACTS), {
    text: "2 damage incoming.",
    isMet: false,
  });
});

test("a charmed monster does not attack the viewer", () => {
  const one = duel(THREATS);
  one.request.completes.left = { D: [spell("charm_monster", { target: "Lunk" })] };
  const facts = { ...SPELL_FACTS, charm_monster: { gestures: ["PSDD"], claims: "standing" } };
  assert.equal(incoming(one, picks({ left: "D" }), facts).text, "1 damage incoming. Shield (P) stops it.");
  one.request.completes.right = { P: [spell("shield", { target: "Black" })] };
  const both = incoming(one, picks({ left: "D", right: "P" }), facts);
  assert.deepEqual(both, { text: "3 damage incoming. Your spells stop it.", isMet: true });
  one.request.threats = [THREATS[1]];
  assert.equal(incoming(one, picks({ left: "D" }), facts).text, "2 damage incoming. Charm Monster stops it.");
});

test("a spell aimed at the wrong being stops nothing", () => {
  const one = duel([THREATS[1]], { monster: ["shield", "charm_monster"] });
  const facts = { ...SPELL_FACTS, charm_monster: { gestures: ["PSDD"], claims: "standing" } };
  one.request.completes.left = {
    D: [spell("charm_monster", { target: "Black" })],
    P: [spell("shield", { target: "Lunk" })],
  };
  for (const left of ["D", "P"]) assert.equal(incoming(one, picks({ left }), facts).isMet, false);
});

test("without attacks, or without a request for orders, there is no text", () => {
  assert.equal(incoming(duel([]), noPicks(), SPELL_FACTS), null);
  assert.equal(incoming({ ...duel(THREATS), request: null }, noPicks(), SPELL_FACTS), null);
});
