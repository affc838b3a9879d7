// Reloading of pages whose user has been logged out. The new page says why it looks different.

import { _ } from "./words.js";

const KEY = "logged-out";

/** Reload the page without the session. */
export function reloadLoggedOut() {
  sessionStorage.setItem(KEY, "1");
  location.reload();
}

/** Return a paragraph that says that the user has been logged out, with a link to log in and return to this page. */
export function loggedOutNotice() {
  const link = document.createElement("a");
  const next = new URLSearchParams(location.search).get("next") ?? location.pathname;
  link.href = `${document.body.dataset.login}?next=${encodeURIComponent(next)}`;
  link.textContent = _("Log in to keep playing.");
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.append(_("You have been logged out."), " ", link);
  return notice;
}

/** Return whether `reloadLoggedOut` has just loaded this page; true once. */
export function wasLoggedOut() {
  const was = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return was;
}
