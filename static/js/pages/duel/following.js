// What the page does with each frame of the server, with the state of the connection, and with the clock.

import { leadToCircle, showNewest } from "../../board/newest.js";
import { keepHeight } from "../../board/stage.js";
import { lowText, reserveText } from "../../lib/clock.js";
import { reloadLoggedOut } from "../../lib/logged-out.js";
import { playSound } from "../../lib/play-sound.js";
import { LOGGED_OUT } from "../../lib/protocol.js";
import { closingText } from "../../orders/closing.js";
import { hasSealed, isMyTurn, oncePerQuestion } from "../../orders/duel-state.js";
import { focusOrders, goesOn, hasFocus, showRefusal } from "../../orders/focus.js";
import { isNewQuestion, isNewRefusal, isOfDraft } from "../../orders/page-state.js";
import { newsText, sealedText } from "../../orders/status.js";
import { root, slot } from "./template.js";

const live = document.getElementById("live");

/** Say a text to screen readers. */
export const announce = (text) => {
  if (text) live.textContent = text;
};

/** Parts with running clocks, besides the status. */
const CLOCKS = new Set(["circle"]);

/**
 * Return `{receive, onLink, tick}`: for each frame, for each change of the connection, and for each second. `on`
 * contains the model and other modules of the page, `{model, stage, ending, lastRound, aids}`, and three functions:
 * `guessing()` returns the guesses of a spectator, `isConnecting()` whether the first connection is still to be made,
 * and `draw(parts)` renders the page.
 */
export function followingOf(on) {
  const { model, draw } = on;
  /** Tells whether an announcement is the first for the current question. */
  const isNew = oncePerQuestion();

  /** Announce a text with `more` once per question; return whether it did. */
  function tellOnce(what, text, more = "") {
    if (!text || !isNew(what, model.page.duel)) return false;
    announce(`${text} ${more}`.trim());
    return true;
  }

  return {
    receive: (frame) => isOfDraft(frame) || follow(on, model.receive(frame), model.page, frame),

    onLink(link, code) {
      if (code === LOGGED_OUT) reloadLoggedOut();
      const before = model.dispatch("link", { link });
      if (!on.isConnecting() && (link !== "open" || before.link === "lost")) draw();
    },

    tick() {
      const { duel } = model.page;
      if (duel.deadline === null) return;
      draw(CLOCKS);
      tellOnce("reserve", reserveText(duel, Date.now()));
      if (tellOnce("low", lowText(duel, Date.now()), closingText(model.page))) playSound("low");
    },
  };
}

/** Show the changes of a frame, announce them, and scroll them into view. */
function follow({ stage, ending, lastRound, aids, guessing, draw }, before, page, frame) {
  const { duel } = page;
  guessing()?.receive(frame, duel.view);
  if (duel.view.result) awaitResult(ending, before);
  const isWriting = hasFocus(root);
  keepHeight(slot("orders"));
  const fresh = duel.view.rounds.length - before.duel.view.rounds.length;
  if (fresh) lastRound.showOutcome(fresh > 0);
  if (fresh) aids.closeHint();
  playOut(stage, before.duel.view, duel);
  draw();
  ring(before.duel, duel);
  announce(newsText(before.duel, duel) || (frame.type === "waiting" && sealedText(before.duel, duel)));
  if (goesOn(isWriting, duel) && isNewQuestion(before, page)) focusOrders(root);
  if (isNewRefusal(before, page)) showRefusal(root);
  if (fresh) showRounds(stage);
}

function awaitResult(ending, before) {
  if (!before.duel.view.result) keepAsItStands();
  ending.fetch();
}

function showRounds(stage) {
  showNewest(root);
  if (!stage.step()) leadToCircle(root);
}

/** Fix the heights before the result replaces the orders: nothing in view moves, and no gap remains below. */
function keepAsItStands() {
  for (const part of [root, slot("side")]) keepHeight(part, innerHeight - part.getBoundingClientRect().top);
}

/**
 * Play a new round, whichever frame contains it. Three or more new rounds are not played, because the user has been
 * away.
 */
function playOut(stage, before, duel) {
  const { view } = duel;
  const fresh = view.rounds.length - before.rounds.length;
  const end = view.result?.winners.includes(view.viewer) ? "win" : "end";
  if (fresh > 0 && fresh < 3) stage.take(before, view, view.result ? end : isMyTurn(duel) && "turn");
  else if (view.number !== before.number) stage.leave();
}

/** Play the sound of orders that have just been sealed, or of gestures revealed before the end of their round. */
function ring(before, duel) {
  if (hasSealed(duel) && !hasSealed(before)) playSound("seal");
  if (duel.view.reveal && !before.view.reveal) playSound("gestures");
}
