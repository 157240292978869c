// The search field: the system that is asked, what is typed, and the hits below. Loaded when somebody is about to search.
"use strict";

(window.turnwright ??= {}).openSearch = (form) => {
  const { search, marked, excerpt, systems } = window.turnwright;
  const input = form.elements.q;
  const whole = document.querySelector("main > .found"); // on the page that searches
  const found = whole ?? form.querySelector(".found");
  const [status, list] = [found.querySelector("[role=status]"), found.querySelector("ol")];
  const root = new URL(form.dataset.root, location.href);
  const here = decodeURIComponent(location.pathname).match(/systems\/([a-z0-9_]+)\//)?.[1];

  // A system's own page asks within it; others ask the system that was picked before.
  const option = ({ id, title }) => make("option", { value: id, textContent: title });
  const listed = (sketch) => systems.filter((each) => each.sketch === sketch).map(option);
  const asked = make("select", { ariaLabel: "System" }, option({ id: "", title: "All systems" }), ...listed(false), make("optgroup", { label: "Sketches" }, ...listed(true)));
  asked.value = here ?? new URLSearchParams(location.search).get("in") ?? kept().system ?? "";
  if (asked.selectedIndex < 0) asked.value = "";
  status.before(make("p", { className: "asked" }, "In ", asked));
  // Only what is picked goes into the address of the page that searches.
  const name = () => (asked.name = asked.value ? "in" : "");
  form.id ||= "search";
  asked.setAttribute("form", form.id);
  name();

  const said = ({ remark, title, text }, marks) => [
    ...(remark ? [make("b", { className: "status", textContent: `${remark}: ` })] : []),
    ...(title ? [make("b", {}, ...marked(/[.?!]$/.test(title) ? title : `${title}.`, marks)), " "] : []),
    ...marked(whole ? text : excerpt(text, marks), marks),
  ];
  const row = (hit, marks, under) =>
    make("li", {}, make("a", { href: new URL(hit.url, root).href }, ...(under ? [make("small", { textContent: under })] : []), ...[hit, ...hit.more].map((one) => make("span", {}, ...said(one, marks)))));
  /** What one system says, where none is picked: its best two, and a way to all of it. */
  const group = (system, hits, marks) => {
    const only = hits.length > 2 ? [make("button", { type: "button", textContent: "Only this", ariaLabel: `Only ${system.title}`, onclick: () => pick(system.id) })] : [];
    return make("li", {}, make("p", { className: "of" }, make("b", { textContent: system.title }), ...only), make("ol", {}, ...hits.slice(0, 2).map((hit) => row(hit, marks, hit.heading))));
  };
  const seek = () => {
    const question = input.value.trim();
    const { hits, marks } = search(question, asked.value);
    status.textContent = hits.length || !question ? "" : `Nothing about “${question}”`;
    // The same question has another answer in each game, so that none stands between those of another.
    const groups = new Map();
    for (const hit of hits) {
      const key = asked.value ? hit : (hit.system ?? hit);
      groups.set(key, [...(groups.get(key) ?? []), hit]);
    }
    const rows = [...groups].slice(0, asked.value ? 30 : 15);
    list.replaceChildren(...rows.map(([key, some]) => (key === some[0] ? row(key, marks, key.under) : group(key, some, marks))));
    found.hidden = !whole && !question;
  };
  input.addEventListener("input", seek);
  const pick = (id) => {
    kept().system = asked.value = id;
    name();
    seek();
    input.focus();
  };
  asked.addEventListener("change", () => pick(asked.value));
  form.addEventListener("focusin", () => (found.hidden = false));
  form.addEventListener("focusout", (event) => {
    if (!whole && event.relatedTarget && !form.contains(event.relatedTarget)) found.hidden = true;
  });
  addEventListener("click", (event) => {
    if (!whole && !form.contains(event.target)) found.hidden = true;
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !whole) found.hidden = true;
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && document.activeElement !== asked) {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (found.hidden || (at < 0 && document.activeElement !== input)) return;
      event.preventDefault();
      (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? input).focus();
    }
  });
  seek(); // what was typed meanwhile
  found.hidden = false;
};
