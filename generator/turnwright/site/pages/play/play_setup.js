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
    play.agreements(play.store.read("agreed") ?? {}, () => play.store.write("agreed", play.chosen())),
    play.own(),
    play.earlier(),
    play.reading(),
    play.quickly(),
  );
};

// What is agreed: options to switch on, what some of them need said, and answers to what the sources leave open.
play.agreements = (now, changed) => {
  const { make } = play;
  const { options, readings } = play.agreed;
  if (!options.length && !readings.length) return "";
  // What was kept on the device may be broken.
  const switched = Array.isArray(now?.options) ? now.options : [];
  const plain = (text) => text.replace(/[*`]/g, "");
  const option = ({ name, title, text, params }) => {
    const on = switched.includes(name);
    const more = make("div", { hidden: !on }, params.map((param) => play.circumstance(param, now.params?.[param.name], changed)));
    const tick = play.choice(`option-${name}`, title, "checkbox", { name: "option", value: name, checked: on, onchange: (event) => { more.hidden = !event.target.checked; changed(); } });
    return [tick, text ? make("p", { className: "caption" }, plain(text)) : "", params.length ? more : ""];
  };
  const reading = ({ name, question, ways, default: usual }) =>
    make("fieldset", {}, make("legend", {}, plain(question)), ways.map((way) => play.choice(`reading-${name}-${way.name}`, plain(way.text), "radio", { name: `reading-${name}`, value: way.name, checked: way.name === (now.readings?.[name] ?? usual), onchange: changed })));
  const on = options.filter(({ name }) => switched.includes(name)).map(({ title }) => title);
  const answers = Object.keys(now.readings ?? {}).length;
  const all = [...on, answers ? `${answers} answer${answers > 1 ? "s" : ""}` : ""].filter(Boolean).join(", ");
  return play.fold(all ? `What is agreed: ${all}` : "What is agreed", options.map(option), readings.length ? make("h3", {}, "What the rules leave open") : "", readings.map(reading));
};

// A condition that an option leaves to players: something that is true of a unit, or somebody who is near it.
play.circumstance = ({ name, text }, now, changed) => {
  const { make } = play;
  const near = ["friend", "enemy"].map((of) => [`near ${of}`, `within so many inches of a ${of === "friend" ? "friend" : "n enemy"}`.replace("a n ", "an ")]);
  const listed = [...play.agreed.facts.map(({ fact, title }) => [`fact ${fact}`, `it is: ${title}`]), ...(play.agreed.measured ? near : [])];
  const chosen = now?.fact ? `fact ${now.fact}` : now?.within ? `near ${now.within.of}` : listed[0]?.[0];
  const far = make("input", { id: `far-${name}`, type: "number", min: "0", step: "any", inputmode: "decimal", value: String(now?.within?.inches ?? 6), hidden: !chosen?.startsWith("near"), "aria-label": "How many inches", onchange: changed });
  const what = make("select", { id: `param-${name}`, name: "param", "data-name": name, onchange: () => { far.hidden = !what.value.startsWith("near"); changed(); } }, listed.map(([value, title]) => make("option", { value, selected: value === chosen }, title)));
  return make("p", {}, make("label", { for: `param-${name}` }, text.replace(/[*`]/g, "")), what, far);
};

play.chosen = () => {
  const screen = document.querySelector("#play .screen");
  const options = [...screen.querySelectorAll("[name=option]:checked")].map((box) => box.value);
  const readings = {};
  for (const { name, default: usual } of play.agreed.readings) {
    const { value } = screen.querySelector(`[name="reading-${name}"]:checked`);
    if (value !== usual) readings[name] = value;
  }
  const params = {};
  for (const one of screen.querySelectorAll("div:not([hidden]) > p > [name=param]")) {
    const [kind, what] = one.value.split(" ");
    const inches = Number(document.getElementById(`far-${one.dataset.name}`).value);
    params[one.dataset.name] = kind === "fact" ? { fact: what } : { within: { inches, of: what } };
  }
  return { agreed: options.length > 0 || Object.keys(readings).length > 0, options, readings, params };
};

// Armies of one's own, one unit a line, kept on the device.
play.own = () => {
  const { make } = play;
  const { sides, cards } = play.agreed;
  const names = sides.slice(0, 4);
  const listed = Object.entries(cards);
  const before = play.store.read("own") ?? {};
  const fields = names.map((side) => make("textarea", { id: `own-${side}`, rows: "5", spellcheck: "false", autocomplete: "off" }, before[side] ?? ""));
  const go = () => {
    const own = Object.fromEntries(names.map((side, n) => [side, fields[n].value]));
    play.store.write("own", own);
    play.begin({ own, ...play.chosen() });
  };
  return play.fold(
    "Your own armies",
    make("p", { className: "lead" }, `A unit on each line: Ash, or Ash, 5 for five models${listed.length ? `, or Ash, 5, like ${listed[0][0]}, which has the card of ${listed[0][0]}` : ""}. Or paste a list from an army builder: each line with a cost is a unit.`),
    listed.length ? play.fold("The cards there are", make("ul", { className: "cards" }, listed.map(([name, what]) => make("li", {}, make("b", {}, name), what ? `: ${what}` : "")))) : "",
    names.map((side, n) => [make("label", { for: `own-${side}` }, play.title(side)), fields[n]]),
    make("p", {}, play.button("Begin with these", go)),
  );
};

// What was on the table before something else was begun.
play.earlier = () => {
  const before = play.store.read("before");
  if (!Array.isArray(before) || !before.length) return "";
  const open = (each) => play.button([play.make("b", {}, each.battle?.example), play.make("span", {}, `${each.battle?.play?.length ?? 0} lines, until ${each.when}`)], () => play.begin({ battle: each.battle, at: each.at }), "big plain");
  return play.fold("Battles before", before.map(open));
};

// At the table a unit acts by one tap.
play.quickly = () =>
  play.choice("quick", "At the table: one tap and a unit has acted", "checkbox", { checked: play.quick, onchange: (event) => play.setQuick(event.target.checked) });

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
