// The service worker: what is kept for offline comes from there, and all else from the network.
"use strict";

const NAME = "turnwright-";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const kept = async (request) => {
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  for (const name of await caches.keys()) {
    if (!name.startsWith(NAME) || name.endsWith("-coming")) continue;
    const found = await (await caches.open(name)).match(url.href);
    if (found) return found;
  }
  return undefined;
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Whoever asks whether there is a new version, or takes one, asks the network; a page that is opened again does not.
  if (request.method !== "GET" || request.cache === "no-store") return;
  if (new URL(request.url).origin !== location.origin) return;
  event.respondWith(kept(request).then((found) => found ?? fetch(request)));
});
