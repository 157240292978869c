// The site as an app: it installs, it can be kept for offline, and a new version is taken when somebody says so.
"use strict";

{
  const section = document.getElementById("offline");
  const root = section?.dataset.root ?? document.getElementById("play").dataset.root;
  const at = (path) => new URL(`${root}${path}`, document.baseURI).href;
  const served = location.protocol !== "file:";
  if (served) document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: at("manifest.webmanifest") }));
  else for (const each of document.querySelectorAll(".from-disk")) each.hidden = false;

  const NAME = "turnwright-";
  const keptVersion = async () => (await caches.keys()).find((name) => name.startsWith(NAME) && !name.endsWith("-coming"))?.slice(NAME.length);

  const listed = () => fetch(at("offline.json"), { cache: "no-store" }).then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined);

  // Where a system is played, a new version is only told; it is taken on the page of all systems.
  const notice = async () => {
    const [kept, listing] = [await keptVersion(), await listed()];
    if (!kept || !listing || kept === listing.version) return;
    const to = Object.assign(document.createElement("a"), { href: at("play/index.html"), textContent: "Take it" });
    const told = Object.assign(document.createElement("p"), { className: "caption version" });
    told.append("There is a new version of this site. ", to, ".");
    document.querySelector("#play .engine").after(told);
  };

  const begin = async () => {
    const told = section.querySelector(".told");
    const progress = section.querySelector("progress");
    const keep = section.querySelector(".keep");
    const stop = section.querySelector(".stop");
    const listing = await listed();
    const kept = await keptVersion();
    section.hidden = false;
    if (!listing) {
      keep.hidden = true;
      told.textContent = kept ? "There is no network, and this is the site as it was kept." : "There is no network.";
      return;
    }
    const total = listing.files.reduce((all, [, size]) => all + size, 0);
    const mega = `${Math.round(total / 1e6)} MB`;
    if (kept === listing.version) {
      told.textContent = `All of it is kept on this device (${mega}): pages, search, sheets and the engine.`;
      keep.textContent = "Keep it no longer";
      keep.onclick = async () => {
        await caches.delete(NAME + kept);
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
        location.reload();
      };
      return;
    }
    told.textContent = kept ? `There is a new version. What is kept stays until you take the new one (${mega}).` : `Keep everything on this device (${mega}), and it opens without a network: pages, search, sheets and the engine.`;
    keep.textContent = kept ? "Take the new version" : "Keep for offline";
    keep.onclick = () => take(listing, total, kept, { told, progress, keep, stop });
  };

  const take = async (listing, total, kept, { told, progress, keep, stop }) => {
    let going = true;
    keep.hidden = true;
    stop.hidden = progress.hidden = false;
    stop.onclick = () => { going = false; };
    const coming = `${NAME}${listing.version}-coming`;
    try {
      await navigator.serviceWorker.register(at("sw.js"));
      const cache = await caches.open(coming);
      const waiting = [...listing.files];
      let here = 0;
      const carry = async () => {
        for (let next = waiting.shift(); next && going; next = waiting.shift()) {
          const [path, size] = next;
          const url = at(path.split("/").map(encodeURIComponent).join("/"));
          if (!(await cache.match(url))) {
            const answer = await fetch(url, { cache: "no-store" });
            if (!answer.ok) throw new Error(`${answer.status} for ${path}`);
            await cache.put(url, answer);
          }
          here += size;
          progress.value = here / total;
        }
      };
      await Promise.all(Array.from({ length: 6 }, carry));
      if (!going) throw new Error("Stopped. What came so far is used next time.");
      // What is whole takes the place of what was there, and only then.
      const whole = await caches.open(NAME + listing.version);
      for (const request of await cache.keys()) await whole.put(request, await cache.match(request));
      await caches.delete(coming);
      if (kept) await caches.delete(NAME + kept);
      location.reload();
    } catch (error) {
      told.textContent = error.name === "QuotaExceededError" ? "There is not enough room on this device." : error.message;
      keep.hidden = false;
      stop.hidden = progress.hidden = true;
    }
  };

  if (served && "serviceWorker" in navigator && "caches" in window) section ? begin() : notice();
}
