// The content of lobby frames as templates. templates/challenges/_offer.html renders the same rows on the server.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { botBadge } from "../lib/bot.js";
import { _, ngettext, woven } from "../lib/words.js";

/**
 * The list of open challenges, in the server's order. `mage`: the key of the mage that accepts one in the list, if the
 * user has just one; `token`: the token against cross-site requests.
 */
export const offers = (challenges, { mage, token } = {}) =>
  challenges.length
    ? html`<ul class="list">${challenges.map((it) => offer(it, mage ? accept(it, mage, token) : nothing))}</ul>`
    : html`<p class="empty">${_("No open challenges right now. Create one, or duel a computer player.")}</p>`;

/**
 * The names of users in the lobby, `me` first. Names in `mages` link to the mage and, except for `me`, to a challenge;
 * `bots` get a badge. `ratings`: by name, empty for a mage without one. If `mayFollow`, those in `users` (usernames by
 * name) can be followed; `followed` are the usernames of those who are. Those in `duels` (addresses by name) are in a
 * duel with `me`, to which they link instead of a challenge.
 */
export function here({ here: names, mages, bots, ratings, users, followed, duels = {} }, me, mayFollow = false) {
  const others = names.filter((name) => name !== me);
  const own = html`<li>${me} <span class="soft small">${_("you")}</span>${botBadge(bots.includes(me))}</li>`;
  const other = (name) => {
    const ways = [
      ...(mayFollow && users[name] ? [followForm(users[name], followed.includes(users[name]))] : []),
      ...(mages.includes(name) ? [duels[name] ? duelLink(duels[name]) : challenge(name)] : []),
    ];
    const rating = mages.includes(name) ? html` <span class="soft small">${ratings[name] || _("New")}</span>` : nothing;
    return html`<li>
  <span>${mages.includes(name) ? html`<a href="/mage/${encodeURIComponent(name)}/">${name}</a>` : name}${botBadge(bots.includes(name))}${rating}</span>
  ${ways.length > 1 ? html`<div class="here__ways">${ways}</div>` : ways}
</li>`;
  };
  return html`${own}${others.map(other)}`;
}

/** Add the users who were elsewhere on the site when the page was loaded to those in the lobby, and `me`’s duels. */
export function withOnline(frame, online) {
  const elsewhere = online.filter(({ name }) => !frame.here.includes(name));
  const names = elsewhere.map(({ name }) => name);
  return {
    here: [...frame.here, ...names],
    mages: [...frame.mages, ...names],
    bots: [...frame.bots, ...elsewhere.filter((it) => it.is_bot).map(({ name }) => name)],
    ratings: { ...frame.ratings, ...Object.fromEntries(elsewhere.map(({ name, rating }) => [name, rating])) },
    users: { ...frame.users, ...Object.fromEntries(elsewhere.map(({ name, user }) => [name, user])) },
    followed: [...frame.followed, ...elsewhere.filter((it) => it.is_followed).map(({ user }) => user)],
    duels: Object.fromEntries(online.map(({ name, duel }) => [name, duel])),
  };
}

const duelLink = (url) => html`<a class="button" href=${url}>${_("Go to your duel")}</a>`;

const challenge = (name) =>
  html`<a class="button" href="/challenges/new/?opponent=${encodeURIComponent(name)}" aria-label=${_("Challenge {name}", { name })}>${_("Challenge")}</a>`;

/** The form that follows or unfollows a user: ./follow.js sends it. */
const followForm = (user, follows) => {
  const { value, label, text } = followButton(user, follows);
  return html`<form method="post" action="/friends/${encodeURIComponent(user)}/" data-follow><button class="button quiet" type="submit" name="do" value=${value} aria-label=${label}>${text}</button></form>`;
};

/** The value of the button that follows or unfollows a user, and its texts. */
export const followButton = (name, follows) =>
  follows
    ? { value: "unfollow", label: _("Unfollow {name}", { name }), text: _("Unfollow") }
    : { value: "follow", label: _("Follow {name}", { name }), text: _("Follow") };

/** The text for screen readers after the number of challenges has changed. */
export const status = (challenges) => ngettext("{count} open challenge", "{count} open challenges", challenges.length);

const names = (all, bots) => all.map((name, at) => html`${at ? ", " : ""}${name}${botBadge(bots.includes(name))}`);

const stakes = (rated) =>
  rated ? html`<span class="badge danger">${_("Rated")}</span>` : html`<span class="badge good">${_("Casual")}</span>`;

const accept = (it, mage, token) =>
  it.accepts
    ? html`<form method="post" action=${it.url}><input type="hidden" name="csrfmiddlewaretoken" value=${token}><input type="hidden" name="mage" value=${mage}><button class=${it.to_me ? "button primary" : "button"} type="submit" aria-label=${it.accepts}>${_("Accept")}</button></form>`
    : nothing;

const view = (it, kind) => html`<a class="button${kind}" href=${it.url} aria-label=${it.label}>${it.button}</a>`;

const offer = (it, way) => html`<li>
  <span class="offer">
    <span class="offer__who"><a href=${it.challenger_url}><strong>${it.challenger}</strong></a>${botBadge(it.is_bots)}
    <span class="soft">${it.rating || _("New")}</span>${it.named.length ? html` ${woven(_("challenges {named}"), { named: html`<strong>${names(it.named, it.bots)}</strong>` })}` : nothing}
    ${it.club ? html`<span class="badge">${it.club}</span>` : nothing}
    ${it.private ? html`<span class="badge">${_("by link")}</span>` : nothing}
    ${it.to_me ? html`<span class="badge strong">${_("to you")}</span>` : nothing}
    ${it.melee ? html`<span class="badge strong">${it.melee}</span>` : nothing}</span>
    <span class="offer__stakes">${stakes(it.rated)}</span>
    <span class="offer__clock soft small">${it.clock} · ${it.book}</span>
    ${it.terms ? html`<span class="offer__more small">${it.terms}</span>` : nothing}
    ${it.differs ? html`<span class="offer__more soft small">${it.differs}</span>` : nothing}
    ${it.comment ? html`<span class="offer__more small">${_("“{comment}”", { comment: it.comment })}</span>` : nothing}
  </span>
  <div class="offer__ways">${way}${view(it, way === nothing && it.to_me ? " primary" : " quiet")}</div>
</li>`;
