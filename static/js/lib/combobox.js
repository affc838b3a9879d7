// A text field with suggestions: a combobox with a listbox, following the ARIA Authoring Practices. Without scripts it
// is a plain field.

import { _, ngettext } from "./words.js";

const PAUSE = 180; // milliseconds without typing before a request
let count = 0;

/**
 * Turn `field` into a combobox. `at`: the address for suggestions, to which the typed text is appended; `isList`: the
 * field holds names separated by commas.
 */
export function comboboxOf(field, { at, isList }) {
  const box = { field, at, isList, ...elements(field), shown: [], active: -1, timer: 0, asked: 0 };
  field.addEventListener("input", () => {
    clearTimeout(box.timer);
    box.timer = setTimeout(() => suggest(box), PAUSE);
  });
  field.addEventListener("keydown", (event) => onKey(box, event));
  field.addEventListener("blur", () => close(box));
  box.list.addEventListener("mousedown", (event) => event.preventDefault()); // keep the focus in the field
  box.list.addEventListener("click", ({ target }) => take(box, [...box.list.children].indexOf(target.closest("li"))));
}

/** Create the list below the field, and a live region that announces its length. */
function elements(field) {
  const place = document.createElement("div");
  const list = document.createElement("ul");
  const status = document.createElement("span");
  place.className = "combobox";
  Object.assign(list, { id: `names-${++count}`, className: "combobox__list", role: "listbox", hidden: true });
  list.setAttribute("aria-label", _("Mages"));
  Object.assign(status, { className: "visually-hidden", role: "status" });
  const isFocused = document.activeElement === field;
  field.replaceWith(place);
  place.append(field, list, status);
  if (isFocused) field.focus();
  const told = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id };
  for (const [name, value] of Object.entries(told)) field.setAttribute(name, value);
  return { list, status };
}

/** Return the range `[begin, end]` of the text being typed: the name at the caret if the field is a list. */
function span({ field, isList }) {
  const { value, selectionStart } = field;
  if (!isList) return [0, value.length];
  const begin = value.lastIndexOf(",", selectionStart - 1) + 1;
  const end = value.indexOf(",", selectionStart);
  return [begin, end < 0 ? value.length : end];
}

async function suggest(box) {
  const asked = ++box.asked;
  const typed = box.field.value.slice(...span(box)).trim();
  const found = typed ? await fetched(box.at + encodeURIComponent(typed)) : [];
  if (asked === box.asked && document.activeElement === box.field) show(box, found);
}

/** Fetch suggestions; an empty list if the request fails. */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? (await answer.json()).mages : [];
}

function show(box, found) {
  box.shown = found;
  box.list.replaceChildren(...found.map((one, at) => option(one, `${box.list.id}-${at}`)));
  box.list.hidden = found.length === 0;
  box.field.setAttribute("aria-expanded", String(found.length > 0));
  box.status.textContent = found.length ? ngettext("{count} mage", "{count} mages", found.length) : "";
  activate(box, -1);
}

function option({ name, told }, id) {
  const made = document.createElement("li");
  const more = document.createElement("span");
  Object.assign(made, { id, role: "option", ariaSelected: "false" });
  Object.assign(more, { className: "soft small", textContent: told });
  made.append(name, " ", more);
  return made;
}

function activate(box, at) {
  box.active = at;
  for (const [index, one] of [...box.list.children].entries()) one.ariaSelected = String(index === at);
  if (at < 0) box.field.removeAttribute("aria-activedescendant");
  else box.field.setAttribute("aria-activedescendant", box.list.children[at].id);
}

function onKey(box, event) {
  const { length } = box.shown;
  if (!length) return;
  const { active } = box;
  if (event.key === "ArrowDown") activate(box, active + 1 < length ? active + 1 : -1);
  else if (event.key === "ArrowUp") activate(box, active < 0 ? length - 1 : active - 1);
  else if (event.key === "Enter" && active >= 0) take(box, active);
  else if (event.key === "Escape") close(box);
  else return;
  event.preventDefault();
}

/** Insert a suggestion in place of the typed text. */
function take(box, at) {
  if (at < 0) return;
  const { field } = box;
  const [begin, end] = span(box);
  const before = field.value.slice(0, begin);
  const name = `${before ? " " : ""}${box.shown[at].name}`;
  field.value = before + name + field.value.slice(end);
  field.setSelectionRange(begin + name.length, begin + name.length);
  close(box);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function close(box) {
  clearTimeout(box.timer);
  box.asked++;
  show(box, []);
}
