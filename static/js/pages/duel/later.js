// The modules of the duel page that are not needed at the start.

import { nothing } from "../../../vendor/lit-html/lit-html.js";
import { atRest, fetchInTurn } from "../../lib/later.js";

/** Functions that load them. */
export const LATER = {
  talk: () => import("../../board/talk-panel.js"),
  threats: () => import("../../lookahead/threat-board.js"),
  progress: () => import("../../board/spell-progress.js"), // for threats
  help: () => import("../../site/help.js"),
  reveal: () => import("../../board/reveal.js"), // on a phone and in the first lesson, when the page is complete
  being: () => import("../../orders/being-sheet.js"), // at the first tap on a wizard or monster
  aim: () => import("../../orders/aim-sheet.js"), // at the first press of a row of targets
  confirm: () => import("../../orders/confirm.js"), // before the first dialog
  result: () => import("../../board/result.js"),
  rematch: () => import("../../board/rematch.js"),
  onwards: () => import("../../board/onwards.js"),
};

/** The names of those that spectators never need. */
const FOR_PLAYERS = ["aim", "confirm", "rematch"];

/** Load them, and `others`, because the parts of the page must open without a connection too. */
export async function loadAhead({ isSpectator, others }) {
  const names = Object.keys(LATER).filter((name) => !(isSpectator && FOR_PLAYERS.includes(name)));
  await atRest();
  await fetchInTurn([...names.map((name) => LATER[name]), ...others].filter(Boolean));
}

/**
 * Return a part whose module is loaded when it is first rendered; `load()` resolves to its function. Its `loaded` is a
 * promise. If loading fails, because the connection is lost or the page is left, the next rendering tries again.
 */
export function lazily(load, redraw) {
  let drawn = () => nothing;
  const start = (made) => {
    drawn = made;
    redraw();
  };
  const part = (...state) => {
    part.loaded ??= load().then(start, () => {
      part.loaded = null;
    });
    return drawn(...state);
  };
  return part;
}
