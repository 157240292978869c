// An example, watched line by line: by button, key, tap and swipe. The address holds the line.
// Without this file the lines are a list that reads as it is.
"use strict";

{
  const stage = document.querySelector(".player");
  const list = stage.querySelector(".steps");
  const steps = [...list.children];
  const wide = matchMedia("(min-width: 64rem)");
  let at = 0;

  const made = (tag, attributes, ...children) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.append(...children);
    return element;
  };
  const back = made("button", { type: "button", className: "back", textContent: "Back" });
  const forward = made("button", { type: "button", className: "forward", textContent: "Forward" });
  const place = made("output", {});
  const way = made("button", { type: "button", className: "way" });
  const controls = made("div", { className: "controls" }, back, place, forward, way);
  const spoken = made("p", { className: "hush" });
  // The scenes of a long example, to go to. Each begins with the line that has its heading.
  const begins = steps.flatMap((step, index) => (step.querySelector(".scene") ? [index] : []));
  const scene = made("select", { className: "to-scene", hidden: !begins.length }, ...begins.map((index) =>
    made("option", { value: index, textContent: steps[index].querySelector(".scene").textContent })));
  scene.setAttribute("aria-label", "Scene");
  controls.setAttribute("role", "group");
  controls.setAttribute("aria-label", "Lines");
  back.setAttribute("aria-keyshortcuts", "ArrowLeft");
  forward.setAttribute("aria-keyshortcuts", "ArrowRight");
  spoken.setAttribute("aria-live", "polite");
  list.before(scene, controls, spoken);

  const copied = (element) => {
    const copy = element.cloneNode(true);
    for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
    return copy;
  };

  // A rule that a line before told is not in the page once more.
  for (const again of list.querySelectorAll(".again")) {
    again.replaceWith(...again.dataset.told.split(" ").map((id) => copied(document.getElementById(id))));
  }

  // Nor are a drawing that stays as it was in the line before, and the chance after a refusal.
  steps.forEach((step, index) => {
    const before = steps[index - 1];
    if (!step.querySelector(".chance")) {
      const chance = copied(before.querySelector(".chance"));
      chance.classList.add("as-before");
      chance.querySelector(".rules")?.remove();
      step.append(chance);
    }
    if (!("repeated" in step.dataset) || !before.querySelector("figure")) return;
    const drawing = copied(before.querySelector("figure"));
    drawing.hidden = true;
    step.querySelector(".chance").before(drawing);
  });

  if (list.dataset.onward) {
    for (const step of steps) {
      const onward = made("a", { href: `${list.dataset.onward}&at=${step.dataset.done}`, textContent: "Go on from here" });
      step.querySelector(".chance").append(made("p", { className: "go-on" }, onward));
    }
  }

  // The drawings that only the player shows, so that the list and paper have the turning points.
  const between = new Set(stage.querySelectorAll("figure[hidden]"));
  const playing = () => stage.classList.contains("playing");

  /** Bring the line into view, with its picture and who is next, if it is not. */
  const come = () => {
    const [line, next] = [steps[at], steps[at].querySelector(".next")].map((one) => one.getBoundingClientRect());
    const end = wide.matches ? innerHeight : controls.getBoundingClientRect().top;
    if (line.top < 0 || next.bottom > end) stage.scrollIntoView();
  };

  /** Show one line; whoever listens hears it, and the address holds it when somebody went there. */
  const show = (number, { went = false } = {}) => {
    at = Math.max(0, Math.min(number, steps.length - 1));
    steps.forEach((step, index) => {
      const now = playing() && index === at;
      step.classList.toggle("now", now);
      const figure = step.querySelector("figure");
      if (between.has(figure)) figure.hidden = !now;
      const barred = step.querySelector(".barred");
      if (barred && now) barred.open = wide.matches;
    });
    back.disabled = at === 0;
    forward.disabled = at === steps.length - 1;
    controls.hidden = steps.length < 2;
    place.textContent = `${steps[at].querySelector(".number").textContent} of ${list.dataset.last}`;
    scene.value = begins.findLast((index) => index <= at) ?? "";
    if (went) {
      come();
      history.replaceState(null, "", `#${steps[at].id}`);
      spoken.textContent = steps[at].querySelector(".told-line").innerText;
    }
  };

  const play = (on) => {
    stage.classList.toggle("playing", on);
    way.textContent = on ? "As a list" : "Line by line";
    back.hidden = forward.hidden = place.hidden = !on;
    scene.hidden = !on || !begins.length;
    show(at);
  };

  /** The line that the address names, if it names one. */
  const named = () => steps.indexOf(document.getElementById(location.hash.slice(1))?.closest(".step"));

  const go = (by) => {
    const next = at + by;
    if (next >= 0 && next < steps.length) show(next, { went: true });
  };

  back.addEventListener("click", () => go(-1));
  forward.addEventListener("click", () => go(1));
  scene.addEventListener("change", () => show(Number(scene.value), { went: true }));
  way.addEventListener("click", () => {
    play(!playing());
    (playing() ? stage : steps[at]).scrollIntoView();
  });
  addEventListener("keydown", (event) => {
    if (!playing() || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [contenteditable], pre")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(by);
  });
  addEventListener("hashchange", () => {
    if (named() < 0) return;
    show(named());
    if (playing()) stage.scrollIntoView();
  });
  addEventListener("beforeprint", () => {
    for (const figure of between) figure.hidden = true;
  });
  addEventListener("afterprint", () => show(at));

  // A tap on the drawing goes on, one on its left third goes back; a swipe turns the page.
  let touched = null;
  list.addEventListener("click", (event) => {
    const drawing = event.target.closest(".table");
    if (!playing() || !drawing) return;
    const { left, width } = drawing.getBoundingClientRect();
    go(event.clientX - left < width / 3 ? -1 : 1);
  });
  list.addEventListener("touchstart", (event) => {
    touched = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  list.addEventListener("touchend", (event) => {
    if (!playing() || !touched) return;
    const [x, y] = [event.changedTouches[0].clientX - touched.clientX, event.changedTouches[0].clientY - touched.clientY];
    touched = null;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  }, { passive: true });

  at = Math.max(0, named());
  play(true);
  stage.classList.add("ready");
  if (named() >= 0) {
    stage.scrollIntoView();
    // When all is loaded, a browser itself goes to the line that the address names.
    addEventListener("load", () => setTimeout(() => stage.scrollIntoView()));
  }
}
