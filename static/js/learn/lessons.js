// The list of lessons: ticks those completed, and offers the next one.

import { completed, moveToAccount } from "./progress.js";

const list = document.querySelector(".lessons");
const learned = completed(list);
const rows = [...document.querySelectorAll("[data-lesson]")];
const rest = rows.filter(({ dataset }) => !learned.includes(dataset.lesson));
for (const row of rows) row.querySelector("[data-done]").hidden = rest.includes(row);
if (rest.length && rest.length < rows.length) document.querySelector("[data-begin]").hidden = true;
if (rest.length < rows.length) {
  const on = document.querySelector("[data-on]");
  on.hidden = rest.length === 0;
  if (rest.length) on.href = rest[0].querySelector("a").href;
}
moveToAccount(list);
