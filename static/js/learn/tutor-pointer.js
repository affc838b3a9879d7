// Where the master points on the board: at the gestures and aims that are wanted, and when they are picked, at the seal.

import { afterFrame } from "../lib/later.js";
import { isInHand } from "../lib/screen.js";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const LOOK =
  "outline: 3px solid var(--accent); outline-offset: var(--pointed-offset, 2px); border-radius: var(--radius); animation: pointed var(--pointing, 1.6s) ease-in-out infinite;";

/** The fields of the orders panel, and the values that these orders have there. */
const fieldsOf = ({ left, right, cast = {}, target = {} }) => [
  ["left", left],
  ["right", right],
  ...Object.entries(cast).map(([hand, spell]) => [`cast--${hand}`, spell]),
  ...Object.entries(target).map(([hand, ref]) => [`aim--${hand}`, ref]),
];

/** A button of a row, or a line of a list. */
const field = ([name, value]) => `:is([name="${name}"], [name="${name}"] > *)[value="${value}"]`;

/** What is still to be picked, then the seal, as a selector; "": nothing. */
let wanted = "";

/** Points at what these orders take; at nothing without. */
export function point(orders) {
  const fields = orders ? fieldsOf(orders).map(field) : [];
  const open = fields.map((it) => `.duel label:has(${it}:not(:checked))`);
  const seal = `.duel${fields.map((it) => `:has(${it}:checked)`).join("")} .orders [type="submit"]`;
  wanted = fields.length ? [...open, seal].join(", ") : "";
  sheet.replaceSync(fields.length ? `@layer pages { ${[...open, seal].join(", ")} { ${LOOK} } }` : "");
}

/** What is wanted next comes into view: in the hand it may lie below, or beside what else is asked. */
function reach() {
  const next = wanted && document.querySelector(wanted);
  if (next) next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("change", () => isInHand() && afterFrame().then(reach)); // when what comes of it has been drawn
