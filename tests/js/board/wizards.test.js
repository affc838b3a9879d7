import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { mostMonsters, standing, wizardCards } from "../../../static/js/board/wizards.js";
import { view } from "../frames.js";
import { wordsOf } from "../templates.js";

const wizard = (name) => ({ name, hp: 15, max_hp: 15, alive: true, surrendered: false, effects: {}, gender: "x" });

const cards = (missed) => wordsOf(wizardCards(view({ wizards: [wizard("Black"), wizard("White")] }), { missed }));

test("a card warns of the wizard's consecutive time-outs", () => {
  assert.match(cards({ White: 1 }), /Out of time once\. Running out of time three times in a row forfeits the duel\./);
  assert.match(cards({ White: 2 }), /Out of time twice in a row\. Running out of time once more forfeits the duel\./);
  assert.doesNotMatch(cards({ White: 0 }), /Out of time/);
});

test("only the dead count as dead, and those who surrendered are out too", () => {
  const classes = (changes) => standing(view(), { ...wizard("White"), ...changes }, {}).split(" ");
  assert.deepEqual(classes({ surrendered: true }), ["out"]);
  assert.deepEqual(classes({ alive: false }), ["out", "dead"]);
});

test("the most monsters are counted over all views, those of no wizard apart", () => {
  const monster = (owner, alive = true) => ({ owner, alive });
  const views = [
    [monster("Black"), monster("Black", false)],
    [monster("Black"), monster("Black"), monster("White"), monster(null)],
    [monster("White")],
  ].map((monsters) => view({ monsters, wizards: ["Black", "White", "Grey"].map(wizard) }));
  assert.deepEqual(mostMonsters(views), { owned: 2, loose: 1 });
});
