// The replay: the page contains all steps of the duel, each with its own address; another viewer's steps are fetched
// once.

import { html, nothing, render } from "../../../vendor/lit-html/lit-html.js";
import { curve } from "../../analysis/curve-view.js";
import { analysisPanel } from "../../analysis/panel.js";
import { analysisFrom } from "../../analysis/source.js";
import { gesturesLine, spokenRound, story, titleOf } from "../../board/chronicle.js";
import { isMelee } from "../../board/circle.js";
import { historyTable } from "../../board/history.js";
import { showNewest } from "../../board/history-highlight.js";
import { keyRounds, withTurn } from "../../board/key-rounds.js";
import { afterEvents, momentsOf, PACES } from "../../board/playback.js";
import { placeList, shareText, shortResult } from "../../board/result.js";
import { resultsOf } from "../../board/round-results.js";
import { eventSteps, keyRoundList, scrubber } from "../../board/scrubber.js";
import { sharingButtons } from "../../board/sharing.js";
import { sides } from "../../board/sides.js";
import { stageOf } from "../../board/stage.js";
import { mostMonsters, wizardCards } from "../../board/wizards.js";
import { onKey } from "../../lib/keys.js";
import { preference, setPreference } from "../../lib/preferences.js";
import { isInHand, onHandChange } from "../../lib/screen.js";
import { _ } from "../../lib/words.js";
import { retitle } from "../../site/badge.js";

const root = document.getElementById("replay");
const live = document.getElementById("live");
const title = document.title;
const { home, course: elsewhere, embedded } = root.dataset;
const isEmbedded = embedded !== undefined;
const courses = new Map();
/** Facts about the analysis; null if there can be none. */
const facts = JSON.parse(document.getElementById("analysis-facts")?.textContent ?? "null");
const analysis = facts && analysisFrom(facts, analysed);
let isRead = false;
const ANALYSIS = "#analysis";
/** Starts the analysis, and goes to the turning point as soon as that is known. */
const ANALYSE = "#analyse";

let course = known(JSON.parse(document.getElementById("course").textContent));
const first = course.eyes;
// Steps differ from rounds: not every viewer has seen the rounds of a stopped time.
let at = stepOf(Number(root.dataset.number));
/** False until the user goes to a round: the first one is shown, and playing begins before it. */
let isBegun = location.pathname !== home;
/** The number of moments of the round shown so far; null for all of them. */
let told = null;
let isPlaying = false;
let timer = null;
const stage = stageOf({
  redraw: () => draw(),
  ended: () => rest(PACES[preference("pace")] ?? PACES.usual),
});

const results = resultsOf(() => draw());
/** Return whether the history also tells what happened; on a phone it has no room for that. */
const isTelling = () => !isInHand();

/** Store a course with the data derived from it. */
function known(course) {
  const rounds = course.steps.flatMap((step) => step.rounds);
  courses.set(course.eyes, { ...course, rounds, points: keyRounds(rounds), most: mostMonsters(course.steps) });
  return courses.get(course.eyes);
}

const numberOf = (step) => course.steps[step].number;

/** Return the step of round `number`, or the last one before it. */
function stepOf(number) {
  return Math.max(
    0,
    course.steps.findLastIndex((step) => step.number <= number),
  );
}

const viewAt = (step) => ({ ...course.steps[step], rounds: course.rounds.slice(0, step) });

// Navigation
// ------------------------------------------------------------------------------------------------------------

/**
 * Show the duel after step `to`. `enter`: how to change the address, "push", "replace" or not at all; `plays`: animate
 * it.
 */
function go(to, { enter = "push", plays = to === at + 1 } = {}) {
  if (to < 0 || to >= course.steps.length || to === at) return;
  stage.leave();
  told = null;
  isBegun = true;
  at = to;
  document.getElementById("analysis")?.scrollTo({ top: 0, behavior: "instant" }); // each text begins at the top
  if (!isEmbedded && enter) history[`${enter}State`](null, "", addressOf(at));
  if (plays) stage.take(viewAt(at - 1), viewAt(at), viewAt(at).result && "end");
  if (!stage.step()) draw(); // animation frames are already drawn
  showNewest(root);
  live.textContent = at ? spokenRound(course.rounds[at - 1]) : _("Before the first round.");
}

