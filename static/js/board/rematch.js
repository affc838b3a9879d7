// @ts-check
// A rematch in place: one press on each side, and both are in the next duel. Messages may be lost, so the page asks for
// the state while it shows the offer, and for as long as the player is waiting.
//
// news.js sends the event "rematch" when an opponent asks. A page that handles it needs no other notice of the request.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { listed } from "../lib/gestures.js";
import { post } from "../lib/post.js";
import { _ } from "../lib/words.js";

/** Milliseconds between two questions, and after which the page stops asking until its player wants a rematch. */
const INTERVAL = 3_000;
const LONGEST = 15 * 60_000;

/**
 * Return `button(mayLead)`, which renders the offer, as the primary button if it may be; without a living mage it is a
 * link to a new one. `address`: of the rematch, with the page's `token`; `me` and `names`: the player's mage and the
 * opponents; `redraw` renders the page. `host` contains what tests replace: fetch, setTimeout, location.
 * @type {(tools: { address: string, token: string, me: string, names: string[], redraw: () => void, host?: any }) => { button: (mayLead?: boolean) => unknown }}
 */
export function rematchOf({ address, token, me, names, redraw, host = globalThis }) {
  let state = {
    mine: false,
    others: /** @type {string[]} */ ([]),
    duel: null,
    why: "",
    mage: /** @type {string | null} */ (me),
  };
  let left = LONGEST / INTERVAL;
  let isLooking = true;

  function take(/** @type {object} */ found) {
    state = { ...state, why: "", ...found };
    if (state.duel) host.location.assign(state.duel);
    redraw();
  }

  async function ask(/** @type {object} */ body = {}) {
    take(await post(address, { token, body, host }));
    if (!isLooking) waitToLook();
  }

  async function look() {
    const answer = await host.fetch(address).catch(() => null);
    if (answer?.ok) take(await answer.json());
  }

  async function lookAgainAndAgain() {
    if (!host.document?.hidden) {
      left -= 1;
      await look();
    }
    waitToLook();
  }

  function waitToLook() {
    isLooking = !state.duel && (state.mine || left > 0);
    if (isLooking) host.setTimeout(lookAgainAndAgain, INTERVAL);
  }

  host.addEventListener("rematch", (/** @type {Event} */ event) => {
    event.preventDefault();
    left = LONGEST / INTERVAL;
    if (isLooking) return;
    isLooking = true;
    void lookAgainAndAgain();
  });

  void lookAgainAndAgain();

  return { button: (mayLead = true) => offer(state, { me, names, look: mayLead ? "primary" : "", ask }) };
}

/** Render the state of a rematch. `look` is the class of the first button, and `ask` sends the answer. */
function offer(/** @type {any} */ { mine, others, why, mage }, /** @type {any} */ { me, names, look, ask }) {
  if (!mage) return html`<a class="button ${look}" href="/mages/">${_("Register a new mage")}</a>`;
  const missing = listed(names.filter((/** @type {string} */ name) => !others.includes(name)));
  return html`
    ${
      mine
        ? html`<button class="button ${look}" type="button" aria-disabled="true">${_("Waiting for {names}…", { names: missing })}</button>
            <button class="button" type="button" @click=${() => void ask({ cancel: true })}>${_("Cancel")}</button>`
        : html`<button class="button ${look}" type="button" @click=${() => void ask()}>${others.length ? acceptText(mage, me) : askText(mage, me)}</button>`
    }
    <span class=${why ? "small" : "visually-hidden"} role="status">${why ? textOf(why) : !mine && others.length ? _("{names}: rematch?", { names: listed(others) }) : nothing}</span>
  `;
}

const acceptText = (/** @type {string} */ mage, /** @type {string} */ me) =>
  mage === me ? _("Accept rematch") : _("Accept rematch as {mage}", { mage });

const askText = (/** @type {string} */ mage, /** @type {string} */ me) =>
  mage === me ? _("Rematch") : _("Rematch as {mage}", { mage });

/** Refusals are HTML with links; here only their text is shown. */
function textOf(/** @type {string} */ why) {
  return new DOMParser().parseFromString(why, "text/html").body.textContent;
}
