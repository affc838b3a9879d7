// The analysis panel next to the replay: the request for an analysis, its progress, then accuracy and the round shown.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _, ngettext, woven } from "../lib/words.js";
import { mistakeSign, movesOf, percent, rowsOf, SERIOUS } from "./curve.js";
import { lead } from "./curve-view.js";
import { deathWords } from "./deaths.js";
import { gesturesView, purposeView, withRule } from "./orders-view.js";
import { purposeOf } from "./purpose.js";
import { isAwaited } from "./source.js";
import { chanceText, reasonWords, verdictWords } from "./words.js";

/** The minimum cost of a move that may be tried again. */
const TRIED = 0.05;
/** Chance differences up to this one mean nothing. */
const SLIGHT = 0.03;
/** The minimum cost of a mistake, at both search depths. */
const MISTAKE = 0.2;
/** Shares below this one count as zero. */
const NEVER = 0.005;

/**
 * `known`: from source.js; `number`: the round shown; `rounds`: as seen by the viewer; `act`: the page's actions,
 * `{order, go, addressOf, retryOf}`; `login`: the address of the login, null if logged in.
 */
export const analysisPanel = ({ standing, result }, { number, rounds, book, login }, act) => html`
  <section id="analysis" class="analysis card ${result || isAwaited(standing) ? "" : "unasked"}" aria-labelledby="analysis-title">
    <h2 id="analysis-title" class="panel-title">${_("Analysis")}</h2>
    ${result ? found(result, { number, rounds, book, act }) : nothing}
    ${underWay(standing, { result, login, act })}
  </section>
`;

// Before there is an analysis
// ------------------------------------------------------------------------------------------

const underWay = (standing, { result, login, act }) =>
  isAwaited(standing) ? progress(standing, result) : offer(standing, { result, login, act });

const progress = ({ done, of }, result) => html`
  <p role="status">${result ? _("Re-analysing…") : _("Analysing the duel…")} ${of ? _("Round {done} of {of}", { done, of }) : _("Starting soon…")}</p>
  <progress class="analysis__progress" aria-label=${_("Analysis progress")} max=${of || 1} value=${of ? done : 0}></progress>
`;

function offer({ may_ask, why, refused }, { result, login, act }) {
  const amiss = refused ?? (result ? "" : why);
  return html`
    ${result ? nothing : html`<p class="soft">${_("See the winning chances round by round, the turning point, and better moves, based on what each player knew at the time.")}</p>`}
    ${amiss ? html`<p role="alert">${amiss}</p>` : nothing}
    ${may_ask ? orderButton(result, act) : result || why ? nothing : html`<p class="small">${account(login)}</p>`}
  `;
}

const orderButton = (result, { order }) => html`
  <p><button class="button primary" type="button" @click=${order}>${result ? _("Analyse again") : _("Analyse this duel")}</button></p>
`;

const account = (login) =>
  login
    ? woven(_("To request an analysis, {login}."), { login: html`<a href=${login}>${_("log in")}</a>` })
    : _("Create an account to request an analysis.");

// Results
// ----------------------------------------------------------------------------------------------------------------

const found = (result, { number, rounds, book, act }) => html`
  <dl class="analysis__accuracy">
    ${result.wizards.map((name, seat) => html`<div data-seat=${seat}><dt>${name}</dt><dd>${_("accuracy {count} out of 100", { count: result.accuracy[name] })}</dd></div>`)}
  </dl>
  ${mistakes(result, number, act)}
  ${number ? html`<div class="analysis__round">${ofRound(result, number, { rounds, book, act })}</div>` : nothing}
  ${(result.verdicts ?? []).map((verdict) => html`<p class="analysis__verdict">${verdictWords(verdict)}</p>`)}
  ${(result.deaths ?? []).map((death) => html`<p class="analysis__death">${deathWords(death).map((told) => html`${sentence(told, act)} `)}</p>`)}
  ${number ? nothing : html`<p class="soft small">${EYES}</p>`}
  <details class="analysis__table">
    <summary>${_("All rounds as a table")}</summary>
    ${table(result, act)}
  </details>
`;

const EYES = _("Computer analysis. Each move is judged by what the player knew at the time.");

function mistakes(result, number, act) {
  const { moves, turning } = result;
  const wrong = moves.filter(({ is_mistake }) => is_mistake);
  if (!wrong.length)
    return turning
      ? html`<p>${_("No single mistake decided the duel.")} ${turned(turning, act)}</p>`
      : html`<p>${_("Nobody made a costly mistake.")}</p>`;
  return html`
    <nav class="analysis__mistakes" aria-label=${_("Mistakes")}>
      <p class="small soft" aria-hidden="true">${_("? mistake · ?? serious mistake: costs {cost} or more of the chance to win", { cost: chanceText(SERIOUS / 100) })}</p>
      <ul role="list">
        ${wrong.map((move) => {
          const { round, wizard, cost } = move;
          return html`<li><a class="badge" href=${act.addressOf(round)} aria-current=${round === number ? "true" : nothing} @click=${(event) => lead(event, () => act.go(round))}>${_("Round {round}: −{cost} for {wizard}", { round, wizard, cost: chanceText(cost) })} <b aria-hidden="true">${mistakeSign(move)}</b></a></li>`;
        })}
      </ul>
    </nav>
  `;
}

