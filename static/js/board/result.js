// The result of a duel: a sentence, and the places.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, isGesture, listed, spoken } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _, ngettext, numeral, woven } from "../lib/words.js";
import { causeOf } from "./cause.js";
import { DEPARTURES, departures, HIT_POINTS, isMelee, isMourned, MISSES, places } from "./circle.js";
import { deathTexts } from "./deaths.js";
import { pairOf } from "./gesture-notes.js";
import { badgeOf, face } from "./house.js";
import { gained, houseRating, waysOn } from "./onwards.js";
import { share } from "./sharing.js";
import { mageLink } from "./wizards.js";

const isWon = ({ outcome, winners }) => outcome === "victory" && winners.length > 0;

function wonText(result) {
  const { winners } = result;
  if (!isWon(result)) return _("The duel is a draw");
  return ngettext("{winners} wins", "{winners} win", winners.length, { winners: listed(winners) });
}

/** "Black has won: White surrendered." */
export function resultText(view) {
  if (isTimeUp(view)) return `${wonText(view.result)}. ${timeText()}`;
  const ends = endsText(view);
  return ends ? _("{won}. {ends}.", { won: wonText(view.result), ends }) : `${wonText(view.result)}.`;
}

const isTimeUp = (view) => Object.values(departures(view)).includes("ruling");

/** "Black died, White surrendered" */
function endsText({ result: { surrendered, killed }, rounds }) {
  const how = departures({ rounds });
  const absent = surrendered.filter((name) => how[name] === "absence");
  const late = surrendered.filter((name) => how[name] === "timeout");
  const gaveUp = surrendered.filter((name) => !DEPARTURES[how[name]]);
  return [
    ...(killed.length ? [_("{names} died", { names: listed(killed) })] : []),
    ...(gaveUp.length ? [_("{names} surrendered", { names: listed(gaveUp) })] : []),
    ...(late.length ? [_("{names} ran out of time", { names: listed(late) })] : []),
    ...(absent.length
      ? [
          ngettext("{names} didn’t show up in time", "{names} didn’t show up in time", absent.length, {
            names: listed(absent),
          }),
        ]
      : []),
  ].join(", ");
}

const timeText = () => _("Time was up, so hit points decided.");

/** The same, shorter where the places follow. */
export const shortResult = (view) => (isMelee(view) ? `${wonText(view.result)}.` : resultText(view));

/** Return the text for sharing a duel. */
export function shareText(view) {
  const { wizards, result, number } = view;
  const names = listed(wizards.map(({ name }) => name));
  if (!result) return _("A duel of Waving Hands: {names}.", { names });
  const text = ngettext(
    "{result} A duel of Waving Hands, in {count} round.",
    "{result} A duel of Waving Hands, in {count} rounds.",
    number,
    { result: resultText(view) },
  );
  const cause = causeOf(view, null); // others read it
  return cause ? _("{text} Main cause: {event}", { text, event: cause.text }) : text;
}

/**
 * Render the banner at the end, next steps first so that they are in view on a phone. `links`: addresses, and the
 * page's forms for another duel.
 */
export function resultBanner(state, links) {
  const { view, scores, missed, mountain } = state;
  const cause = links.replay ? causeOf(view) : null;
  return html`
    <section class="result card" data-fate=${fateOf(view)} aria-labelledby="result-title">
      <h2 id="result-title" class="result__title" tabindex="-1">${titleText(view, links)}</h2>
      ${isMelee(view) ? nothing : faces(view)}
      <p class="result__why">${whyText(state)}</p>
      ${links.contest ? html`<p class="result__why small"><a href=${links.arena}>${links.contest}</a></p>` : nothing}
      ${links.isUnpaired ? html`<p class="result__why small">${_("The arena doesn’t pair you while you are on this page.")}</p>` : nothing}
      ${mountain ? deserters(view.result, missed).map((text) => html`<p class="result__why">${text}</p>`) : nothing}
      <div class="result__ways">${ways(state, links)} ${links.replay ? keepsakes(view, links) : nothing}</div>
      ${cause ? decided(cause, view, links.replay) : nothing}
      ${links.replay ? nextSteps(state, cause, links) : nothing}
      ${isMelee(view) ? placeList(view, state) : scores ? scoreList(state) : nothing}
      ${houseRating(links.onwards)}
      ${isMourned(state) ? mourning(view.viewer) : nothing}
    </section>
  `;
}

/** The faces of both wizards, the winner first. */
const faces = (view) => html`
  <p class="result__faces" aria-hidden="true">${byPlace(view).map(({ name }) => html`<span class=${isWinner(view, name) ? "won" : "out"}>${face(name)}</span>`)}</p>
`;

