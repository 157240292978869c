// All about one unit: what it may do, what not and why, and what the rules cannot tell by themselves.
"use strict";

play.dialog = (title, ...inside) => {
  const { make, button } = play;
  const sheet = document.querySelector("#play .sheet");
  sheet.replaceChildren(make("h2", {}, title), ...inside.flat(Number.POSITIVE_INFINITY).filter(Boolean), make("p", {}, button("Close", () => sheet.close(), "big plain close")));
  sheet.setAttribute("aria-label", title);
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
};

play.about = async (name) => {
  const known = await play.ask("unit", { unit: name });
  if (!known || known.refused) return;
  play.tell("");
  const { make, button, table } = play;
  const close = () => document.querySelector("#play .sheet").close();
  const unit = table.units.find((each) => each.name === name);
  const mine = table.actions.filter((action) => action.units.includes(name));
  const listed = (title, some) => (some.length ? make("p", {}, make("b", {}, `${title} `), some.join(", "), ".") : "");
  const barred = (each) => make("li", {}, make("b", {}, `${each.title}. `), each.because.length ? "" : each.message, play.reasons(each.because));
  play.dialog(
    name,
    make("p", { className: "caption" }, [play.title(known.side), unit.of > 1 ? `${known.models} of ${unit.of} models` : "", unit.gone ? "gone" : ""].filter(Boolean).join(" · ")),
    mine.length ? make("h3", {}, "It may") : "",
    mine.map((action) => button(action.title, () => { close(); play.pick(action, name); })),
    known.may_not.length ? make("h3", {}, "It may not") : "",
    known.may_not.length ? make("ul", { className: "may-not" }, known.may_not.map(barred)) : "",
    mine.length || unit.gone ? "" : [make("h3", {}, "Why it may not be picked now"), make("p", {}, `${table.who}: ${table.where}.`), play.reasons(known.why_not)],
    make("h3", {}, "What is so"),
    unit.gone ? "" : play.counting(name, known),
    play.fold("Why not ...?", make("div", { className: "names" }, known.others.map((other) => button(other.title, () => play.whyNot(name, other), "plain")))),
    listed("It is", known.is),
    listed("It did", known.did),
    listed("It carries", known.carries),
    unit.gone ? "" : play.stating(name, known),
  );
};

// Why the rules do not let a unit, or its side, do something now.
play.whyNot = async (name, { does, title, by }) => {
  const found = await play.ask("why", { input: by === "unit" ? { does, unit: name } : { does } });
  if (!found || found.refused) return;
  const said = found.message ? play.refusal(found) : [play.make("p", {}, "It may, once it is said on whom, or with what.")];
  play.dialog(`${title}: ${name}`, said, play.button("Back", () => play.about(name), "big plain"));
};

// Losses are one tap away; numbers are not to be changed by chance.
play.counting = (name, known) => {
  const say = play.sayOf(name);
  const numbers = known.has.map(({ title, number }) => `${title} ${number}`).join(", ");
  return [play.saying({ losses: known.losses, values: [], facts: [] }, say), known.has.length ? play.fold(numbers, play.saying({ facts: [], values: known.has }, say)) : ""];
};

// What players see on the table and the rules cannot tell: losses, numbers, facts, who is near.
play.sayOf = (name) => (declared) => async () => {
  if (document.getElementById("together")?.checked) {
    play.causes = [...(play.causes ?? []), { ...declared, unit: name }];
    document.querySelector("#play .sheet").close();
    return play.render();
  }
  const answer = await play.say({ ...declared, unit: name });
  if (answer && !answer.refused) play.about(name);
};

// Where nobody has said it, what depends on how far off somebody is cannot be told.
play.placing = ({ name, places, models }) => {
  const put = async (ends) => {
    const answer = await play.say({ declare: "placed", unit: name, places: ends.places ?? [ends.to] });
    if (answer && !answer.refused) play.about(name);
  };
  play.dialog(`Where does ${name} stand?`, play.board({ name, models, places: places.length ? places : undefined }, {}, put), play.button("Back", () => play.about(name), "big plain"));
};

play.stating = (name, known) => {
  const { make } = play;
  const together = make("input", { id: "together", type: "checkbox" });
  const say = play.sayOf(name);
  const unit = play.table.units.find((each) => each.name === name);
  return play.fold(
    "Say what is so",
    play.agreed.measured ? play.button("Say where it stands", () => play.placing(unit), "plain") : "",
    make("p", { className: "tick" }, together, make("label", { for: "together" }, "Together with what comes next")),
    play.saying({ facts: known.facts, values: [] }, say),
    known.near.map(({ fact, title, with: others }) =>
      play.fold(title, make("div", { className: "names" }, others.map(({ unit, holds }) => play.button(unit, say({ declare: fact, to_unit: unit, ...(holds ? { ends: true } : {}) }), "plain", { "aria-pressed": String(holds) })))),
    ),
  );
};

play.saying = ({ losses = [], facts, values }, say) => {
  const { make, button } = play;
  return [
    losses.map(({ fact, title, most }) => make("p", { className: "tick count" }, make("span", {}, `${title}:`), [1, 2, 5, most].filter((many, n, all) => many <= most && all.indexOf(many) === n).map((many) => button(String(many), say({ declare: fact, models: many }), "key", { "aria-label": `${title}: ${many}` })))),
    values.map(({ fact, title, number }) => make("p", { className: "tick count" }, make("span", {}, `${title} ${number}`), button("−", say({ declare: fact, value: -1 }), "key", { "aria-label": `${title}: one less` }), button("+", say({ declare: fact, value: 1 }), "key", { "aria-label": `${title}: one more` }))),
    make("div", { className: "names" }, facts.map(({ fact, title, holds }) => button(title, say(holds ? { declare: fact, ends: true } : { declare: fact }), "plain", { "aria-pressed": String(holds) }))),
  ];
};

// What is so of the battle and of each side, and who joins.
play.aboutAll = async () => {
  const known = await play.ask("state");
  if (!known || known.refused) return;
  const { make } = play;
  const say = (who) => (declared) => async () => {
    const answer = await play.say({ ...declared, ...(who === "battle" ? {} : { side: who }) });
    if (answer && !answer.refused) play.aboutAll();
  };
  const joins = (side) => {
    const line = make("input", { id: `joins-${side}`, autocomplete: "off", placeholder: "Ash, 5" });
    return [make("label", { for: `joins-${side}` }, "A unit joins"), line, play.button("It joins", () => { document.querySelector("#play .sheet").close(); play.join(side, line.value); }, "plain")];
  };
  play.dialog("Say what is so", Object.entries(known).map(([who, what]) => [make("h3", {}, play.title(who)), play.saying(what, say(who)), who === "battle" ? "" : joins(who)]));
};
