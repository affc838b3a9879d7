// In the hand, what is not needed in every round lies in sheets, one tap away: popovers of the browser, which are parts of the page
// where there is room. The bar below opens and shuts them; so do a tap beside them, Escape, and a finger that draws them down.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand, onHandChange } from "../lib/screen.js";
import { _, ngettext } from "../lib/words.js";

/** Those of the bar, by name; `of`: which sheet is opened, where that has another name. */
const SHEETS = {
  history: { icon: "rounds", title: () => _("Rounds") },
  chronicle: { icon: "text", title: () => _("Story") },
  threats: { icon: "warning", title: () => _("Threats") },
  assist: { icon: "rehearse", title: () => _("What if") },
  hint: { icon: "hint", title: () => _("Hint"), of: "assist" },
  talk: { icon: "told-talk", title: () => _("Chat") },
};

const idOf = (name) => `sheet-${SHEETS[name]?.of ?? name}`;

/** A sheet is an element with these: `<section id=${sheet("talk")} popover>`. */
export const sheet = idOf;

const nameOf = ({ id }) => id.replace("sheet-", "");

const elementOf = (name) => document.getElementById(idOf(name));

export const isSheetOpen = (name) => elementOf(name)?.matches(":popover-open") ?? false;

/** Has a part of the page seen: where it lies in a sheet, that is opened. */
export const bringUp = (name) => isInHand() && elementOf(name)?.showPopover();

/** Shuts a sheet, when what was wanted of it is done. */
export const putAway = (name) => isSheetOpen(name) && elementOf(name).hidePopover();

/**
 * The bar of the sheets, as a function of how many lines of talk nobody has looked at, of which sheets have something in them, and of how
 * the spell book is opened. It says how many lines are new: what lies in a sheet that is shut is read to nobody. `turn(name, isOpen)` is
 * called when a sheet was opened or shut, and draws.
 */
export function sheetsOf({ root, turn }) {
  root.addEventListener("toggle", (event) => event.target.matches(".sheet") && turned(event, turn), { capture: true });
  onHandChange(() => root.querySelector(".sheet:popover-open")?.hidePopover()); // it is a part of the page again
  drawnDown(root);
  let tabs = 0;
  return (fresh, names, book) => {
    tabs = Math.max(tabs, names.length);
    return html`
    <nav class="duel__sheets" data-tabs=${tabs} aria-label=${_("More about this duel")}>
      ${names.map((name) => (name === "book" ? book() : opener(name, name === "talk" ? fresh : 0)))}
      <span class="visually-hidden" role="status">${fresh ? newLines(fresh) : nothing}</span>
    </nav>
  `;
  };
}

/** A sheet was opened or shut; in one of words one goes on writing. */
async function turned({ target, newState }, turn) {
  await turn(nameOf(target), newState === "open");
  if (newState === "open") target.querySelector("[name=say]")?.focus();
}

const newLines = (count) => `${count} ${ngettext("new message", "new messages", count)}`;

const opener = (name, fresh) => html`
  <button class="sheets__opener" type="button" popovertarget=${idOf(name)}>
    ${icon(SHEETS[name].icon)}<span>${SHEETS[name].title()}</span>
    ${fresh ? html`<span class="badge strong sheets__fresh">${fresh}<span class="visually-hidden"> ${ngettext("new message", "new messages", fresh)}</span></span>` : nothing}
  </button>
`;

/** Pixels that a finger has to go down to shut a sheet. */
const FAR = 70;

/** A finger that goes down on a sheet that is scrolled to its top shuts it. */
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
