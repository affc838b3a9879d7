// The note about a live duel in which it is the user's turn. The server renders it. This script runs its clock, and
// fetches it again when the number of waiting duels changes or its time is up.

import { timeLeft } from "../lib/clock.js";

const PAUSE = 5_000; // milliseconds between fetches while the server has not yet noticed that the time is up

const place = document.querySelector("[data-turn]");
let known = Number(place?.dataset.waiting);
let again = 0;

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
  if (left > 0 || Date.now() < again) return;
  again = Date.now() + PAUSE;
  void renew();
}

if (place) {
  tick();
  setInterval(tick, 1000);
}
