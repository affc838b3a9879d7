// @ts-check
// The live state of a page: takes actions, and carries out their effects at the socket and the draft store.

import { isLow } from "../lib/clock.js";
import { draftStoreOf, NO_STORE } from "./draft-store.js";
import { draftFrame, opened, reducePage } from "./page-state.js";

/** @import { Action, Connection, DuelFrame, Frame, Message, Page } from "../types.d.ts" */

/**
 * Return the model of a page, from the frame with the whole duel. `keeps`: whether drafts are kept; `socket()`: the
 * socket, null: none yet.
 * @param {DuelFrame} frame
 * @param {{ keeps?: boolean, socket: () => Connection | null, host?: any }} tools
 */
export function pageModelOf(frame, { keeps = true, socket, host = globalThis }) {
  /** @param {Message} draft */
  const tell = (draft) => socket()?.tell(draft);
  const isUrgent = () => isLow(page.duel, host.Date.now());
  const own = { slug: frame.slug, wizard: frame.view.viewer, draft: () => draftFrame(page), tell, isUrgent, host };
  const store = keeps ? draftStoreOf(own) : NO_STORE;
  let page = opened(frame, { at: host.Date.now(), kept: store.kept() });
  carryOut();

  /**
   * Apply an action to the state, carry out its effects, and return the state before it.
   * @param {Action["type"]} type
   * @returns {Page}
   */
  function dispatch(type, action = {}) {
    const before = page;
    page = reducePage(page, /** @type {Action} */ ({ type, at: host.Date.now(), ...action }));
    carryOut();
    return before;
  }

  function carryOut() {
    for (const effect of page.effects) {
      if (effect === "sync") socket().send({ type: "sync" });
      else store[effect]();
    }
  }

  return {
    get page() {
      return page;
    },
    dispatch,
    /** @param {Frame} frame */
    receive: (frame) => dispatch("frame", { frame, kept: store.kept() }),
    /** Carry out a pending save of the draft now. */
    flush: store.flush,
  };
}
