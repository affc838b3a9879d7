// How long the page shows the last round: while it plays, and then its outcome until the next tap.

import { nothing } from "../../../vendor/lit-html/lit-html.js";
import { isInHand } from "../../lib/screen.js";
import { LATER } from "./later.js";
import { data, root, slot } from "./template.js";

/** The first lesson shows the last round until the next one. */
const keepsRound = "keepsRound" in data;

/** Return whether the page shows the last round as a picture. */
export const isPictured = () => isInHand() || keepsRound;

/** Return what tells the last round. `drawSoon()` renders the page after a tap has been painted. */
export function tellingOf({ model, stage, ending, drawSoon }) {
  let isOutcomeTold = false;
  let reveal = null;

  /** Return whether the outcome is still shown; after the last round the result follows at once. */
  const isTold = () => (isOutcomeTold || keepsRound) && !ending.isOver(model.page.duel.view);

  /** End the playback; if nothing was playing, dismiss the outcome. Return whether something was playing. */
  function skip() {
    const wasPlaying = stage.skip();
    if (!wasPlaying && isOutcomeTold) {
      isOutcomeTold = false;
      drawSoon();
    }
    return wasPlaying;
  }

  return {
    skip,

    /** Tell the outcome of a new round, or no longer that of one that has been taken back. */
    tell(isNew) {
      isOutcomeTold = isNew;
    },

    isOutcomeTold: () => isOutcomeTold,

    isRevealing: () => isPictured() && (isTold() || Boolean(stage.step())),

    /** Show what the last round covers on a phone, if the focus goes there. */
    uncover({ target }) {
      const isCovered =
        root.classList.contains("revealing") && [slot("circle"), slot("history")].some((it) => it.contains(target));
      if (isCovered && !target.closest(":popover-open")) skip();
    },

    /** Load the picture of a round, before the first one ends. */
    async load() {
      ({ reveal } = await LATER.reveal());
    },

    /** Picture the last round while it plays and, on a phone, until the next tap. */
    picture({ duel: { view } }, shown) {
      if (!isPictured() || !reveal) return nothing;
      const step = stage.step();
      return step || (isTold() && view.rounds.length) ? reveal(view, shown, step ? step.marks : null) : nothing;
    },
  };
}
