// @ts-check
// What a page has sent and the server has not acknowledged yet: it is sent again when the connection is back. No socket here.

/** @import { SentMessage } from "../types.d.ts" */

/** What each makes of no account, if it has not been sent yet. */
const SUPERSEDED = {
  orders: ["orders", "withdraw"],
  answers: ["answers", "withdraw"],
  withdraw: ["orders", "answers", "withdraw"],
  plan: ["plan"],
  sync: ["sync"],
};

/** An outbox whose messages have ids that begin with `tag`. */
export function outboxOf(tag) {
  const waiting = new Map();
  let count = 0;
  return {
    /** The message with an id, which waits from now on; those that it supersedes do no more. */
    put(message) {
      const whole = { ...message, id: `${tag}${++count}` };
      for (const type of SUPERSEDED[whole.type] ?? []) forget(waiting, type);
      waiting.set(whole.id, whole);
      return whole;
    },
    drop: (id) => waiting.delete(id),
    /** What is to be sent again in this round; what was meant for another is forgotten. */
    again(round) {
      for (const message of waiting.values()) renew(waiting, message, round);
      return [...waiting.values()];
    },
    /** Whether orders or answers are on their way, or what takes them back. */
    isSending: () => [...waiting.values()].some(({ type }) => type in SUPERSEDED && type !== "sync"),
  };
}

/** @type {(waiting: Map<string, SentMessage>, type: string) => void} */
function forget(waiting, type) {
  for (const [id, message] of waiting) if (message.type === type) waiting.delete(id);
}

/** @type {(waiting: Map<string, SentMessage>, message: SentMessage, round: number) => void} */
function renew(waiting, message, round) {
  if (message.type === "forfeit") message.round = round; // who gives up means the duel, not that round
  if (message.type === "sync" || (message.round !== undefined && message.round !== round)) waiting.delete(message.id);
}
