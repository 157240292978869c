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
    mine.map((action) => button(action.title, () => { close(); play.pick(action, { unit: name }); })),
    known.may_not.length ? make("h3", {}, "It may not") : "",
    known.may_not.length ? make("ul", { className: "may-not" }, known.may_not.map(barred)) : "",
    known.why_not.length ? [make("h3", {}, "Why it may not be picked now"), play.reasons(known.why_not)] : "",
    make("h3", {}, "What is so"),
    listed("It is", known.is),
    listed("It did", known.did),
    listed("It has", known.has),
    listed("It carries", known.carries),
    unit.gone ? "" : play.stating(name, known),
  );
};

// What players see on the table and the rules cannot tell: losses, facts, who is near.
play.stating = (name, known) => {
  const { make, button } = play;
  const say = (declared) => async () => {
    const answer = await play.say({ ...declared, unit: name });
    if (answer && !answer.refused) play.about(name);
  };
  const pressed = (on) => ({ "aria-pressed": String(on) });
  return play.fold(
    "Say what is so",
    make("div", { className: "names" }, known.losses.map(({ fact, title }) => button(`${title}: one model`, say({ declare: fact, models: 1 }), "big plain"))),
    make("div", { className: "names" }, known.facts.map(({ fact, title, holds }) => button(title, say(holds ? { declare: fact, ends: true } : { declare: fact }), "plain", pressed(holds)))),
    known.near.map(({ fact, title, with: others }) =>
      play.fold(title, make("div", { className: "names" }, others.map(({ unit, holds }) => button(unit, say({ declare: fact, to_unit: unit, ...(holds ? { ends: true } : {}) }), "plain", pressed(holds))))),
    ),
  );
};
