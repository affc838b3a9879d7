// The present values of the rare terms of a challenge in one line. duels/challenges/terms_in_words.py does the same.

import { _ } from "../lib/words.js";

/** Return the line, given `audience`, `lowest`, `highest`, `bots` and `friendly` of the form as strings. */
export function moreInWords({ audience, lowest, highest, bots, friendly }) {
  if (audience === "mage") return _("by invitation only");
  return [ratingInWords(lowest, highest), botsInWords(bots || friendly)].join(" · ");
}

function ratingInWords(lowest, highest) {
  if (lowest && highest) return _("rating {lowest} to {highest}", { lowest, highest });
  if (lowest) return _("rating {lowest} or more", { lowest });
  return highest ? _("rating {highest} or less", { highest }) : _("any rating");
}

const botsInWords = (allowed) => (allowed === "True" ? _("bots allowed") : _("no bots"));
