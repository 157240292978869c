// The table as it is measured: a unit is dragged, or pushed by an inch, and is told how far.
// It only says where to; whether it may go there, the engine says.
"use strict";

play.board = (unit, reach, go) => {
  const { make, button, table } = play;
  const svg = (tag, set) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(set)) made.setAttribute(name, value);
    return made;
  };
  const all = table.units.filter((each) => !each.gone).flatMap((each) => each.places.map((place) => [...place, each]));
  const room = Math.max(6, reach ?? 0);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const left = Math.min(...xs) - room;
  const top = Math.min(...ys) - room;
  const width = Math.max(...xs) + room - left;
  const height = Math.max(...ys) + room - top;
  const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": `The table, with ${unit.name} to be moved` });
  const radius = (each) => Math.max(each.base / 50.8, 0.5);
  for (const [x, y, each] of all)
    if (each !== unit) {
      picture.append(svg("circle", { cx: x, cy: y, r: radius(each), class: `side-${play.sides.indexOf(each.side)}` }));
      const name = svg("text", { x, y: y - radius(each) - 0.2, "text-anchor": "middle", "font-size": width / 28 });
      name.textContent = each.places[0][0] === x && each.places[0][1] === y ? each.name : "";
      picture.append(name);
    }
  if (reach) for (const [x, y] of unit.places) picture.append(svg("circle", { cx: x, cy: y, r: reach, class: "reach" }));
  const group = svg("g", { class: `mover side-${play.sides.indexOf(unit.side)}` });
  for (const [x, y] of unit.places) group.append(svg("circle", { cx: x, cy: y, r: radius(unit) }));
  picture.append(group);

  let by = [0, 0];
  const told = make("p", { className: "far", "aria-live": "polite" });
  const round = (number) => Math.round(number * 10) / 10;
  const shift = (x, y) => {
    by = [round(x), round(y)];
    group.setAttribute("transform", `translate(${by[0]} ${by[1]})`);
    told.textContent = `${round(Math.hypot(...by))} inches`;
  };
  let from;
  const at = (event) => {
    const scale = width / picture.getBoundingClientRect().width;
    return [event.clientX * scale, event.clientY * scale];
  };
  picture.onpointerdown = (event) => {
    picture.setPointerCapture(event.pointerId);
    from = at(event).map((number, axis) => number - by[axis]);
  };
  picture.onpointermove = (event) => {
    if (!from) return;
    const now = at(event);
    shift(now[0] - from[0], now[1] - from[1]);
  };
  picture.onpointerup = () => { from = undefined; };
  shift(0, 0);

  const ends = () => unit.places.map(([x, y]) => [round(x + by[0]), round(y + by[1])]);
  const move = () => go(unit.places.length > 1 ? { places: ends() } : { to: ends()[0] });
  const push = (label, x, y) => button(label, () => shift(by[0] + x, by[1] + y), "key");
  return [
    make("figure", { className: "table" }, picture),
    told,
    make("div", { className: "keys", role: "group", "aria-label": "Push it by an inch" }, push("Left", -1, 0), push("Up", 0, -1), push("Down", 0, 1), push("Right", 1, 0)),
    button("Move there", move),
    button("Stay", () => { shift(0, 0); move(); }, "big plain"),
  ];
};
