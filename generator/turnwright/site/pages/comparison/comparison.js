// Two, three or four systems side by side, as the address says: compare/index.html#with=one,other.
// Without this file the page shows all of them.
"use strict";

{
  const choice = document.querySelector(".choice");
  const comparison = choice.closest(".comparison");
  const boxes = new Map([...choice.querySelectorAll("input")].map((box) => [box.value, box]));
  const status = comparison.querySelector(".shown");
  const command = comparison.querySelector(".command");
  const all = [...boxes.keys()].filter((key) => !boxes.get(key).dataset.like);
  const most = 4;

  /** The systems that the address names, in its order; those that it does not know are left out. */
  const named = () => {
    const { groups } = /^#with=(?<keys>.*)$/.exec(location.hash) ?? {};
    if (!groups) return null;
    const keys = groups.keys.replaceAll("%2C", ",").split(",");
    return [...new Set(keys)].filter((key) => boxes.has(key)).slice(0, most);
  };

  const title = (key) => boxes.get(key).parentElement.textContent.trim();

  /** The cell of a system. A reading has one where it differs; else it answers as its system. */
  const cell = (answers, key) => {
    const own = answers.querySelector(`[data-of="${key}"]`);
    if (own) return own;
    const box = boxes.get(key);
    const same = answers.querySelector(`[data-of="${box.dataset.like}"]`).cloneNode(true);
    same.classList.add("copy");
    const heading = same.querySelector("h3 a");
    heading.textContent = title(key);
    heading.href = box.dataset.at;
    return same;
  };

  const show = () => {
    const keys = named();
    if (!keys && location.hash) return; // the address of a question
    const chosen = keys?.length ? keys : null;
    for (const [key, box] of boxes) {
      box.checked = Boolean(chosen?.includes(key));
      box.disabled = chosen?.length === most && !box.checked;
    }
    const shown = chosen?.length > 1 ? chosen : null;
    for (const answers of comparison.querySelectorAll(".answers")) {
      for (const copy of answers.querySelectorAll(".copy")) copy.remove();
      const cells = (shown ?? all).map((key) => cell(answers, key));
      for (const each of answers.children) each.hidden = true;
      for (const each of cells) each.hidden = false;
      answers.append(...cells);
    }
    for (const fold of comparison.querySelectorAll(".question > details")) fold.open = Boolean(shown);
    comparison.dataset.columns = shown ? shown.length : all.length;
    status.textContent = shown
      ? shown.map(title).join(" · ")
      : chosen ? "One more, please." : `All ${all.length} are shown.`;
    command.hidden = !shown;
    command.lastElementChild.textContent = `turnwright compare ${shown?.join(" ")}`;
  };

  choice.addEventListener("change", ({ target }) => {
    const keys = (named() ?? []).filter((key) => key !== target.value);
    if (target.checked) keys.push(target.value);
    location.hash = `with=${keys.join(",")}`;
  });
  comparison.addEventListener("reset", (event) => {
    event.preventDefault();
    location.hash = "with=";
  });
  addEventListener("hashchange", show);
  choice.hidden = status.hidden = false;
  choice.open = !named();
  show();
}
