// The content of lobby frames as templates. templates/challenges/_offer.html renders the same rows on the server.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { botBadge } from "../lib/bot.js";
import { _, ngettext, woven } from "../lib/words.js";

/** The list of open challenges, in the server's order. */
export const offers = (challenges) =>
  challenges.length
    ? html`<ul class="list">${challenges.map(offer)}</ul>`
    : html`<p class="empty">${_("No open challenges right now.")}</p>`;

/**
 * The names of users in the lobby. Names in `mages` link to the mage and, except for `me`, to a challenge; `bots` get a
 * badge.
 */
export const here = ({ here: names, mages, bots }, me) =>
  html`${names.map((name) => (mages.includes(name) ? mage(name, bots, me) : html`<li>${name}${botBadge(bots.includes(name))}</li>`))}`;

const mage = (name, bots, me) => html`<li>
  <span><a href="/mage/${encodeURIComponent(name)}/">${name}</a>${botBadge(bots.includes(name))}</span>
  ${name === me ? nothing : html`<a class="button" href="/challenges/new/?opponent=${encodeURIComponent(name)}" aria-label=${_("Challenge {name}", { name })}>${_("Challenge")}</a>`}
</li>`;

/** The text for screen readers after the number of challenges has changed. */
export const status = (challenges) => ngettext("{count} open challenge", "{count} open challenges", challenges.length);

const names = (all, bots) => all.map((name, at) => html`${at ? ", " : ""}${name}${botBadge(bots.includes(name))}`);

const offer = (it) => html`<li>
  <span>
    <a href=${it.challenger_url}><strong>${it.challenger}</strong></a>${botBadge(it.is_bots)}${it.named.length ? html` ${woven(_("challenges {named}"), { named: html`<strong>${names(it.named, it.bots)}</strong>` })}` : nothing}
    <span class="soft small">${it.book}, ${it.clock}</span>
    ${it.private ? html`<span class="badge">${_("by link")}</span>` : nothing}
    ${it.to_me ? html`<span class="badge strong">${_("to you")}</span>` : nothing}
    ${it.terms ? html`<br /><span class="small">${it.terms}</span>` : nothing}
    ${it.differs ? html`<br /><span class="soft small">${it.differs}</span>` : nothing}
    ${it.comment ? html`<br /><span class="small">“${it.comment}”</span>` : nothing}
  </span>
  <a class=${it.may_accept ? "button primary" : "button"} href=${it.url} aria-label=${it.label}>${it.button}</a>
</li>`;
