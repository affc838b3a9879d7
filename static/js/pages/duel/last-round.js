// How long the page shows the last round: its picture while it plays, and then its outcome until the next tap.

import { nothing } from "../../../vendor/lit-html/lit-html.js";
import { isInHand } from "../../lib/screen.js";
import { LATER } from "./later.js";
import { data, root, slot } from "./template.js";

/** The first lesson shows the picture of the last round until the next one. */
const keepsRound = "keepsRound" in data;

/** Return whether the page shows the last round as a picture. */
export const isPictured = () => isInHand() || keepsRound;

/** Return how the last round is shown. `drawSoon()` renders the page after a tap has been painted. */
export function lastRoundOf({ model, stage, ending, drawSoon }) {
  let isOutcomeShown = false;
  let reveal = null;

  /** Return whether the picture stays after the playback; after the last round the result follows at once. */
  const isKept = () => keepsRound && !ending.isOver(model.page.duel.view);

  /** End the playback; if nothing was playing, dismiss the outcome. Return whether something was playing. */
  function skip() {
    const wasPlaying = stage.skip();
    if (!wasPlaying && isOutcomeShown) {
      isOutcomeShown = false;
      drawSoon();
    }
    return wasPlaying;
  }

  return {
    skip,

    /** Show the outcome of a new round, or no longer that of one that has been taken back. */
    showOutcome(isNew) {
      isOutcomeShown = isNew;
    },

    isOutcomeShown: () => isOutcomeShown,

    isRevealing: () => isPictured() && (isKept() || Boolean(stage.step())),

    /** End the playback on a phone if the focus goes to something that the picture covers. */
    uncover({ target }) {
      const isCovered =
        root.classList.contains("revealing") && [slot("circle"), slot("history")].some((it) => it.contains(target));
      if (isCovered && !target.closest(":popover-open")) skip();
    },

    /** Load the picture of a round, before the first one ends. */
    async load() {
      ({ reveal } = await LATER.reveal());
    },

    /** Picture the last round while it plays, and in the first lesson until the next round. */
    picture({ duel: { view } }, shown) {
      if (!isPictured() || !reveal) return nothing;
      const step = stage.step();
      return step || (isKept() && view.rounds.length) ? reveal(view, shown, step ? step.marks : null) : nothing;
    },
  };
}
