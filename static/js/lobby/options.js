// The rule options of a challenge: the value of each in the chosen spell book, the options that differ, and a search.

import { _, ngettext } from "../lib/words.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const values = json("option-values");
const checked = json("option-boxes");
const options = document.querySelector("[data-options]");
const form = options.closest("form");
const find = (name) => form.querySelector(`[data-options-${name}]`);
const rules = [...options.querySelectorAll(".options__rule")];
const groups = [...options.querySelectorAll(".options__group")];
const unfolded = new Set();
const selects = [...options.querySelectorAll("select")];
const boxes = [...options.querySelectorAll("input[type=checkbox]")];
const drawnFor = form.elements.drawn_for;
let isSought = false;

function show() {
  const book = new FormData(form).get("book");
  if (values[book]) tell(book);
  if (checked[book]) draw(book);
  const differing = [
    ...selects
      .filter(({ value }) => value !== "")
      .map((select) => `${title(select)}: ${select.selectedOptions[0].text}`),
    ...boxes.filter((box) => isOtherwise(box, book)).map((box) => `${title(box)}: ${box.checked ? _("yes") : _("no")}`),
  ];
  const count = differing.length;
  find("count").textContent = count ? ngettext("{count} house rule", "{count} house rules", count) : "";
  find("differences").textContent = count ? _("House rules: {options}", { options: differing.join("; ") }) : "";
}

/** Show the value of each option in this book. */
function tell(book) {
  for (const cell of options.querySelectorAll("[data-in-the-book]"))
    cell.textContent = values[book][cell.dataset.inTheBook];
  for (const select of selects) select.options[0].text = _("default: {value}", { value: values[book][select.name] });
}

/** Give untouched boxes the value of the chosen book. */
function draw(book) {
  const before = drawnFor.value;
  for (const box of boxes) if (!isOtherwise(box, before)) box.checked = checked[book][box.name];
  drawnFor.value = book;
}

const isOtherwise = (box, book) => box.checked !== checked[book]?.[box.name];

const title = (input) => input.labels[0].textContent.replace(/:$/, "");

/** Show the rules whose name or description contains all these words; without words, unfold groups as before. */
function seek(words) {
  if (!isSought) for (const group of groups) unfolded[group.open ? "add" : "delete"](group);
  isSought = words.some(Boolean);
  for (const rule of rules) {
    const text = rule.querySelector("th").textContent.toLowerCase();
    rule.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of groups) {
    group.hidden = !group.querySelector(".options__rule:not([hidden])");
    group.open = isSought || unfolded.has(group);
  }
  find("none").hidden = rules.some((rule) => !rule.hidden);
}

const search = find("search");
search.closest("label").hidden = false;
search.addEventListener("input", () => seek(search.value.toLowerCase().split(/\s+/)));
search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault()); // would submit the form

form.addEventListener("change", show);
addEventListener("pageshow", show); // browsers restore form values when navigating back
show();
