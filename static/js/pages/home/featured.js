// The live duel on the front page: follows it by its socket, draws a preview, and moves on to the next when it ends.

import { render } from "../../../vendor/lit-html/lit-html.js";
import { preview } from "../../board/preview.js";
import { connect, socketAddress } from "../../lib/protocol.js";
import { _ } from "../../lib/words.js";
import { initial, reduce } from "../../orders/duel-state.js";

/** Milliseconds to show a result, to wait for a move before moving on, and between two requests for the next duel. */
const RESULT_SEEN = 8_000;
const STILL = 120_000;
const LOOK = 4_000;

/** Follow the duel of this section. The server's drawing stays until the socket has sent more. */
function follow(section) {
  const find = (name) => section.querySelector(`[data-${name}]`);
  const board = find("preview");
  const house = JSON.parse(section.querySelector("#house")?.textContent ?? "null");
  let duel = initial;
  let moved = Date.now();

  function receive(frame) {
    const before = duel;
    duel = reduce(duel, frame);
    if (duel.lagging && !before.lagging) socket.send({ type: "sync" });
    if (duel.view?.number !== before.view?.number) moved = Date.now();
    draw();
  }

  function draw() {
    if (!board.hasAttribute("data-moves")) board.replaceChildren(); // remove the server's drawing
    board.toggleAttribute("data-moves", true);
    render(preview(duel.view, house), board);
    const { number, result } = duel.view;
    find("live").textContent = result ? _("Finished") : _("Live");
    find("round").textContent = _("Round {number}", { number: result ? number : number + 1 });
  }

  function onLink(link) {
    section.dataset.link = link;
  }

  const socket = connect({ address: socketAddress(section.dataset.socket), onFrame: receive, onLink });
  /** Return whether to move on: the duel has ended and its result was shown, or nothing has moved for long. */
  const isDone = () =>
    section.dataset.link === "closed" || Date.now() - moved > (duel.view?.result ? RESULT_SEEN : STILL);
  return { section, socket, isDone };
}

/** Show another duel, if there is one. */
async function goOn({ section, socket }) {
  const fresh = await fetched(section.dataset.next);
  if (!fresh || fresh.dataset.socket === section.dataset.socket) return;
  const hadFocus = section.contains(document.activeElement);
  socket.close();
  section.replaceWith(fresh);
  if (hadFocus) fresh.querySelector("a").focus();
  live = follow(fresh);
}

async function fetched(address) {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || answer.status === 204) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return document.adoptNode(page.getElementById("featured"));
}

async function look() {
  if (live.isDone() && !document.hidden) await goOn(live);
  setTimeout(look, LOOK);
}

let live = null;

function begin(section) {
  live = follow(section);
  setTimeout(look, LOOK);
  addEventListener("online", () => live.socket.wake());
  addEventListener("offline", () => live.socket.sleep());
}

const section = document.getElementById("featured");
if (section) begin(section);
