import assert from "node:assert/strict";
import { test } from "node:test";
import { unreadOf } from "../../../static/js/board/unread.js";

test("the lines of others that came since the talk was open are unread", () => {
  let isOpen = false;
  const unread = unreadOf(
    () => isOpen,
    (by) => by === "me",
  );
  assert.equal(unread(["White"]), 0); // from before the page
  assert.equal(unread(["White", "me"]), 0);
  assert.equal(unread(["White", "me", "White", "me"]), 1);
  isOpen = true;
  assert.equal(unread(["White", "me", "White", "me"]), 0);
  isOpen = false;
  assert.equal(unread(["White", "me", "White", "me", "White"]), 1);
  assert.equal(unread([]), 0); // hidden
});
