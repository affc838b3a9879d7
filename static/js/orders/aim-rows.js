// The targets of spells, knife and monsters as rows: each is a sentence with its present answer, and a press opens the
// list of targets (aim-sheet.js).

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { fresh } from "../lib/fresh.js";
import { GESTURES, listed, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { aimsOf, isUnanswered, nameOf, taskText, verbOf } from "./aims.js";
import { called } from "./beings.js";
import { gestureOf } from "./castings.js";
import { pairsOf } from "./pairs.js";

/** The number of monsters that a row names. */
const NAMED = 3;

// Sentences -----------------------------------------------------------------------------------------------------------
// The answer is in brackets.

const SAYS = {
  guard: { you: (it) => _("{spell} protects [you]", it), name: (it) => _("{spell} protects [{name}]", it) },
  help: { you: (it) => _("{spell} helps [you]", it), name: (it) => _("{spell} helps [{name}]", it) },
  hit: { you: (it) => _("{spell} hits [you]", it), name: (it) => _("{spell} hits [{name}]", it) },
  target: { you: (it) => _("{spell} targets [you]", it), name: (it) => _("{spell} targets [{name}]", it) },
  summon: { you: (it) => _("{monster} appears for [you]", it), name: (it) => _("{monster} appears for [{name}]", it) },
  stab: { you: (it) => _("You stab [yourself]", it), name: (it) => _("You stab [{name}]", it) },
  attack: { you: (it) => _("{monster} attacks [you]", it), name: (it) => _("{monster} attacks [{name}]", it) },
  again: { you: (it) => _("{monster} then attacks [you]", it), name: (it) => _("{monster} then attacks [{name}]", it) },
  attackAll: { you: (it) => _("{monsters} attack [you]", it), name: (it) => _("{monsters} attack [{name}]", it) },
  andAttacks: { you: (it) => _("attacks [you]", it), name: (it) => _("attacks [{name}]", it) },
};

/** Return the sentence of an aim at its target. */
function sentence(request, verb, aim, about) {
  if ((aim.target ?? "nobody") === "nobody") return _("{what}: [no target]", { what: about.what });
  return aim.target === request.wizard
    ? SAYS[verb].you(about)
    : SAYS[verb].name({ ...about, name: shortName(request, aim.target) });
}

/** The name of a target, without the kind of a monster. */
const shortName = (request, ref) => {
  if (ref.includes(":") && ref.endsWith(`:${request.wizard}`)) return _("your new monster");
  const being = request.targets.find((target) => target.ref === ref);
  return ref.includes(":") ? called(request, ref, being) : (being?.name ?? ref);
};

/** Return the kind of the monster that a spell summons, as a title: "Ogre". */
const summonedBy = ({ spell }) => titled(factsOf(spell).makes);

/** Return the name of a monster; a new one has only its kind. */
function monsterOf(request, { ref, name, being }, picks) {
  if (being !== "new") return name;
  const [hand] = ref.split(":");
  const spell = aimsOf(request, picks).find((aim) => aim.kind === "spell" && aim.hand === hand)?.spell;
  return factsOf(spell).makes ? summonedBy({ spell }) : called(request, ref, { kind: "new" });
}

/** Return the names in the sentence of an aim: `{what, spell?, monster?}`. */
export const aboutOf = (request, aim, picks) => {
  if (aim.kind === "attack") {
    const monster = monsterOf(request, aim, picks);
    return { monster, what: monster };
  }
  if (aim.kind === "stab") return { what: _("Stab") };
  return { spell: aim.name, what: aim.name, monster: verbOf(aim) === "summon" ? summonedBy(aim) : "" };
};

function rowText(request, { aims, serves }, picks) {
  const [aim] = aims;
  if (aims.length > 1) {
    const names = aims.map(({ name }) => name);
    const monsters = names.length > NAMED ? _("{count} monsters", { count: names.length }) : listed(names);
    return sentence(request, "attackAll", aim, { monsters, what: monsters });
  }
  if (!serves) return sentence(request, verbOf(aim), aim, aboutOf(request, aim, picks));
  const parts = [
    sentence(request, "summon", serves, aboutOf(request, serves, picks)),
    sentence(request, "andAttacks", aim, { what: _("attacks") }),
  ];
  return parts.join(" · ");
}

// Drawing -------------------------------------------------------------------------------------------------------------

/** Return the parts of a text with answers in brackets, which are bold. */
const partsOf = (text) => text.split(/\[(.*?)\]/).map((part, at) => (at % 2 ? bold(part, "aim__answer") : part));

const allBold = (text) => [bold(text)];

const bold = (textContent, className = "") => Object.assign(document.createElement("b"), { className, textContent });

/** Render rows. `act.aim(id, button)` opens the targets. */
export const aimRows = (request, picks, rows, act) => rows.map((row) => aimRow(request, picks, row, act));

function aimRow(request, picks, row, act) {
  const [aim] = row.aims;
  const isAsking = isUnanswered(aim, picks);
  const text = isAsking ? taskText(aim, aboutOf(request, aim, picks).monster) : rowText(request, row, picks);
  return html`
    <button class="aim ${isAsking ? "ask" : ""}" type="button" name=${row.id} value=${(row.serves ?? aim).target ?? ""} data-aims=${[row.serves, ...row.aims].filter(Boolean).map(nameOf).join(" ")} aria-haspopup="dialog" @click=${({ currentTarget }) => act.aim(row.id, currentTarget)}>
      ${drawingOf(request, aim, picks)}${fresh(`aim ${row.id}`, text, "aim__text", isAsking ? allBold : partsOf)}
    </button>
  `;
}

function drawingOf(request, aim, picks) {
  if (aim.kind === "attack") return icon(aim.being === "new" ? newKind(request, aim, picks) : aim.being);
  const one = pairsOf(request, picks).find(({ pair }) => pair === aim.pair);
  const hand = aim.hand === "both" ? "left" : aim.hand;
  const gesture = gestureOf(one.request, one.picks, hand);
  return gesture ? icon(GESTURES[gesture].icon, { mirrored: hand === "left" }) : nothing;
}

function newKind(request, { ref }, picks) {
  const [hand] = ref.split(":");
  const spell = aimsOf(request, picks).find((aim) => aim.kind === "spell" && aim.hand === hand)?.spell;
  return factsOf(spell).makes ?? "goblin";
}
