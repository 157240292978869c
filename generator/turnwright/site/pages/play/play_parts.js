// Parts that the screens of a page that plays are made of. Names and texts are text, never HTML.
"use strict";

play.make = (tag, set = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(set)) {
    if (value === undefined || value === false) continue;
    if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
  made.append(...inside.flat(Number.POSITIVE_INFINITY).filter((each) => each !== undefined && each !== ""));
  return made;
};

play.button = (text, onclick, className = "big", more = {}) =>
  play.make("button", { type: "button", className, onclick, ...more }, text);

play.title = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

// The way to the first of some rules.
play.ruleLink = (clauses) => {
  const { root, index } = play.page;
  const [ruleset, ...id] = clauses[0].split(".");
  return play.make("a", { href: `${root}systems/${encodeURIComponent(ruleset)}/${index}#${id.join(".")}` }, "The rule");
};

// Rules in the words of the book, each with the way to it.
play.reasons = (because) =>
  play.make("ul", { className: "because" }, because.map(({ text, clauses }) => play.make("li", {}, text, " ", play.ruleLink(clauses))));

play.choice = (id, label, type, set = {}) =>
  play.make("p", { className: "tick" }, play.make("input", { id, type, ...set }), play.make("label", { for: id }, label));

play.fold = (title, ...inside) => play.make("details", { className: "fold" }, play.make("summary", {}, play.make("h2", {}, title)), ...inside);
