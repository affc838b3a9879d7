// The first steps of a new player: ticks the lesson, which only the browser knows, and hides the list on request.

import { done } from "../../learn/progress.js";

const YEAR = 365 * 24 * 60 * 60; // seconds
const steps = document.querySelector("[data-steps]");

function tickLesson(step) {
  step.toggleAttribute("data-is-done", true);
  step.querySelector("[data-done]").hidden = false;
}

if (steps && done().includes("gestures")) tickLesson(steps.querySelector("[data-step=lesson]"));

steps?.querySelector("[data-hide]").addEventListener("click", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, so that the page is rendered without the list.
  document.cookie = `steps=hidden; path=/; max-age=${YEAR}; samesite=lax`;
  steps.remove();
  document.getElementById("main").focus();
});
