// The note that it is the user's turn in a live duel, on the pages of other things. The server renders it; this script
// fetches it again when the number of waiting duels changes or its time is up, and runs its clock.

import { timeLeft } from "../lib/clock.js";

const place = document.querySelector("[data-turn]");
let known = Number(place?.dataset.waiting);
let overdue = "";

/** Show the note that fits this number of waiting duels. */
export function showTurn(waiting) {
  if (!place || waiting === known) return;
  known = waiting;
  void renew();
}

/** Fetch the note again; without a connection it stays as it is. */
async function renew() {
  const response = await fetch(place.dataset.turn).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(...page.body.childNodes);
  if (hadFocus) place.querySelector("a")?.focus();
  tick();
}

function tick() {
  const time = place.querySelector("time");
  if (!time) return;
  const left = new Date(time.dateTime) - Date.now();
  time.textContent = timeLeft(Math.max(0, left));
  if (left > 0 || overdue === time.dateTime) return;
  overdue = time.dateTime;
  void renew();
}

if (place) {
  tick();
  setInterval(tick, 1000);
}
