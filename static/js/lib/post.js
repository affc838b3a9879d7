// @ts-check
// Asks the site something by POST: JSON there and back; what it refuses comes as `{why}`.

import { _ } from "./words.js";

/** What the site answers to `body`, or `{why}`. `host` carries what tests replace: fetch. */
export async function post(address, { token, body, host = globalThis }) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const response = await host.fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.headers.get("Content-Type")?.startsWith("application/json")) return await response.json();
    return {
      why:
        response.status === 429
          ? _("That was a little fast: wait a moment, then try again.")
          : _("Something went wrong here. Load the page again."),
    };
  } catch {
    return { why: _("The site cannot be reached. Try again in a moment.") };
  }
}
