// The table as it is measured: a unit, or one of its models, is dragged or pushed by an inch, and is told how far.
// It only says where to; whether it may go there, the engine says.
"use strict";

play.svg = (tag, set, ...inside) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(set)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};
const side = (each) => `side-${play.sides.indexOf(each.side)}`;
const radius = (each) => each.base / 50.8;
const seen = (each) => Math.max(radius(each), 0.5);
const standing = (but) => play.table.units.filter((each) => !each.gone && each !== but).flatMap((each) => each.places.map((place) => [...place, each]));

// The table from above, with these who stand on it, and room for places beside.
play.picture = (others, places, room, label) => {
  const { svg } = play;
  const all = [...others, ...places];
  const left = Math.min(...all.map(([x]) => x)) - room;
  const top = Math.min(...all.map(([, y]) => y)) - room;
  const width = Math.max(...all.map(([x]) => x)) + room - left;
  const height = Math.max(...all.map(([, y]) => y)) + room - top;
  const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": label });
  for (const [x, y, each] of others) picture.append(svg("circle", { cx: x, cy: y, r: seen(each), class: side(each) }));
  const named = [];
  for (const [x, y, each] of others)
    if (each.places[0][0] === x && each.places[0][1] === y) {
      // Names stay within the picture, and those that would lie on another stand below and above it in turn.
      const near = named.filter(([a, b]) => Math.abs(a - x) < width / 4 && Math.abs(b - y) < width / 20).length;
      const down = near % 2 ? seen(each) + (width / 26) * ((near + 1) / 2) : -seen(each) - 0.2 - (width / 26) * (near / 2);
      named.push([x, y]);
      const anchor = x < left + width / 4 ? "start" : x > left + (width * 3) / 4 ? "end" : "middle";
      picture.append(svg("text", { x, y: y + down, "text-anchor": anchor, "font-size": width / 26 }, each.name));
    }
  return { picture, left, top, width, height };
};

// Who stands where, while nobody is moved.
play.seeing = () => {
  const others = standing();
  if (!others.length || play.slot?.slot === "move") return "";
  const fold = play.fold("The table", play.make("figure", { className: "table" }, play.picture(others, [], 3, "The table").picture));
  fold.open = play.sees;
  fold.ontoggle = () => { play.sees = fold.open; };
  return fold;
};

