// The master's pointer on the board: highlights the gestures and targets to pick, then the seal.

import { afterFrame } from "../lib/later.js";
import { isInHand } from "../lib/screen.js";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const LOOK =
  "outline: 3px solid var(--accent); outline-offset: var(--pointed-offset, 2px); border-radius: var(--radius); animation: pointed var(--pointing, 1.6s) ease-in-out infinite;";

/** Return the fields of the orders panel with the values of these orders. */
const fieldsOf = ({ left, right, cast = {}, target = {} }) => [
  ["left", left],
  ["right", right],
  ...Object.entries(cast).map(([hand, spell]) => [`cast--${hand}`, spell]),
  ...Object.entries(target).map(([hand, ref]) => [`aim--${hand}`, ref]),
];

/** Selectors for a choice that is still to be made, and that is made: a gesture or spell, or the row of a target. */
const openField = ([name, value]) =>
  name.startsWith("aim-")
    ? `.duel .aim[data-aims~="${name}"]:not([value="${value}"]), .duel .target[data-aim="${name}"][value="${value}"]`
    : `.duel label:has(:is([name="${name}"], [name="${name}"] > *)[value="${value}"]:not(:checked))`;
const madeField = ([name, value]) =>
  name.startsWith("aim-")
    ? `:has(.aim[data-aims~="${name}"][value="${value}"])`
    : `:has(:is([name="${name}"], [name="${name}"] > *)[value="${value}"]:checked)`;

/** The selector of what is still to be picked, then of the seal; "" for nothing. */
let wanted = "";

/** Highlight what these orders need; nothing without orders. */
export function point(orders) {
  const fields = orders ? fieldsOf(orders) : [];
  const open = fields.map(openField);
  const seal = `.duel${fields.map(madeField).join("")} .orders [type="submit"]`;
  wanted = fields.length ? [...open, seal].join(", ") : "";
  sheet.replaceSync(fields.length ? `@layer pages { ${[...open, seal].join(", ")} { ${LOOK} } }` : "");
}

/** Scroll to what is wanted next, which may be off-screen on a phone. */
function reach() {
  const next = wanted && document.querySelector(wanted);
  if (next) next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("change", () => isInHand() && afterFrame().then(reach)); // after the change has been rendered
