// What may my unit do? The question is in the address, so that it can be sent to somebody.
"use strict";

play.asking = () => {
  const { make, can, question, button } = play;
  const cards = Object.entries(play.agreed.cards);
  // A few profiles as buttons; where there are more, all of them stand in a list.
  const FEW = 6;
  const like = (id, now, what, take) => {
    const taken = (name) => { take(name); play.answerAsk(); };
    const few = [["", "an ordinary unit"], ...cards.slice(0, FEW)].map(([name, what]) => button(name ? [make("b", {}, name), what ? ` ${what}` : ""] : what, () => taken(name), "plain", { "aria-pressed": String(name === now) }));
    const pick = make(
      "select",
      { id, onchange: () => taken(pick.value) },
      make("option", { value: "" }, "an ordinary unit"),
      cards.map(([name, what]) => make("option", { value: name, selected: name === now }, what ? `${name}: ${what}` : name)),
    );
    if (!cards.length) return "";
    return [make("h3", {}, what), make("div", { className: "names" }, few), cards.length > FEW ? make("p", { className: "tick" }, make("label", { for: id }, "Or like"), pick) : ""];
  };
  const buttons = (listed, said) =>
    make("div", { className: "names" }, listed.map(({ fact, title }) => button(title, () => play.toggle(said, fact), "plain", { "aria-pressed": String(said.includes(fact)) })));
  const some = (title, said, listed) => {
    const on = listed.filter(({ fact }) => said.includes(fact)).map((each) => each.title);
    return listed.length ? play.fold(on.length ? `${title}: ${on.join(", ")}` : title, buttons(listed, said)) : "";
  };
  const title = (name, otherwise) => name || otherwise;
  // What is open stays open by its name when the answer comes.
  const kept = (id, fold) => fold && Object.assign(fold, { id });
  const common = can.facts.filter((each) => each.on_cards);
  const rare = can.facts.filter((each) => !each.on_cards);
  const unit = play.fold(
    `My unit: ${[title(question.like, "an ordinary one"), ...question.carries, ...can.facts.filter(({ fact }) => question.facts.includes(fact)).map((each) => each.title)].join(", ")}`,
    like("like", question.like, "It is like", (name) => { question.like = name; }),
    can.carries.length ? [make("h3", {}, "It carries, beside what is on its card"), buttons(can.carries.map((name) => ({ fact: name, title: name })), question.carries)] : "",
    common.length ? [make("h3", {}, "It is"), buttons(common, question.facts)] : "",
    rare.length ? kept("ask-rare", play.fold("Whatever else is so of it", buttons(rare, question.facts))) : "",
  );
  // What it did to somebody may be said of one of several.
  const done = can.did.filter(({ fact, target }) => target && question.did.includes(fact));
  const enemy = (each, n, { length }) => {
    const far = make("input", { id: `far-${n}`, type: "number", min: "0", max: "100", step: "any", inputmode: "decimal", value: String(each.inches), onchange: () => { each.inches = Number(far.value); play.answerAsk(); } });
    const remove = () => { question.enemies.splice(n, 1); play.answerAsk(); };
    const said = (listed, on, told) => listed.filter(({ fact }) => on.includes(fact)).map((one) => told(one.title));
    const of = [title(each.like, "an ordinary one"), can.measured ? `${each.inches}"` : "", ...said(can.near, each.near, (it) => it), ...said(can.friends, each.friends, (it) => `${it} (a friend)`), ...said(done, each.target_of, (it) => `target of the ${it}`)];
    return play.fold(
      `${length > 1 ? `Enemy ${n + 1}` : "The enemy"}: ${of.filter(Boolean).join(", ")}`,
      like(`enemy-${n}`, each.like, "It is like", (name) => { each.like = name; }),
      can.measured ? make("p", { className: "tick" }, make("label", { for: `far-${n}` }, "So many inches away"), far) : "",
      length > 1 && done.length ? [make("h3", {}, "To this one my unit did"), buttons(done, each.target_of)] : "",
      can.near.length ? [make("h3", {}, "It and my unit"), buttons(can.near, each.near)] : "",
      can.friends.length ? [make("h3", {}, "It and a friend of my unit"), buttons(can.friends, each.friends)] : "",
      n === length - 1 && length < 4 ? button("One more enemy", more, "plain") : "",
      length > 1 ? button("It is not there", remove, "plain") : "",
    );
  };
  const more = () => { question.enemies.push(play.someEnemy()); play.answerAsk(); };
  return make(
    "div",
    { className: "asking" },
    play.tabs("ask"),
    kept("ask-unit", unit),
    kept("ask-did", some("In this round it did", question.did, can.did)),
    question.enemies.map((...each) => kept(`ask-enemy-${each[1]}`, enemy(...each))),
    kept("ask-agreed", play.agreements(question, () => { Object.assign(question, play.chosen()); play.answerAsk(); })),
    make("div", { className: "answers", "aria-live": "polite", "aria-busy": String(play.answering) }, play.answers ? play.answered() : make("p", {}, "Asking the rules ...")),
    make("p", {}, button("Copy the link of this question", (event) => play.copied(event.target, location.href), "big plain")),
  );
};

