// The lobby: keeps the list of challenges up to date, and enters a duel that begins.
import { reloadLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT } from "../lib/protocol.js";
import { here, offers, status } from "./offers.js";
import { redraw, redrawRows } from "./rows.js";

const find = (name) => document.querySelector(`[data-${name}]`);
const list = find("lobby-offers");
const names = find("lobby-here");
const said = find("lobby-status");

function onFrame(frame) {
  if (frame.type === "started") location.assign(frame.url);
  else if (frame.type === "lobby") show(frame);
}

function show(frame) {
  if (list) {
    redraw(list, offers(frame.challenges));
    redrawRows(names, here(frame, names.dataset.me));
    if (said.textContent !== status(frame.challenges)) said.textContent = status(frame.challenges);
  }
}

const onLink = (_link, code) => code === LOGGED_OUT && reloadLoggedOut();

if (list?.dataset.lobbyLive !== undefined) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const link = connect({ address: `${scheme}://${location.host}/ws/lobby/`, onFrame, onLink });
  addEventListener("online", link.wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) link.wake();
  });
}
