// @ts-check
// The call to a player's next duel in a tournament, on the pages of their last one: it opens after a countdown, because
// a player who does not come to it loses it.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { call } from "../lib/call.js";
import { connect, socketAddress } from "../lib/protocol.js";
import { _, ngettext } from "../lib/words.js";

/** Seconds until the duel opens by itself. */
const COUNTDOWN = 10;

/**
 * Return `note()`, which renders the call, `title()`, the page's title during it, and `receive()` for frames of the
 * tournament. `here`: the path of this page's duel; `opensAtOnce`: whether a duel that has already begun opens too.
 * `host` contains what tests replace: setTimeout, location, call.
 * @type {(to: { here: string, opensAtOnce: boolean, redraw: () => void, host?: any }) => { note: () => unknown, title: () => string, receive: (frame: any) => void }}
 */
export function nextDuelOf({
  here,
  opensAtOnce,
  redraw,
  host = { call, location, setTimeout: setTimeout.bind(null) },
}) {
  /** @type {{ duel: string, left: number | null }} */
  let state = { duel: "", left: null };
  let isFirst = true;

  function receive({ type, duel }) {
    if (type !== "tournament") return;
    const opens = !isFirst || opensAtOnce;
    isFirst = false;
    const found = duel === here ? "" : (duel ?? "");
    if (found === state.duel) return;
    state = { duel: found, left: found && opens ? COUNTDOWN : null };
    if (found) host.call();
    if (state.left !== null) host.setTimeout(count, 1000);
    redraw();
  }

  function count() {
    if (state.left === null) return;
    state = { ...state, left: state.left - 1 };
    if (!state.left) {
      state = { ...state, left: null };
      host.location.assign(state.duel);
    } else host.setTimeout(count, 1000);
    redraw();
  }

  function stay() {
    state = { ...state, left: null };
    redraw();
  }

  return {
    receive,
    title: () => (state.duel ? `● ${_("Your next duel has begun")}` : ""),
    note: () =>
      state.duel
        ? html`
            <p class="notification next-duel">
              <span><strong>${_("Your next duel has begun.")}</strong> <span aria-live="off">${state.left === null ? _("If you don’t come, you lose it.") : ngettext("It opens in {count} second.", "It opens in {count} seconds.", state.left, {})}</span></span>
              <a class="button primary" href=${state.duel}>${_("Go to your duel")}</a>
              ${state.left === null ? nothing : html`<button class="button quiet" type="button" @click=${stay}>${_("Stay here")}</button>`}
            </p>
          `
        : nothing,
  };
}

/**
 * Listen at the socket `path` and call the player of the duel at `here` to the next one, with a note, a sound and the
 * title. `retitle(text)` sets the title of the page, or with an empty text restores it.
 * @type {(to: { path: string, here: string, opensAtOnce: boolean, render: (drawn: unknown, place: HTMLElement) => void, retitle: (text: string) => void }) => void}
 */
export function awaitNextDuel({ path, here, opensAtOnce, render, retitle }) {
  const place = document.createElement("div");
  document.querySelector(".news").append(place);
  const next = nextDuelOf({ here, opensAtOnce, redraw });
  function redraw() {
    render(next.note(), place);
    retitle(next.title());
  }
  const socket = connect({ address: socketAddress(path), onFrame: next.receive, onLink: () => {} });
  addEventListener("online", socket.wake);
}
