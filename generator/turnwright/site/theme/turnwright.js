// What the pages can do beyond being read: search, cards for what is named, and copying an address.
// All of it is extra: without this file every page reads, links and prints as it is.
"use strict";

const served = location.protocol !== "file:";
const make = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

const root = new URL(document.querySelector(".search")?.dataset.root ?? ".", location.href);

/** Loads scripts one after the other, from the disk as well. */
const scripts = async (...names) => {
  for (const name of names) {
    await new Promise((onload, onerror) =>
      document.head.append(make("script", { src: new URL(name, root).href, onload, onerror })),
    );
  }
};

// --- Whatever an address or paper needs is unfolded ---------------------------------------

const targeted = () => {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null; // an address that somebody cut short
  }
};

/** Above what an address leads to: its system and its chapter, as the way up. */
const above = make("p", { className: "crumbs above" });

const unfold = () => {
  const target = targeted();
  if (!target) return;
  const inner = target.matches(".said, .clause") ? null : target.querySelector(":scope > details");
  const folds = [inner].filter(Boolean);
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
  const closed = folds.filter((fold) => !fold.open);
  for (const fold of closed) fold.open = true;
  const { top } = target.getBoundingClientRect();
  const came = closed.length || top < 80 || top > innerHeight; // and was not tapped where it stands
  if (came && target.matches(".system :is(.said, .clause, .gap)")) {
    const chapter = target.closest("section.chapter, details.fold[id]");
    above.replaceChildren(make("a", { href: "#main", textContent: document.querySelector("h1").textContent }));
    if (chapter) above.append(" › ", make("a", { href: `#${chapter.id}`, textContent: chapter.querySelector("h2").textContent }));
    target.before(above);
  }
  if (came) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();

// --- The address of a rule, to be copied ----------------------------------------------------

const copier = make("button", { type: "button", textContent: "Copy link" });
const offerCopy = (event) => {
  const id = event.target.closest?.(".clause")?.querySelector(".about .id");
  if (!id || copier.previousElementSibling === id) return;
  copier.textContent = "Copy link";
  id.after(copier);
};
copier.addEventListener("click", async () => {
  await navigator.clipboard.writeText(new URL(`#${copier.closest(".clause").id}`, location.href).href);
  copier.textContent = "Copied";
});
copier.setAttribute("aria-live", "polite");
if (navigator.clipboard) {
  addEventListener("pointerover", offerCopy);
  addEventListener("focusin", offerCopy);
}

/** What this browser keeps for its reader; one may refuse it. */
const kept = () => {
  try {
    return localStorage;
  } catch {
    return {};
  }
};

// --- Where one is, in the contents that stay beside the text -------------------------------------

const places = [...document.querySelectorAll(".glance a, .beside a")].flatMap((link) => {
  const part = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
  return part ? [[part, link]] : [];
});
if (places.length) {
  let current = null;
  const mark = () => {
    // A heading counts once it is in the upper quarter; at the end of the page, the last one in sight.
    const line = scrollY + innerHeight + 8 > document.documentElement.scrollHeight ? innerHeight : innerHeight / 4;
    const passed = places.filter(([part]) => part.getBoundingClientRect().top <= line);
    const link = passed.reduce((last, one) => (last && last[0].getBoundingClientRect().top > one[0].getBoundingClientRect().top ? last : one), null)?.[1];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
    const frame = link?.closest("figure, ul");
    if (!frame || frame.scrollHeight <= frame.clientHeight) return;
    const [inner, outer] = [link.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollTop += inner.top - outer.top - outer.height / 3;
  };
  let due = 0;
  addEventListener("scroll", () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(mark);
  }, { passive: true });
  mark();
}

// --- Cards: what a rule or a word says, where it is named --------------------------------------

const NAMED = 'a.ref[href*="#"], a.word[href*="#"], main p a[href*="glossary/"][href*="#"]';
const card = make("div", { className: "card", id: "card", role: "tooltip", hidden: true });
const shelves = new Map();
let named = null;
let waiting = 0;
let touched = false;
document.body.append(card);

const shelf = (address) => {
  if (!shelves.has(address)) {
    // Nobody else has cards, and nothing is asked of other hosts.
    const ours = served && new URL(address).origin === location.origin;
    shelves.set(address, ours ? fetch(address).then((answer) => answer.json()) : Promise.resolve({}));
  }
  return shelves.get(address);
};

/** What there is to say of a link: from this page, or from the small file beside the other one. */
const told = async (link) => {
  const id = decodeURIComponent(link.hash.slice(1));
  if (link.pathname === location.pathname) {
    return document.getElementById(id)?.querySelector(".sentence, dd")?.textContent;
  }
  return (await shelf(new URL("cards.json", link.href.split("#")[0]).href))[id];
};

const hide = () => {
  clearTimeout(waiting);
  named?.removeAttribute("aria-describedby");
  named = null;
  card.hidden = true;
};

const show = async (link) => {
  clearTimeout(waiting);
  if (named === link) return;
  const text = await told(link).catch(() => "");
  if (!text) return;
  hide();
  named = link;
  card.replaceChildren(make("p", { textContent: text }), make("small", { textContent: link.hash.slice(1) }));
  if (touched) card.append(make("small", { textContent: "Tap again to go there." }));
  card.hidden = false;
  const place = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const below = place.bottom + card.offsetHeight + 8 < innerHeight || place.top < card.offsetHeight + 8;
  // Set through the object model, which the Content-Security-Policy allows.
  card.style.top = `${scrollY + (below ? place.bottom + 4 : place.top - card.offsetHeight - 4)}px`;
  card.style.left = `${Math.max(16, Math.min(place.left, document.documentElement.clientWidth - card.offsetWidth - 16))}px`;
  link.setAttribute("aria-describedby", "card");
};

addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);
addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const link = event.target.closest?.(NAMED);
  clearTimeout(waiting);
  if (link) waiting = setTimeout(show, 150, link);
  else if (named && !card.contains(event.target)) waiting = setTimeout(hide, 250);
});
addEventListener("focusin", (event) => {
  if (touched) return;
  if (event.target.matches?.(NAMED)) show(event.target);
  else hide();
});
addEventListener("click", (event) => {
  const link = event.target.closest?.(NAMED);
  if (link && touched && named !== link) {
    event.preventDefault();
    told(link).then((text) => (text ? show(link) : location.assign(link.href)), () => location.assign(link.href));
  } else if (!card.contains(event.target)) hide();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});

