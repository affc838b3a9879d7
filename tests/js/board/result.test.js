import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { round, view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

document.getElementById = () => ({ textContent: "{}" }); // the spell book has no spells
const { resultBanner } = await import("../../../static/js/board/result.js");

const wizard = (name) => ({ name, hp: 15, max_hp: 15, alive: true, surrendered: false, effects: {}, gender: "x" });
const WIZARDS = [wizard("Black"), wizard("White")];

const lost = { outcome: "victory", winners: ["White"], surrendered: ["Black"], killed: [] };

/** Return the banner of a duel that Black gave up in this round. */
const banner = (number, { missed = {}, turned } = {}) =>
  resultBanner(
    {
      view: view({
        number,
        wizards: WIZARDS,
        result: lost,
        rounds: [...Array(number).keys()].map((at) => round(at + 1)),
      }),
      missed,
    },
    { replay: "/replay/x/", turned },
  );

test("the result says that a wizard lost by three time-outs", () => {
  assert.match(
    wordsOf(banner(3, { missed: { Black: 3 } })),
    /You lose Wh Bl You ran out of time three rounds in a row\. Lobby/,
  );
  assert.doesNotMatch(wordsOf(banner(3)), /out of time/);
});

test("the result says that the site decided the duel, and not that someone surrendered", () => {
  const told = (how, viewer) => {
    const end = { ...round(1), events: [{ type: "surrenders", how, wizard: "Black" }] };
    return wordsOf(
      resultBanner(
        { view: view({ viewer, number: 1, wizards: WIZARDS, result: lost, rounds: [end] }), missed: {} },
        { replay: "/replay/x/" },
      ),
    );
  };
  assert.match(told("absence", "Black"), /^You lose Wh Bl You didn’t show up in time\./);
  assert.match(told("absence", "White"), /^You win Wh Bl Black didn’t show up in time\./);
  assert.match(told("ruling", "White"), /^You win Wh Bl Time was up, so hit points decided\./);
  assert.match(told("timeout", "Black"), /^You lose Wh Bl You ran out of time\./);
  assert.match(told("timeout", "White"), /^You win Wh Bl Black ran out of time\./);
  for (const how of ["ruling", "timeout"]) assert.doesNotMatch(told(how, "Black"), /surrender/);
});

test("the result says once that both ran out of time, and addresses the viewer", () => {
  const losers = ["Black", "White"];
  const end = { ...round(3), events: losers.map((wizard) => ({ type: "surrenders", how: "timeout", wizard })) };
  const result = { outcome: "draw", winners: [], surrendered: losers, killed: [] };
  const told = (missed, viewer = null) =>
    wordsOf(
      resultBanner(
        { view: view({ viewer, number: 3, wizards: WIZARDS, result, rounds: [end] }), missed },
        { lobby: "/lobby/" },
      ),
    );
  const thrice = "ran out of time three rounds in a row.";
  assert.equal(told({ Black: 3, White: 3 }), `A draw Bl Wh Black and White ${thrice} Lobby`);
  assert.equal(told({ Black: 3, White: 3 }, "White"), `A draw Bl Wh You and Black ${thrice} Lobby`);
  assert.equal(told({ Black: 3, White: 1 }, "Black"), "A draw Bl Wh You and White ran out of time. Lobby");
});

test("a draw by deaths names the dead, and not once more that it is a draw", () => {
  const result = { outcome: "draw", winners: [], surrendered: [], killed: ["Black", "White"] };
  const ended = (viewer) => view({ viewer, number: 1, wizards: WIZARDS, result, rounds: [round(1)] });
  assert.match(wordsOf(resultBanner({ view: ended(null), missed: {} }, {})), /^A draw Bl Wh Black and White died\./);
  assert.match(wordsOf(resultBanner({ view: ended("White"), missed: {} }, {})), /^A draw Bl Wh You and Black died\./);
});

test("the result leads to the analysis, and to the turning point if it is known", () => {
  assert.match(markupOf(banner(3)), /class="button " href=\/replay\/x\/#analyse>Analyse</);
  assert.match(markupOf(banner(3, { turned: 2 })), /href=\/replay\/x\/2\/#analysis>Turning point in round 2/);
});

test("the result of a duel in a tournament names it, and leads back to it first", () => {
  const links = { replay: "/replay/x/", lobby: "/lobby/", arena: "/tournaments/a/", contest: "Candlelight, round 2" };
  const shown = resultBanner(
    { view: view({ number: 3, wizards: WIZARDS, result: lost, rounds: [round(1)] }), missed: {} },
    links,
  );
  assert.match(markupOf(shown), /<a href=\/tournaments\/a\/>Candlelight, round 2</);
  assert.match(markupOf(shown), /class="button primary" href=\/tournaments\/a\/>Back to the tournament</);
  assert.match(markupOf(shown), /class="button result__replay" href=\/replay\/x\/>Watch replay</);
});

test("the result of a duel in an arena says that the page does not wait for the next one", () => {
  const ended = view({ number: 3, wizards: WIZARDS, result: lost, rounds: [round(1)] });
  const told = (isUnpaired) =>
    wordsOf(resultBanner({ view: ended, missed: {} }, { arena: "/tournaments/a/", contest: "Arena", isUnpaired }));
  assert.match(told(true), /doesn’t pair you while you are on this page\. Back to the tournament/);
  assert.doesNotMatch(told(false), /pair/);
});

test("at a table of a melee cup, whoever does not win sees their place, and in other melees that they lose", () => {
  const ended = (viewer) =>
    view({
      viewer,
      number: 2,
      wizards: [...WIZARDS, wizard("Grey")],
      result: { outcome: "victory", winners: ["White"], surrendered: ["Grey", "Black"], killed: [] },
      rounds: ["Grey", "Black"].map((name, at) => ({
        ...round(at + 1),
        events: [{ type: "surrenders", wizard: name }],
      })),
    });
  const cup = { arena: "/tournaments/a/", contest: "Cup, round 1" };
  const title = (viewer, links = cup) =>
    markupOf(resultBanner({ view: ended(viewer), missed: {} }, links)).match(/<h2[^>]*>(.*?)<\/h2>/)[1];
  assert.equal(title("Black"), "Place 2 of 3");
  assert.equal(title("Grey"), "Place 3 of 3");
  assert.equal(title("White"), "You win");
  assert.equal(title(null), "White wins");
  assert.equal(title("Black", { lobby: "/lobby/" }), "You lose");
});

test("spectators are offered the replay first, then the lobby", () => {
  const ended = view({ viewer: null, number: 3, wizards: WIZARDS, result: lost, rounds: [round(1)] });
  const shown = markupOf(resultBanner({ view: ended, missed: {} }, { replay: "/replay/x/", lobby: "/lobby/" }));
  assert.match(shown, /class="button primary" href=\/replay\/x\/>Watch replay<.*href=\/lobby\/>Lobby</s);
});

test("a duel given up in its first round has nothing to analyse", () => {
  assert.doesNotMatch(wordsOf(banner(1)), /Analyse|better move/);
});

test("a loser may try again from the round that the main cause names", () => {
  const bites = [3, 4].map((number) => ({
    ...round(number),
    events: [{ type: "damage", subject: "Black", points: 5, cause: "fireball", by: "White" }],
  }));
  const state = {
    view: view({
      number: 4,
      wizards: WIZARDS,
      result: { ...lost, surrendered: [], killed: ["Black"] },
      rounds: [round(1), round(2), ...bites],
    }),
    missed: {},
  };
  const found = wordsOf(resultBanner(state, { replay: "/replay/x/", token: "t" }));
  const [, cause] = found.match(/Main cause, round (\d)/);
  assert.match(found, new RegExp(`Try again from round ${cause} against the computer`));
});

test("the result addresses the viewer and gives the reason in one sentence", () => {
  assert.match(wordsOf(banner(3)), /^You lose Wh Bl You surrendered\./);
  const blow = { type: "damage", subject: "White", points: 5, cause: "fireball", by: "Black" };
  const won = resultBanner(
    {
      view: view({
        number: 1,
        wizards: WIZARDS,
        viewer: "Black",
        result: { outcome: "victory", winners: ["Black"], surrendered: [], killed: ["White"] },
        rounds: [{ ...round(1), events: [blow, { type: "dies", wizard: "White" }] }],
      }),
      missed: {},
    },
    { replay: "/replay/x/" },
  );
  assert.match(wordsOf(won), /^You win Bl Wh White lost the last 5 hit points to your Fireball\./);
});

test("a defeat in practice leads to the analysis first", () => {
  const found = markupOf(
    resultBanner(
      { view: view({ number: 3, wizards: WIZARDS, result: lost, rounds: [round(1), round(2), round(3)] }), missed: {} },
      { replay: "/replay/x/", practise: "again" },
    ),
  );
  assert.match(found, /class="button primary" href=\/replay\/x\/#analyse>Analyse</);
  assert.equal(found.match(/button primary/g).length, 1);
});

test("after the death of a mage the analysis comes before a rematch", () => {
  const again = { button: (mayLead) => `[again ${mayLead}]` };
  const drawn = (scores) =>
    markupOf(
      resultBanner(
        {
          view: view({
            number: 3,
            wizards: WIZARDS,
            result: { ...lost, surrendered: [], killed: ["Black"] },
            rounds: [round(1), round(2), round(3)],
          }),
          missed: {},
          scores,
        },
        { replay: "/replay/x/", lobby: "/lobby/", again },
      ),
    );
  assert.match(drawn({ Black: 0, White: 2 }), /primary" href=\/replay\/x\/#analyse>Analyse.*\[again false\]/s);
  assert.match(drawn(null), /\[again true\].*Watch replay.*Analyse/s);
});

test("the decisive round is drawn with hands and hit points, the winner first", () => {
  const shown = (number, hp) => ({ ...round(number), hp });
  const found = wordsOf(
    resultBanner(
      {
        view: view({
          number: 2,
          wizards: WIZARDS,
          viewer: "Black",
          result: { ...lost, surrendered: [], killed: ["Black"] },
          rounds: [
            shown(1, { Black: 9, White: 12 }),
            {
              ...shown(2, { Black: 4, White: 12 }),
              events: [{ type: "damage", subject: "Black", points: 5, cause: "stab", by: "White" }],
            },
          ],
        }),
        missed: {},
      },
      { replay: "/replay/x/" },
    ),
  );
  assert.match(found, /Main cause, round 2 Hit points Wh White: .*12 → then 12 Bl Black: .*9 → then 4/);
});

test("the cause of a defeat in a melee has no picture, and so no heading for hit points", () => {
  const bite = { type: "damage", subject: "Black", points: 5, cause: "fireball", by: "White" };
  const found = wordsOf(
    resultBanner(
      {
        view: view({
          number: 1,
          wizards: [...WIZARDS, wizard("Grey")],
          viewer: "Black",
          result: { ...lost, winners: ["Grey"], surrendered: [], killed: ["White", "Black"] },
          rounds: [{ ...round(1), events: [bite] }],
        }),
        missed: {},
      },
      { replay: "/replay/x/" },
    ),
  );
  assert.match(found, /Main cause, round 1 Fireball hit you/);
});

test("a surrender without damage or threats has no cause and recommends no lesson", () => {
  const found = wordsOf(
    resultBanner(
      { view: view({ number: 1, wizards: WIZARDS, viewer: "Black", result: lost, rounds: [round(1)] }), missed: {} },
      { replay: "/replay/x/", token: "t" },
    ),
  );
  assert.doesNotMatch(found, /Main cause|Lesson/);
});

test("a rated result shows the change of both ratings, provisional or not", () => {
  const found = wordsOf(
    resultBanner(
      {
        view: view({ number: 1, wizards: WIZARDS, viewer: "Black", result: lost, rounds: [round(1)] }),
        missed: {},
        scores: { Black: 0, White: 2 },
        points: { Black: -1, White: 1 },
        ratings: { Black: [1500, 1338], White: [1500, 1512] },
        provisional: ["Black"],
      },
      {},
    ),
  );
  assert.match(found, /Black: .*rating 1338\? ▼ −162.* White: .*rating 1512 ▲ \+12/);
  assert.doesNotMatch(found, /it counts/);
});

test("a rated result says which part of a repeated win counted", () => {
  const found = wordsOf(
    resultBanner(
      {
        view: view({ number: 1, wizards: WIZARDS, viewer: "Black", result: lost, rounds: [round(1)] }),
        missed: {},
        scores: { Black: 0, White: 2 },
        points: { Black: -1, White: 0 },
        repeated: { wins: 3, part: "1/2" },
      },
      {},
    ),
  );
  assert.match(
    found,
    /30 days, so it counts for only half\. The winner’s score is unchanged, and the ratings change less\. Why\?/,
  );
});
