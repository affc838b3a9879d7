// The service worker: shows news that are pushed while nobody looks at a page of the site.

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

async function tell({ title, text, path, tag }) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return; // the page tells it
  await self.registration.showNotification(title, { body: text, tag: tag || undefined, data: { path } });
}

/** To the page of the news: one that is open there, or a new one. Only pages of this site. */
async function lead(path) {
  const address = new URL(path || "/", self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}