const addressOf = (step) => `${home}${numberOf(step)}/${eyesInAddress()}${location.hash === ANALYSIS ? ANALYSIS : ""}`;

const eyesInAddress = () =>
  course.eyes === first && !location.search ? "" : `?eyes=${encodeURIComponent(course.eyes)}`;

/** A step by the user stops the playback. */
function step(to) {
  pause();
  go(to);
}

/** Return the moments of the round shown, in order. */
const momentsHere = () => (at ? momentsOf(course.rounds[at - 1]) : []);

/** Return the events of the round shown so far. */
const toldHere = () => momentsHere().slice(0, told).flat();

/** Move one moment forward or back, across rounds. */
function stepEvent(by) {
  pause();
  stage.leave();
  const count = told ?? momentsHere().length;
  if (by > 0 && count === momentsHere().length) {
    if (at === course.steps.length - 1) return draw();
    go(at + 1, { plays: false });
    tell(Math.min(1, momentsHere().length));
  } else if (by < 0 && count <= 1) go(at - 1, { plays: false });
  else tell(count + by);
}

function tell(count) {
  const moments = momentsHere();
  told = count < moments.length ? count : null;
  draw();
  live.textContent = (moments[count - 1] ?? []).map(({ text }) => text).join(" ");
}

const goToRound = (number) => step(stepOf(number));

function scrub(to) {
  pause();
  go(to, { enter: "replace", plays: false });
}

function pause() {
  isPlaying = false;
  clearTimeout(timer);
}

function play() {
  if (isPlaying) {
    pause();
    stage.skip();
    return draw();
  }
  isPlaying = true;
  if (at === course.steps.length - 1 || !isBegun) go(0, { enter: "replace" });
  else onwards();
  draw();
  if (at === 0) rest(PACES.quick);
}

/** Play the next round; without motion, each round stays for as long as it would have played. */
function onwards() {
  if (!isPlaying) return;
  go(at + 1, { enter: "replace" });
  if (!stage.step()) rest(3 * PACES[preference("pace")]);
}

function rest(milliseconds) {
  clearTimeout(timer);
  if (isPlaying && at === course.steps.length - 1) {
    isPlaying = false;
    draw();
  } else if (isPlaying) {
    timer = setTimeout(onwards, milliseconds);
  }
}

/** Show the same round to another viewer's eyes; if the request fails, load the page with them. */
async function seeBy(eyes, { enter = "push", number = numberOf(at) } = {}) {
  if (!courses.has(eyes)) {
    const answer = await fetch(`${elsewhere}?eyes=${encodeURIComponent(eyes)}`).catch(() => null);
    if (!answer?.ok) return location.assign(`${home}${number}/?eyes=${encodeURIComponent(eyes)}`);
    known(await answer.json());
  }
  pause();
  stage.leave();
  told = null;
  course = courses.get(eyes);
  at = stepOf(number);
  if (enter) history.pushState(null, "", `${home}${numberOf(at)}/?eyes=${encodeURIComponent(eyes)}`);
  draw();
  showNewest(root);
  live.textContent = _("Viewing as {eyes}.", { eyes });
}

// The analysis --------------------------------------------------------------------------------------------------------

/** Actions of the panel and the curve. */
const analysing = {
  order: () => analysis.order(),
  addressOf: (number) => `${home}${number}/${eyesInAddress()}${ANALYSIS}`,
  go: goToAnalysis,
  retryOf: ({ round, wizard }) => facts.retry.replace("/0/", `/${round}/`).replace("NAME", encodeURIComponent(wizard)),
  otherOf: (wizard) => course.steps[0].wizards.find(({ name }) => name !== wizard).name,
};

/** Go to a round with its analysis. */
function goToAnalysis(number) {
  if (stepOf(number) === at) history.replaceState(null, "", analysing.addressOf(number));
  else {
    location.hash === ANALYSIS || history.pushState(null, "", analysing.addressOf(numberOf(at)));
    goToRound(number);
  }
  showAnalysis();
}

/** Lead a user who has asked for the turning point there, in place of the address with which they came. */
function leadToTurn({ round }) {
  pause();
  go(stepOf(round), { enter: "replace" });
  showAnalysis();
}

const showAnalysis = () => document.getElementById("analysis")?.scrollIntoView();

/**
 * Handle news of the analysis: announce the result to a user who ordered it, and scroll there for one who came for it.
 */
