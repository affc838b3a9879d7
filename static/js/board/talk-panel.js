// The panel of the talk: lines, the form to write one, and what becomes of it. Loaded when it is first opened.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { botBadge } from "../lib/bot.js";
import { limits } from "../lib/limits.js";
import { _, ngettext, woven } from "../lib/words.js";

const ROOM = {
  duelist: _("Everyone here can read this. Spectators’ chat is hidden from you until the duel ends."),
  watcher: _("Only spectators can read this until the duel ends."),
  listener: _("Log in or play as a guest to chat with other spectators."),
};

/** Render the panel; `act`: the actions of talk.js. */
export const talkBox = ({ manner, watchers, isHushed, ...rest }, act) => html`
  <section class="talk card" aria-labelledby="talk-title">
    <header class="row spread">
      <h2 id="talk-title" class="panel-title">${_("Chat")}</h2>
      ${watchers ? html`<span class="small soft">${ngettext("{count} spectator", "{count} spectators", watchers)}</span>` : nothing}
      ${manner === "off" ? nothing : html`<button class="talk__switch" type="button" @click=${() => act.hush(!isHushed)}>${isHushed ? _("Show chat") : _("Hide chat")}</button>`}
    </header>
    ${manner === "off" || isHushed ? silence(manner) : open({ manner, ...rest }, act)}
  </section>
`;

const silence = (manner) => html`
  <p class="soft">${manner === "off" ? woven(_("Chat is turned off in {settings}."), { settings: html`<a href="/settings/">${_("your settings")}</a>` }) : _("Chat is hidden.")}</p>
`;

const open = (
  { lines, me, manner, over, refusal, unsaid = [], isClosed, announces, waits, ordered, report, hasReaders },
  act,
) => html`
  <div class="talk__lines" role="log" aria-label=${_("Chat messages")} tabindex="0">
    ${lines.length ? html`<ul role="list">${lines.map((one) => line(one, one.room === "duelists" && one.by === me ? null : report))}</ul>` : html`<p class="soft">${_("No messages yet.")}</p>`}
  </div>
  ${unsaid.length ? html`<p class="talk__unsaid" role="status" tabindex="0">${isClosed ? _("Not sent: no connection. Reload the page.") : _("To be sent when the connection is back:")} ${unsaid.map((text) => html`<q>${text}</q> `)}</p>` : nothing}
  ${refusal ? html`<p class="notice danger" role="alert">${refusal.why}</p>` : nothing}
  ${ordered ? html`<p class="talk__ordered">${_("With your orders: {text}", { text: ordered })} <button class="button quiet" type="button" @click=${() => act.order("")}>${_("Remove")}</button></p>` : nothing}
  ${manner === "listener" ? nothing : sayForm({ mayAnnounce: manner === "duelist" && !over && hasReaders, announces, mayWait: ordered !== null, waits }, act)}
  ${over && manner !== "listener" ? nothing : html`<p class="small soft">${ROOM[manner]}</p>`}
`;

const line = ({ id, by, is_bot: isBot, path, room, text, at, announced }, report) => html`
  <li id="line-${id}" class=${announced ? "talk__announced" : ""}>
    <strong>${path ? html`<a href=${path}>${by}</a>` : by}</strong>${botBadge(isBot)}
    ${room === "watchers" ? html`<span class="small soft">${_("spectator")}</span>` : nothing}
    ${announced ? html`<span class="small soft">${_("announcement")}</span>` : nothing}
    <time class="soft small" datetime=${new Date(at).toISOString()}>${clockTime(at)}</time>
    ${report ? html`<a class="talk__report" href="${report}?line=${id}" aria-label=${_("Report {name}’s message", { name: by })}>${_("report")}</a>` : nothing}
    <br>${text}
  </li>
`;

const clockTime = (at) =>
  new Date(at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

const sayForm = ({ mayAnnounce, announces, mayWait, waits }, act) => html`
  <form class="talk__form" @submit=${(event) => send(event, act)}>
    <input class="input" name="text" maxlength=${announces ? limits.announcement : limits.line} autocomplete="off" aria-label=${_("Your message")} placeholder=${announces ? _("Announce to all players") : _("Write a message")}>
    <button class="button" type="submit">${announces ? _("Announce") : _("Send")}</button>
    ${mayWait ? html`<label class="talk__announce small"><input type="checkbox" name="wait" .checked=${waits} ?disabled=${announces} @change=${(event) => act.wait(event.target.checked)}> ${_("Send with my orders")}</label>` : nothing}
    ${mayAnnounce ? html`<label class="talk__announce small"><input type="checkbox" name="announce" .checked=${announces} ?disabled=${waits} @change=${(event) => act.announce(event.target.checked)}> ${_("Also e-mail this to all players")}</label>` : nothing}
  </form>
`;

function send(event, act) {
  event.preventDefault();
  const field = event.currentTarget.elements.text;
  const text = field.value.trim();
  if (text) act.say(text);
  field.value = "";
}
