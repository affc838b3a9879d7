// One choice out of a few, as a row of buttons with drawings, or out of many, as a list. Beings, spells, ways.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { called } from "./beings.js";
import { isMelee } from "./circle.js";
import { titled } from "./gestures.js";
import { icon } from "./icons.js";
import { grouped } from "./targets.js";
import { _ } from "./words.js";

const FEW = 6;

/** A choice. `choices`: `{value, words, icon?}`; `name`: of the field, once on the page; `mark`: read before the label, not seen. */
export const choiceField = ({ label, mark = "", name, chosen, choices, pick, few = FEW }) =>
  choices.length > few ? listField(mark, label, options(chosen, choices), pick) : rowField({ label, mark, name, chosen, choices, pick });

const marked = (mark, label) => html`${mark ? html`<span class="visually-hidden">${mark}: </span>` : nothing}${label}`;

const rowField = ({ label, mark, name, chosen, choices, pick }) => html`
  <div class="pick" role="radiogroup" aria-labelledby=${idOf(name)}>
    <span class="pick__label" id=${idOf(name)}>${marked(mark, label)}</span>
    <span class="pick__row">
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

const listField = (mark, label, listed, pick) => html`
  <label class="pick">
    <span class="pick__label">${marked(mark, label)}</span>
    <select class="input" @change=${(event) => pick(event.target.value)}>${listed}</select>
  </label>
`;

const options = (chosen, choices) => choices.map(({ value, words }) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`);

const DRAWN = { wizard: "wizard", goblin: "goblin", ogre: "ogre", troll: "troll", giant: "giant", corpse: "death", nobody: "close" };

/** One being out of `targets` (`ref`, `name`, `kind`); of many in groups. */
export function beingField({ view, request, label, mark, name, chosen, targets, pick }) {
  if (!isMelee(view)) return choiceField({ label, mark, name, chosen, choices: targets.map((being) => brief(request, being)), pick });
  const words = Object.fromEntries(targets.map(({ ref, ...being }) => [ref, { value: ref, words: called(request, ref, being) }]));
  const named = (refs) => options(chosen, refs.map((ref) => words[ref]));
  const groups = grouped(view, request.wizard, Object.keys(words));
  const listed = groups.map((group) => (group.label ? html`<optgroup label=${group.label}>${named(group.refs)}</optgroup>` : named(group.refs)));
  return listField(mark, label, listed, pick);
}

/** A being of a duel of two, in as few words as leave no doubt: drawings tell what monsters are. */
function brief(request, { ref, ...being }) {
  const drawn = { value: ref, words: called(request, ref, being), icon: DRAWN[being.kind] };
  if (ref === request.wizard) return { ...drawn, words: _("yourself") };
  if (ref.includes(":")) return { ...drawn, words: newOne(request, ref) };
  return drawn.icon && being.owner !== undefined ? { ...drawn, words: being.name, more: titled(being.kind).toLowerCase() } : drawn;
}

const OWN = { left: () => _("your left hand’s monster"), right: () => _("your right hand’s monster") };
const THEIRS = { left: (name) => _("{name}’s left hand’s monster", { name }), right: (name) => _("{name}’s right hand’s monster", { name }) };

function newOne(request, ref) {
  const [hand, name] = ref.split(":");
  return name === request.wizard ? OWN[hand]() : THEIRS[hand](name);
}
