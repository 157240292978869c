// Two, three or four systems side by side, as the address says: compare/index.html#with=one,other.
// Without this file the page shows all of them.
"use strict";

{
  const choice = document.querySelector(".choice");
  const comparison = choice.closest(".comparison");
  const boxes = [...choice.querySelectorAll("input")];
  const status = comparison.querySelector(".shown");
  const all = boxes.length;
  const most = 4;

  /** The systems that the address names; those that it does not know are left out. */
  const named = () => {
    const { groups } = /^#with=(?<keys>.*)$/.exec(location.hash) ?? {};
    if (!groups) return null;
    const keys = groups.keys.replaceAll("%2C", ",").split(",");
    return boxes.map((box) => box.value).filter((key) => keys.includes(key)).slice(0, most);
  };

  const show = () => {
    const keys = named();
    if (!keys && location.hash) return; // the address of a question
    const chosen = keys?.length ? keys : null;
    for (const box of boxes) {
      box.checked = Boolean(chosen?.includes(box.value));
      box.disabled = chosen?.length === most && !box.checked;
    }
    const shown = chosen?.length > 1 ? chosen : null;
    for (const answer of comparison.querySelectorAll(".answer")) {
      answer.hidden = Boolean(shown) && !shown.includes(answer.dataset.of);
    }
    comparison.dataset.columns = shown ? shown.length : all;
    const titles = boxes.filter((box) => box.checked).map((box) => box.parentElement.textContent.trim());
    status.textContent = shown ? titles.join(" · ") : chosen ? "One more, please." : `All ${all} are shown.`;
  };

  choice.addEventListener("change", () => {
    const keys = boxes.filter((box) => box.checked).map((box) => box.value);
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
