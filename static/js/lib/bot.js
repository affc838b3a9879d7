// The mark of a bot, as templates/wording/_bot.html has it.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _ } from "./words.js";

export const botBadge = (isBot) =>
  isBot ? html` <span class="badge" title=${_("A program plays for this account.")}>${_("bot")}</span>` : nothing;
