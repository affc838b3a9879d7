import "../templates.js";
import assert from "node:assert/strict";
import test from "node:test";

import { talk, withLine } from "../../../static/js/lobby/chat.js";
import { here, offers, withOnline } from "../../../static/js/lobby/offers.js";
import { markupOf, wordsOf as textOf } from "../templates.js";

const frame = {
  here: ["Black", "White"],
  mages: ["Black", "White"],
  ratings: { Black: "1500", White: "1542" },
  bots: [],
  users: { Black: "black", White: "white" },
  followed: [],
};
const offer = {
  challenger: "White",
  challenger_url: "/mage/White/",
  rating: "1542",
  rated: true,
  named: [],
  bots: [],
  is_bots: false,
  club: "",
  private: false,
  to_me: false,
  book: "Classic",
  clock: "2 minutes per round",
  melee: "",
  terms: "",
  differs: "",
  comment: "",
  url: "/challenge/x/",
  label: "View White’s challenge",
  button: "View",
  accepts: "",
};

test("people who were online elsewhere join those in the lobby", () => {
  const all = withOnline(frame, [
    { name: "White", rating: "1", is_bot: false, user: "white", is_followed: false },
    { name: "Red", rating: "", is_bot: true, user: "ruby", is_followed: true },
    { name: "Guest", rating: "", is_bot: false, user: "", is_followed: false },
  ]);
  assert.deepEqual(all.here, ["Black", "White", "Red", "Guest"]);
  assert.equal(all.ratings.White, "1542");
  assert.deepEqual(all.bots, ["Red"]);
  const told = textOf(here(all, "Black"));
  assert.match(told, /Black\s+you.*White.*1542.*Challenge.*Red.*New.*Challenge/s);
  assert.doesNotMatch(told, /Follow/);
  assert.match(
    textOf(here(all, "Black", true)),
    /White.*1542\s+Follow\s+Challenge.*Red.*New\s+Unfollow.*Guest\s+New\s+Challenge$/s,
  );
});

test("an opponent in the user's own duel links to it instead of a challenge", () => {
  const all = withOnline(frame, [{ name: "White", user: "white", duel: "/duel/x/" }]);
  assert.match(markupOf(here(all, "Black")), /href=\/duel\/x\/>Go to your duel/);
  assert.doesNotMatch(textOf(here(all, "Black")), /Challenge/);
});

test("a row has the stakes and the rating", () => {
  assert.match(textOf(offers([offer])), /White\s+1542\s+Rated.*2 minutes per round · Classic.*View/s);
  assert.match(
    textOf(offers([{ ...offer, melee: "Melee for 4 · 1 joined" }])),
    /1542\s+Melee for 4 · 1 joined\s+Rated/,
  );
  assert.match(textOf(offers([{ ...offer, rated: false, rating: "" }])), /New\s+Casual/);
  assert.match(textOf(offers([{ ...offer, club: "Newts United" }])), /1542\s+Newts United\s+Rated/);
  assert.match(textOf(offers([])), /Create one, or duel a computer player/);
});

test("a user with one mage accepts a casual challenge in its row", () => {
  const casual = { ...offer, rated: false, accepts: "Accept White’s challenge" };
  const way = { mage: "7", token: "t" };
  const form = /<form method="post" action=\/challenge\/x\/>.*name="mage" value=7>.*Accept<\/button>/s;
  assert.match(markupOf(offers([casual], way)), form);
  assert.match(textOf(offers([casual], way)), /Accept\s+View/);
  for (const list of [offers([casual], {}), offers([offer], way)]) assert.doesNotMatch(markupOf(list), /form/);
});

const line = (id, by, text) => ({ id, by, text, path: null, is_bot: false, at: 1_789_999_990_000 });

test("a line is shown once and can be reported by others", () => {
  const lines = withLine(withLine([], line(1, "White", "Hello")), line(1, "White", "Hello"));
  assert.equal(lines.length, 1);
  assert.match(textOf(talk(lines, "/report/", "Black")), /White.*report.*Hello/s);
  assert.doesNotMatch(textOf(talk(lines, "/report/", "White")), /report/);
  assert.match(textOf(talk([], "/report/", "White")), /No messages yet/);
});
