// The content of lobby frames as templates. templates/challenges/_offer.html renders the same rows on the server.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { botBadge } from "../lib/bot.js";
import { _, ngettext, woven } from "../lib/words.js";

/** The list of open challenges, in the server's order. */
export const offers = (challenges) =>
  challenges.length
    ? html`<ul class="list">${challenges.map(offer)}</ul>`
    : html`<p class="empty">${_("No open challenges right now. Create one, or duel a computer player.")}</p>`;

/**
 * The names of users in the lobby, `me` first. Names in `mages` link to the mage and, except for `me`, to a challenge;
 * `bots` get a badge. `ratings`: by name, empty for a mage without one.
 */
export function here({ here: names, mages, bots, ratings }, me) {
  const others = names.filter((name) => name !== me);
  const own = html`<li>${me} <span class="soft small">${_("you")}</span>${botBadge(bots.includes(me))}</li>`;
  const other = (name) =>
    mages.includes(name) ? mage(name, bots, ratings) : html`<li>${name}${botBadge(bots.includes(name))}</li>`;
  return html`${own}${others.map(other)}`;
}

/** Add the users who were elsewhere on the site when the page was loaded to those in the lobby. */
export function withOnline(frame, online) {
  const elsewhere = online.filter(({ name }) => !frame.here.includes(name));
  const names = elsewhere.map(({ name }) => name);
  return {
    here: [...frame.here, ...names],
    mages: [...frame.mages, ...names],
    bots: [...frame.bots, ...elsewhere.filter((it) => it.is_bot).map(({ name }) => name)],
    ratings: { ...frame.ratings, ...Object.fromEntries(elsewhere.map(({ name, rating }) => [name, rating])) },
  };
}

const mage = (name, bots, ratings) => html`<li>
  <span><a href="/mage/${encodeURIComponent(name)}/">${name}</a>${botBadge(bots.includes(name))} <span class="soft small">${ratings[name] || _("New")}</span></span>
  <a class="button" href="/challenges/new/?opponent=${encodeURIComponent(name)}" aria-label=${_("Challenge {name}", { name })}>${_("Challenge")}</a>
</li>`;

/** The text for screen readers after the number of challenges has changed. */
export const status = (challenges) => ngettext("{count} open challenge", "{count} open challenges", challenges.length);

const names = (all, bots) => all.map((name, at) => html`${at ? ", " : ""}${name}${botBadge(bots.includes(name))}`);

const stakes = (rated) =>
  rated ? html`<span class="badge danger">${_("Rated")}</span>` : html`<span class="badge good">${_("Casual")}</span>`;

const offer = (it) => html`<li>
  <span>
    <a href=${it.challenger_url}><strong>${it.challenger}</strong></a>${botBadge(it.is_bots)}
    <span class="soft">${it.rating || _("New")}</span>${it.named.length ? html` ${woven(_("challenges {named}"), { named: html`<strong>${names(it.named, it.bots)}</strong>` })}` : nothing}
    ${stakes(it.rated)}
    ${it.private ? html`<span class="badge">${_("by link")}</span>` : nothing}
    ${it.to_me ? html`<span class="badge strong">${_("to you")}</span>` : nothing}
    ${it.melee ? html`<span class="badge strong">${it.melee}</span>` : nothing}
    <br /><span class="soft small">${it.clock} · ${it.book}</span>
    ${it.terms ? html`<br /><span class="small">${it.terms}</span>` : nothing}
    ${it.differs ? html`<br /><span class="soft small">${it.differs}</span>` : nothing}
    ${it.comment ? html`<br /><span class="small">“${it.comment}”</span>` : nothing}
  </span>
  <a class=${it.to_me ? "button primary" : "button"} href=${it.url} aria-label=${it.label}>${it.button}</a>
</li>`;
