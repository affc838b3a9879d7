// The rule options of a challenge: what "by the book" is in the book that is chosen, and how many differ from it.

const texts = JSON.parse(document.getElementById("option-texts").textContent);
const options = document.querySelector("[data-options]");
const count = document.querySelector("[data-options-count]");
const selects = [...options.querySelectorAll("select")];
const form = options.closest("form");

function show() {
  const book = texts[new FormData(form).get("book")] ?? {};
  for (const select of selects) select.options[0].text = book[select.name] ?? "by the book";
  const changed = selects.filter(({ value }) => value !== "").length;
  count.textContent = changed ? `${changed} not by the book` : "";
}

form.addEventListener("change", show);
addEventListener("pageshow", show); // a browser that comes back has filled in the form again
show();
