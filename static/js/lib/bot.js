// The badge of a bot, equal to templates/wording/_bot.html.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _ } from "./words.js";

export const botBadge = (isBot) =>
  isBot
    ? html` <span class="badge" title=${_("This is a bot account: a program plays its duels.")}>${_("bot")}</span>`
    : nothing;
