// The engraved circle between the wizards: rings, ticks, two triangles, and a gesture in each of their corners.

import { svg } from "../../vendor/lit-html/lit-html.js";

const CORNERS = ["c", "d", "f", "p", "s", "w"];

/** Distance of the corners from the centre. */
const REACH = 147;

const SIZE = 30;

export const circleArt = svg`
  <svg class="circle-art" viewBox="-200 -200 400 400" aria-hidden="true">
    <g fill="none" stroke="currentColor">
      <circle r="197" stroke-width="2.5"></circle>
      <circle r="191.5" stroke-width="1"></circle>
      <circle r="184" stroke-width="8" pathLength="600" stroke-dasharray="1.5 8.5" stroke-dashoffset="0.75"></circle>
      <circle r="183" stroke-width="13" pathLength="600" stroke-dasharray="2 48" stroke-dashoffset="1"></circle>
      <circle r="175" stroke-width="1"></circle>
      <path class="circle-art__star" stroke-width="1.25" d=${triangles()}></path>
      <circle r="116" stroke-width="2"></circle>
      <circle class="circle-art__beads" r="110.5" stroke-width="3" stroke-linecap="round" pathLength="96" stroke-dasharray="0 1"></circle>
      <circle r="105" stroke-width="1"></circle>
    </g>
    ${CORNERS.map(corner)}
  </svg>
`;

function triangles() {
  const points = CORNERS.map((_, at) => place(at).join(" "));
  return [0, 1].map((first) => `M${points[first]}L${points[first + 2]}L${points[first + 4]}Z`).join("");
}

function corner(gesture, at) {
  const [x, y] = place(at);
  return svg`
    <circle class="circle-art__seat" cx=${x} cy=${y} r="25" stroke="currentColor" stroke-width="2"></circle>
    <use href=${`#gesture-${gesture}`} x=${x - SIZE / 2} y=${y - SIZE / 2} width=${SIZE} height=${SIZE}></use>
  `;
}

/** Return the position of corner `at`, clockwise from the top. */
function place(at) {
  const angle = (at * Math.PI) / 3;
  return [REACH * Math.sin(angle), -REACH * Math.cos(angle)].map((far) => Math.round(10 * far) / 10);
}
