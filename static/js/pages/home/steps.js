// Tick the first lesson in the list of first steps: only the browser knows that it is completed.

import { done } from "../../learn/progress.js";

if (done().includes("gestures")) document.querySelector("[data-step=lesson]")?.classList.add("steps__one--done");
