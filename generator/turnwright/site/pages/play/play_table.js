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
    make(
      "div",
      { className: "standing" },
      make("p", { className: "where" }, table.where),
      make("div", { className: "happened", "aria-live": "polite" }, make("p", {}, last.join(" "))),
      make("h2", { className: `decides side-${sides.indexOf(table.side)}`, id: "decides", tabindex: "-1" }, table.lacks ? "Something has to be said first" : table.who),
    ),
    play.causes?.length ? make("p", { className: "notice-bar" }, `Together with what comes next: ${play.causes.map(({ declare, unit, to_unit, models }) => [unit, play.title(declare).toLowerCase(), models, to_unit].filter(Boolean).join(" ")).join("; ")}. `, play.button("Not so", () => { play.causes = []; play.render(); }, "plain")) : "",
    make("div", { className: "offers" }, play.slot ? play.stillAsked() : play.offers()),
    table.lasting.length ? make("p", { className: "caption" }, `Lasts: ${table.lasting.join("; ")}.`) : "",
    table.containers.map((held) => make("p", { className: "caption" }, `${held.title}: ${[...held.holds, held.table].filter(Boolean).join(", ") || "empty"}.`)),
    play.seeing(),
    play.quickly(),
    make("div", { className: "armies-now" }, [...sides].sort((one, other) => (other === table.side) - (one === table.side)).map(play.army)),
    make("p", {}, play.button("Say what is so of the battle", play.aboutAll, "plain")),
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
    make("h3", {}, play.title(side), make("span", { className: "name" }, ` ${left} of ${units.length} still to act${table.out.filter((each) => each.side === side).map(({ title }) => `, ${title}`).join("")}`)),
    make("div", { className: "units" }, units.map(play.chip)),
  );
};

play.chip = (unit) => {
  const state = unit.gone ? "gone" : unit.active ? "active" : unit.acted ? "acted" : unit.may ? "may" : "waits";
  const words = { gone: "gone", active: "is acting", acted: "has acted", may: "may be picked", waits: "" }[state];
  const models = unit.of > 1 && !unit.gone ? `${unit.models}/${unit.of}` : "";
  return play.button([play.make("b", {}, unit.name), play.make("span", {}, [models, words].filter(Boolean).join(" · "))], () => play.tapped(unit), `unit ${state}`);
};

const TWICE = 400;
// What units may do, and not a side.
play.ofUnits = () => play.table.actions.filter(({ units }) => units.length);

// At the table a tap on a unit does what is offered first, or what else was picked for it.
play.tapDoes = () => {
  const able = play.ofUnits();
  return play.tap === "about" ? undefined : (able.find(({ does }) => does === play.tap) ?? able[0]);
};

play.tapped = (unit) => {
  // A thumb that taps twice does not tap another army, which is there by now.
  if (play.quick && performance.now() - play.since < TWICE) return;
  const action = play.quick && !play.slot ? play.tapDoes() : undefined;
  if (action?.units.includes(unit.name)) play.pick(action, unit.name);
  else play.about(unit.name);
  if (play.tap !== "about") return;
  play.tap = undefined;
  play.render();
};

// What is asked is answered by a tap on a unit.
play.tapsUnits = () => play.quick && !play.slot && !play.table.dice && play.ofUnits().length > 0;

play.taps = () => {
  const { make, button } = play;
  const means = (does, title) => button(title, () => { play.tap = does; play.render(); }, "plain", { "aria-pressed": String(does === (play.tapDoes()?.does ?? "about")) });
  return make("div", { className: "names", role: "group", "aria-label": "What a tap on a unit does" }, make("span", {}, "A tap on a unit:"), play.ofUnits().map(({ does, title }) => means(does, title)), means("about", "All about it"));
};

const MOST_NAMED = 8;
// The names at once where there is one thing that some units may do; more of them are below.
play.oneAction = (action) => {
  const { make, button } = play;
  return [make("h3", {}, `${action.title}: who?`), make("div", { className: "names" }, action.units.map((unit) => button(unit, () => play.pick(action, unit))))];
};

play.offers = () => {
  const { table, make, button } = play;
  if (table.dice) return play.dice(table.dice);
  if (table.markers.length) return play.markers(table);
  if (table.awaits === "end") return make("p", {}, "This battle is over.");
  if (table.lacks) return play.lacking(table.lacks);
  if (table.settle) {
    const { fact, title, ends, units } = table.settle;
    const settle = (unit) => button(unit, () => play.say({ declare: fact, unit, ...(ends ? { ends } : {}) }), "big");
    return [make("p", {}, `The rules do not say who of equals is first. Settle it: ${title}${ends ? ", no longer" : ""}.`), make("div", { className: "names" }, units.map(settle))];
  }
  if (!table.actions.length)
    return make("p", {}, "The rules do not say how it goes on. Tap a unit and say what is so, or undo.");
  const alone = table.actions.filter(({ units }) => units.length).length === 1 && !table.several;
  const offered = table.actions.filter(({ units }) => !(play.quick && units.length));
  return [play.tapsUnits() ? play.taps() : "", offered.map((action) => {
    const many = action.units.length;
    if (alone && many > 1 && many <= MOST_NAMED) return play.oneAction(action);
    const who = action.units.length === 1 ? action.units[0] : action.units.length ? `${many} units` : (action.of ?? "");
    const plain = ["pass", "done"].includes(action.does);
    return button([make("b", {}, action.title), who ? make("span", {}, who) : ""], () => play.pick(action), plain ? "big plain" : "big");
  })];
};

