// What may my unit do? The question is in the address, so that it can be sent to somebody.
"use strict";

play.asking = () => {
  const { make } = play;
  const { can, question } = play;
  const boxes = (title, key, listed) =>
    listed.length
      ? play.fold(
          title,
          make(
            "div",
            { className: "names" },
            listed.map(({ fact, title: name }) => play.button(name, () => play.toggle(key, fact), "plain", { "aria-pressed": String(question[key].includes(fact)) })),
          ),
        )
      : "";
  const cards = play.agreed.cards;
  const pick = make(
    "select",
    { id: "like", onchange: () => { question.like = pick.value; play.answerAsk(); } },
    make("option", { value: "" }, "an ordinary unit"),
    cards.map((name) => make("option", { value: name, selected: name === question.like }, name)),
  );
  const far = make("input", { id: "far", type: "number", min: "0", max: "100", step: "any", inputmode: "decimal", value: String(question.inches ?? 12), onchange: () => { question.inches = Number(far.value); play.answerAsk(); } });
  const some = (title, key, listed) => {
    const on = listed.filter(({ fact }) => question[key].includes(fact)).map((each) => each.title);
    return boxes(on.length ? `${title}: ${on.join(", ")}` : title, key, listed);
  };
  return make(
    "div",
    { className: "asking" },
    play.tabs("ask"),
    make("p", { className: "tick" }, make("label", { for: "like" }, "My unit is like"), pick),
    can.measured ? make("p", { className: "tick" }, make("label", { for: "far" }, "The enemy is so many inches away"), far) : "",
    some("It is", "facts", can.facts),
    some("In this round it did", "did", can.did),
    some("It and the enemy", "near", can.near),
    make("div", { className: "answers", "aria-live": "polite" }, play.answers ? play.answered() : make("p", {}, "Asking the rules ...")),
    make("p", {}, play.button("Copy the link of this question", (event) => play.copied(event.target, location.href), "big plain")),
  );
};

play.answered = () => {
  const { make, answers } = play;
  if (answers.refused) return play.refusal(answers.refused);
  if (!answers.length) return make("p", {}, "In a round where everybody does the least, the rules ask this unit for nothing. Say more about it.");
  const yes = (each) => make("li", { className: each.but.length ? "but" : "yes" }, make("b", {}, each.but.length ? "Yes, but " : "Yes. "), each.title, each.but.length ? `: ${each.but.join("; ")}` : "", play.onlyLinks(each.because));
  const no = (each) => make("li", { className: "no" }, make("b", {}, "No. "), each.title, play.reasons(each.because));
  return answers.map((step) => make("section", {}, make("h3", {}, step.step), make("ul", { className: "told-list" }, step.yes.filter((each) => !each.but.length).map(yes), step.yes.filter((each) => each.but.length).map(yes), step.no.map(no))));
};

play.toggle = (key, fact) => {
  const { question } = play;
  question[key] = question[key].includes(fact) ? question[key].filter((each) => each !== fact) : [...question[key], fact];
  play.answerAsk();
};

play.answerAsk = async () => {
  const { question } = play;
  const said = new URLSearchParams({ ask: "1" });
  for (const [key, value] of Object.entries(question)) if (String(value ?? "")) said.set(key, String(value));
  history.replaceState(null, "", `${location.pathname}?${said}`);
  const open = [...document.querySelectorAll("#play .screen details")].map((each) => each.open);
  play.answers = await play.ask("may", play.question);
  play.render();
  [...document.querySelectorAll("#play .screen details")].forEach((each, n) => { each.open = open[n] ?? false; });
};

// A question as an address holds it; the engine leaves out what it does not know.
play.questionFrom = (said) => {
  const list = (key) => (said.get(key) ?? "").split(",").filter(Boolean);
  const inches = said.has("inches") ? Number(said.get("inches")) : 12;
  return { like: said.get("like") ?? "", facts: list("facts"), did: list("did"), near: list("near"), inches: Number.isFinite(inches) ? inches : 12 };
};
