// The chat of the lobby. templates/challenges/_chat.html renders the same on the server.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { botBadge } from "../lib/bot.js";
import { _ } from "../lib/words.js";

/**
 * Keep the chat in `place` up to date. `send(message)` sends a frame until it is acknowledged, and returns its id.
 * Returns `onFrame(frame)`.
 */
export function chatIn(place, send) {
  const list = place.querySelector("[data-lobby-lines]");
  const refusal = place.querySelector("[data-lobby-refusal]");
  let lines = [];
  let isDrawn = false;
  const sent = new Set();

  function show(fresh) {
    if (!isDrawn) list.replaceChildren();
    isDrawn = true;
    lines = fresh;
    render(talk(lines, place.dataset.report, place.dataset.me), list);
  }

  place.querySelector("[data-lobby-say]")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    const text = field.value.trim();
    if (!text) return;
    refusal.hidden = true;
    sent.add(send({ type: "talk", text }));
    field.value = "";
  });

  return function onFrame(frame) {
    if (frame.type === "lines") show(frame.lines);
    else if (frame.type === "talk") show(withLine(lines, frame.line));
    else if (frame.type === "refused" && sent.has(frame.id)) {
      refusal.textContent = frame.why;
      refusal.hidden = false;
    }
  };
}

/** Return the lines with a new one, which may be among them already. */
export const withLine = (lines, line) => [...lines.filter(({ id }) => id !== line.id), line];

/** The lines as a list. `report`: the page for complaints, if the user may make any; `me`: the user's name. */
export const talk = (lines, report, me) => html`<ul role="list">
  ${lines.length ? lines.map((one) => said(one, one.by === me ? null : report)) : html`<li class="soft">${_("No messages yet. Say hello.")}</li>`}
</ul>`;

const said = ({ id, by, path, is_bot: isBot, text, at }, report) => html`<li id="line-${id}">
  <strong>${path ? html`<a href=${path}>${by}</a>` : by}</strong>${botBadge(isBot)}
  <time class="soft small" datetime=${new Date(at).toISOString()}>${moment(at)}</time>
  ${report ? html`<a class="talk__report" href="${report}?line=${id}" aria-label=${_("Report {name}’s message", { name: by })}>${_("report")}</a>` : nothing}
  <br />${text}
</li>`;

/** Return the time of day, and the day unless it is today. */
function moment(at) {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const options = isToday ? time : { weekday: "short", ...time };
  return new Date(at).toLocaleString(document.documentElement.lang, options);
}