// What was picked, slot by slot: the engine says what is to be asked next.
play.pick = (action, unit) => play.choose({ does: action.does, ...(action.first ? { first: action.first } : {}), ...(unit ? { units: [unit] } : {}) });

play.fill = (value) => play.choose({ ...play.slot.so_far, [play.slot.slot]: value });

const QUESTIONS = { units: "who?", target: "against whom?", using: "with what?", which: "which models?" };

play.stillAsked = () => {
  const { make, button, slot } = play;
  const back = button("Back", () => { play.slot = undefined; play.tell(""); play.render(); }, "big plain back");
  if (slot.lacks) return [...play.lacking(slot.lacks), back];
  if (slot.slot === "move") return [make("h3", {}, slot.title), ...play.move(slot), back];
  const title = make("h3", {}, `${slot.title}: ${QUESTIONS[slot.slot]}`);
  if (!slot.several) return [title, make("div", { className: "names" }, slot.names.map((name) => button(name, () => play.fill([name])))), back];
  const named = new Set();
  const go = button("These", () => play.fill([...named]), "big", { disabled: true });
  const toggle = (name) => (event) => {
    if (!named.delete(name)) named.add(name);
    event.currentTarget.setAttribute("aria-pressed", String(named.has(name)));
    go.disabled = !named.size;
  };
  return [
    title,
    slot.free ? button("All that can", () => play.fill([])) : "",
    make("div", { className: "names" }, slot.names.map((name) => button(slot.free ? `Model ${name}` : name, toggle(name), "big plain", { "aria-pressed": "false" }))),
    go,
    back,
  ];
};

// A number that no card has, or a place that nobody has said: without it the rules cannot go on.
play.lacking = ({ unit, side, fact, title, places }) => {
  const { make, button } = play;
  const say = (more) => play.say({ declare: fact, ...(unit ? { unit } : {}), ...(side ? { side } : {}), ...more });
  const asked = unit ? `${play.title(title)} of ${unit}: what does its card say?` : `${play.title(title)}${side ? ` of ${play.title(side)}` : ""}: how much is it?`;
  if (places) return [make("p", {}, `Where does ${unit} stand?`), ...play.board({ name: unit, models: places }, {}, (ends) => say({ places: ends.places ?? [ends.to] }))];
  const number = make("input", { id: "number", type: "number", step: "1", inputmode: "numeric" });
  return [
    make("p", { className: "tick" }, make("label", { for: "number" }, asked), number),
    button("Go on", () => number.value && say({ value: Number(number.value) })),
  ];
};

// Where a move goes: by dragging where places are known; else how many inches, and to whom.
play.move = (slot) => {
  const { make, button } = play;
  const [unit] = slot.so_far.units;
  const nowhere = button("Nobody says where", () => play.fill({}), "big plain");
  if (slot.arrives) return [...play.board({ name: unit, models: slot.arrives }, {}, play.fill), nowhere];
  if (slot.places.length) return play.board({ name: unit, places: slot.places }, slot, play.fill);
  const inches = make("input", { id: "inches", type: "number", min: "0", max: "99", step: "any", inputmode: "decimal", value: String(slot.reach ?? 0) });
  const then = new Map();
  const near = slot.near.filter(({ units }) => units.length).map(({ fact, title, units, held }) =>
    play.fold(
      `Then ${title.toLowerCase()}: who?`,
      make("div", { className: "names" }, units.map((other) => button(other, (event) => {
        const id = `${fact} ${other}`;
        const on = !then.delete(id);
        if (on) then.set(id, { declare: fact, unit, to_unit: other });
        event.currentTarget.setAttribute("aria-pressed", String(on !== held.includes(other)));
        if (on && held.includes(other)) then.get(id).ends = true;
      }, "plain", { "aria-pressed": String(held.includes(other)) }))),
    ),
  );
  const go = (far) => play.fill({ inches: far, ...(then.size ? { causes: [...then.values()] } : {}) });
  return [
    slot.reach === undefined ? "" : make("p", { className: "caption" }, `Up to ${slot.reach} inches.`),
    make("p", { className: "tick" }, make("label", { for: "inches" }, "How many inches?"), inches),
    near,
    button("Move", () => go(Number(inches.value))),
    button("Stay", () => go(0), "big plain"),
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
    play.fold("We rolled on the table", rollers.length ? make("p", { className: "caption" }, `First ${rollers.join(", then ")}.`) : "", shown, ...keys, make("p", {}, make("label", { for: "typed" }, "Or type them"), typed), make("p", {}, button("These came up", () => play.say({ roll: numbers() }), "big plain"))),
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

// What was done, the last first; a tap on a line goes back to it, and what came after can be done again.
play.log = () => {
  const { make, button, table } = play;
  const back = (at) => () => { document.querySelector("#play .sheet").close(); play.go("go", { at }); };
  play.dialog("What was done", make("p", { className: "caption" }, "Tap a line to go back to it."), make("ol", { className: "log", reversed: true, start: table.at }, table.log.toReversed().map((told, n) => make("li", {}, button(told.join(" "), back(table.at - n), "plain")))));
};
