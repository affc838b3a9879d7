import assert from "node:assert/strict";
import { test } from "node:test";
import { iconOf } from "../../../static/js/board/event-icons.js";

test("a wizard who surrenders has a flag, and one whose time ended a clock", () => {
  const drawn = (how) => iconOf({ type: "surrenders", how });
  assert.equal(drawn("palms"), "surrender");
  for (const how of ["timeout", "absence", "ruling"]) assert.equal(drawn(how), "clock");
});
