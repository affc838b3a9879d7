// What opens over the duel page: a wizard or monster, the targets of a row, the dialog before giving up, the help. Each
// is loaded when it is first opened.

import { nothing } from "../../../vendor/lit-html/lit-html.js";
import { bringUp, sheet } from "../../board/sheets.js";
import { LATER } from "./later.js";

/** Return the sheets and dialogs. `draw()` renders the page, `drawPart(name)` one part. */
export function detailsOf({ draw, drawPart }) {
  let beingSheet = null;
  let aimSheet = null;
  let confirmation = null;

  /** The being whose details are in the sheet. */
  let looked = null;

  /** The row whose targets are in the list. */
  let aiming = null;

  return {
    /** Open the details of a being. */
    async look(ref) {
      ({ beingSheet } = await LATER.being());
      looked = ref;
      bringUp("being");
    },

    /** Open the targets of a row. */
    async aim(row, button) {
      const module = await LATER.aim();
      ({ aimSheet } = module);
      aiming = row;
      drawPart("aim");
      module.showAims(document.getElementById(sheet("aim")), button.getBoundingClientRect());
    },

    /** Load the dialog that asks before giving up, and render it closed. */
    async loadDialog() {
      if (confirmation) return;
      ({ confirmation } = await LATER.confirm());
      draw();
    },

    async openHelp() {
      const help = await LATER.help();
      help.openHelp();
    },

    being: (page, seats, act) => (looked && beingSheet ? beingSheet(page, looked, seats, act) : nothing),
    aims: (page, act) => (aiming && aimSheet ? aimSheet(page, aiming, act) : nothing),
    dialog: (page, act) => confirmation?.(page, act.confirmed),
  };
}
