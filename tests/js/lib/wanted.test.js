import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { missingText, setWanted } = await import("../../../static/js/lib/wanted.js");

test("the seal names the next gesture that the guide asks for and that is not picked yet", () => {
  assert.equal(missingText({ left: null, right: null }), "");
  setWanted({ left: "W", right: "S" });
  assert.equal(missingText({ left: null, right: null }), "Choose W with your left hand");
  assert.equal(missingText({ left: "C", right: null }), "Choose S with your right hand");
  assert.equal(missingText({ left: "C", right: "D" }), "");
  setWanted({ left: ">", right: "-" });
  assert.equal(missingText({ left: null, right: null }), "Choose > (stab) with your left hand");
  setWanted(null);
  assert.equal(missingText({ left: null, right: null }), "");
});

test("a strict guide says which gesture is wrong", () => {
  setWanted({ left: "S", right: "-" }, { only: true });
  assert.equal(missingText({ left: "S", right: "P" }), "Right hand: choose – (nothing) instead of P");
  assert.equal(missingText({ left: "S", right: "-" }), "");
  setWanted(null);
});