/** A sentence of a death; its `{round}`, if it has one, is a link. */
const sentence = ({ text, round }, act) => (round ? woven(text, { round: roundLink(round, round, act) }) : text);

const roundLink = (round, text, act) =>
  html`<a href=${act.addressOf(round)} @click=${(event) => lead(event, () => act.go(round))}>${text}</a>`;

const turned = ({ round }, act) =>
  woven(_("Turning point: {round}."), { round: roundLink(round, _("round {number}", { number: round }), act) });

function ofRound(result, number, { rounds, book, act }) {
  const moves = movesOf(result, number);
  const before = rounds.filter((round) => round.number < number);
  if (!moves.length) return html`<p class="soft">${_("No choices in this round, or someone gave up.")}</p>`;
  return moves.map((move) => moveOf(move, { before, book, act }));
}

const toWin = (chance) => _("{chance} to win", { chance: chanceText(chance) });

function moveOf(move, { before, book, act }) {
  const { wizard, chance, lines, best_chance, cost, is_mistake, hindsight } = move;
  const purpose = (given, name = wizard) => purposeView(purposeOf(given, name, before, spellFacts), book);
  const line = (title, given, worth) => html`
    <dt>${title} <strong>${worth}</strong></dt>
    <dd>${gesturesView(given.orders)}${purpose(given)}</dd>
  `;
  const done = { ...lines.find(({ is_done }) => is_done), orders: move.orders };
  const isGood = cost <= SLIGHT;
  const replies = move.replies.filter(({ share }) => share >= NEVER);
  return html`
    <article class="move" data-mistake=${is_mistake ? "true" : nothing} aria-label=${wizard}>
      <h3>${wizard} ${is_mistake ? mistakeBadge(move) : isGood ? html`<span class="badge">${percent(cost) <= 0 ? _("best move") : _("as good as the best move")}</span>` : html`<span class="badge">−${chanceText(cost)}</span>`}</h3>
      <dl class="lines">
        ${line(_("Played:"), done, toWin(chance))}
        ${isGood ? nothing : line(_("Best move with the information available:"), lines[0], toWin(best_chance))}
      </dl>
      ${cost > MISTAKE && !is_mistake ? html`<p class="soft small">${_("The exact cost is uncertain. Looking one round further ahead gives a different value.")}</p>` : nothing}
      ${move.why?.length && !isGood ? html`<ul class="move__why">${reasonWords(move.why).map((reason) => html`<li>${withRule(reason, book)}</li>`)}</ul>` : nothing}
      ${hindsight ? html`<dl class="lines lines--hindsight">${line(_("Best move in hindsight:"), hindsight, _("{chance} instead of {done}", { chance: chanceText(hindsight.chance), done: chanceText(hindsight.done) }))}</dl>` : nothing}
      <details class="move__lines">
        <summary>${ngettext("{count} move considered", "{count} moves considered", lines.length)}</summary>
        <ol role="list">
          ${lines.map((one) => html`<li>${gesturesView(one.orders)} <span>${chanceText(one.chance)}</span> ${one.share >= NEVER ? html`<span class="soft small">${_("ideally, play this {share} of the time", { share: _("{number}%", { number: percent(one.share) }) })}</span>` : nothing}${purpose(one)}</li>`)}
        </ol>
        ${replies.length ? html`<h4>${_("Likely replies")}</h4><ol role="list">${replies.map((reply) => html`<li>${gesturesView(reply.orders)} <span>${chanceText(reply.share)}</span>${reply.is_done ? html` <span class="badge">${_("played")}</span>` : nothing}${purpose(reply, act.otherOf(wizard))}</li>`)}</ol>` : nothing}
      </details>
      ${cost >= TRIED ? html`<p><a class="button" href=${act.retryOf(move)}>${_("Try it again")}</a></p>` : nothing}
    </article>
  `;
}

function mistakeBadge(move) {
  const sign = mistakeSign(move);
  return html`<span class="badge move__mistake"><b aria-hidden="true">${sign}</b> ${sign === "?" ? _("mistake") : _("serious mistake")}</span>`;
}

const table = (result, act) => html`
  <div class="table-scroll" tabindex="0" role="region" aria-label=${_("Winning chances by round")}>
    <table class="table">
      <thead><tr><th scope="col">${_("Round")}</th>${result.wizards.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">${_("Mistakes")}</th></tr></thead>
      <tbody>
        ${rowsOf(result).map(
          ({ round, chances, mistakes: wrong }) => html`
            <tr>
              <th scope="row">${roundLink(round, round || _("Opening position"), act)}</th>
              ${chances.map((chance) => html`<td>${_("{number}%", { number: chance })}</td>`)}
              <td>${wrong.join(", ")}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;
