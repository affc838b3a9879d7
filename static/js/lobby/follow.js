// Follows and unfollows people in the lobby without leaving it. Without scripts, the forms are posted.

import { post } from "../lib/post.js";
import { followButton } from "./offers.js";

/** Send the forms in `list` by script. `onChange(username, follows)` is called after each change. */
export function watchFollowing(list, refusal, onChange) {
  list.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-follow]");
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector("[name=do]");
    const answer = await post(form.getAttribute("action"), { token: list.dataset.token, body: { do: button.value } });
    refusal.textContent = answer.why ?? "";
    refusal.hidden = !answer.why;
    if (answer.why) return;
    const name = decodeURIComponent(form.getAttribute("action").split("/")[2]);
    const { value, label, text } = followButton(name, answer.follows);
    button.value = value;
    button.textContent = text;
    button.setAttribute("aria-label", label);
    onChange(name, answer.follows);
  });
}
