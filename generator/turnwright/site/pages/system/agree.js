// What players agree on: options and readings are ticked on a system's page, the address keeps them,
// and the page shows what holds then. What each does was worked out when the site was built.
"use strict";

(() => {
  document.head.append(make("link", { rel: "stylesheet", href: new URL("agree.css", root).href }));
  const { agreed } = window.turnwright;
  const keys = Object.keys(agreed.choices);
  const ticked = new Set();
  const unknown = [];
  const boxes = new Map();
  const messages = new Map();

  const number = (key) => agreed.choices[key].number;
  const named = (key) => `${number(key)}, “${agreed.choices[key].text.replace(/\.$/, "")}”`;
  const own = (tag, attributes, ...children) => {
    const element = make(tag, attributes, ...children);
    element.dataset.agreed = "";
    return element;
  };

  // --- Boxes, where the options and the readings are -----------------------------------------

  const answersOf = (name) => keys.filter((key) => key.startsWith(`${name}:`));
  const message = (after, ...about) => {
    const place = make("p", { className: "impossible", hidden: true });
    place.setAttribute("role", "status");
    after.after(place);
    for (const key of about) messages.set(key, place);
  };
  for (const key of keys.filter((key) => !key.includes(":"))) {
    const title = document.getElementById(`option-${key}`);
    const box = make("input", { type: "checkbox", autocomplete: "off" });
    const control = make("p", { className: "tick" }, box, make("label", { htmlFor: (box.id = `tick-${key}`) }, "We play with this"));
    box.setAttribute("aria-describedby", title.id);
    box.addEventListener("change", () => {
      ticked[box.checked ? "add" : "delete"](key);
      changed();
    });
    title.after(control);
    message(control, key);
    boxes.set(key, box);
  }
  for (const name of new Set(keys.filter((key) => key.includes(":")).map((key) => key.split(":")[0]))) {
    const title = document.getElementById(`reading-${name}`);
    const section = title.closest(".reading");
    section.setAttribute("role", "group");
    section.setAttribute("aria-labelledby", title.id);
    for (const way of section.querySelectorAll(".way")) {
      const key = `${name}:${way.querySelector(".name").textContent}`;
      const box = make("input", { type: "radio", name: `tick-${name}`, autocomplete: "off" });
      const text = way.querySelector("p");
      const label = make("label", { htmlFor: (box.id = `tick-${key}`) }, ...text.childNodes);
      text.className = "tick";
      text.append(box, label);
      box.checked = way.matches(".default");
      box.addEventListener("change", () => {
        for (const other of answersOf(name)) ticked.delete(other);
        if (keys.includes(key)) ticked.add(key);
        changed();
      });
      boxes.set(key, box);
    }
    message(title, ...answersOf(name));
  }

  // --- Which choices do not go together --------------------------------------------------------

  const both = (pair) => pair.every((key) => ticked.has(key));

  /** Why a choice cannot be had with the others; nothing where it can. */
  const whyNot = (key) => {
    const { needs, alone } = agreed.choices[key];
    const missing = needs.filter((other) => !ticked.has(other));
    if (missing.length) return `This needs ${missing.map(named).join(" and ")}.`;
    const against = agreed.conflicts.filter((pair) => pair.includes(key) && both(pair)).flat().filter((other) => other !== key);
    if (against.length) return `This cannot be used with ${against.map(named).join(" or ")}.`;
    if (!alone && !agreed.pairs.some(({ of }) => of.includes(key) && both(of))) return "This does not go with what holds by default.";
    return "";
  };

  // --- What holds with what is ticked ------------------------------------------------------------

  /** What each choice does alone, put right by the pairs that do otherwise together. */
  const worked = (what) => {
    const found = new Map();
    for (const key of ticked) for (const clause of agreed.choices[key][what]) if (!found.has(clause)) found.set(clause, [key]);
    for (const pair of agreed.pairs.filter(({ of }) => both(of))) {
      const sum = new Set(pair.of.flatMap((key) => agreed.choices[key][what]));
      for (const clause of sum) if (!pair[what].includes(clause)) found.delete(clause);
      for (const clause of pair[what]) if (!sum.has(clause)) found.set(clause, pair.of);
    }
    return found;
  };
  const numbers = (by) => by.map(number).join(" and ");
  const clauseAt = (anchor) => (anchor && document.getElementById(anchor)?.closest(".clause")) || null;

  const clear = () => {
    for (const element of document.querySelectorAll("[data-agreed]")) element.remove();
    for (const element of document.querySelectorAll(".holds, .lapsed")) element.classList.remove("holds", "lapsed");
  };
  const mark = (clause, name, words) => {
    clause.classList.add(name);
    clause.querySelector(".sentence").prepend(own("b", {}, words), own("span", {}, " "));
  };

  /** Marks what holds and what lapses; gives the sentences that are nowhere on the page. */
  const show = () => {
    const homeless = [];
    for (const [key, by] of worked("lapses")) {
      const { anchor } = agreed.clauses[key];
      const clause = clauseAt(anchor);
      if (clause) mark(clause, "lapsed", `Does not hold with ${numbers(by)}:`);
      for (const link of document.querySelectorAll(".shared a")) {
        if (link.hash && decodeURIComponent(link.hash.slice(1)) === anchor) link.classList.add("lapsed");
      }
    }
    for (const [key, by] of worked("holds")) {
      const { anchor, part, after, text } = agreed.clauses[key];
      const there = clauseAt(anchor);
      if (there) mark(there, "holds", `Holds with ${numbers(by)}:`);
      const section = document.getElementById(part)?.closest(".part");
      if (there && section?.contains(there)) continue;
      const before = clauseAt(after) ?? [...(section?.querySelectorAll(":scope > .clause") ?? [])].at(-1) ?? document.getElementById(part);
      if (!section) {
        if (!there) homeless.push(text);
        continue;
      }
      const sentence = make("p", { className: "sentence" }, make("b", {}, `With ${numbers(by)}:`), ` ${text}`);
      sentence.firstChild.dataset.agreed = "";
      const copy = own("div", { className: "clause here" }, sentence);
      if (there) {
        copy.append(make("a", { className: "ref", href: `#${anchor}` }, "Go to this rule"));
      }
      before.after(copy);
    }
    const otherwise = [...ticked].filter((key) => agreed.choices[key].drawing);
    if (otherwise.length) {
      document.querySelector(".glance figure")?.prepend(own("figcaption", { className: "caption" }, `The drawing is of the round without ${numbers(otherwise)}.`));
    }
    return homeless;
  };

  // --- The bar that says what is agreed, and offers a sheet ---------------------------------------

  const summary = make("summary");
  const content = make("div");
  const bar = make("details", { className: "agreed-bar", hidden: true }, summary, content);
  summary.setAttribute("aria-live", "polite");
  document.querySelector("article.system").append(bar);

  const copying = (label, text) => {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    });
    return navigator.clipboard ? [button] : [];
  };
  const quoted = (words) => `'${words.replaceAll("'", "’")}'`;
  const command = () =>
    [
      `turnwright sheet ${agreed.system}`,
      ...[...ticked].map((key) => (key.includes(":") ? `--reading ${key.replace(":", "=")}` : `--option ${key}`)),
      ...[...ticked].flatMap((key) => agreed.choices[key].params.map((name) => `--param ${name}=${quoted("what you agreed")}`)),
    ].join(" ");

  /** The sheets made for what is ticked, where that is a pack. */
  const sheets = () => {
    const chosen = [...ticked].sort();
    const pack = agreed.packs.find(({ of }) => of.length === chosen.length && of.every((key, place) => key === chosen[place]));
    const links = (pack?.sheets ?? []).flatMap(([audience, papers], place) => [
      `${place ? ";" : ""} ${audience}`,
      ...papers.flatMap(([paper, href]) => [" ", make("a", { href }, paper)]),
    ]);
    return [
      ...(pack ? [make("p", {}, "This is the pack ", make("a", { href: pack.href }, pack.title), ".")] : []),
      ...(links.length ? [make("p", {}, "A sheet with these choices, as PDF:", ...links)] : []),
    ];
  };

  const renew = () => {
    clear();
    const wrong = new Map([...ticked].map((key) => [key, whyNot(key)]).filter(([, why]) => why));
    for (const place of new Set(messages.values())) place.hidden = true;
    for (const [key, why] of wrong) {
      messages.get(key).textContent = why;
      messages.get(key).hidden = false;
    }
    bar.hidden = !ticked.size && !unknown.length;
    const homeless = wrong.size ? [] : show();
    summary.textContent = wrong.size
      ? `${numbers([...wrong.keys()])}: this does not go together`
      : ticked.size ? `You agree on ${[...ticked].map(number).join(", ")}` : "Nothing here is agreed on";
    const made = wrong.size ? [] : sheets();
    const typed = make("code", {}, command());
    const untick = make("button", { type: "button" }, "Untick all");
    untick.addEventListener("click", () => {
      ticked.clear();
      unknown.length = 0;
      tick();
      changed();
    });
    content.replaceChildren(
      ...(unknown.length ? [make("p", {}, `The address asks for what this page does not have: ${unknown.join(", ")}.`)] : []),
      make("ul", {}, ...[...ticked].map((key) => make("li", {}, make("a", { href: `#${agreed.choices[key].anchor}` }, number(key)), ` ${agreed.choices[key].text}`, ...(wrong.has(key) ? [make("b", {}, ` ${wrong.get(key)}`)] : [])))),
      ...(wrong.size || !ticked.size ? [] : [make("p", {}, "What this changes is marked among the rules, and under Options and Readings.")]),
      ...(homeless.length ? [make("p", {}, `Also holds: ${homeless.join(" ")}`)] : []),
      ...(ticked.size > 2 && !wrong.size ? [make("p", {}, "Every two of these were tried together; for three and more the page adds that up. The sheet is made from all of them.")] : []),
      ...made,
      ...(wrong.size || !ticked.size ? [] : [make("p", {}, made.length ? "Or make one yourself: " : "A sheet with these choices is made by: ", typed, " ", ...copying("Copy the command", command))]),
      make("p", {}, ...copying("Copy the address", () => location.href), untick),
    );
  };

  // --- The address -----------------------------------------------------------------------------

  const tick = () => {
    for (const [key, box] of boxes) {
      const [name, answer] = key.split(":");
      const byDefault = answer && !keys.includes(key) && !answersOf(name).some((other) => ticked.has(other));
      box.checked = ticked.has(key) || Boolean(byDefault);
    }
  };
  const changed = () => {
    const rest = location.search.slice(1).split("&").filter((part) => part && !part.startsWith("with="));
    if (ticked.size) rest.unshift(`with=${[...ticked].join(",")}`);
    history.replaceState(null, "", location.pathname + (rest.length ? `?${rest.join("&")}` : "") + location.hash);
    renew();
  };

  for (const key of (new URLSearchParams(location.search).get("with") ?? "").split(",").filter(Boolean)) {
    const [name, answer] = key.split(":");
    if (keys.includes(key)) {
      if (answer) for (const other of answersOf(name)) ticked.delete(other);
      ticked.add(key);
    } else if (!boxes.has(key)) unknown.push(key);
  }
  tick();
  renew();
  if (location.hash) targeted()?.scrollIntoView();
})();
