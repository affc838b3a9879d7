// The rule options of a challenge: how each stands in the book that is chosen, and how many differ from it.

import { _, ngettext } from "../lib/words.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const texts = json("option-texts");
const checked = json("option-boxes");
const options = document.querySelector("[data-options]");
const count = document.querySelector("[data-options-count]");
const selects = [...options.querySelectorAll("select")];
const boxes = [...options.querySelectorAll("input[type=checkbox]")];
const form = options.closest("form");
const drawnFor = form.elements.drawn_for;

function show() {
  const book = new FormData(form).get("book");
  for (const select of selects) select.options[0].text = texts[book]?.[select.name] ?? _("by the book");
  if (checked[book]) draw(book);
  const changed =
    selects.filter(({ value }) => value !== "").length + boxes.filter((box) => isOtherwise(box, book)).length;
  count.textContent = changed ? ngettext("{count} not by the book", "{count} not by the book", changed) : "";
}

/** Boxes that nobody has touched stand as they do in the book. */
function draw(book) {
  const before = drawnFor.value;
  for (const box of boxes) if (!isOtherwise(box, before)) box.checked = checked[book][box.name];
  drawnFor.value = book;
}

const isOtherwise = (box, book) => box.checked !== checked[book]?.[box.name];

form.addEventListener("change", show);
addEventListener("pageshow", show); // a browser that comes back has filled in the form again
show();
