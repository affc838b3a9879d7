// The page of a tournament: takes over the parts that the server sends, and enters the player's next duel.
import { awaitCall, call } from "../../lib/call.js";
import { reloadLoggedOut } from "../../lib/logged-out.js";
import { connect, LOGGED_OUT, socketAddress } from "../../lib/protocol.js";

const place = document.querySelector("[data-tournament]");
let isLeaving = false;
const shown = {};

function onFrame({ type, state, parts, duel }) {
  if (type !== "tournament" || isLeaving) return;
  if (duel && duel !== place.dataset.duel) leaveFor(() => location.assign(duel), true);
  else if (state === "gone") leaveFor(() => location.assign("/tournaments/"));
  else if (state !== place.dataset.state) leaveFor(() => location.reload());
  else for (const [name, html] of Object.entries(parts)) show(name, html);
}

/** Leave the page once: a second navigation would cancel the first. */
function leaveFor(way, isDuel = false) {
  isLeaving = true;
  if (isDuel) call();
  way();
}

/** Replace a part, unless it is the same. Keep the focus, what is open, and how far it is scrolled. */
function show(name, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  if (!part || shown[name] === html) return;
  shown[name] = html;
  const focused = part.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  const opened = [...part.querySelectorAll("details[open]")].map(titleOf);
  const scrolled = [...part.querySelectorAll("[role=region]")].map((one) => one.scrollLeft);
  part.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  markOwn(part);
  for (const one of part.querySelectorAll("details")) one.open ||= opened.includes(titleOf(one));
  part.querySelectorAll("[role=region]").forEach((one, at) => {
    one.scrollLeft = scrolled[at] ?? 0;
  });
  if (focused) [...part.querySelectorAll("a, button, [tabindex]")].find((one) => nameOf(one) === focused)?.focus();
}

const nameOf = (element) => `${element.tagName} ${element.getAttribute("href") ?? element.getAttribute("form")}`;

const titleOf = (details) => details.querySelector("summary").textContent;

function markOwn(part) {
  const { mine } = place.dataset;
  if (mine) part.querySelector(`[data-entry="${mine}"]`)?.setAttribute("aria-current", "true");
}

if (place.dataset.state !== "finished") {
  if (place.dataset.mine) awaitCall();
  const onLink = (_link, code) => code === LOGGED_OUT && reloadLoggedOut();
  const link = connect({ address: socketAddress(place.dataset.tournament), onFrame, onLink });
  addEventListener("online", link.wake);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
