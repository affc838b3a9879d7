// The stage of the duel page: which view is shown while a round plays, its motion and its sounds.

import { playSound } from "../lib/play-sound.js";
import { mayMove, preference } from "../lib/preferences.js";
import { player, soundOf, stepsOf } from "./playback.js";

/**
 * A stage. `redraw()` renders the page; `keepRoom()` renders what grows and fixes its height as minimum; `ended()` is
 * called when a round has played.
 */
export function stageOf({ redraw, keepRoom = () => {}, ended = () => {} }) {
  const outgrows = crowdsOf();
  let shown = null;
  let after = null;

  const it = player({
    pace: () => preference("pace"),
    show(step) {
      shown = step;
      playSound(soundOf(step));
      redraw();
      animate(step);
    },
    done() {
      shown = null;
      redraw();
      heardAtTheEnd();
      ended();
    },
  });

  /** Animate a step, unless the next one is shown by the time that the script has loaded. */
  async function animate(step) {
    const motion = await import("./motion.js").catch(() => null);
    if (shown === step) motion?.animate(document, step.events);
  }

  /**
   * Reserve room for the largest content of the playback, so that nothing moves. Skipped if there was as much before.
   */
  function makeRoom(steps) {
    const last = steps.slice(-2);
    if (!last.map(({ view }) => outgrows(view)).some(Boolean)) return;
    for (shown of last) keepRoom();
  }

  const heardAtTheEnd = () => after && playSound(after);

  return {
    /** Play a new round, or show it at once where motion is off. `then`: the sound after it, such as "turn". */
    take(before, view, then) {
      after = then;
      const steps = stepsOf(before, view, { revealed: before.reveal?.number === view.rounds.at(-1)?.number });
      if (mayMove() && !document.hidden && steps.length) {
        makeRoom(steps);
        it.play(steps);
      } else {
        for (const name of new Set(steps.map(soundOf))) playSound(name);
        heardAtTheEnd();
      }
    },
    skip: it.skip,
    /** Stop the playback, because the whole duel has been sent again. */
    leave() {
      it.stop();
      shown = null;
    },
    /** Return the view to show now. */
    viewOf: (view) => shown?.view ?? view,
    /** Return the playing step, `{name, marks}`, or null. */
    step: () => shown,
  };
}

/**
 * Return a function that says whether someone in a view has more monsters or effects than in any view before, at this
 * page width.
 */
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

/**
 * Keep the current height of a part as its minimum, up to `most` pixels, so that nothing below jumps when a monster
 * falls. A new page width resets it.
 */
export function keepHeight(part, most = Infinity) {
  letGo(part);
  part.dataset.width = String(innerWidth);
  kept.add(part);
  addEventListener("resize", whenTurned);
  part.style.minBlockSize = `${Math.min(part.offsetHeight, most)}px`;
}

const kept = new Set();

/** Rotating a phone changes the heights at once. */
const whenTurned = () => kept.forEach(letGo);

function letGo(part) {
  if (part.dataset.width !== String(innerWidth)) part.style.minBlockSize = "";
}
