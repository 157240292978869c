// The screen of a battle: whose decision it is, what may be done, and who stands where.
"use strict";

play.battle = () => {
  const { make } = play;
  const { table } = play;
  const sides = [...new Set(table.units.map((unit) => unit.side))];
  play.sides = sides;
  const last = table.log.at(-1);
  return make(
    "div",
    { className: "battle", "data-at": String(table.at) },
    play.track(table),
    make("p", { className: "where" }, table.where),
    make("div", { className: "happened", "aria-live": "polite" }, last.map((sentence) => make("p", {}, sentence))),
    make("h2", { className: `decides side-${sides.indexOf(table.side)}`, id: "decides", tabindex: "-1" }, table.who),
    make("div", { className: "offers" }, play.picking ? play.stillAsked() : play.offers()),
    table.lasting.length ? make("p", { className: "caption" }, `Lasts: ${table.lasting.join("; ")}.`) : "",
    table.containers.map((held) => make("p", { className: "caption" }, `${held.title}: ${[...held.holds, held.table].filter(Boolean).join(", ") || "empty"}.`)),
    make("div", { className: "armies-now" }, sides.map(play.army)),
    make("p", { className: "tick" }, play.make("input", { id: "quick", type: "checkbox", checked: play.quick, onchange: (e) => play.setQuick(e.target.checked) }), make("label", { for: "quick" }, "At the table: one tap and a unit has acted")),
    play.bar(),
  );
};

// The round as a row of boxes; what is inside the open one is a row below it.
play.track = (table) => {
  const { make } = play;
  const rows = [];
  for (let boxes = table.track; boxes.length; ) {
    rows.push(boxes);
    boxes = boxes.flatMap((box) => (box.state === "now" ? box.inside : []));
  }
  if (!rows.length) return "";
  const words = { now: "now", over: "over" };
  return make(
    "div",
    { className: "track" },
    rows.map((boxes) =>
      make(
        "ol",
        {},
        boxes.map(({ title, state }) =>
          make("li", { className: state, "aria-current": state === "now" ? "step" : undefined }, title, state ? make("span", { className: "hush" }, ` (${words[state]})`) : ""),
        ),
      ),
    ),
  );
};

play.army = (side) => {
  const { make, table } = play;
  const units = table.units.filter((unit) => unit.side === side);
  const left = units.filter((unit) => !unit.gone && !unit.acted).length;
  const number = play.sides.indexOf(side);
  return make(
    "section",
    { className: `army side-${number}` },
    make("h3", {}, play.title(side), make("span", { className: "name" }, ` ${left} of ${units.length} still to act`)),
    make("div", { className: "units" }, units.map(play.chip)),
  );
};

play.chip = (unit) => {
  const state = unit.gone ? "gone" : unit.active ? "active" : unit.acted ? "acted" : unit.may ? "may" : "waits";
  const words = { gone: "gone", active: "is acting", acted: "has acted", may: "may be picked", waits: "" }[state];
  const models = unit.of > 1 && !unit.gone ? `${unit.models}/${unit.of}` : "";
  return play.button([play.make("b", {}, unit.name), play.make("span", {}, [models, words].filter(Boolean).join(" · "))], () => play.tapped(unit), `unit ${state}`);
};

// A tap on a unit: at the table it acts, if there is one thing that it may do; else all about it is told.
play.tapped = (unit) => {
  const mine = play.table.actions.filter((action) => action.units.includes(unit.name));
  if (play.quick && mine.length === 1 && !play.picking) play.pick(mine[0], { unit: unit.name });
  else play.about(unit.name);
};

play.offers = () => {
  const { table, make, button } = play;
  if (table.dice) return play.dice(table.dice);
  if (table.markers.length) return play.markers(table);
  if (table.awaits === "end") return make("p", {}, "This battle is over.");
  if (table.settle) {
    const { fact, title, ends, units } = table.settle;
    const settle = (unit) => button(unit, () => play.say({ declare: fact, unit, ...(ends ? { ends } : {}) }), "big");
    return [make("p", {}, `The rules do not say who of equals is first. Settle it: ${title}${ends ? ", no longer" : ""}.`), make("div", { className: "names" }, units.map(settle))];
  }
  if (!table.actions.length)
    return make("p", {}, "The rules do not say how it goes on. Tap a unit and say what is so, or undo.");
  return table.actions.map((action) => {
    const who = action.units.length === 1 ? action.units[0] : action.units.length ? `${action.units.length} units` : "";
    const plain = ["pass", "done"].includes(action.does);
    return button([make("b", {}, action.title), who ? make("span", {}, who) : ""], () => play.pick(action), plain ? "big plain" : "big");
  });
};

// What was picked, question by question: who, against whom, with what, and where to.
play.pick = (action, so = {}) => {
  play.picking = { action, names: [], ...so };
  play.further();
};

play.further = () => {
  const now = play.picking;
  // A button that was tapped twice, before the answer came.
  if (!now) return undefined;
  const { action } = now;
  if (action.units.length === 1) now.unit = action.units[0];
  if (action.units.length > 1 && !now.unit) return play.render();
  const targets = now.unit ? action.targets[now.unit] ?? [] : Object.values(action.targets)[0] ?? [];
  if (targets.length === 1) now.target = targets[0];
  if (targets.length > 1 && !now.target) return play.render();
  if (action.using.length === 1) now.using = action.using[0];
  if (action.using.length > 1 && !now.using) return play.render();
  if (action.moves && !now.move) return play.render();
  const input = { does: action.does, ...now.move };
  if (action.first) input.first = action.first;
  if (now.names.length > 1) input.units = now.names;
  else if (now.unit) input.unit = now.unit;
  if (now.target) input.target = now.target;
  if (now.using) input.using = now.using;
  play.picking = undefined;
  return play.say(input);
};

