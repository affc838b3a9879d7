// What could come at a wizard, now and in two and three rounds, and what of his own could stop it; folded away.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { HANDS, titled } from "./gestures.js";
import { begun, bySecondPair } from "./hopes.js";

export function threats({ threats: nearest = [], ahead, wizard }) {
  const coming = [...nearest, ...bySecondPair(ahead, wizard)];
  const others = Object.keys(ahead?.wizards ?? {}).filter((name) => name !== wizard && laterLines(name, ahead).length);
  if (!coming.length && !others.length) return nothing;
  return html`
    <details class="threats">
      <summary>What could come at you in this round (${coming.length}), and later</summary>
      <ul class="small">${coming.map((threat) => html`<li>${threatText(threat)}${stoppedBy(threat, ahead)}</li>`)}</ul>
      ${others.map((name) => laterOf(name, ahead))}
    </details>
  `;
}

function threatText({ by, attack, name, hand, gesture }) {
  if (attack) return `${by} attacks for ${attack}.`;
  const how = hand === "both" ? `both hands (${gesture})` : `the ${hand} hand (${gesture})`;
  return `${by} could complete ${name} with ${how}.`;
}

/** " You could stop it: Shield." */
function stoppedBy({ by, attack, spell, kind = "" }, ahead) {
  const attacks = ahead?.attacks ?? {};
  const means = attack ? (attacks[kind] ?? attacks.monster) : ahead?.wizards[by]?.stops[0]?.[spell];
  return means?.length ? ` You could stop it: ${means.map(titled).join(", ")}.` : "";
}

const LATER = [
  [1, "In two rounds"],
  [2, "In three rounds"],
];

const laterOf = (name, ahead) => html`
  <p class="small"><strong>${name}</strong>${ahead.wizards[name].whole ? nothing : ", as far as you have seen the hands"}</p>
  <ul class="small">${laterLines(name, ahead).map((line) => html`<li>${line}</li>`)}</ul>
`;

/** "In two rounds, left hand: Fear (W D)." for each hand that has begun something. */
const laterLines = (name, ahead) =>
  LATER.flatMap(([at, when]) =>
    HANDS.map((hand) => [hand, begun(ahead.wizards[name][hand][at], ahead, at)])
      .filter(([, spells]) => spells.length)
      .map(([hand, spells]) => `${when}, ${hand} hand: ${spells.join(", ")}.`),
  );
