// The service worker: shows pushed notifications, keeps the subscription to them, and shows a page of its own where there
// is no connection.

const STORE = "offline";
const OFFLINE = "/offline/";
const RENEW = "/settings/pushes/renew/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(layIn());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (!isPage && navigator.onLine) return; // what pages are drawn with, browsers keep by themselves
  event.respondWith(fetch(request).catch(() => kept(isPage ? OFFLINE : request)));
});

/** Keeps the page that is shown offline, as anybody sees it, and what it is drawn with. */
async function layIn() {
  const store = await caches.open(STORE);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" });
  const text = await page.clone().text();
  const parts = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+\.(?:css|svg|js|woff2))[#"]/g)].map(
    ([, address]) => address,
  );
  await Promise.all((await store.keys()).map((key) => store.delete(key)));
  await store.put(OFFLINE, page);
  await store.addAll([...new Set(parts)]);
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

/** What was pushed; a notification has to be shown even for what cannot be read. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: self.location.hostname, text: "", path: "/", tag: "" };
  }
}

/**
 * Shows a notification for each push: browsers take the subscription away after some pushes that show none. While a page
 * of the site is visible, which shows the same, the notification makes no sound. The same tag replaces an older one.
 */
async function tell({ title, text, path, tag }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const silent = pages.some(({ visibilityState }) => visibilityState === "visible");
  await self.registration.showNotification(title, { body: text, tag: tag || "news", silent, data: { path } });
}

/**
 * Has the server push to the subscription that takes the place of the old one. Some browsers do not say which that was:
 * the next page that is opened knows it.
 */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const made = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = made.toJSON();
  const body = new URLSearchParams({ old: oldSubscription.endpoint, endpoint, ...keys });
  await fetch(RENEW, { method: "POST", body });
}

/** To the page of the news: one that is open there, or a new one. Only pages of this site. */
async function lead(path) {
  const address = new URL(path || "/", self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}
