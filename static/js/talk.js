// What the duelists say beside the duel.

import { html, nothing } from "../vendor/lit-html/lit-html.js";

export const talkBox = ({ lines, maySpeak, watchers, refusal }, say) => html`
  <section class="talk card" aria-labelledby="talk-title">
    <header class="row spread">
      <h2 id="talk-title" class="panel-title">Talk</h2>
      ${watchers ? html`<span class="small soft">${watchers === 1 ? "1 watcher" : `${watchers} watchers`}</span>` : nothing}
    </header>
    <div class="talk__lines" role="log" aria-label="What was said" tabindex="0">
      ${lines.length ? html`<ul role="list">${lines.map(line)}</ul>` : html`<p class="soft">Nobody has said anything.</p>`}
    </div>
    ${refusal ? html`<p class="notice danger" role="alert">${refusal.why}</p>` : nothing} ${maySpeak ? sayForm(say) : nothing}
  </section>
`;

const line = ({ by, text, at }) => html`
  <li><strong>${by}</strong> <time class="soft small" datetime=${new Date(at).toISOString()}>${clockTime(at)}</time><br>${text}</li>
`;

const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

const sayForm = (say) => html`
  <form class="talk__form" @submit=${(event) => send(event, say)}>
    <input class="input" name="text" maxlength="300" autocomplete="off" aria-label="Your words" placeholder="Say something">
    <button class="button" type="submit">Say</button>
  </form>
`;

function send(event, say) {
  event.preventDefault();
  const field = event.currentTarget.elements.text;
  const text = field.value.trim();
  if (text) say(text);
  field.value = "";
}