const isWinner = ({ result }, name) => result.outcome === "draw" || result.winners.includes(name);

const byPlace = (view) =>
  view.wizards.toSorted((one, other) => Number(isWinner(view, other.name)) - Number(isWinner(view, one.name)));

/** "You win", "You lose", "A draw", "Black wins"; at a table of a melee cup, where each place counts, "Place 2 of 3" */
function titleText(view, { contest }) {
  const fate = fateOf(view);
  if (fate === "won") return _("You win");
  const place = contest && isMelee(view) ? placeOf(view) : 1;
  if (place > 1) return _("Place {place} of {count}", { place, count: view.wizards.length });
  if (fate === "lost") return _("You lose");
  return isWon(view.result) ? wonText(view.result) : _("A draw");
}

const placeOf = (view) => places(view).find(({ name }) => name === view.viewer)?.place;

/** How it ended, without repeating the title: what killed the losers, or how they left. */
function whyText({ view, missed, mountain }) {
  const { viewer, result } = view;
  const how = departures(view);
  const gone = [...result.killed, ...result.surrendered];
  const deaths = deathTexts(view);
  if (deaths.length) return deaths.join(" ");
  if (isTimeUp(view)) return timeText();
  const isLate = (loser) => how[loser] === "timeout" || (!mountain && missed[loser] >= MISSES);
  if (gone.length && gone.every(isLate))
    return lateText(gone, { viewer, isThrice: gone.every((one) => missed[one] >= MISSES) });
  if (gone.length > 1 && ["drawn", "watched"].includes(fateOf(view))) return togetherText(view) ?? `${endsText(view)}.`;
  return gone.length === 1 ? loserText(gone[0], view) : resultText(view);
}

/** "You died." */
function loserText(name, view) {
  const { viewer, result } = view;
  if (result.killed.length) return name === viewer ? _("You died.") : _("{name} died.", { name });
  if (departures(view)[name] === "absence")
    return name === viewer ? _("You didn’t show up in time.") : _("{name} didn’t show up in time.", { name });
  return name === viewer ? _("You surrendered.") : _("{name} surrendered.", { name });
}

/** "You and White died."; null if the losers left in different ways, or without this viewer. */
function togetherText({ viewer, result: { killed, surrendered } }) {
  const names = listed([...killed, ...surrendered].filter((name) => name !== viewer));
  if (killed.includes(viewer) && !surrendered.length) return _("You and {names} died.", { names });
  return surrendered.includes(viewer) && !killed.length ? _("You and {names} surrendered.", { names }) : null;
}

/** "You and White ran out of time three rounds in a row." */
function lateText(losers, { viewer, isThrice }) {
  const names = listed(losers.filter((name) => name !== viewer));
  if (losers.length > 1 && losers.includes(viewer))
    return isThrice
      ? _("You and {names} ran out of time three rounds in a row.", { names })
      : _("You and {names} ran out of time.", { names });
  if (losers.length === 1 && losers[0] === viewer)
    return isThrice ? _("You ran out of time three rounds in a row.") : _("You ran out of time.");
  return isThrice
    ? ngettext(
        "{names} ran out of time three rounds in a row.",
        "{names} ran out of time three rounds in a row.",
        losers.length,
        { names },
      )
    : ngettext("{names} ran out of time.", "{names} ran out of time.", losers.length, { names });
}

/**
 * Render the ways on, the primary one first: the next opponent, the analysis after a defeat in practice and after the
 * death of a mage, a rematch, for spectators the replay.
 */
function ways(state, links) {
  const { view } = state;
  const mayAnalyse = links.replay && hasMoves(view) && !isMelee(view);
  const isAnalysisFirst = mayAnalyse && (links.practise ? fateOf(view) === "lost" : !links.arena && isMourned(state));
  const analyse = mayAnalyse
    ? html`<a class="button ${isAnalysisFirst ? "primary" : ""}" href=${analysisAt(links)}>${_("Analyse")}</a>`
    : nothing;
  const next = links.practise ? waysOn({ ...links, isSecond: isAnalysisFirst }) : onwards(links, !isAnalysisFirst);
  if (links.practise) return isAnalysisFirst ? html`${analyse} ${next}` : html`${next} ${analyse}`;
  if (isAnalysisFirst) return html`${analyse} ${next} ${replayButton(links)}`;
  return isReplayPrimary(links)
    ? html`${replayButton(links)} ${next} ${analyse}`
    : html`${next} ${replayButton(links)} ${analyse}`;
}

const isReplayPrimary = ({ again, lobby, practise, arena }) => Boolean(lobby && !practise && !again && !arena);

const replayButton = (links) =>
  links.replay
    ? html`<a class="button ${isReplayPrimary(links) ? "primary" : "result__replay"}" href=${links.replay}>${_("Watch replay")}</a>`
    : nothing;