play.stillAsked = () => {
  const { make, button, picking: now } = play;
  const { action } = now;
  const back = button("Back", () => { play.picking = undefined; play.render(); }, "big plain back");
  const ask = (title, names, take) => [make("h3", {}, title), make("div", { className: "names" }, names.map((name) => button(name, () => { take(name); play.further(); }))), back];
  if (action.units.length > 1 && !now.unit) {
    if (play.table.several) return [...play.several(action), back];
    return ask(`${action.title}: who?`, action.units, (name) => (now.unit = name));
  }
  const targets = now.unit ? action.targets[now.unit] ?? [] : Object.values(action.targets)[0] ?? [];
  if (targets.length > 1 && !now.target) return ask(`${action.title}: against whom?`, targets, (name) => (now.target = name));
  if (action.using.length > 1 && !now.using) return ask(`${action.title}: with what?`, action.using, (name) => (now.using = name));
  return [make("h3", {}, `${action.title}: ${now.unit}`), ...play.move(now), back];
};

// Several units may act together: tap them, then go.
play.several = (action) => {
  const { make, button, picking: now } = play;
  const toggle = (name) => () => {
    now.names = now.names.includes(name) ? now.names.filter((each) => each !== name) : [...now.names, name];
    play.render();
  };
  const go = () => { now.unit = now.names[0]; play.further(); };
  return [
    make("h3", {}, `${action.title}: who?`),
    make("div", { className: "names" }, action.units.map((name) => button(name, toggle(name), "big plain", { "aria-pressed": String(now.names.includes(name)) }))),
    button("These", go, "big", { disabled: !now.names.length }),
  ];
};

// Where a move goes: by dragging where places are known, else how many inches.
play.move = (now) => {
  const { make, button, table } = play;
  const unit = table.units.find((each) => each.name === now.unit);
  const reach = now.action.reach[now.unit];
  const told = reach === undefined || reach === null ? "" : `Up to ${reach} inches.`;
  const go = (move) => { now.move = move; play.further(); };
  if (unit.places.length) return [make("p", { className: "caption" }, told), ...play.board(unit, reach, go)];
  const inches = make("input", { id: "inches", type: "number", min: "0", max: "99", step: "any", inputmode: "decimal", value: String(reach ?? 0) });
  return [
    make("p", { className: "caption" }, told),
    make("p", { className: "tick" }, make("label", { for: "inches" }, "How many inches?"), inches),
    button("Move", () => go({ inches: Number(inches.value) })),
    button("Stay", () => go({ inches: 0 }), "big plain"),
  ];
};

play.dice = ({ many, faces, text, rollers }) => {
  const { make, button } = play;
  const rolled = [];
  const shown = make("output", { className: "rolled" });
  const show = () => { shown.textContent = rolled.length ? `${rolled.join(" ")} (${rolled.length} of ${many})` : `0 of ${many}`; };
  const take = (face) => () => {
    rolled.push(face);
    show();
    if (rolled.length === many) play.say({ roll: rolled });
  };
  const typed = make("input", { id: "typed", inputmode: "numeric", autocomplete: "off", placeholder: "3 5 1" });
  const numbers = () => typed.value.split(/[^0-9]+/).filter(Boolean).map(Number);
  show();
  const keys = faces <= 12 ? [make("div", { className: "keys" }, Array.from({ length: faces }, (_, n) => button(String(n + 1), take(n + 1), "key"))), button("Take one back", () => { rolled.pop(); show(); }, "plain")] : [];
  return [
    button([make("b", {}, `Roll ${text}`), rollers.length ? make("span", {}, `for ${rollers.join(" and ")}`) : ""], () => play.roll()),
    play.fold("We rolled on the table", rollers.length ? make("p", { className: "caption" }, `First ${rollers.join(", then ")}.`) : "", shown, ...keys, make("label", { for: "typed" }, "Or type them"), typed, make("p", {}, button("These came up", () => play.say({ roll: numbers() }), "big plain"))),
  ];
};

play.markers = (table) => {
  const { make, button } = play;
  const draw = ({ what, number }) => () => play.say(number ? { draw: what, number } : { draw: what });
  const each = make("div", { className: "names" }, table.markers.map((marker) => button(`${play.title(marker.what)}${marker.number ? ` ${marker.number}` : ""}${marker.many > 1 ? ` (${marker.many})` : ""}`, draw(marker), "big plain")));
  if (table.awaits !== "draw") return each;
  return [button("Draw one", () => play.roll()), play.fold("We drew on the table", each)];
};

play.bar = () => {
  const { make, button, table } = play;
  return make(
    "nav",
    { className: "bar", "aria-label": "The battle" },
    button("Undo", () => play.go("undo"), "", { disabled: !table.at }),
    button("Redo", () => play.go("redo"), "", { disabled: table.at >= table.last }),
    button("Log", play.log, ""),
    button("Keep", play.keep, ""),
    button("New", () => { play.show("setup"); }, ""),
  );
};

play.log = () => play.dialog("What was done", play.make("ol", { className: "log" }, play.table.log.map((told) => play.make("li", {}, told.join(" ")))));
