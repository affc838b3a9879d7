// The end of a duel: the result and its offers, the call to the next duel of a tournament, and the title of the page.

import { render } from "../../../vendor/lit-html/lit-html.js";
import { leadToCircle } from "../../board/newest.js";
import { focusResult } from "../../orders/focus.js";
import { retitle } from "../../site/badge.js";
import { LATER } from "./later.js";
import { again, board, data, first, links, rematch, root } from "./template.js";

const title = document.title.replace(/^\(\d+\) /, ""); // without the count that badge.js puts in front

/** Return the end of the duel. `draw()` renders the page. */
export function endingOf({ model, draw }) {
  let banner = null;

  /** The title that calls a player to their next duel; empty otherwise. */
  let calling = "";

  /** The result is scrolled into view and focused once, when it appears. */
  let isShown = Boolean(first.view.result);

  /** Call a player of a tournament to their next duel. */
  async function callToNextDuel() {
    const { awaitNextDuel } = await import("../../site/next-duel.js");
    awaitNextDuel({ path: data.nextDuel, here: location.pathname, opensAtOnce: true, render, retitle: callOut });
  }

  function callOut(text) {
    calling = text;
    retitle(text || title);
  }

  /** Load the result banner, and first the offers after practice, so that nothing moves later. */
  async function load() {
    if (data.nextDuel) void callToNextDuel();
    if (again) links.onwards = await (await LATER.onwards()).onwardsFrom(again.action);
    const { wizards, viewer } = model.page.duel.view;
    const names = wizards.map(({ name }) => name).filter((name) => name !== viewer);
    const form = { address: rematch?.action, token: data.token, me: viewer, names, redraw: () => draw() };
    if (rematch) links.again = (await LATER.rematch()).rematchOf(form);
    banner = await LATER.result();
  }

  return {
    load,

    /** Return whether the result takes the place of the orders in this view. */
    isOver: (view) => Boolean(view.result && banner),

    /** Load the result unless it is there, and render it; without a connection the page stays as it is. */
    async fetch() {
      if (banner) return;
      await load().catch(() => null);
      draw();
    },

    result: (duel) => banner.resultBanner(duel, links),

    /** Set the title of the page; `isTurn`: the viewer is to move. */
    retitle: (isTurn) => retitle(calling || (isTurn ? `● ${title}` : title)),

    /** Scroll the result into view and focus it, the first time. */
    show() {
      if (isShown) return;
      isShown = true;
      leadToCircle(root);
      if (!board) focusResult(root); // on other boards the guide continues
    },
  };
}
