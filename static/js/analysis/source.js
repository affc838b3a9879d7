// @ts-check
// The analysis of a duel as the server has it: how far it is, asked again while it is under way, and ordered.

import { post } from "../lib/post.js";

/** Milliseconds between two looks while it is under way, and after one that failed. */
const EVERY = 1_000;
const LATER = 4_000;

/** Whether a worker is at it, or soon will be. */
export const isAwaited = ({ state }) => state === "asked" || state === "under_way";

/**
 * `facts`: `{standing, address, order, token}`; `changed(known)` is called with `{standing, result}` at each change. `host`: what tests replace.
 * @type {(facts: any, changed: (known: any) => void, host?: any) => {known: () => any, order: () => Promise<void>, begin: () => void}}
 */
export function analysisFrom({ standing, address, order, token }, changed, host = globalThis) {
  let known = { standing: { ...standing, why: standing.why }, result: null };

  function take(answer) {
    if (answer.why && !answer.state) known = { ...known, standing: { ...known.standing, refused: answer.why } };
    else {
      const { result, ...rest } = answer;
      known = { standing: rest, result: result ?? known.result };
    }
    changed(known);
    if (isAwaited(known.standing)) host.setTimeout(look, EVERY);
  }

  async function look() {
    const answer = await host.fetch(address).catch(() => null);
    if (answer?.ok) take(await answer.json());
    else host.setTimeout(look, LATER);
  }

  return {
    known: () => known,
    async order() {
      take(await post(order, { token, body: {}, host }));
    },
    /** Fetches what there is to read, or how far it is. */
    begin() {
      if (standing.result || isAwaited(standing)) look();
    },
  };
}
