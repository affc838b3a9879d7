// How much waits for this user, wherever a browser can show it: beside the links, in the title, on the icons.

const waiting = document.querySelector("[data-duels-waiting]");
const unread = document.querySelector("[data-messages-unread]");
const icon = document.querySelector("link[rel=icon]");
const plain = icon?.getAttribute("href");

const number = (badge) => (badge && !badge.hidden ? Number(badge.firstChild.data) : 0);

let title = document.title;
let duels = number(waiting);

/** What the page is called; the number of duels that wait is put before it. */
export function retitle(text) {
  title = text;
  const whole = duels ? `(${duels}) ${title}` : title;
  if (document.title !== whole) document.title = whole;
}

/** So many duels and messages wait now. */
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

/** The icon of the tab has a mark; that of an installed site has the number. */
function mark() {
  icon?.setAttribute("href", duels ? icon.dataset.waiting : plain);
  const told = duels ? navigator.setAppBadge?.(duels) : navigator.clearAppBadge?.();
  told?.catch(() => {}); // not installed, or not allowed: the title says it
}

retitle(title);
if (duels) mark();
