import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { missingText, setWanted } = await import("../../../static/js/lib/wanted.js");

test("the seal names the gestures that the guide asks for and that are not picked yet", () => {
  assert.equal(missingText({ left: null, right: null }), "");
  setWanted({ left: "W", right: "S" });
  assert.equal(missingText({ left: null, right: null }), "Choose W and S to continue");
  assert.equal(missingText({ left: "C", right: null }), "Choose S to continue");
  assert.equal(missingText({ left: "C", right: "D" }), "");
  setWanted({ left: ">", right: "-" });
  assert.equal(missingText({ left: null, right: null }), "Choose > (stab) and – (nothing) to continue");
  setWanted({ left: "C", right: "C" });
  assert.equal(missingText({ left: null, right: null }), "Choose C to continue");
  setWanted(null);
  assert.equal(missingText({ left: null, right: null }), "");
});

test("a strict guide also asks for another gesture where a wrong one is picked", () => {
  setWanted({ left: "S", right: "-" }, { only: true });
  assert.equal(missingText({ left: "S", right: "P" }), "Choose – (nothing) to continue");
  assert.equal(missingText({ left: "S", right: "-" }), "");
  setWanted(null);
});
