// The aids of the duel page: threats, what-if, hints, spell book and chat. They are tabs below the history, of which at
// most one is open, and sheets on a phone.

import { html, noChange, nothing } from "../../../vendor/lit-html/lit-html.js";
import { followLayout, tabsOf } from "../../board/drawer.js";
import { showNewest } from "../../board/newest.js";
import { bringUp, isSheetOpen, NONE, openTab, putAway, sheet, sheetsOf } from "../../board/sheets.js";
import { spellBookOf } from "../../board/spell-book.js";
import { setPreference } from "../../lib/preferences.js";
import { isInHand } from "../../lib/screen.js";
import { assistOf } from "../../lookahead/assist.js";
import { focusOrders } from "../../orders/focus.js";
import { ordersOf, picksOf } from "../../orders/orders.js";
import { picksOn } from "../../orders/page-state.js";
import { chatOf } from "./chat.js";
import { LATER, lazily } from "./later.js";
import { board, data, first, root } from "./template.js";

/** The element that is focused after a tab was opened. */
const FOCUSED = { assist: ".what-if-panel", talk: ".talk__form .input" };

/** A board without orders asks about the gestures of the other wizard. */
const isRead = board && !first.request;

/**
 * Return the aids. `act`: the actions of the orders; `send(frame)`; `draw()` renders the page; `turnSheet(name, isOpen)`
 * renders a sheet that has been opened or closed.
 */
export function aidsOf({ model, act, send, draw, turnSheet }) {
  const redraw = () => draw();
  const turn = (name) => turnAid(on, name);
  const on = {
    model,
    draw,
    chat: chatOf({ model, order: act.say, send, draw, isOpen: () => openAid(on) === "talk" }),
    threats: lazily(async () => (await LATER.threats()).threatsOf(redraw), redraw),
    assist: data.assist ? assistOf({ redraw, turn, ...assistTools({ model, act, send }) }) : null,
    book: spellBookOf({ address: data.spells, by: isRead ? "gestures" : "near", redraw: () => redrawBook(on) }),
    sheets: sheetsOf({ root, turn: turnSheet }),
    tabs: tabsOf(turn),
  };
  return {
    turn,
    fill: () => fillAid(on),
    redrawNewest: () => redrawNewest(on),
    /** Return whether an open aid takes room from the history. A hint lies over it. */
    isRoomTaken: () => isDrawerOpen(on) && openAid(on) !== "hint",
    openAid: () => openAid(on),
    closeHint,
    isHintGiven: () => on.assist?.isHintGiven(),

    /** Render the page after its layout was changed in the menu. */
    changeDisplay({ target }) {
      if (target.name === "layout") followLayout();
      redrawNewest(on);
    },

    /** Functions that load what the aids need without a connection. */
    loads: () => [on.book.load, on.assist?.load],

    panels: (page, part, being) => panels(on, page, part, being),
    bar: (page) => bar(on, page),
  };
}

const assistTools = ({ model, act, send }) => ({
  address: data.assist,
  token: data.token,
  state: () => model.page.duel,
  made: () => ordersOf(model.page.duel.request, picksOn(model.page)),
  take(advised) {
    closeHint();
    act.pick(picksOf(model.page.duel.request, advised));
    focusOrders(root, { isPicked: true }); // where Enter seals the accepted orders
  },
  send(plan) {
    model.dispatch("plan", { frame: plan });
    send(plan);
  },
});

// Which is open -------------------------------------------------------------------------------------------------------

/** The open aid of the drawer. The spell book covers another one while it is open. */
const openAid = ({ book }) => (book.isOpen() ? "book" : openTab());

/** Open or close an aid: on a phone its sheet, elsewhere its tab. */
function turnAid(on, name) {
  if (isInHand()) return isSheetOpen(name) ? putAway(name) : bringUp(name);
  setPreference("drawer", openAid(on) === name ? NONE : name);
  on.book.close();
  redrawNewest(on);
  fillAid(on, () => root.querySelector(FOCUSED[name])?.focus({ preventScroll: true }));
}

/** Close the hint when it has been used or its round is over, because it lies over the last round. */
const closeHint = () => !isInHand() && openTab() === "hint" && setPreference("drawer", NONE);

/** Fetch what an open tab needs, and then call `then`. An open hint asks at once. */
function fillAid({ assist, chat }, then) {
  if (isInHand()) return;
  if (openTab() === "hint") assist?.hint(true);
  if (openTab() === "assist") assist?.unfold(then);
  if (openTab() === "talk") chat.whenLoaded(then);
}

/** Render the page after a change of the spell book, which may open or close the drawer. */
function redrawBook({ draw }) {
  const wasDrawn = root.classList.contains("drawn");
  draw();
  if (root.classList.contains("drawn") !== wasDrawn) showNewest(root);
}

/** Render the page after the history has got more or less room, and keep its newest round in view. */
function redrawNewest({ draw }) {
  draw();
  showNewest(root);
}

/** Return whether the drawer shows an aid that has contents now. */
const isDrawerOpen = (on) => !isInHand() && (on.book.isOpen() || sheetsIn(on, on.model.page).includes(openTab()));

/**
 * Return the sheets with contents. In practice there are hints besides what-if; on a phone their opener is next to the
 * seal, and the replay takes the place of the threats when a duel ends, so that no other opener moves.
 */
function sheetsIn({ assist }, { duel }) {
  const lasting = data.talk === "none" ? [] : ["talk"];
  const thought = !assist || isInHand() ? [] : duel.practice ? ["hint", "assist"] : ["assist"];
  const after = isInHand() ? ["replay"] : [];
  const aids = duel.view.result ? after : ["threats", ...thought];
  return ["history", "chronicle", "book", ...aids, ...lasting];
}

// Drawing -------------------------------------------------------------------------------------------------------------

/**
 * Render the aids and, except on a phone, their tabs. `part(name, drawn)` renders a part unless it is to stay as it is;
 * `being()` renders the details of a being, whose sheet is among them.
 */
function panels(on, page, part, being) {
  const { chat, threats, assist, book, tabs } = on;
  const isShut = (...names) => !isInHand() && !names.includes(openAid(on)); // on a phone it is a sheet
  const opened = (name, drawn) => part(name, () => (isShut(name) ? noChange : drawn()));
  return html`
    <div class="duel__aids ${isInHand() ? "" : "duel__tabs"}">
      <div class=${isInHand() ? "" : "duel__drawer"} ?hidden=${!isInHand() && !isDrawerOpen(on)}>
        <div id=${sheet("assist")} class="duel__assist sheet" popover data-aid=${openTab()} ?hidden=${isShut("assist", "hint")}>${part("assist", () => assist?.panel() ?? nothing)}</div>
        <div id=${sheet("threats")} class="duel__threats sheet" popover ?hidden=${isShut("threats")}>${opened("threats", () => threats(page.duel, picksOn(page)))}</div>
        <div id=${sheet("talk")} class="duel__talk sheet" popover ?hidden=${isShut("talk")}>${opened("talk", () => chat.panel(page))}</div>
        <div id=${sheet("being")} class="duel__being sheet" popover ?hidden=${isShut("being")}>${part("being", being)}</div>
        <div class="duel__book">${book.panel(page.duel.view)}</div>
      </div>
      ${isInHand() ? nothing : tabs(sheetsIn(on, page), openAid(on), chat.unread(page.duel), book.button)}
    </div>
  `;
}

/** Render the bar that opens the sheets on a phone. */
const bar = (on, page) =>
  isInHand() ? on.sheets(on.chat.unread(page.duel), sheetsIn(on, page), on.book.button, data.replay) : nothing;
