// Highlighting in the history by mouse, finger or arrow keys: shows which spells a gesture belongs to.

import { render } from "../../vendor/lit-html/lit-html.js";

/** Return event handlers for a table of these rounds of `view`. The module with the stories is loaded on first use. */
export function highlighting(view, rounds) {
  const stories = lazily(async () => (await import("./gesture-story.js")).storiesOf(view, rounds));
  const show = (cell) => tell(cell, stories());
  return {
    pointerover: ({ target, currentTarget, pointerType }) => {
      if (pointerType !== "mouse" || isPinned(currentTarget) || target.closest(".history__story")) return;
      const cell = target.closest("[data-cell]");
      if (cell) show(cell);
      else clear(currentTarget);
    },
    pointerleave: ({ currentTarget }) => isPinned(currentTarget) || clear(currentTarget),
    focusin: ({ target }) => target.matches("[data-cell]") && show(target),
    focusout: ({ currentTarget, relatedTarget }) =>
      (currentTarget.contains(relatedTarget) && relatedTarget.closest("[data-cell], .history__story")) ||
      clear(currentTarget),
    keydown: byKey,
  };
}

function lazily(make) {
  let made;
  return () => (made ??= make());
}

const isPinned = (table) =>
  Boolean(document.activeElement?.closest("[data-cell], .history__story") && table.contains(document.activeElement));

/** The cell under the pointer while its story is being loaded. */
let pointed = null;

/** Highlight the gestures that belong together with one, and show its story next to the table. */
async function tell(cell, stories) {
  pointed = cell;
  const about = (await stories)(cell.dataset.cell);
  if (pointed !== cell || !cell.isConnected) return; // a new round replaces the cell
  const table = cell.closest(".history");
  light(table, about.lit);
  cell.dataset.lit = "here";
  const story = table.querySelector(".history__story");
  render(about.story, story);
  story.hidden = false;
  place(story, cell, table);
  cell.setAttribute("aria-describedby", story.id);
}

function light(table, lit) {
  for (const cell of table.querySelectorAll("[data-lit]")) {
    delete cell.dataset.lit;
    cell.removeAttribute("aria-describedby");
  }
  for (const cell of table.querySelectorAll("[data-cell]")) {
    const kind = lit.get(cell.dataset.cell);
    if (kind) cell.dataset.lit = kind;
  }
}

function clear(table) {
  pointed = null;
  light(table, new Map());
  table.querySelector(".history__story").hidden = true;
}

const WIDTH = 320;

/**
 * Place the story next to the table, level with the gesture, or below or above if there is no room. It never covers a
 * gesture.
 */
function place(story, cell, table) {
  const box = table.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBeside = clientWidth - box.right > WIDTH;
  story.classList.toggle("aside", isBeside);
  const height = story.offsetHeight;
  const level = Math.min(cell.getBoundingClientRect().top - box.top, box.height - height);
  const isBelow = box.bottom + height < clientHeight || box.top < height;
  const top = isBeside ? Math.max(0, level) : isBelow ? box.height : -height;
  story.style.setProperty("inset-block-start", `${top}px`);
}

/** Highlight cells of the page's table: gestures that another part of the page refers to. */
export function lightUp(cells, kind = "begun") {
  const table = document.querySelector(".history");
  if (table) light(table, new Map(cells.map((cell) => [cell, kind])));
}

/** Scroll to the newest round and clear the highlight. */
export function showNewest(root) {
  const table = root.querySelector(".history");
  if (!table) return;
  table.querySelector(".history__scroll").scrollTop = table.matches(".telling") ? newestTop(table) : 0; // elsewhere rows start at the bottom
  clear(table);
}

/** Return how far to scroll to see the last round from its start, and as much as fits before it. */
function newestTop(table) {
  const start = [...table.querySelectorAll("tr.open")].at(-1)?.offsetTop ?? Infinity;
  const { scrollHeight, clientHeight } = table.querySelector(".history__scroll");
  return Math.min(scrollHeight - clientHeight, start - table.querySelector("thead").offsetHeight);
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Move from gesture to gesture by arrow keys; Escape returns to the table. */
function byKey(event) {
  const { target, currentTarget, key } = event;
  if (key === "Escape" && target.closest("[data-cell], .history__story")) {
    event.preventDefault();
    event.stopPropagation();
    currentTarget.querySelector(".history__scroll").focus();
    return;
  }
  const step = STEPS[key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || target.matches("button")) return;
  const next = target.matches("[data-cell]") ? neighbour(target, step) : newest(currentTarget);
  if (!next && !target.matches("[data-cell]")) return;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The latest gesture that has been revealed, where the arrow keys start. */
const newest = (table) =>
  [...table.querySelectorAll("tr:not(.ordered) [data-cell].left")].at(-1) ?? table.querySelector("[data-cell]");

function neighbour(cell, [down, right]) {
  if (right) return sideways(cell, right);
  const rows = [...cell.closest("tbody").rows];
  const isBeyond = (at) => at < 0 || at >= rows.length;
  for (let at = rows.indexOf(cell.parentElement) + down; !isBeyond(at); at += down) {
    const found = rows[at].cells[cell.cellIndex];
    if (found?.matches("[data-cell]")) return found;
  }
  return null;
}

function sideways(cell, right) {
  const { cells } = cell.parentElement;
  for (let at = cell.cellIndex + right; at >= 0 && at < cells.length; at += right) {
    if (cells[at].matches("[data-cell]")) return cells[at];
  }
  return null;
}
