import assert from "node:assert/strict";
import test from "node:test";

import { meant, meantSpell, parse } from "../../../static/js/text/command-parser.js";

const TARGETS = [
  { ref: "Merlin", name: "Merlin" },
  { ref: "Morgana", name: "Morgana" },
  { ref: "Grub", name: "Grub" },
  { ref: "left:Merlin", name: "the monster of Merlin’s left hand" },
  { ref: "nobody", name: "nobody" },
];

test("both hands are typed as letters or words", () => {
  const both = { verb: "gestures", pair: "", left: "S", right: "W" };
  for (const line of [
    "S W",
    "sw",
    "snap wave",
    "s/w",
    "  snap   W ",
    "left S right W",
    "l snap; r wave",
    "Left s, and right w",
  ])
    assert.deepEqual(parse(line), both);
  assert.deepEqual(parse(">-"), { verb: "gestures", pair: "", left: ">", right: "-" });
  assert.deepEqual(parse("second d f"), { verb: "gestures", pair: "second", left: "D", right: "F" });
});

test("one hand may be typed, with a target", () => {
  assert.deepEqual(parse("left p"), { verb: "hand", pair: "", hand: "left", letter: "P" });
  assert.deepEqual(parse("r stab at the Lady"), {
    verb: "hand",
    pair: "",
    hand: "right",
    letter: ">",
    whom: "the Lady",
  });
  assert.deepEqual(parse("both at Merlin"), { verb: "hand", pair: "", hand: "both", whom: "Merlin" });
  assert.equal(parse("left").verb, "unknown");
  assert.equal(parse("left xyzzy").verb, "unknown");
  assert.equal(parse("both P").verb, "unknown");
});

test("spells, attacks and banked spells can be typed", () => {
  assert.deepEqual(parse("cast both fireball"), { verb: "cast", pair: "", hand: "both", spell: "fireball" });
  assert.deepEqual(parse("Grub attacks Merlin"), { verb: "attack", pair: "", monster: "Grub", victim: "Merlin" });
  assert.deepEqual(parse("second Grub attacks Merlin"), {
    verb: "attack",
    pair: "second",
    monster: "Grub",
    victim: "Merlin",
  });
  assert.deepEqual(parse("bank left"), { verb: "window", pair: "", field: "delay", hand: "left" });
  assert.deepEqual(parse("second keep both"), { verb: "window", pair: "second", field: "permanent", hand: "both" });
  assert.deepEqual(parse("release"), { verb: "release" });
});

test("commands ignore case, and other lines are unknown", () => {
  for (const [line, verb] of Object.entries({
    Seal: "seal",
    "take back": "back",
    "?": "help",
    who: "status",
    "give up": "up",
    "give up yes": "surely",
  })) {
    assert.equal(parse(line).verb, verb);
  }
  assert.deepEqual(parse("say Have at you!"), { verb: "say", rest: "Have at you!" });
  assert.deepEqual(parse("round 3"), { verb: "round", rest: "3" });
  assert.deepEqual(parse("abracadabra"), { verb: "unknown", text: "abracadabra" });
});

test("beings are found by their names or beginnings", () => {
  assert.equal(meant("merlin", TARGETS, "Morgana"), "Merlin");
  assert.equal(meant("gr", TARGETS, "Morgana"), "Grub");
  assert.equal(meant("m", TARGETS, "Morgana"), null);
  assert.equal(meant("me", TARGETS, "Morgana"), "Morgana");
  assert.equal(meant("nobody", TARGETS, "Morgana"), "nobody");
  assert.equal(meant("left:merlin", TARGETS, "Morgana"), "left:Merlin");
  assert.equal(meant("the monster of merlin's left hand", TARGETS, "Morgana"), "left:Merlin"); // a typewriter apostrophe
});

test("spells are found by name, whatever the spelling", () => {
  const options = [
    { spell: "anti_spell", name: "Anti-spell" },
    { spell: "magic_missile", name: "Magic Missile" },
  ];
  assert.equal(meantSpell("antispell", options), "anti_spell");
  assert.equal(meantSpell("Magic m", options), "magic_missile");
  assert.equal(meantSpell("fireball", options), null);
});
