// The stage on which a round plays out at a duel's page: which view is shown while it does, and what is heard.

import { player, stepsOf } from "./playback.js";
import { sound, soundOf } from "./sound.js";
import { mayMove, wish } from "./wishes.js";

/**
 * A stage. `redraw()` draws the page; `hold(true)` keeps room for what will stand there at the end, `hold(false)` lets it go;
 * `ended()` is told when a round has played out.
 */
export function stageOf({ redraw, hold, ended = () => {} }) {
  let shown = null;
  let after = null;

  const it = player({
    pace: () => wish("pace"),
    show(step) {
      shown = step;
      sound(soundOf(step));
      redraw();
    },
    done() {
      shown = null;
      hold(false);
      redraw();
      heardAtTheEnd();
      ended();
    },
  });

  const heardAtTheEnd = () => after && sound(after);

  return {
    /** A round has come: it plays out where things may move, else it is there. `then`: what is heard after it, "turn" or "end". */
    take(before, view, then) {
      after = then;
      const steps = stepsOf(before, view, { revealed: before.reveal?.number === view.rounds.at(-1)?.number });
      if (mayMove() && !document.hidden && steps.length) {
        hold(true);
        it.play(steps);
      } else {
        steps.forEach((step) => sound(soundOf(step)));
        heardAtTheEnd();
      }
    },
    skip: it.skip,
    /** The duel has come anew: whatever played is over. */
    leave() {
      it.stop();
      shown = null;
      hold(false);
    },
    /** What is to be seen of the duel now. */
    viewOf: (view) => shown?.view ?? view,
    /** The step that is shown: `{name, marks}`, null when none plays. */
    step: () => shown,
  };
}
