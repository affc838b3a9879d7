import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { gesturePicker } from "../../../static/js/lookahead/gesture-picker.js";
import { valuesOf } from "../templates.js";

test("each gesture to pick has its name as a tooltip, with what it would complete", () => {
  const marked = (gesture) => (gesture === "P" ? "completes Shield" : "");
  const picker = gesturePicker({ name: "if-left", label: "Left", hand: "left", picked: "", marked }, () => {});
  const titles = valuesOf(picker, "title");
  assert.deepEqual(titles.slice(0, 4), ["clap", "point", "fingers", "palm; completes Shield"]);
});
