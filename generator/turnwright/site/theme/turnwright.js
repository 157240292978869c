// What the pages can do beyond being read: search, cards for what is named, and copying an address.
// All of it is extra: without this file every page reads, links and prints as it is.
"use strict";

const served = location.protocol !== "file:";
const make = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

// --- Whatever an address or paper needs is unfolded ---------------------------------------

const targeted = () => {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null; // an address that somebody cut short
  }
};

const unfold = () => {
  const target = targeted();
  const closed = target?.closest("details:not([open])");
  if (closed) {
    closed.open = true;
    target.scrollIntoView();
  }
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
  await navigator.clipboard.writeText(copier.previousElementSibling.href);
  copier.textContent = "Copied";
});
copier.setAttribute("aria-live", "polite");
if (navigator.clipboard) {
  addEventListener("pointerover", offerCopy);
  addEventListener("focusin", offerCopy);
}

// --- Everything about every rule: remembered, and asked for by an address that ends in ?everything --

const everything = document.getElementById("everything");
if (everything) {
  const kept = () => {
    try {
      return localStorage; // a browser may refuse it
    } catch {
      return {};
    }
  };
  const asked = new URLSearchParams(location.search).has("everything");
  everything.checked = asked || kept().everything === "yes";
  everything.addEventListener("change", () => (kept().everything = everything.checked ? "yes" : "no"));
  // A second tap on the mark of a rule closes what the first one opened.
  addEventListener("click", (event) => {
    const mark = event.target.closest?.(".mark");
    if (!mark?.parentElement.matches(":target")) return;
    event.preventDefault();
    const here = scrollY;
    location.hash = "";
    history.replaceState(null, "", location.pathname + location.search);
    scrollTo(0, here);
  });
}

// --- Where one is, in the drawing that stays beside the text ------------------------------------

const places = new Map(
  [...document.querySelectorAll(".glance a")].flatMap((link) => {
    const part = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
    return part ? [[part.closest("section") ?? part, link]] : [];
  }),
);
if (places.size) {
  const seen = new Set();
  const watch = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) seen[isIntersecting ? "add" : "delete"](target);
    const first = [...places.keys()].find((part) => seen.has(part));
    for (const [part, link] of places) {
      if (part === first) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  });
  for (const part of places.keys()) watch.observe(part);
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

// --- Search ------------------------------------------------------------------------------------

const form = document.querySelector(".search");
if (form && served) {
  const input = form.elements.q;
  const whole = document.querySelector("main .found"); // on the page that searches
  const found = whole ?? form.querySelector(".found");
  const [status, list] = [found.querySelector("p"), found.querySelector("ol")];
  let engine = null;
  form.hidden = false;
  document.querySelector(".unserved")?.remove();

  /** How many of the words a text has, endings left aside. */
  const match = (text, words) =>
    words.filter((word) => new RegExp(`\\b${word.slice(0, Math.max(4, word.length - 2))}`, "i").test(text)).length;

  /** What a page has to offer: its rules that have the words, or else itself. */
  const entries = (page, sought) => {
    const said = page.raw_content.split(/[\s\u200b]+/);
    const rules = page.anchors.filter((anchor) => ["div", "section"].includes(anchor.element) && anchor.id.includes("."));
    const found = rules.flatMap(({ element, id, location }, number) => {
      const whole = said.slice(location, rules[number + 1]?.location);
      // The name of a rule stands behind its sentence.
      const text = whole.slice(0, whole.findIndex((word) => word.endsWith(id))).join(" ");
      const score = match(`${text} ${id}`, sought);
      const url = `${page.url.split("#")[0]}#${encodeURIComponent(id)}`;
      // What holds only by agreement comes after what always holds.
      return score ? [{ url, text, score: element === "section" ? score - 0.5 : score, where: `${page.meta.system}, ${id}` }] : [];
    });
    const { title, system = "" } = page.meta;
    return found.length ? found : [{ url: page.url, text: title, score: match(title, sought), where: system }];
  };

  const load = async () => {
    const loaded = await import("./pagefind/pagefind.js");
    // A system's page is long because all its rules stand on it, and they are what is sought.
    await loaded.options({ ranking: { pageLength: 0, termFrequency: 0 } });
    return loaded;
  };

  const seek = async () => {
    const words = input.value.trim();
    if (!words) {
      found.hidden = true;
      return;
    }
    engine ??= load(); // once, however fast somebody types
    const search = await (await engine).debouncedSearch(words, {}, 150);
    if (!search) return; // somebody typed on
    const pages = await Promise.all(search.results.slice(0, whole ? 40 : 20).map((result) => result.data()));
    const sought = words.match(/\w+/g) ?? [];
    const offers = pages.flatMap((page) => entries(page, sought)).sort((one, other) => other.score - one.score);
    const count = search.results.length;
    status.textContent = count ? `On ${count} page${count > 1 ? "s" : ""}` : `Nothing about “${words}”`;
    list.replaceChildren(
      ...offers.slice(0, whole ? 40 : 10).map(({ url, text, where }) =>
        make("li", {}, make("a", { href: url }, text, make("small", { textContent: where }))),
      ),
    );
    found.hidden = false;
  };
  input.addEventListener("input", seek);
  form.addEventListener("focusout", (event) => {
    if (!whole && event.relatedTarget && !form.contains(event.relatedTarget)) found.hidden = true;
  });
  addEventListener("click", (event) => {
    if (!whole && !form.contains(event.target)) found.hidden = true;
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea")) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "Escape" && !whole) found.hidden = true;
  });
  if (whole) {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.focus();
    seek();
  }
}