/** The analysis starts by itself, at the turning point if that is known. */
const analysisAt = ({ replay, turned }) => (turned ? `${replay}${turned}/#analysis` : `${replay}#analyse`);

const keepsakes = (view, links) => html`
  ${links.practise ? replayButton(links) : nothing}
  <button class="button result__share" type="button" aria-label=${_("Share")} title=${_("Share")} @click=${(event) => shareDuel(event, view, links.replay)}>${icon("share")}</button>
  <span class="small" role="status"></span>
`;

const fateOf = ({ viewer, result }) =>
  !viewer ? "watched" : result.winners.includes(viewer) ? "won" : result.outcome === "draw" ? "drawn" : "lost";

async function shareDuel({ currentTarget: button }, view, replay) {
  const said = button.nextElementSibling;
  said.textContent = await share({
    title: document.title,
    text: shareText(view),
    url: new URL(replay, location.href).href,
  });
}

const mourning = (name) => html`
  <p>
    ${woven(
      _(
        "{name} now lies in the {graveyard}, and its score is lost. You can {register} and start a new life with a score of zero.",
      ),
      {
        name,
        graveyard: html`<a href="/graveyard/">${_("graveyard")}</a>`,
        register: html`<a href="/mages/">${_("register the name again")}</a>`,
      },
    )}
  </p>
`;

/**
 * Render the main cause of a defeat as a small picture of its round, with a link to the replay: for each wizard the hands,
 * and hit points before and after.
 */
function decided({ number, text }, view, replay) {
  const at = view.rounds.findIndex((one) => one.number === number);
  const isPictured = at >= 0 && !isMelee(view);
  return html`
    <figure class="result__turn">
      <figcaption><a href="${replay}${number}/">${_("Main cause, round {number}", { number })}</a> ${isPictured ? html`<span class="small soft">${_("Hit points")}</span>` : nothing}</figcaption>
      ${isPictured ? html`<ul role="list">${byPlace(view).map((wizard) => side(wizard, view.rounds[at], view.rounds[at - 1]))}</ul>` : nothing}
      <p>${text}</p>
    </figure>
  `;
}

/** One wizard in the picture of a round. */
function side({ name, max_hp: most }, round, earlier) {
  const made = round.gestures[name];
  const before = earlier?.hp?.[name] ?? HIT_POINTS;
  const after = round.hp?.[name] ?? before;
  const left = Math.max(0, after);
  const taken = Math.max(0, before - left);
  return html`
    <li class="result__side">
      ${face(name)}
      <span class="result__hands"><span class="visually-hidden">${name}:</span> ${made ? HANDS.map((hand) => sign(pairOf(made, "")[hand], hand)) : nothing}</span>
      <span class="result__points ${after < before ? "lost" : ""}">${numeral(before)} <span aria-hidden="true">→</span><span class="visually-hidden">${_("then")}</span> <b>${numeral(after)}</b></span>
      <svg class="result__bar" viewBox="0 0 ${Math.max(most, before, after)} 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="left" width=${left} height="1"></rect><rect class="taken" x=${left} width=${taken} height="1"></rect>
      </svg>
    </li>
  `;
}

const sign = (letter, hand) => html`
  <span class="result__hand">${icon(isGesture(letter) ? GESTURES[letter].icon : "fog", { mirrored: hand === "left" })}<b aria-hidden="true">${isGesture(letter) ? letter : "?"}</b><span class="visually-hidden">${spoken(letter)}</span></span>
`;

/** A link to the turning point, if it is known. */
const turnLink = ({ replay, turned }) =>
  turned
    ? html`<a href=${analysisAt({ replay, turned })}>${_("Turning point in round {number}: see the better move", { number: turned })}</a>`
    : null;

/** Return whether there are moves to analyse; the round of a surrender has none. */
const hasMoves = ({ rounds, result }) => rounds.length > (result.surrendered.length ? 1 : 0);

/**
 * Render next steps after a duel: the turning point, for a loser what to try next, for a guest how to keep the mage.
 */
function nextSteps({ view }, cause, { replay, turned, token, keep }) {
  const isLost = fateOf(view) === "lost";
  const steps = [
    hasMoves(view) && !isMelee(view) ? turnLink({ replay, turned }) : null,
    token && isLost && cause ? lessonLink(cause.lesson) : null,
    token && isLost ? playOn(view, cause, replay, token) : null,
    token && keep ? html`<a href=${keep}>${_("Keep {name}: create an account", { name: view.viewer })}</a>` : null,
  ].filter(Boolean);
  if (!steps.length) return nothing;
  return html`
    <h3 class="visually-hidden">${isLost ? _("Next steps") : _("Up next")}</h3>
    <ul class="result__steps">${steps.map((step) => html`<li>${step}</li>`)}</ul>
  `;
}