play.answered = () => {
  const { make, answers } = play;
  if (answers.refused) return play.refusal(answers.refused);
  if (!answers.length) return make("p", {}, "In a round where everybody does the least, the rules ask this unit for nothing. Say more about it.");
  const one = (kind, word) => (each) => make("li", { className: kind }, make("b", {}, `${word} `), each.title, each.but.length ? `: ${each.but.join("; ")}` : "", each.because.length ? play.reasons(each.because) : "");
  // What has the same answer by the same rule stands together.
  const joined = (listed) => {
    const by = new Map();
    for (const each of listed) {
      const same = JSON.stringify([each.but, each.because]);
      by.set(same, by.has(same) ? { ...each, title: `${by.get(same).title}, ${each.title}` } : each);
    }
    return [...by.values()];
  };
  const grouped = ({ yes, no }) => [
    ...joined(yes.filter((each) => !each.but.length)).map(one("yes", "Yes.")),
    ...joined(yes.filter((each) => each.but.length)).map(one("but", "Yes, but")),
    ...joined(no.filter((each) => each.open)).map(one("but", "Perhaps.")),
    ...joined(no.filter((each) => !each.open)).map(one("no", "No.")),
  ];
  return answers.map((step) => make("section", {}, make("h3", {}, step.step), make("ul", { className: "told-list" }, grouped(step))));
};

play.toggle = (said, fact) => {
  const at = said.indexOf(fact);
  if (at < 0) said.push(fact);
  else said.splice(at, 1);
  play.answerAsk();
};

// The screen as the question is now; what is open, and where somebody is by the keyboard, stays so.
const redrawAsk = () => {
  const screen = document.querySelector("#play .screen");
  const open = new Set([...screen.querySelectorAll("details[open]")].map((each) => each.id));
  const held = document.activeElement?.id;
  const spot = [...screen.querySelectorAll("button")].indexOf(document.activeElement);
  play.render();
  for (const each of screen.querySelectorAll("details")) each.open = open.has(each.id);
  if (held) document.getElementById(held)?.focus();
  else if (spot >= 0) screen.querySelectorAll("button")[spot]?.focus();
};

// Each tap is seen at once; of several that come while the rules are asked, the last is answered.
let wanted = false;
play.answering = false;
play.answerAsk = async () => {
  history.replaceState(null, "", `${location.pathname}?${play.addressOf(play.question)}`);
  const going = play.answering;
  wanted = play.answering = true;
  redrawAsk();
  if (going) return;
  while (wanted) {
    wanted = false;
    play.answers = await play.may(play.question);
  }
  play.answering = false;
  if (play.screen === "ask") redrawAsk();
};

// An enemy of whom nothing is said.
play.someEnemy = () => ({ like: "", inches: 12, near: [...play.can.usual], friends: [], target_of: [] });

// The whole question as an address holds it, and back; the engine leaves out what it does not know.
play.addressOf = ({ like, facts, carries, did, enemies, options, readings, params }) => {
  const said = new URLSearchParams({ ask: "1" });
  if (like) said.set("like", like);
  if (facts.length) said.set("facts", facts.join());
  for (const name of carries) said.append("carries", name);
  if (did.length) said.set("did", did.join());
  for (const each of enemies) said.append("enemy", [each.inches, each.near.join(), each.like, each.friends.join(), each.target_of.join()].join("~").replace(/~+$/, ""));
  if (options.length) said.set("options", options.join());
  for (const [name, choice] of Object.entries(readings)) said.append("reading", `${name}:${choice}`);
  if (Object.keys(params).length) said.set("params", JSON.stringify(params));
  return said;
};

play.questionFrom = (said) => {
  const list = (text) => (text ?? "").split(",").filter(Boolean);
  const number = (text) => (Number(text) >= 0 && Number(text) <= 100 ? Number(text) : 12);
  const enemies = said.getAll("enemy").slice(0, 4).map((text) => {
    const [inches, near, like, friends, target_of] = text.split("~");
    return { inches: number(inches), near: list(near), like: like ?? "", friends: list(friends), target_of: list(target_of) };
  });
  const params = () => {
    try {
      return JSON.parse(said.get("params") ?? "{}");
    } catch {
      return {};
    }
  };
  return {
    like: said.get("like") ?? "",
    facts: list(said.get("facts")),
    carries: said.getAll("carries"),
    did: list(said.get("did")),
    enemies: enemies.length ? enemies : [play.someEnemy()],
    options: list(said.get("options")),
    readings: Object.fromEntries(said.getAll("reading").map((text) => text.split(":"))),
    params: params(),
  };
};
