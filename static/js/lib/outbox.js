// @ts-check
// Messages sent but not acknowledged by the server. They are sent again after a reconnect. This module has no socket.

/** @import { SentMessage } from "../types.d.ts" */

/** For each message type, the types of unacknowledged messages that it replaces. */
const SUPERSEDED = {
  orders: ["orders", "withdraw"],
  answers: ["answers", "withdraw"],
  withdraw: ["orders", "answers", "withdraw"],
  plan: ["plan"],
  sync: ["sync"],
};

/** Create an outbox whose message ids begin with `tag`. */
export function outboxOf(tag) {
  const waiting = new Map();
  let count = 0;
  return {
    /** Add a message and return it with its id; messages that it replaces are dropped. */
    put(message) {
      const whole = { ...message, id: `${tag}${++count}` };
      for (const type of SUPERSEDED[whole.type] ?? []) forget(waiting, type);
      waiting.set(whole.id, whole);
      return whole;
    },
    drop: (id) => waiting.delete(id),
    /** Return the messages to send again in this round; messages for other rounds are dropped. */
    again(round) {
      for (const message of waiting.values()) renew(waiting, message, round);
      return [...waiting.values()];
    },
  };
}

/** @type {(waiting: Map<string, SentMessage>, type: string) => void} */
function forget(waiting, type) {
  for (const [id, message] of waiting) if (message.type === type) waiting.delete(id);
}

/** @type {(waiting: Map<string, SentMessage>, message: SentMessage, round: number) => void} */
function renew(waiting, message, round) {
  if (message.type === "forfeit") message.round = round; // giving up applies to the duel, not to one round
  if (message.type === "sync" || (message.round !== undefined && message.round !== round)) waiting.delete(message.id);
}
