// A field with suggestions: a combobox with a list of its own, by the pattern of the ARIA guide. Where no script runs it
// is a field.

import { _, ngettext } from "./words.js";

const PAUSE = 180; // milliseconds that one stops typing before it is asked
let count = 0;

/** Makes `field` one. `at`: the address that is asked, what is typed at its end; `isList`: names with commas between them are typed there. */
export function comboboxOf(field, { at, isList }) {
  const box = { field, at, isList, ...elements(field), shown: [], active: -1, timer: 0, asked: 0 };
  field.addEventListener("input", () => {
    clearTimeout(box.timer);
    box.timer = setTimeout(() => suggest(box), PAUSE);
  });
  field.addEventListener("keydown", (event) => onKey(box, event));
  field.addEventListener("blur", () => close(box));
  box.list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  box.list.addEventListener("click", ({ target }) => take(box, [...box.list.children].indexOf(target.closest("li"))));
}

/** The list below the field, and a place where it is told how many there are. */
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

/** What is being typed: of a list the name at the caret, as `[begin, end]` in the field. */
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

/** Who may be meant; nobody where that cannot be asked. */
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

/** Puts a name where it was typed. */
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
