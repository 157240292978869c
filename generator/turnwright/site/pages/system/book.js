// What players agree on: options are ticked and other answers chosen on a system's page. The address keeps
// them, and the page reads as the book with them: entries that need a setting come to their place, others go.
"use strict";

(() => {
  const article = document.querySelector("article.system");
  const ways = [...article.querySelectorAll(".way[data-setting]")];
  const options = [...article.querySelectorAll(".tick > input")];
  if (!ways.length && !options.length) return;
  const agreed = new Set((new URLSearchParams(location.search).get("with") ?? "").split(",").filter(Boolean));
  const moved = [...article.querySelectorAll("[data-place]")].map((entry) => {
    const home = document.createComment("");
    entry.before(home);
    return { entry, home, place: document.getElementById(entry.dataset.place) };
  });

  for (const box of options) {
    box.parentElement.hidden = false;
    const message = make("p", { className: "impossible", hidden: true });
    message.setAttribute("role", "status");
    box.parentElement.after(message);
    box.addEventListener("change", () => {
      agreed[box.checked ? "add" : "delete"](box.value);
      changed();
    });
  }
  for (const way of ways) {
    const [reading] = way.dataset.setting.split(":");
    const box = make("input", { type: "checkbox", id: `tick-${way.dataset.setting}`, value: way.dataset.setting, autocomplete: "off" });
    way.prepend(make("p", { className: "tick" }, box, make("label", { htmlFor: box.id }, "We agree on this")));
    box.addEventListener("change", () => {
      for (const other of agreed) if (other.startsWith(`${reading}:`)) agreed.delete(other);
      if (box.checked) agreed.add(box.value);
      changed();
    });
    options.push(box);
  }
  const known = new Set(options.map((box) => box.value));
  const unknown = [...agreed].filter((key) => !known.has(key));
  for (const key of unknown) agreed.delete(key);

  const answers = [...article.querySelectorAll("[data-reading]")].map((answer) => ({ answer, usual: [...answer.childNodes] }));
  const line = make("p", { className: "agreed-line" });
  article.querySelector("header").append(line);

  const words = make("p");
  words.setAttribute("role", "status");
  const print = make("button", { type: "button", onclick: () => window.print() }, "Print this");
  const none = make("button", { type: "button" }, "Untick all");
  const bar = make("div", { className: "agreed-bar", hidden: true }, words, print, none);
  article.append(bar);
  none.addEventListener("click", () => {
    agreed.clear();
    unknown.length = 0;
    changed();
  });

  const titled = (key) => {
    const box = options.find((each) => each.value === key);
    const way = box.closest(".way");
    const title = document.getElementById(`option-${key}`) ?? way.querySelector(":scope > p:not(.tick)");
    // An answer says little without its question.
    return `“${[way?.dataset.asks, title.textContent.trim().replaceAll('"', "").replace(/\.$/, "")].filter(Boolean).join(" ")}”`;
  };
  const listed = (text) => (text ?? "").split(" ").filter(Boolean);

  const why = (box) => {
    const missing = listed(box.dataset.needs).filter((key) => !agreed.has(key));
    if (missing.length) return `This needs ${missing.map(titled).join(" and ")}.`;
    const against = listed(box.dataset.against).filter((key) => agreed.has(key));
    return against.length ? `This cannot be used with ${against.map(titled).join(" or ")}.` : "";
  };

  const renew = () => {
    let wrong = 0;
    for (const box of options) {
      box.checked = agreed.has(box.value);
      const message = box.parentElement.nextElementSibling;
      if (!message?.matches(".impossible")) continue;
      message.textContent = box.checked ? why(box) : "";
      message.hidden = !message.textContent;
      wrong += message.hidden ? 0 : 1;
    }
    for (const { entry, home, place } of moved) {
      const holds = listed(entry.dataset.only).some((key) => agreed.has(key));
      entry.classList.toggle("agreed", holds);
      (holds && place ? place : home).after(entry);
    }
    for (const entry of article.querySelectorAll("[data-without], .on-paper [data-only]")) {
      const waits = entry.dataset.only && !entry.dataset.place;
      entry.hidden = listed(entry.dataset.without).some((key) => agreed.has(key))
        || (waits && !listed(entry.dataset.only).some((key) => agreed.has(key)));
    }
    // The answer that is agreed on stands where the usual one did.
    for (const { answer, usual } of answers) {
      const way = ways.find((each) => agreed.has(each.dataset.setting) && each.dataset.setting.startsWith(`${answer.dataset.reading}:`));
      const said = way?.querySelector(":scope > p:not(.tick)");
      answer.closest(".said")?.classList.toggle("agreed", Boolean(said));
      answer.replaceChildren(...(said ? [...said.childNodes].map((node) => node.cloneNode(true)) : usual));
    }
    bar.hidden = !agreed.size && !unknown.length;
    words.textContent = [
      unknown.length ? `The address asks for what this page does not have: ${unknown.join(", ")}.` : "",
      wrong ? "What is ticked does not go together." : agreed.size ? `You agree on ${[...agreed].map(titled).join(", ")}.` : "",
    ].filter(Boolean).join(" ");
    line.textContent = wrong ? "" : words.textContent;
    print.hidden = Boolean(wrong) || !agreed.size;
  };

  const changed = () => {
    const rest = location.search.slice(1).split("&").filter((part) => part && !part.startsWith("with="));
    if (agreed.size) rest.unshift(`with=${[...agreed].join(",")}`);
    history.replaceState(null, "", location.pathname + (rest.length ? `?${rest.join("&")}` : "") + location.hash);
    renew();
  };
  renew();
  if (location.hash) targeted()?.scrollIntoView();
})();
