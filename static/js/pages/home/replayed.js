// The duel of the day on the front page: replays itself while it, and no other board, is in view.

import { render } from "../../../vendor/lit-html/lit-html.js";
import { glimpse } from "../../board/glimpse.js";
import { mayMove } from "../../lib/preferences.js";
import { _ } from "../../lib/words.js";

/** Milliseconds for which a round, and the end, is looked at. */
const ROUND_SEEN = 2_000;
const END_SEEN = 8_000;
/** Rounds of which a glimpse shows something, and the one before them. */
const BACK = 5;
/** The share of it that has to be in view. */
const MOST = 0.6;

function replayOf(section) {
  const find = (name) => section.querySelector(`[data-${name}]`);
  const [board, toggle, round, outcome] = ["glimpse", "toggle", "round", "outcome"].map(find);
  const house = JSON.parse(section.querySelector("#house-replayed").textContent);
  const inView = new Map();
  let steps = null;
  let at = 1; // before the first round there is nothing to see
  let timer = null;
  let isWanted = mayMove();

  const isSeen = () => inView.get(section) && ![...inView].some(([other, seen]) => other !== section && seen);
  const mayGoOn = () => isWanted && isSeen() && !document.hidden;

  /** Go on if it may, and stand still if not. */
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
    if (!board.hasAttribute("data-moves")) board.replaceChildren(); // what the server has drawn
    board.toggleAttribute("data-moves", true);
    render(glimpse({ ...steps[at], rounds }, house), board);
    round.textContent = _("Round {number}", { number: steps[at].number });
    outcome.toggleAttribute("data-later", at < steps.length - 1); // how it ends is told when it does
  }

  function onSeen(entries) {
    for (const { target, intersectionRatio } of entries) inView.set(target, intersectionRatio >= MOST);
    look();
  }

  toggle.addEventListener("click", () => {
    isWanted = !isWanted;
    look();
  });
  document.addEventListener("visibilitychange", look);
  const observer = new IntersectionObserver(onSeen, { threshold: MOST });
  for (const id of ["replayed", "featured"])
    if (document.getElementById(id)) observer.observe(document.getElementById(id));
  look();
}

/** The views after each round; none while the network is gone: then the end stands as it does. */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? (await answer.json()).steps : null;
}

const section = document.getElementById("replayed");
if (section) replayOf(section);
