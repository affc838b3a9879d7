// A choice, as a row of buttons with drawings if there are few options, otherwise as a list.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isMelee } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { within } from "../lib/names.js";
import { isInHand } from "../lib/screen.js";
import { _ } from "../lib/words.js";
import { called } from "./beings.js";
import { grouped } from "./targets.js";

/** The largest number of options for a row of buttons; on a phone a row never fits, so all choices are lists. */
const few = () => (isInHand() ? 0 : 6);

/**
 * Render a choice. `choices`: `{value, words, icon?}`; `name`: of the field, unique on the page; `mark`: read before
 * the label by screen readers only.
 */
export const choiceField = ({ label, mark = "", name, chosen, choices, pick, most = few() }) =>
  choices.length > most
    ? listField({ mark, label, name, listed: options(chosen, choices), pick })
    : rowField({ label, mark, name, chosen, choices, pick });

const marked = (mark, label) => html`${mark ? html`<span class="visually-hidden">${mark}: </span>` : nothing}${label}`;

const rowField = ({ label, mark, name, chosen, choices, pick }) => html`
  <div class="choice-field" role="radiogroup" aria-labelledby=${idOf(name)}>
    <span class="choice-field__label" id=${idOf(name)}>${marked(mark, label)}</span>
    <span class="choice-field__row">
      ${choices.map(
        (choice) => html`
          <label class="chip">
            <input class="visually-hidden" type="radio" name=${name} value=${choice.value} .checked=${choice.value === chosen} @change=${() => pick(choice.value)}>
            <span class="chip__face">${choice.icon ? icon(choice.icon) : nothing}${choice.words}${choice.more ? html`<span class="visually-hidden">, ${choice.more}</span>` : nothing}</span>
          </label>
        `,
      )}
    </span>
  </div>
`;

const idOf = (name) => `${name.replaceAll(/\s/g, "_")}-label`;

const listField = ({ mark, label, name, listed, pick }) => html`
  <label class="choice-field listed">
    <span class="choice-field__label">${marked(mark, label)}</span>
    <select class="input" name=${name} @change=${(event) => pick(event.target.value)}>${listed}</select>
  </label>
`;

const options = (chosen, choices) =>
  choices.map(({ value, words }) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`);

const DRAWN = { wizard: "wizard", goblin: "goblin", ogre: "ogre", troll: "troll", giant: "giant", corpse: "death" };

/**
 * Render a choice of one being out of `targets` (`ref`, `name`, `kind`), in groups if there are many; `none`: the
 * option for no being.
 */
export function beingField({ view, request, label, mark, name, chosen, targets, none = "", pick }) {
  if (!isMelee(view)) return choiceField({ label, mark, name, chosen, choices: brief(request, targets), pick });
  const words = Object.fromEntries(
    targets.map(({ ref, ...being }) => [ref, { value: ref, words: called(request, ref, being) }]),
  );
  const named = (refs) =>
    options(
      chosen,
      refs.map((ref) => words[ref]),
    );
  const groups = grouped(view, request.wizard, Object.keys(words));
  const listed = groups.map((group) =>
    group.label ? html`<optgroup label=${group.label}>${named(group.refs)}</optgroup>` : named(group.refs),
  );
  const first = none ? options(chosen ?? "", [{ value: "", words: none }]) : nothing;
  return listField({ mark, label, name, listed: [first, listed], pick });
}

/** Label the beings of a two-player duel as briefly as possible; drawings show the kinds of monsters. */
function brief(request, targets) {
  const summoners = targets.filter(isNew).map(summonerOf);
  return targets.map((being) => ({ value: being.ref, ...words(request, being, summoners) }));
}

const isNew = ({ ref }) => ref.includes(":");

const summonerOf = ({ ref }) => ref.split(":")[1];

function words(request, { ref, ...being }, summoners) {
  const drawn = { icon: DRAWN[being.kind], words: called(request, ref, being) };
  if (ref === request.wizard) return { ...drawn, words: _("yourself") };
  if (isNew({ ref }))
    return { words: newMonster(request, ref, summoners.filter((name) => name === summonerOf({ ref })).length > 1) };
  return drawn.icon && being.owner !== undefined
    ? { ...drawn, words: being.name, more: within(titled(being.kind)) }
    : drawn;
}

/** Label a monster that is about to appear, with its hand if both may summon one. */
function newMonster(request, ref, isOneOfTwo) {
  if (isOneOfTwo) return called(request, ref, { ref });
  const name = summonerOf({ ref });
  return name === request.wizard ? _("your new monster") : _("{name}’s new monster", { name });
}
