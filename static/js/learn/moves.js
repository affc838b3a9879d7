// @ts-check
// The moves of a board without a database record, for the guide next to it. `sandbox.js`, which a page loads for a board
// alone, plays them.

const guides = new EventTarget();
/** Play the moves that `change` returns; null before there is a board. */
let played = null;

/** Have `play(change, variation)` play the moves of this page's board. */
export const setBoard = (play) => {
  played = play;
};

/** Tell the page about a guide that came with a frame. */
export const showGuide = (detail) => guides.dispatchEvent(new CustomEvent("guide", { detail }));

/** Call `listener(guide)` with the guide that comes with each frame. */
export const onGuide = (listener) =>
  guides.addEventListener("guide", (event) => listener(/** @type {CustomEvent} */ (event).detail));

/** Take back the last move. */
export const takeBack = () => played?.(({ moves }) => moves.slice(0, -1));

/** Play these moves from the start. */
export const playMoves = (moves) => played?.(() => moves);

/** Start again; `variation`: the script of an example to follow. */
export const startAgain = (variation) => played?.(() => [], variation);
