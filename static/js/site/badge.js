// The number of waiting duels: next to the links, in the title and on the icons.

const waiting = document.querySelector("[data-duels-waiting]");
const unread = document.querySelector("[data-messages-unread]");
const icon = document.querySelector("link[rel=icon]");
const plain = icon?.getAttribute("href");

const number = (badge) => (badge && !badge.hidden ? Number(badge.firstChild.data) : 0);

let title = document.title;
let duels = number(waiting);

/** Set the title of the page, with the number of waiting duels in front. */
export function retitle(text) {
  title = text;
  const whole = duels ? `(${duels}) ${title}` : title;
  if (document.title !== whole) document.title = whole;
}

/** Show these numbers of waiting duels and unread messages. */
export function show(counts) {
  duels = counts.waiting;
  count(waiting, counts.waiting);
  count(unread, counts.unread);
  retitle(title);
  mark();
}

function count(badge, waits) {
  if (!badge) return;
  badge.firstChild.data = waits;
  badge.hidden = waits === 0;
}

/** Mark the icon of the tab, and put the number on the icon of an installed site. */
function mark() {
  icon?.setAttribute("href", duels ? icon.dataset.waiting : plain);
  const told = duels ? navigator.setAppBadge?.(duels) : navigator.clearAppBadge?.();
  told?.catch(() => {}); // not installed or not allowed: the title shows the number
}

retitle(title);
if (duels) mark();
