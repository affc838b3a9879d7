// The first steps of a new player: ticks what this browser stores, and hides the list on request.

import { done, PUZZLE } from "../../learn/progress.js";

const YEAR = 365 * 24 * 60 * 60; // seconds
const steps = document.querySelector("[data-steps]");

function tick(name) {
  const step = steps.querySelector(`[data-step=${name}]`);
  step.toggleAttribute("data-is-done", true);
  step.querySelector("[data-done]").hidden = false;
}

if (steps && done().includes("gestures")) tick("lesson");
if (steps && done().includes(PUZZLE)) tick("puzzle");

steps?.querySelector("[data-hide]").addEventListener("click", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, so that the page is rendered without the list.
  document.cookie = `steps=hidden; path=/; max-age=${YEAR}; samesite=lax`;
  steps.remove();
  document.getElementById("main").focus();
});
