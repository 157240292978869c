// The screen on which a battle is set up.
"use strict";

play.setup = () => {
  const { agreed, kept, linked } = play;
  const { make, button } = play;
  const begin = (said) => () => play.begin(said);

  const going = [];
  if (linked) going.push(button("Open the battle of the link", begin(linked)));
  if (kept) going.push(button("Go on where you stopped", begin({ battle: kept.battle, at: kept.at })));
  const [first, ...others] = agreed.armies;
  const armies = ({ sides }) => Object.entries(sides).map(([side, units]) => `${play.title(side)}: ${units.join(", ")}`).join(". ");
  const ready = (army, number) =>
    make("li", {}, button(army.title, () => play.begin({ army: number, ...play.chosen() }), "big plain"), make("p", { className: "caption" }, armies(army)));

  return make(
    "div",
    { className: "setup" },
    play.tabs("play"),
    going,
    first && button("Two armies, ready", () => play.begin({ army: 0, ...play.chosen() }), going.length ? "big plain" : "big"),
    first && make("p", { className: "caption" }, `${first.title}. ${armies(first)}`),
    others.length ? play.fold("Other armies", make("ul", { className: "ready" }, others.map((army, n) => ready(army, n + 1)))) : "",
    play.agreements(),
    play.own(),
    play.reading(),
  );
};

// What is agreed: options to switch on, and answers to what the sources leave open.
play.agreements = () => {
  const { make } = play;
  const { options, readings } = play.agreed;
  if (!options.length && !readings.length) return "";
  return play.fold(
    "What is agreed",
    options.map(({ name, title, text }) => [
      play.choice(`option-${name}`, title, "checkbox", { name: "option", value: name }),
      text ? make("p", { className: "caption" }, text.replace(/[*`]/g, "")) : "",
    ]),
    readings.map(({ name, question, ways, default: usual }) =>
      make(
        "p",
        {},
        make("label", { for: `reading-${name}` }, question.replace(/[*`]/g, "")),
        make(
          "select",
          { id: `reading-${name}`, name: "reading", "data-name": name },
          ways.map((way) => make("option", { value: way.name, selected: way.name === usual }, way.text.replace(/[*`]/g, ""))),
        ),
      ),
    ),
  );
};

play.chosen = () => {
  const screen = document.querySelector("#play .screen");
  const options = [...screen.querySelectorAll("[name=option]:checked")].map((box) => box.value);
  const usual = new Map(play.agreed.readings.map((each) => [each.name, each.default]));
  const readings = {};
  for (const one of screen.querySelectorAll("[name=reading]"))
    if (one.value !== usual.get(one.dataset.name)) readings[one.dataset.name] = one.value;
  const agreed = options.length > 0 || Object.keys(readings).length > 0;
  return agreed ? { agreed, options, readings } : {};
};

// Armies of one's own, one unit a line, kept on the device.
play.own = () => {
  const { make } = play;
  const { sides, cards } = play.agreed;
  const names = sides.slice(0, 4);
  const before = play.store.read("own") ?? {};
  const fields = names.map((side) => make("textarea", { id: `own-${side}`, rows: "5", spellcheck: "false", autocomplete: "off" }, before[side] ?? ""));
  const go = () => {
    const own = Object.fromEntries(names.map((side, n) => [side, fields[n].value]));
    play.store.write("own", own);
    play.begin({ own, ...play.chosen() });
  };
  return play.fold(
    "Your own armies",
    make("p", { className: "lead" }, `A unit on each line: Ash, or Ash, 5 for five models${cards.length ? `, or Ash, 5, like ${cards[0]}` : ""}.`),
    cards.length ? make("p", { className: "caption" }, `Cards there are: ${cards.join(", ")}.`) : "",
    names.map((side, n) => [make("label", { for: `own-${side}` }, play.title(side)), fields[n]]),
    make("p", {}, play.button("Begin with these", go)),
  );
};

// A battle that was kept as a file.
play.reading = () => {
  const { make } = play;
  const area = make("textarea", { id: "kept", rows: "4", spellcheck: "false", autocomplete: "off" });
  const file = make("input", {
    id: "file",
    type: "file",
    accept: ".yaml,.yml,text/plain",
    onchange: async () => {
      if (file.files[0]) play.begin({ text: await file.files[0].text() });
    },
  });
  return play.fold(
    "A battle that was kept",
    make("label", { for: "file" }, "A file"),
    file,
    make("label", { for: "kept" }, "Or paste it"),
    area,
    make("p", {}, play.button("Open it", () => play.begin({ text: area.value }))),
  );
};

play.tabs = (now) => {
  const to = (name, title, go) => play.button(title, go, "tab", { "aria-pressed": String(now === name) });
  return play.make("div", { className: "tabs", role: "group", "aria-label": "What to do" }, [
    to("play", "Play", () => play.show(play.table ? "table" : "setup")),
    to("ask", "What may my unit do?", () => play.show("ask")),
  ]);
};
