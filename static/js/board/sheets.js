// Sheets. Parts that are not needed every round are one tap away: on a phone in popovers, elsewhere in a drawer with
// tabs (drawer.js). A bar opens and closes the popovers; so do a tap outside, Escape, and a swipe down.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { preference, setPreference } from "../lib/preferences.js";
import { isInHand, onHandChange } from "../lib/screen.js";
import { _, ngettext } from "../lib/words.js";

/** The sheets of the bar, by name; `of`: the sheet that is opened, if it has another name. */
export const SHEETS = {
  history: { icon: "rounds", title: () => _("Rounds") },
  chronicle: { icon: "text", title: () => _("Story") },
  threats: { icon: "warning", title: () => _("Threats") },
  assist: { icon: "rehearse", title: () => _("What if") },
  hint: { icon: "hint", title: () => _("Hint"), of: "assist" },
  talk: { icon: "told-talk", title: () => _("Chat") },
};

const idOf = (name) => `sheet-${SHEETS[name]?.of ?? name}`;

/** Return the id that makes an element a sheet: `<section id=${sheet("talk")} popover>`. */
export const sheet = idOf;

const nameOf = ({ id }) => id.replace("sheet-", "");

const elementOf = (name) => document.getElementById(idOf(name));

export const isSheetOpen = (name) => elementOf(name)?.matches(":popover-open") ?? false;

/** No part of the drawer. */
export const NONE = "none";

/**
 * Return the name of the open part of the drawer, which replaces the sheets where there is room: as the user left it,
 * at first none, or in the expert layout the threats.
 */
export const openTab = () => preference("drawer") ?? (preference("layout") === "expert" ? "threats" : NONE);

/** Show a part of the page: on a phone in its sheet, elsewhere in the drawer at the next rendering. */
export const bringUp = (name) => (isInHand() ? elementOf(name)?.showPopover() : setPreference("drawer", name));

/** Close a sheet when the user is done with it. */
export const putAway = (name) => isSheetOpen(name) && elementOf(name).hidePopover();

/**
 * Return a function that renders the bar from the number of unread lines of talk, the names of its openers, the spell
 * book's button, and the address of the replay. It announces unread lines, because screen readers skip a closed sheet.
 * `turn(name, isOpen)` is called to render when a sheet has been opened or closed.
 */
export function sheetsOf({ root, turn }) {
  root.addEventListener(
    "toggle",
    (event) => event.target.matches(".sheet") && turn(nameOf(event.target), event.newState === "open"),
    { capture: true },
  );
  onHandChange(() => root.querySelector(".sheet:popover-open")?.hidePopover()); // it becomes part of the page again
  drawnDown(root);
  return (fresh, names, book, replay) => html`
    <nav class="duel__sheets" aria-label=${_("More about this duel")}>
      ${names.map((name) => (OTHERS[name] ? OTHERS[name](book, replay) : opener(name, name === "talk" ? fresh : 0)))}
      <span class="visually-hidden" role="status">${fresh ? newLines(fresh) : nothing}</span>
    </nav>
  `;
}

export const newLines = (count) => `${count} ${ngettext("new message", "new messages", count)}`;

/** The openers that open no sheet, by name. Without a replay its place stays empty. */
const OTHERS = {
  book: (button) => button(),
  replay: (_button, address) =>
    address
      ? html`<a class="sheets__opener" href=${address} aria-label=${_("Watch replay")}>${icon("play")}<span>${_("Replay")}</span></a>`
      : html`<span></span>`,
};

const opener = (name, fresh) => html`
  <button class="sheets__opener" type="button" popovertarget=${idOf(name)}>
    ${icon(SHEETS[name].icon)}<span>${SHEETS[name].title()}</span>
    ${fresh ? html`<span class="badge strong sheets__fresh">${fresh}<span class="visually-hidden"> ${ngettext("new message", "new messages", fresh)}</span></span>` : nothing}
  </button>
`;

/** Pixels that a finger must move down to close a sheet. */
const FAR = 70;

/** Close a sheet by a swipe down, if it is scrolled to its top. */
function drawnDown(root) {
  let from = null;
  const at = ({ changedTouches: [touch] }) => touch;
  const isAtTop = (target, sheet) => {
    for (let part = target; part !== sheet.parentElement; part = part.parentElement)
      if (part.scrollTop > 0) return false;
    return true;
  };
  root.addEventListener(
    "touchstart",
    (event) => {
      const sheet = event.target.closest(".sheet:popover-open");
      from = sheet && isAtTop(event.target, sheet) ? { sheet, x: at(event).clientX, y: at(event).clientY } : null;
    },
    { passive: true },
  );
  root.addEventListener(
    "touchend",
    (event) => {
      if (!from) return;
      const [across, down] = [at(event).clientX - from.x, at(event).clientY - from.y];
      if (down > FAR && down > 2 * Math.abs(across)) from.sheet.hidePopover();
    },
    { passive: true },
  );
}
