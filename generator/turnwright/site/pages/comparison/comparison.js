// Which systems stand side by side: those that are ticked, which the address keeps: compare/?with=one,other.
// Without this file the page shows the whole systems.
"use strict";

{
  const choice = document.querySelector(".choice");
  const boxes = [...choice.querySelectorAll("input")];
  const named = (new URLSearchParams(location.search).get("with") ?? "").split(",");
  const asked = boxes.filter((box) => named.includes(box.value));

  const show = () => {
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const answer of document.querySelectorAll(".answer")) answer.hidden = !shown.has(answer.dataset.of);
  };
  const keep = () => {
    const keys = boxes.filter((box) => box.checked).map((box) => box.value);
    history.replaceState(null, "", `${location.pathname}?with=${keys.join(",")}${location.hash}`);
    show();
  };

  choice.addEventListener("change", keep);
  choice.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const box of boxes) box.checked = box.defaultChecked;
    keep();
  });
  if (asked.length) for (const box of boxes) box.checked = asked.includes(box);
  choice.hidden = false;
  show();
}
