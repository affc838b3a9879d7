// The duel of the day on the front page: replays itself while it is the only board in view.

import { render } from "../../../vendor/lit-html/lit-html.js";
import { preview } from "../../board/preview.js";
import { mayMove } from "../../lib/preferences.js";
import { _ } from "../../lib/words.js";

/** Milliseconds to show a round, and the end. */
const ROUND_SEEN = 2_000;
const END_SEEN = 8_000;
/** Rounds that a preview needs: those shown, and the one before them. */
const BACK = 5;
/** The share of the board that must be in view. */
const MOST = 0.6;

function replayOf(section) {
  const find = (name) => section.querySelector(`[data-${name}]`);
  const [board, toggle, round, outcome] = ["preview", "toggle", "round", "outcome"].map(find);
  const house = JSON.parse(section.querySelector("#house-replayed").textContent);
  const inView = new Map();
  let steps = null;
  let at = 1; // before the first round there is nothing to see
  let timer = null;
  let isWanted = mayMove();
  let isAsked = false; // by the button, which plays next to another board too

  const isSeen = () => inView.get(section) && ![...inView].some(([other, seen]) => other !== section && seen);
  const mayGoOn = () => isWanted && (isAsked ? inView.get(section) : isSeen()) && !document.hidden;

  /** Continue if allowed, else stop. */
  async function look() {
    toggle.textContent = isWanted ? _("Pause") : _("Play");
    if (!mayGoOn()) {
      clearTimeout(timer);
      timer = null;
    } else if (timer === null) {
      timer = setTimeout(step, 0);
      steps ??= await fetched(section.dataset.course);
    }
  }

  function step() {
    timer = setTimeout(step, at === steps?.length - 1 ? END_SEEN : ROUND_SEEN);
    if (!steps) return;
    draw();
    at = at === steps.length - 1 ? 1 : at + 1;
  }

  function draw() {
    const rounds = steps.slice(Math.max(0, at - BACK + 1), at + 1).flatMap((one) => one.rounds);
    if (!board.hasAttribute("data-moves")) board.replaceChildren(); // remove the server's drawing
    board.toggleAttribute("data-moves", true);
    render(preview({ ...steps[at], rounds }, house), board);
    round.textContent = _("Round {number}", { number: steps[at].number });
    outcome.toggleAttribute("data-later", at < steps.length - 1); // show the outcome only at the end
  }

  function onSeen(entries) {
    for (const { target, intersectionRatio } of entries) inView.set(target, intersectionRatio >= MOST);
    look();
  }

  toggle.addEventListener("click", () => {
    isAsked = isWanted = !isWanted;
    look();
  });
  document.addEventListener("visibilitychange", look);
  const observer = new IntersectionObserver(onSeen, { threshold: MOST });
  for (const board of document.querySelectorAll("#replayed, #featured")) observer.observe(board);
  look();
}

/** Fetch the views after each round; null if offline, which keeps the final position. */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? (await answer.json()).steps : null;
}

const section = document.getElementById("replayed");
if (section) replayOf(section);
