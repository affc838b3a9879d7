import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "../../templates.js";

const { solutionRows } = await import("../../../../static/js/pages/puzzle/solution.js");

const rows = (count, play) =>
  Array.from({ length: count }, (_, at) => ({ play: `${play} ${at + 1}`, outcome: "ends." }));

test("five rows of a solution are shown, and the rest behind More", () => {
  assert.equal(
    wordsOf(solutionRows({ replies: rows(3, "reply"), others: rows(4, "try") })),
    "Replies reply 1 ends. reply 2 ends. Other tries try 1 ends. try 2 ends. try 3 ends. " +
      "More Replies reply 3 ends. Other tries try 4 ends.",
  );
  assert.equal(wordsOf(solutionRows({ replies: [], others: rows(1, "try") })), "Other tries try 1 ends.");
});
