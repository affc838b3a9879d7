import "../page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { round, view } from "../frames.js";

const { deathTexts } = await import("../../../static/js/board/deaths.js");

const dies = (wizard, cause = "wounds") => ({ type: "dies", wizard, cause });
const hit = (subject, points, cause, by) => ({ type: "damage", subject, points, cause, by });

/** Return the texts of a duel whose last round has these events; the others won, or nobody. */
function told(events, { viewer = "Black", hp = {}, winners = ["White"], earlier = [] } = {}) {
  const killed = [...earlier, ...events].filter(({ type }) => type === "dies").map(({ wizard }) => wizard);
  const result = { outcome: winners.length ? "victory" : "draw", winners, killed, surrendered: [] };
  return deathTexts(
    view({
      viewer,
      result,
      rounds: [
        { ...round(1), events: earlier },
        { ...round(2), events, hp },
      ],
    }),
  ).join(" ");
}

test("a death by wounds tells the last hit points and all that took them", () => {
  const bolt = [hit("Black", 5, "lightning_bolt", "White"), dies("Black")];
  assert.equal(told(bolt), "You lost your last 5 hit points to White’s Lightning Bolt.");
  assert.equal(told(bolt, { viewer: "White" }), "Black lost the last 5 hit points to your Lightning Bolt.");
  assert.equal(told(bolt, { hp: { Black: -4 } }), "You lost your last hit point to White’s Lightning Bolt.");
  const many = [
    hit("Black", 1, "stab", "White"),
    hit("Black", 2, "monster", "Gog"),
    hit("Black", 5, "fireball", "Black"),
  ];
  assert.equal(
    told([...many, dies("Black")], { hp: { Black: 0 } }),
    "You lost your last 8 hit points to Gog, White’s knife and your own Fireball.",
  );
  const pack = ["Gog", "Borg", "Nib", "Thud"].map((by) => hit("Black", 1, "monster", by));
  assert.equal(told([...pack, dies("Black")]), "You lost your last 4 hit points to 4 monsters.");
  assert.equal(told([{ type: "hurt", subject: "Black", points: 3 }, dies("Black")]), "");
});

test("a spell that kills is named, with its caster unless it was reflected", () => {
  const cast = (target) => ({ type: "cast", caster: "White", spell: "finger_of_death", target });
  const death = dies("Black", "finger_of_death");
  assert.equal(told([cast("Black"), death]), "White’s Finger of Death killed you.");
  assert.equal(told([cast("Black"), death], { viewer: "White" }), "Your Finger of Death killed Black.");
  assert.equal(told([cast("Grey"), death]), "Finger of Death killed you.");
  assert.equal(told([dies("Black", "forfeit")]), "");
});

test("losers read of their own death, others of those in the last round", () => {
  const deaths = { earlier: [dies("Black", "disease")] };
  assert.equal(told([dies("Grey", "poison")], deaths), "Disease killed you.");
  assert.equal(told([dies("Grey", "poison")], { ...deaths, viewer: "White" }), "Poison killed Grey.");
  const both = [dies("White", "poison"), dies("Black", "disease")];
  assert.equal(told(both, { winners: [] }), "Disease killed you. Poison killed White.");
});