// Who stands nowhere yet is put down beside the others, and brought to its place from there.
play.board = ({ name, places, models = 1 }, { reach }, go) => {
  const { make, button, svg, table } = play;
  const round = (number) => Math.round(number * 10) / 10;
  const unit = table.units.find((each) => each.name === name);
  const others = standing(unit);
  const corner = others.length ? [Math.min(...others.map(([x]) => x)), Math.max(...others.map(([, y]) => y)) + 3] : [0, 0];
  const begins = places ?? Array.from({ length: models }, (_, n) => [corner[0] + 2 * n, corner[1]]);
  const { picture, left, top, width, height } = play.picture(others, begins, Math.max(6, reach ?? 0), `The table, with ${name} to be moved`);
  picture.classList.add("drag");
  if (reach) for (const [x, y] of begins) picture.append(svg("circle", { cx: x, cy: y, r: reach, class: "reach" }));

  // The way of each model: where it was, where it turned, and where it is.
  let ways = begins.map((place) => [place]);
  let now = begins.map((place) => [...place]);
  let chosen = -1;
  const trails = begins.map(() => svg("polyline", { class: "way" }));
  const marks = begins.map(() => svg("circle", { r: seen(unit), class: `${side(unit)} mover` }));
  picture.append(...trails, ...marks);
  const moving = () => now.map((_, n) => n).filter((n) => chosen < 0 || chosen === n);
  const length = (points) => points.reduce((far, [x, y], n) => (n ? far + Math.hypot(x - points[n - 1][0], y - points[n - 1][1]) : 0), 0);
  const told = make("p", { className: "far", "aria-live": "polite" });
  const away = make("p", { className: "caption" });
  const ring = svg("g", {});
  picture.append(ring);
  const wide = make("input", { id: "ring", type: "number", min: "0", max: "99", step: "any", inputmode: "decimal", value: play.ring ?? "", oninput: () => { play.ring = wide.value; show(); } });
  const show = () => {
    now.forEach(([x, y], n) => {
      marks[n].setAttribute("cx", x);
      marks[n].setAttribute("cy", y);
      marks[n].classList.toggle("chosen", chosen === n);
      trails[n].setAttribute("points", [...ways[n], now[n]].map((point) => point.join()).join(" "));
    });
    const far = Math.max(...now.map((place, n) => length([...ways[n], place])));
    if (places) told.textContent = `${round(far)}"${reach ? ` of ${reach}"` : ""}${reach && far > reach + 0.001 ? ": too far" : ""}`;
    const gaps = new Map();
    for (const [x, y, each] of others)
      if (each.side !== unit.side)
        for (const [a, b] of now) gaps.set(each.name, Math.min(gaps.get(each.name) ?? 999, Math.max(0, Math.hypot(x - a, y - b) - radius(each) - radius(unit))));
    const nearest = [...gaps].sort(([, one], [, other]) => one - other).slice(0, 3);
    away.textContent = nearest.length ? `To ${nearest.map(([to, gap]) => `${to} ${round(gap)}"`).join(", ")}` : "";
    ring.replaceChildren(...(Number(wide.value) > 0 ? now.map(([x, y]) => svg("circle", { cx: x, cy: y, r: Number(wide.value) + radius(unit), class: "range" })) : []));
  };
  const shift = (x, y) => {
    for (const n of moving()) now[n] = [round(now[n][0] + x), round(now[n][1] + y)];
    show();
  };

  let from;
  const at = (event) => {
    const box = picture.getBoundingClientRect();
    // The picture keeps its shape, so it may not fill its box.
    const scale = Math.max(width / box.width, height / box.height);
    return [(event.clientX - box.left - box.width / 2) * scale + left + width / 2, (event.clientY - box.top - box.height / 2) * scale + top + height / 2];
  };
  picture.onpointerdown = (event) => {
    picture.setPointerCapture(event.pointerId);
    from = at(event);
    if (chosen >= 0) {
      const gaps = now.map(([x, y]) => Math.hypot(x - from[0], y - from[1]));
      chosen = gaps.indexOf(Math.min(...gaps));
      show();
    }
  };
  picture.onpointermove = (event) => {
    if (!from) return;
    const to = at(event);
    const by = [round(to[0] - from[0]), round(to[1] - from[1])];
    from = [from[0] + by[0], from[1] + by[1]];
    shift(...by);
  };
  picture.onpointerup = picture.onpointercancel = () => { from = undefined; };

  const go_on = () => {
    const turned = places && ways.some((way) => way.length > 1);
    if (begins.length > 1) return go({ places: [...now], ...(turned ? { paths: ways.map((way) => way.slice(1)) } : {}) });
    return go({ to: now[0], ...(turned ? { path: ways[0].slice(1) } : {}) });
  };
  const again = () => {
    ways = begins.map((place) => [place]);
    now = begins.map((place) => [...place]);
    show();
  };
  const turn = () => { for (const n of moving()) ways[n].push(now[n]); };
  const single = button("Models one by one", () => {
    chosen = chosen < 0 ? 0 : -1;
    single.setAttribute("aria-pressed", String(chosen >= 0));
    show();
  }, "plain", { "aria-pressed": "false" });
  const push = (label, x, y) => button(label, () => shift(x, y), "key");
  show();
  return [
    make("figure", { className: "table" }, picture),
    places ? told : "",
    button(places ? "Move there" : "It stands there", go_on),
    away,
    make("div", { className: "keys", role: "group", "aria-label": "Push it by an inch" }, push("Left", -1, 0), push("Up", 0, -1), push("Down", 0, 1), push("Right", 1, 0)),
    make("div", { className: "names" }, begins.length > 1 ? single : "", places ? button("Turn here", turn, "plain") : "", button("Start again", again, "plain")),
    make("p", { className: "tick" }, make("label", { for: "ring" }, "Show a range, in inches"), wide),
    places ? button("Stay", () => { again(); go_on(); }, "big plain") : "",
  ];
};
