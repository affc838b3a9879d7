// The chart above the replay controls: one line per wizard, with links to the rounds of mistakes.

import { html, svg } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";
import { linesOf, marksOf } from "./curve.js";
import { chanceText } from "./words.js";

/** `at`: the step shown; `addressOf(number)` and `go(number)` take a round. */
export function curve(result, { steps, at, addressOf, go }) {
  const wide = Math.max(1, steps.length - 1);
  return html`
    <svg class="chart curve" role="group" aria-label=${_("Mistakes")}>
      <svg viewBox="0 0 ${wide} 1" preserveAspectRatio="none" width="100%" height="100%" overflow="visible" aria-hidden="true">
        <line class="curve__even" x1="0" x2=${wide} y1="0.5" y2="0.5"></line>
        ${linesOf(result, steps).map((line, seat) => svg`<polyline class="chart__line" data-seat=${seat} points=${line.map((point) => point.join(",")).join(" ")}></polyline>`)}
        <line class="chart__now" x1=${at} x2=${at} y1="0" y2="1"></line>
      </svg>
      ${marksOf(result, steps).map((mark) => markOf(mark, { addressOf, go }))}
    </svg>
  `;
}

const markOf = ({ round, wizard, seat, cost, sign, left, top }, { addressOf, go }) => svg`
  <a class="curve__mark" data-seat=${seat} href=${addressOf(round)} aria-label=${_("Round {round}: mistake by {wizard}, cost {cost}", { round, wizard, cost: chanceText(cost) })} @click=${(event) => lead(event, () => go(round))}>
    ${seat ? svg`<rect x="${left}%" y="${top}%" width="18" height="18" rx="3" transform="translate(-9 -9)"></rect>` : svg`<circle cx="${left}%" cy="${top}%" r="10"></circle>`}
    <text x="${left}%" y="${top}%" dy="0.36em" aria-hidden="true">${sign}</text>
  </a>
`;

/** Navigate within the page, unless the user opens the link in a new tab or window. */
export function lead(event, go) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go();
}
