// The rule options of a duel: the value of each in the chosen spell book, the options that differ, and a search.

import { _, ngettext } from "../lib/words.js";

/** Keep the rule options of a form up to date. */
export function watchOptions(form) {
  const options = form.querySelector("[data-options]");
  const table = {
    form,
    values: json("option-values"),
    checked: json("option-boxes"),
    cells: [...options.querySelectorAll("[data-in-the-book]")],
    selects: [...options.querySelectorAll("select")],
    boxes: [...options.querySelectorAll("input[type=checkbox]")],
  };
  const update = () => show(table);
  form.addEventListener("change", update);
  addEventListener("pageshow", update); // browsers restore form values when navigating back
  update();
  watchSearch(form);
}

const json = (id) => JSON.parse(document.getElementById(id).textContent);

function show(table) {
  const { form, values, checked } = table;
  const book = new FormData(form).get("book");
  if (values[book]) tell(table, book);
  if (checked[book]) draw(table, book);
  const differing = differences(table, book);
  const count = differing.length;
  const find = (name) => form.querySelector(`[data-options-${name}]`);
  find("count").textContent = count ? ngettext("{count} house rule", "{count} house rules", count) : "";
  find("differences").textContent = count ? _("House rules: {options}", { options: differing.join("; ") }) : "";
}

/** Show the value of each option in this book. */
function tell({ values, cells, selects }, book) {
  for (const cell of cells) cell.textContent = values[book][cell.dataset.inTheBook];
  for (const select of selects) select.options[0].text = _("default: {value}", { value: values[book][select.name] });
}

/** Give untouched boxes the value of the chosen book. */
function draw({ form, checked, boxes }, book) {
  const drawnFor = form.elements.drawn_for;
  for (const box of boxes) {
    if (!isOtherwise(box, checked[drawnFor.value])) box.checked = checked[book][box.name];
  }
  drawnFor.value = book;
}

/** Return the options that differ from the book, in words. */
function differences({ checked, selects, boxes }, book) {
  const chosen = selects.filter(({ value }) => value !== "");
  const ticked = boxes.filter((box) => isOtherwise(box, checked[book]));
  return [
    ...chosen.map((select) => `${title(select)}: ${select.selectedOptions[0].text}`),
    ...ticked.map((box) => `${title(box)}: ${box.checked ? _("yes") : _("no")}`),
  ];
}

const isOtherwise = (box, usual) => box.checked !== usual?.[box.name];

const title = (input) => input.labels[0].textContent.replace(/:$/, "");

/** Show the rules whose name or description contains all words of the search; without words, unfold groups as before. */
function watchSearch(form) {
  const rules = [...form.querySelectorAll(".options__rule")];
  const groups = [...form.querySelectorAll(".options__group")];
  const search = form.querySelector("[data-options-search]");
  const unfolded = new Set();
  let isSought = false;

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
    form.querySelector("[data-options-none]").hidden = rules.some((rule) => !rule.hidden);
  }

  search.closest("label").hidden = false;
  search.addEventListener("input", () => seek(search.value.toLowerCase().split(/\s+/)));
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault()); // would submit the form
}
