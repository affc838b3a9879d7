// The hands of a pair: their gestures, the spells that these complete, and effects on the hand.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { trail } from "../board/gesture-notes.js";
import { GESTURES, HANDS, spoken, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { castings, completedBy, gestureOf, leadsOf } from "./castings.js";
import { fieldOf } from "./pairs.js";

/** Render both hands of the pair `one`; `next`: the hand of the next letter, which a phone does not mark. */
export const handFields = ({ view, request, picks, next }, one, act) => html`
  <div class="hands" @mousedown=${keepFocus}>
    ${HANDS.map((hand) => handField({ view, one, hand, isNext: !isInHand() && next?.pair === one.pair && next?.hand === hand, before: trailOf(view, request, picks, one, hand) }, act))}
  </div>
`;

/**
 * Keep the focus until a pressed gesture is picked: moving it twice would cost styling and announcements for nothing.
 */
const keepFocus = (event) => event.target.closest(".gesture") && event.preventDefault();

/** The earlier gestures of this hand, including those of the first pair. */
const trailOf = (view, request, picks, { pair }, hand) => [
  ...trail(view, request.wizard, hand),
  ...(pair ? [gestureOf(request, picks, hand) ?? "·"] : []),
];

/** The number of gestures repeated above a hand; the width is the same for fewer. */
const TRAIL = 4;

const NAMES = { left: () => _("Left hand"), right: () => _("Right hand") };

/** On a phone, the spell next to the name needs the room. */
const SHORT = { left: _("Left"), right: _("Right") };

const nameOf = (hand) =>
  isInHand()
    ? html`<span aria-hidden="true">${SHORT[hand]}</span><span class="visually-hidden">${NAMES[hand]()}</span>`
    : NAMES[hand]();

function handField({ view, one, hand, isNext, before }, act) {
  const { pair, request, picks } = one;
  const { gestures, forced } = request.hands[hand];
  const isHeld = gestures.length === 1;
  return html`
    <fieldset class="hand ${isNext ? "next" : ""} ${forced ? "locked" : ""}" title=${isNext ? _("The next letter you type is for this hand.") : nothing} data-hand=${hand} data-pair=${pair}>
      <legend class="hand__legend">
        <span class="label">${nameOf(hand)}${pair ? html`<span class="visually-hidden">${_(", second pair")}</span>` : nothing}</span>
        <span class="hand__trail" aria-hidden="true">${before
          .slice(-TRAIL)
          .join(" ")
          .padStart(2 * TRAIL - 1)}</span>
      </legend>
      ${forced ? lock(view, request, hand) : nothing}
      <div class="gestures ${isHeld ? "held" : ""}" data-side=${NAMES[hand]()}>
        ${(isHeld ? gestures : Object.keys(GESTURES)).map((gesture) => gestureButton(one, hand, gesture, act))}
      </div>
      <p class="hand__makes">${madeBy(request, picks, hand)}</p>
    </fieldset>
  `;
}

function gestureButton({ request, picks, pair }, hand, gesture, act) {
  const completes = completedBy(request, hand, gesture);
  const hint = completes.length ? _("completes {spells}", { spells: completes.join(_(" or ")) }) : "";
  const leads = hint ? "" : leadsText(leadsOf(request, { ...picks, [hand]: gesture }, hand));
  return html`
    <label class="gesture ${completes.length ? "completes" : ""}" title=${[GESTURES[gesture].name, hint || leads].filter(Boolean).join("; ")}>
      <input
        class="visually-hidden"
        type="radio"
        name=${fieldOf({ pair, hand })}
        value=${gesture}
        aria-label=${[spoken(gesture), hint].filter(Boolean).join("; ")}
        .checked=${gestureOf(request, picks, hand) === gesture}
        ?disabled=${!request.hands[hand].gestures.includes(gesture)}
        @change=${() => act.gesture(hand, gesture, pair)}
      >
      <span class="gesture__face" aria-hidden="true">
        ${icon(GESTURES[gesture].icon, { mirrored: hand === "left" })}<b>${gesture === "-" ? "–" : gesture}</b>
      </span>
    </label>
  `;
}

function madeBy(request, picks, hand) {
  const cast = castings(request, picks).find((casting) => casting.hand === hand || casting.hand === "both");
  if (cast && isInHand()) return html`<strong>${cast.spell.name}</strong>`;
  if (cast?.hand === "both")
    return html`<strong>${_("Completes {spell} with both hands.", { spell: cast.spell.name })}</strong>`;
  if (cast) return html`<strong>${_("Completes {spell}.", { spell: cast.spell.name })}</strong>`;
  const leads = leadsOf(request, picks, hand);
  if (leads.length)
    return isInHand() ? html`<span title=${leadsText(leads)}>${leadText(leads)}</span>` : leadsText(leads);
  const gesture = gestureOf(request, picks, hand);
  if (gesture !== null) return ">-".includes(gesture) ? _("No spell.") : _("No spell yet.");
  return isInHand() ? "" : _("Choose a gesture."); // its name takes the room
}

/** Return the nearest spell with its missing gestures, and the number of others: "Fear (W D) +5". */
const leadText = ([nearest, ...others]) => `${spellText(nearest)}${others.length ? ` +${others.length}` : ""}`;

/** Return a spell with its missing gestures, which stay on one line: "Fear (W D)". */
const spellText = ({ spell, missing }) => `${factsOf(spell).name} (${[...missing].join("\u00a0")})`;

/** The number of names that fit in the reserved lines. */
const NAMED = 2;

/** Return "Leads to: Magic Missile (D), Fear (W D), and 5 more.", or "" for none. */
function leadsText(leads) {
  if (!leads.length) return "";
  const spells = leads.slice(0, NAMED).map(spellText).join(", ");
  const count = leads.length - NAMED;
  return count > 0
    ? ngettext("Leads to: {spells}, and {count} more.", "Leads to: {spells}, and {count} more.", count, { spells })
    : _("Leads to: {spells}.", { spells });
}

// Effects on a hand ---------------------------------------------------------------------------------------------------

const DRAWN = new Set(["amnesia", "confusion", "maladroitness", "paralysis", "fear"]);

/** Render an effect that restricts a hand: its drawing, name and caster, and the gestures left. */
function lock(view, request, hand) {
  const { gestures, forced } = request.hands[hand];
  const mind = view.wizards.find(({ name }) => name === request.wizard)?.minds?.find(({ effect }) => effect === forced);
  const effect = titled(forced);
  const told = request.notes.find((note) => note.effect === forced)?.text ?? "";
  return html`
    <p class="hand__lock" title=${told}>
      ${icon(DRAWN.has(forced) ? forced : "eye")}
      <span><b>${mind?.by && mind.by !== request.wizard ? _("{name}’s {effect}", { effect, name: mind.by }) : effect}:</b> ${leftTo(forced, gestures, mind)}</span>
    </p>
  `;
}

const NOT_YET = {
  confusion: () => _("the dice might choose for this hand."),
  maladroitness: () => _("it copies the right hand."),
  paralysis: () => _("it might be paralysed."),
  charm_person: ({ by = "?" } = {}) => _("{name} might choose for this hand.", { name: by }),
};

function leftTo(effect, gestures, mind) {
  if (gestures.length === 1) return _("it will play {gesture}, whatever you choose.", { gesture: spoken(gestures[0]) });
  if (gestures.length < Object.keys(GESTURES).length)
    return _("it can only play {gestures}.", { gestures: gestures.join(" ") });
  return NOT_YET[effect]?.(mind) ?? _("it might not do what you choose.");
}
