// The talk of a duel: the duelists', and the spectators'. talk-panel.js renders it.

import { isOfTheHouse } from "./house.js";

/**
 * Render the talk of one duel. `manner`: the viewer's role according to the server: "duelist", "watcher", "listener",
 * "off"; `report`: the page for complaints, if the viewer may make any; `say(text, announces)`; `order(text)`: send a
 * line with the orders; `redraw()`; `box`: `talkBox` of talk-panel.js. Returns `{panel(duel, own, ordered),
 * heard(duel)}`: the part of the page, where `own` is `{refusal, unsaid, isClosed}`, what became of the viewer's own
 * lines, and `ordered` the line that goes with the orders, null without orders; and the lines that the viewer has
 * received.
 */
export function talkOf({ slug, manner, report, say, order, redraw, box }) {
  let announces = false;
  let waits = false; // for the orders
  let isHushed = loadHush(slug);
  const act = {
    announce(yes) {
      announces = yes;
      redraw();
    },
    hush(yes) {
      isHushed = yes;
      saveHush(slug, yes);
      redraw();
    },
    order,
    wait(yes) {
      waits = yes;
      redraw();
    },
    say(text) {
      if (waits) order(text);
      else say(text, announces);
      announces = false;
      waits = false;
      redraw();
    },
  };
  const heard = ({ talk }) => (isHushed ? [] : talk);
  const panel = ({ talk, view, watchers }, own = {}, ordered = null) =>
    box(
      {
        lines: talk,
        me: view.viewer,
        over: view.result !== null,
        hasReaders: view.wizards.some(({ name }) => name !== view.viewer && !isOfTheHouse(name)), // the house reads no chat
        watchers,
        ...own,
        manner,
        report,
        announces,
        waits: waits && ordered !== null,
        ordered,
        isHushed,
      },
      act,
    );
  return { panel, heard };
}

const hushKey = (slug) => `hush:${slug}`;

function loadHush(slug) {
  try {
    return localStorage.getItem(hushKey(slug)) !== null;
  } catch {
    return false;
  }
}

function saveHush(slug, yes) {
  try {
    if (yes) localStorage.setItem(hushKey(slug), "1");
    else localStorage.removeItem(hushKey(slug));
  } catch {
    // Without storage the choice lasts for this page.
  }
}
