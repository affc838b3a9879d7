// The service worker: shows push notifications, keeps their subscription, and shows an offline page without a
// connection.

const STORE = "offline";
const OFFLINE = "/offline/";
const RENEW = "/settings/pushes/renew/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(layIn());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** True after a page that could not be loaded: the offline page is shown, and needs its files. */
let isDown = false;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(pageOf(request));
  else if (isDown || !navigator.onLine) event.respondWith(fetch(request).catch(() => kept(request)));
  // otherwise the browser's cache keeps the files of pages
});

async function pageOf(request) {
  const page = await fetch(request).catch(() => null);
  isDown = page === null;
  return page ?? kept(OFFLINE);
}

/** Cache the offline page, as logged-out users see it, and its files. */
async function layIn() {
  const store = await caches.open(STORE);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" });
  const text = await page.clone().text();
  const parts = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+\.(?:svg|js|woff2))[#"]/g)];
  const sheets = [...text.matchAll(/href="(\/static\/[^"#]+\.css)"/g)];
  const files = [...parts.map(([, address]) => address), ...(await imported(sheets.map(([, address]) => address)))];
  await Promise.all((await store.keys()).map((key) => store.delete(key)));
  await store.put(OFFLINE, page);
  await store.addAll([...new Set(files)]);
}

/** Return the addresses of style sheets and of those that they import, which bundles contain. */
async function imported(sheets) {
  const found = sheets.map(async (address) => {
    const text = await (await fetch(address)).text();
    const imports = [...text.matchAll(/@import (?:url\()?"([^"]+)"/g)];
    const base = new URL(address, self.location.origin);
    return [address, ...(await imported(imports.map(([, path]) => new URL(path, base).pathname)))];
  });
  return (await Promise.all(found)).flat();
}

async function kept(what) {
  return (await caches.match(what)) ?? Response.error();
}

self.addEventListener("push", (event) => {
  event.waitUntil(tell(read(event.data)));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

/** Parse a push message; unreadable ones must show a notification too. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: self.location.hostname, text: "", path: "/", tag: "" };
  }
}

/**
 * Show a notification for each push, because browsers revoke the subscription after some pushes without one. It is
 * silent while a page of the site is visible, which shows the same. The same tag replaces an older notification.
 */
async function tell({ title, text, path, tag }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const silent = pages.some(({ visibilityState }) => visibilityState === "visible");
  await self.registration.showNotification(title, { body: text, tag: tag || "news", silent, data: { path } });
}

/**
 * Register the subscription that replaces the old one. Some browsers do not say which that was; then the next page
 * renews it.
 */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const made = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = made.toJSON();
  const body = new URLSearchParams({ old: oldSubscription.endpoint, endpoint, ...keys });
  await fetch(RENEW, { method: "POST", body });
}

/** Focus a page that shows the news or open a new one. Only pages of this site. */
async function lead(path) {
  const address = new URL(path || "/", self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}