function analysed({ standing, result }) {
  const isNew = result && !isRead;
  isRead ||= Boolean(result);
  if (standing.state === "done" && !facts.standing.result) live.textContent = _("The analysis is ready.");
  draw();
  if (!isNew || location.hash !== ANALYSIS) return;
  if (leadsToTurn && result.turning) leadToTurn(result.turning);
  else showAnalysis();
}

/** Set until the turning point is known, for a user who asked for it. */
let leadsToTurn = false;

function analyseAtOnce() {
  history.replaceState(null, "", `${location.pathname}${location.search}${ANALYSIS}`);
  leadsToTurn = true;
  const { standing } = analysis.known();
  if (standing.may_ask && !facts.standing.result) void analysis.order();
}

const curveHere = () => {
  const result = analysis?.known().result;
  return result ? curve(result, { steps: course.steps, at, ...analysing }) : null;
};

const keyRoundsHere = () => withTurn(course.points, course.rounds, analysis?.known().result?.turning?.round ?? null);

const panelHere = ({ book }) =>
  analysisPanel(analysis.known(), { number: numberOf(at), rounds: course.rounds, book, login: facts.login }, analysing);

// The page --------------------------------------------------------------------------------------------------------------------

function draw() {
  const whole = viewAt(at);
  reserveRoom(course.most);
  document.title = at ? _("Round {number}, {title}", { number: numberOf(at), title }) : title;
  render(
    told === null ? page(whole, { view: stage.viewOf(whole), ...stage.step() }) : page(whole, midway(whole)),
    root,
  );
  pointHere();
}

/** Reserve the room that monsters need in any round, so that no step moves a card. */
function reserveRoom({ owned, loose }) {
  root.style.setProperty("--monster-lines", Math.ceil(Math.max(4, owned) / 2));
  root.style.setProperty("--loose-lines", Math.min(2, Math.ceil(loose / 3)));
  root.toggleAttribute("data-loose", loose > 0);
  root.toggleAttribute("data-crowded", owned > 2);
}

/** Return the duel after the events shown so far. */
const midway = (whole) => afterEvents(viewAt(at - 1), whole, toldHere());

/** `view`: the duel after the round; `shown`, `marks`: the state of the animation. */
const page = (view, { view: shown, marks, name }) => html`
  <div class="replay__controls">
    ${scrubber({ ...course, at, isPlaying, pace: preference("pace"), curve: curveHere() }, { go: step, scrub, play, pace: changePace })}
    ${eventSteps({ count: told ?? momentsHere().length, all: momentsHere().length, isFirst: at === 0, isLast: told === null && at === course.steps.length - 1 }, stepEvent)}
  </div>
  <div class="replay__main">
    <div class="replay__cards">${isTelling() ? wizardCards(shown, { marks }) : sides(shown, { marks })}</div>
    ${isTelling() ? nothing : html`<section class="card replay__round chronicle" aria-label=${_("What happened")} tabindex="0">${storyOf(view, name)}</section>`}
    <section class="card replay__history" aria-labelledby="history-title">
      <header class="duel__title"><h2 id="history-title" class="panel-title">${isTelling() ? _("What happened") : _("Gestures")}</h2>${isTelling() ? results.button(view) : nothing}</header>
      ${historyTable(shown, { current: numberOf(at), onRound: goToRound, playing: marks ? numberOf(at) : null, results: isTelling() ? results.of({ view: { ...view, viewer: null } }, { playing: name, happened: told && toldHere() }) : null, unplayed: _("Press play or the right arrow key for the first round.") })}
    </section>
  </div>
  <div class="replay__side">
    ${analysis ? panelHere(view) : nothing}
    ${isEmbedded ? nothing : keyRoundList(keyRoundsHere(), numberOf(at), goToRound)}
    ${isEmbedded ? nothing : html`<p class="replay__keys small soft">${_("← → previous/next round · , . previous/next event · Space play/pause · 0–9 jump · F change viewpoint")}</p>`}
    ${shown.result ? ending(shown) : nothing}
  </div>
`;

/** The result, below everything that it would move. */
const ending = (view) => html`
  <div class="notice good replay__end"><strong>${shortResult(view)}</strong>${isMelee(view) ? placeList(view) : nothing}</div>
`;

const stories = new Map();

