// The stage on which a round plays out at a duel's page: which view is shown while it does, and what is heard.

import { mayMove, preference } from "../lib/preferences.js";
import { player, soundOf, stepsOf } from "./playback.js";

/** Sounds are fetched when one is wished for. */
const sound = async (name) => name && preference("sound") === "on" && (await import("./sound.js")).sound(name);

/**
 * A stage. `redraw()` draws the page; `keepRoom()` has what stands there take no less room from now on; `ended()` is told
 * when a round has played out.
 */
export function stageOf({ redraw, keepRoom, ended = () => {} }) {
  let shown = null;
  let after = null;

  const it = player({
    pace: () => preference("pace"),
    show(step) {
      shown = step;
      sound(soundOf(step));
      redraw();
    },
    done() {
      shown = null;
      redraw();
      heardAtTheEnd();
      ended();
    },
  });

  /** Room for the most that will stand there while the round plays out, so that nothing moves. */
  function makeRoom(steps) {
    for (shown of steps.slice(-2)) {
      redraw();
      keepRoom();
    }
  }

  const heardAtTheEnd = () => after && sound(after);

  return {
    /** A round has come: it plays out where things may move, else it is there. `then`: what is heard after it, "turn" or "end". */
    take(before, view, then) {
      after = then;
      const steps = stepsOf(before, view, { revealed: before.reveal?.number === view.rounds.at(-1)?.number });
      if (mayMove() && !document.hidden && steps.length) {
        makeRoom(steps);
        it.play(steps);
      } else {
        for (const step of steps) sound(soundOf(step));
        heardAtTheEnd();
      }
    },
    skip: it.skip,
    /** The duel has come anew: whatever played is over. */
    leave() {
      it.stop();
      shown = null;
    },
    /** What is to be seen of the duel now. */
    viewOf: (view) => shown?.view ?? view,
    /** The step that is shown: `{name, marks}`, null when none plays. */
    step: () => shown,
  };
}

/** Has a part of the page take no less room than now, so that nothing below jumps when a monster falls; another width is another matter. */
export function keepHeight(part) {
  if (part.dataset.width !== String(innerWidth)) part.style.minBlockSize = "";
  part.dataset.width = innerWidth;
  part.style.minBlockSize = `${part.offsetHeight}px`;
}