// --- Menus: closed by a click elsewhere, and by Escape ---------------------------------------

const closeMenus = (but) => {
  for (const menu of document.querySelectorAll(".masthead details[open]")) if (menu !== but) menu.open = false;
};
addEventListener("click", (event) => closeMenus(event.target.closest(".masthead details")));
addEventListener("keydown", (event) => {
  const menu = event.target.closest?.(".masthead details[open]");
  if (event.key !== "Escape" || !menu) return;
  closeMenus();
  menu.querySelector("summary").focus();
});

// --- Search: what it needs comes when somebody is about to, and scripts also load from the disk ----

const form = document.querySelector(".search");
if (form) {
  const input = form.elements.q;
  const whole = Boolean(document.querySelector("main > .found")); // the page that searches
  let loading = null;
  form.hidden = false;
  // A phone has no key to press, and its keyboard takes half of the screen.
  if (matchMedia("(pointer: coarse)").matches) input.placeholder = "Search the rules";
  const load = async () => {
    if (loading) return;
    loading = scripts("search_box.js", "search.js", "search/entries.js");
    await loading;
    window.turnwright.openSearch(form);
  };
  input.addEventListener("focus", load);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  if (whole) {
    document.querySelector(".unserved")?.remove();
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.focus();
    load();
  }
}
