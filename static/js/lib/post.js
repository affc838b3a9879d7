// @ts-check
// POST requests with JSON bodies; refusals are returned as `{why}`.

import { _ } from "./words.js";

/** Post `body` and return the response, or `{why}`. `host` provides fetch, which tests replace. */
export async function post(address, { token, body, host = globalThis }) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const response = await host.fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.headers.get("Content-Type")?.startsWith("application/json")) return await response.json();
    return {
      why:
        response.status === 429
          ? _("That was too fast. Wait a moment and try again.")
          : _("Something went wrong. Reload the page."),
    };
  } catch {
    return { why: _("Can’t reach the site. Try again in a moment.") };
  }
}