const LESSONS = {
  shield: () => _("Lesson: shields and knives"),
  monsters: () => _("Lesson: monsters"),
  counters: () => _("Lesson: counters and mirrors"),
  wall: () => _("Lesson: breaking a shield wall"),
};

const lessonLink = (slug) => html`<a href="/learn/${slug}/">${LESSONS[slug]()}</a>`;

/** Render a form to play on against the house from the decisive round, or else from the last one. */
function playOn({ viewer, rounds }, cause, replay, token) {
  const number = Math.max(0, (cause?.number ?? rounds.length) - 1); // the rounds that are kept
  const words = number
    ? _("Try again from round {number} against the computer", { number: number + 1 })
    : _("Try again from the start against the computer");
  return html`
    <form method="post" action="${replay}${number}/play-on/">
      <input type="hidden" name="csrfmiddlewaretoken" value=${token}>
      <input type="hidden" name="wizard" value=${viewer}>
      <button class="button quiet" type="submit">${words}</button>
    </form>
  `;
}

/** Return a sentence for each wizard whose player made no move for weeks, by the clock of Firetop Mountain. */
const deserters = ({ surrendered }, missed) =>
  surrendered
    .filter((name) => missed[name])
    .map((name) => _("{name} didn’t play for three weeks and is dead.", { name }));

/** Scores and ratings of a two-player duel, with their changes. */
const scoreList = (state) => html`
  <ul class="result__scores" role="list">
    ${Object.keys(state.scores).map((name) => html`<li>${name}: ${changesOf(name, state)}</li>`)}
    ${state.provisional?.length ? html`<li class="soft small">${_("A question mark means a provisional rating.")}</li>` : nothing}
    ${state.repeated ? html`<li class="soft small">${repeated(state)} <a href="/faq/#repeated">${_("Why?")}</a></li>` : nothing}
  </ul>
`;

/** Return the words for a win that counted only in part, and whether the winner got a point for it. */
function repeated({ repeated: { wins: number, part }, points }) {
  let told;
  if (part === "1/2")
    told = _("This was win number {number} against the same player within 30 days, so it counts for only half.", {
      number,
    });
  else if (part === "1/4")
    told = _("This was win number {number} against the same player within 30 days, so it counts for only a quarter.", {
      number,
    });
  else
    told = _("This was win number {number} against the same player within 30 days, so it counts for only {part}.", {
      number,
      part,
    });
  if (Object.values(points ?? {}).some((gain) => gain > 0)) return told;
  return `${told} ${_("The winner’s score is unchanged, and the ratings change less.")}`;
}

/** Return "score 7 ▲ +2, rating 1512 ▲ +12", or "rating 1338? ▼ −162" for a provisional rating. */
function changesOf(name, { scores, points, ratings, provisional }) {
  const parts = [_("score {score}", { score: numeral(scores[name]) }), gained(points?.[name])];
  if (!ratings?.[name]) return html`<span class="badge">${parts[0]}${parts[1]}</span>`;
  const [before, after] = ratings[name];
  const told = _("rating {rating}", { rating: provisional?.includes(name) ? `${after}?` : after });
  return html`<span class="badge">${parts[0]}${parts[1]}</span> <span class="badge">${told}${gained(after - before)}</span>`;
}

/** The places of a melee, best first; the replay shows them too. */
export const placeList = (view, state = {}) => html`
  <ol class="places" role="list">
    ${places(view).map(
      ({ place, name, team, ...end }) => html`
        <li class="place">
          <strong class="place__number">${place}.</strong>
          <span class="place__name">${mageLink(name)} ${badgeOf(name)} ${team ? html`<span class="badge">${team}</span>` : nothing}</span>
          <span class="small soft">${endText(end)}${state.scores?.[name] === undefined ? nothing : html` ${changesOf(name, state)}`}</span>
        </li>
      `,
    )}
  </ol>
`;

function endText({ won, died, how, fell }) {
  if (DEPARTURES[how]) return DEPARTURES[how].told();
  if (fell === null) return won ? _("survived") : _("left");
  return died ? _("died in round {round}", { round: fell }) : _("surrendered in round {round}", { round: fell });
}

/**
 * Render the way to the next duel: back to the tournament, a rematch, which starts as soon as everyone has asked for
 * one, or the lobby.
 */
function onwards({ again, lobby, arena }, mayLead) {
  if (arena) return html`<a class="button primary" href=${arena}>${_("Back to the tournament")}</a>`;
  if (again) return again.button(mayLead);
  return html`<a class="button" href=${lobby}>${_("Lobby")}</a>`;
}
