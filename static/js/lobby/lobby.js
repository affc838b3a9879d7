// The lobby: keeps challenges, people and chat up to date, and enters a duel that begins.
import { reloadLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT, socketAddress } from "../lib/protocol.js";
import { chatIn } from "./chat.js";
import { watchFollowing } from "./follow.js";
import { here, offers, status, withOnline } from "./offers.js";
import { redraw, redrawRows } from "./rows.js";

const find = (name) => document.querySelector(`[data-${name}]`);
const list = find("lobby-offers");
const names = find("lobby-here");
const said = find("lobby-status");
const online = JSON.parse(document.getElementById("lobby-online")?.textContent ?? "[]");
let onTalk = () => {};

function onFrame(frame) {
  if (frame.type === "started") location.assign(frame.url);
  else if (frame.type === "lobby") show(frame);
  else onTalk(frame);
}

function show(frame) {
  redraw(list, offers(frame.challenges, list.dataset));
  const people = withOnline(frame, online);
  redrawRows(names, here(people, names.dataset.me, names.dataset.token !== undefined));
  find("lobby-alone").hidden = people.here.length > 1;
  if (said.textContent !== status(frame.challenges)) said.textContent = status(frame.challenges);
}

/** Remember the change for people who are elsewhere on the site. Frames have it for people in the lobby. */
function onFollow(username, follows) {
  for (const one of online) if (one.user === username) one.is_followed = follows;
}

if (names) watchFollowing(names, find("follow-refusal"), onFollow);

const onLink = (_link, code) => code === LOGGED_OUT && reloadLoggedOut();

if (list?.dataset.lobbyLive !== undefined) {
  const link = connect({ address: socketAddress("/ws/lobby/?chat=1"), onFrame, onLink });
  const chat = find("lobby-chat");
  if (chat.dataset.manner === "speaker") onTalk = chatIn(chat, link.send);
  addEventListener("online", link.wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) link.wake();
  });
}
