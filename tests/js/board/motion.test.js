import assert from "node:assert/strict";
import test from "node:test";

import { motionsOf } from "../../../static/js/board/motion.js";

const damage = (cause, by, subject = "White") => ({ type: "damage", cause, by, subject, points: 1 });

test("a spell flies from its caster, and monsters and knives step forward", () => {
  assert.deepEqual(motionsOf([damage("magic_missile", "Black"), damage("monster", "Grunt"), damage("stab", "Black")]), [
    { kind: "flies", from: "Black", to: "White" },
    { kind: "steps", from: "Grunt", to: "White" },
    { kind: "steps", from: "Black", to: "White" },
  ]);
});

test("a storm, a spell of two casters and a spell on oneself do not fly", () => {
  assert.deepEqual(
    motionsOf([
      damage("fire_storm", "Black"),
      damage("magic_missile", null),
      damage("magic_missile", "White"),
      { type: "hurt", subject: "White", points: 2 },
    ]),
    [],
  );
});

test("shields flash when they appear and when they stop an attack", () => {
  assert.deepEqual(
    motionsOf([
      { type: "shielded", subject: "White", spell: "shield" },
      { type: "attack", attacker: "Grunt", victim: "White", result: "deflected" },
      { type: "attack", attacker: "Grunt", victim: "Black", result: "misses" },
    ]),
    [
      { kind: "flashes", to: "White" },
      { kind: "steps", from: "Grunt", to: "White" },
      { kind: "steps", from: "Grunt", to: "Black" },
    ],
  );
});

test("a reflected spell flies to the mirror, which flashes", () => {
  assert.deepEqual(motionsOf([{ type: "reflected", caster: "Black", mirror: "White", spell: "fear" }]), [
    { kind: "flies", from: "Black", to: "White" },
    { kind: "flashes", to: "White" },
  ]);
});
