// The search field: what is typed there, and the hits below it. Loaded when somebody is about to search.
"use strict";

(window.turnwright ??= {}).openSearch = (form) => {
  const make = (tag, attributes, ...children) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.append(...children);
    return element;
  };
  const input = form.elements.q;
  const whole = document.querySelector("main > .found"); // on the page that searches
  const found = whole ?? form.querySelector(".found");
  const [status, list] = [found.querySelector("p"), found.querySelector("ol")];
  const root = new URL(form.dataset.root, location.href);
  const here = decodeURIComponent(location.pathname).match(/systems\/([a-z0-9_]+)\//)?.[1] ?? "";
  const only = make("input", { type: "checkbox" });
  const { search, marked } = window.turnwright;
  if (here && !whole) {
    only.checked = true;
    status.after(make("label", { className: "only" }, only, " This system only"));
  }

  const seek = () => {
    const question = input.value.trim();
    if (!question) {
      found.hidden = true;
      return;
    }
    const hits = search(question, here, only.checked);
    status.textContent = hits.length ? "" : `Nothing about “${question}”${only.checked ? " in this system" : ""}`;
    list.replaceChildren(
      ...hits.slice(0, only.checked ? 12 : 60).map(({ url, text, where, remark }) =>
        make(
          "li",
          {},
          make(
            "a",
            { href: new URL(url, root).href },
            ...(remark ? [make("b", { className: "status", textContent: `${remark}: ` })] : []),
            make("span", {}, ...marked(text, question)),
            make("small", { textContent: where }),
          ),
        ),
      ),
    );
    found.hidden = false;
  };
  input.addEventListener("input", seek);
  only.addEventListener("change", seek);
  form.addEventListener("focusout", (event) => {
    if (!whole && event.relatedTarget && !form.contains(event.relatedTarget)) found.hidden = true;
  });
  addEventListener("click", (event) => {
    if (!whole && !form.contains(event.target)) found.hidden = true;
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !whole) found.hidden = true;
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (found.hidden || (at < 0 && document.activeElement !== input)) return;
      event.preventDefault();
      (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? input).focus();
    }
  });
  seek(); // what was typed meanwhile
};
