// The stage on which a round plays out at a duel's page: which view is shown while it does, and what is heard.

import { playSound } from "../lib/play-sound.js";
import { mayMove, preference } from "../lib/preferences.js";
import { player, soundOf, stepsOf } from "./playback.js";

/**
 * A stage. `redraw()` draws the page; `keepRoom()` has what stands there take no less room from now on; `ended()` is told
 * when a round has played out.
 */
export function stageOf({ redraw, keepRoom, ended = () => {} }) {
  const outgrows = crowdsOf();
  let shown = null;
  let after = null;

  const it = player({
    pace: () => preference("pace"),
    show(step) {
      shown = step;
      playSound(soundOf(step));
      redraw();
    },
    done() {
      shown = null;
      redraw();
      heardAtTheEnd();
      ended();
    },
  });

  /** Room for the most that will stand there while the round plays out, so that nothing moves; where there was as much before, there is room. */
  function makeRoom(steps) {
    const last = steps.slice(-2);
    if (!last.map(({ view }) => outgrows(view)).some(Boolean)) return;
    for (shown of last) {
      redraw();
      keepRoom();
    }
  }

  const heardAtTheEnd = () => after && playSound(after);

  return {
    /** A round has come: it plays out where things may move, else it is there. `then`: what is heard after it, "turn" or "end". */
    take(before, view, then) {
      after = then;
      const steps = stepsOf(before, view, { revealed: before.reveal?.number === view.rounds.at(-1)?.number });
      if (mayMove() && !document.hidden && steps.length) {
        makeRoom(steps);
        it.play(steps);
      } else {
        for (const step of steps) playSound(soundOf(step));
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

/** A function that says of a view whether somebody has more monsters or effects in it than he had in any before, at this width of the page. */
export function crowdsOf({ host = globalThis } = {}) {
  let most = new Map();
  let width = 0;
  return ({ wizards, monsters }) => {
    if (width !== host.innerWidth) most = new Map();
    width = host.innerWidth;
    const owned = (name) => monsters.filter(({ alive, owner }) => alive && owner === name).length;
    const crowd = [
      ["", owned(null)],
      ...wizards.flatMap(({ name, effects }) => [
        [name, owned(name)],
        [`${name} `, Object.keys(effects).length],
      ]),
    ];
    const more = crowd.filter(([what, count]) => count > (most.get(what) ?? 0));
    for (const [what, count] of more) most.set(what, count);
    return more.length > 0;
  };
}

/** Has a part of the page take no less room than now, `most` pixels at most, so that nothing below jumps when a monster falls; another width is another matter. */
export function keepHeight(part, most = Infinity) {
  letGo(part);
  part.dataset.width = String(innerWidth);
  kept.add(part);
  addEventListener("resize", whenTurned);
  part.style.minBlockSize = `${Math.min(part.offsetHeight, most)}px`;
}

const kept = new Set();

/** A phone that is turned has another height to share, at once. */
const whenTurned = () => kept.forEach(letGo);

function letGo(part) {
  if (part.dataset.width !== String(innerWidth)) part.style.minBlockSize = "";
}
