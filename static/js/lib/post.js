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
          ? _("That was a little fast: wait a moment, then try again.")
          : _("Something went wrong here. Load the page again."),
    };
  } catch {
    return { why: _("The site cannot be reached. Try again in a moment.") };
  }
}
