// The present values of the rare terms of a challenge in one line. duels/challenges/terms_in_words.py does the same.

import { _, ngettext } from "../lib/words.js";

/** Return the line, given `audience`, `limit`, `lowest`, `highest`, `bots` and `friendly` of the form as strings. */
export function moreInWords({ audience, limit, lowest, highest, bots, friendly }) {
  const players = playersInWords(limit, audience === "mage");
  const door = audience === "mage" ? [] : [ratingInWords(lowest, highest), botsInWords(bots || friendly)];
  return [players, ...door].join(" · ");
}

function playersInWords(limit, isClosed) {
  if (limit === "none") return isClosed ? _("everyone invited") : _("no limit");
  if (limit === "" && isClosed) return _("everyone invited");
  return ngettext("{count} player", "{count} players", Number(limit || 2));
}

function ratingInWords(lowest, highest) {
  if (lowest && highest) return _("rating {lowest} to {highest}", { lowest, highest });
  if (lowest) return _("rating {lowest} or more", { lowest });
  return highest ? _("rating {highest} or less", { highest }) : _("any rating");
}

const botsInWords = (allowed) => (allowed === "True" ? _("bots allowed") : _("no bots"));
