// @ts-check
// The analysis of a duel on the server: its state, polled while it is under way, and the request for one.

import { post } from "../lib/post.js";

/** Milliseconds between polls while it is under way, and after a failed one. */
const EVERY = 1_000;
const LATER = 4_000;

/** Return whether a worker is computing it, or soon will. */
export const isAwaited = ({ state }) => state === "asked" || state === "under_way";

/**
 * `facts`: `{standing, address, order, token}`; `changed(known)` is called with `{standing, result}` on every change.
 * `host` provides what tests replace.
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
    /** Fetch the result or the progress. */
    begin() {
      if (standing.result || isAwaited(standing)) look();
    },
  };
}