/** The story of the round shown. Each round has its own node, so that unfolded parts do not carry over. */
function storyOf(view, playing) {
  if (!at) return html`<h3>${_("Opening position")}</h3><p>${_("The wizards bow to each other.")}</p>`;
  const round = course.rounds[at - 1];
  const key = `${course.eyes} ${round.number}`;
  if (!stories.has(key)) stories.set(key, document.createElement("div"));
  render(
    html`<h3>${titleOf(round)}</h3>${gesturesLine(round, view)}${story(round, view, { playing, happened: told && toldHere() })}`,
    stories.get(key),
  );
  return stories.get(key);
}

function changePace(pace) {
  setPreference("pace", pace);
  draw();
}

/** Point all links next to the board to the round and the eyes shown. */
function pointHere() {
  const number = numberOf(at);
  const query = `?eyes=${encodeURIComponent(course.eyes)}`;
  for (const link of document.querySelectorAll("[data-eyes]")) {
    link.href = `${home}${number}/?eyes=${encodeURIComponent(link.dataset.eyes)}`;
    if (link.dataset.eyes === course.eyes) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const link of document.querySelectorAll("[data-seen]")) link.search = query;
  for (const place of document.querySelectorAll("[data-round]")) pointTo(place, number, query);
}

function pointTo(place, number, query) {
  const address = `${home}${number}${place.dataset.round}`;
  if (place.matches("a")) place.href = `${address}${query}`;
  else if (place.matches("form")) place.action = address;
  else place.value = place.value.replace(/(\/embed\/[^/]+\/)\d+\//, `$1${number}/`);
  if (place.matches("form")) place.hidden = Boolean(course.steps[at].result);
}

// Begin -----------------------------------------------------------------------------------------------------------------------

const KEYS = {
  ArrowLeft: () => step(at - 1),
  ArrowRight: () => step(at + 1),
  Home: () => step(0),
  End: () => step(course.steps.length - 1),
};

addEventListener("keydown", (event) => {
  const isTaken =
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.target.closest?.("input, select, textarea, .history, dialog");
  if (isTaken || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

onKey("Space", _("Play or pause"), play);
onKey(",", _("Previous event"), () => stepEvent(-1), { repeats: true });
onKey(".", _("Next event"), () => stepEvent(1), { repeats: true });
for (const digit of "0123456789")
  onKey(digit, "", () => step(Math.round((Number(digit) / 9) * (course.steps.length - 1))));
if (elsewhere)
  onKey("f", _("Next point of view"), () =>
    seeBy(course.open_eyes[(course.open_eyes.indexOf(course.eyes) + 1) % course.open_eyes.length]),
  );

if (!isEmbedded) {
  for (const link of document.querySelectorAll("[data-eyes]")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      seeBy(link.dataset.eyes);
    });
  }
  addEventListener("popstate", () => {
    pause();
    const number = Number(location.pathname.slice(home.length).replace("/", "") || root.dataset.number);
    const eyes = new URLSearchParams(location.search).get("eyes") ?? first;
    if (eyes === course.eyes) go(stepOf(number), { enter: null, plays: false });
    else seeBy(eyes, { enter: null, number });
  });
  takeAlong(document.querySelector("[data-scripts]"));
}

function takeAlong(place) {
  const about = () => ({
    title,
    text: shareText(viewAt(course.steps.length - 1)),
    url: new URL(addressOf(at), location.href).href,
    picture: `${home}${numberOf(at)}.svg?eyes=${encodeURIComponent(course.eyes)}`,
    name: `round-${numberOf(at)}.png`,
  });
  place.hidden = false;
  render(sharingButtons(about), place);
}

root.replaceChildren();
root.classList.toggle("has-analysis", Boolean(analysis));
draw();
showNewest(root);
if (analysis && location.hash === ANALYSE) analyseAtOnce();
onHandChange(draw);
analysis?.begin();
if (location.hash === ANALYSIS) showAnalysis();
if (root.dataset.nextDuel) void callToNextDuel(root.dataset);

/** Call a player of a tournament to their next duel. One that has already begun may be open in another window. */
async function callToNextDuel({ nextDuel: path, duel: here }) {
  const { awaitNextDuel } = await import("../../site/next-duel.js");
  awaitNextDuel({ path, here, opensAtOnce: false, render, retitle: (text) => (text ? retitle(text) : draw()) });
}
