// Search over the entries of the site. Loaded when somebody is about to search.
"use strict";

const turnwright = (window.turnwright ??= {});

/** Words that every question has, and that say nothing about what is sought. */
const LITTLE = new Set(
  ("a about after also am an and any are as at be been but by can cannot could did didn didnt do does doing don dont each every for from get gets " +
    "go goes had happen happens has have having he her him his how i if in into is isn isnt it its just like ll may me might my need no not of off on or " +
    "our out own re s she should so some still such t than that the their them then there these they this to too up us use ve was " +
    "we were what when where which while who whom whose why will with wont would yes you your")
    .split(" "),
);

const words = (text) => text.toLowerCase().replace(/[’']/g, "'").match(/[\p{L}\d]+/gu) ?? [];

/** A word without its ending, so that plurals and tenses are alike. */
const stem = (word) => {
  if (word.length < 4 || /\d/.test(word)) return word;
  const bare = word
    .replace(/(?:ies|ied)$/, word.length > 4 ? "y" : "ie")
    .replace(/(ch|sh|ss|x)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(?:ations?|ating|ated|ates?)$/, "at")
    .replace(/([ct])ions?$/, "$1")
    .replace(/(...)ings?$/, "$1")
    .replace(/(..[^e])(?:ed|ers?)$/, "$1")
    .replace(/([bdfgmnprt])\1$/, "$1");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
};

/** How much a word is worth where it is found. */
const WORTH = { text: 0.9, also: 0.75, name: 0.6, heading: 0.4, shared: 0.5 };
const KINDS = { rule: 1, word: 0.5, example: 0.4 };
const BEGINNING = 0.8;

/** What two signs of the same come to: more than each, and never more than certain. */
const either = (one, other) => 1 - (1 - one) * (1 - other);

/** The entries of the site, each with the worth of its words: made once, in the browser. */
turnwright.entries = (data) => {
  const entries = [
    ...data.rules.map(([text, id, heading, remark, also, shared, systems]) => ({ kind: "rule", text, id, heading, remark, also, shared, systems })),
    ...data.examples.map(([text, url, system]) => ({ kind: "example", text, url, heading: "", systems: [system] })),
    ...data.words.map(([term, text, url, also]) => ({ kind: "word", text, url, heading: term, also, systems: [] })),
  ];
  const all = new Map();
  entries.forEach((entry, number) => {
    const fields = { ...entry, name: entry.id?.replace(/[.-]/g, " ") };
    entry.length = words(entry.text).length;
    for (const [field, worth] of Object.entries(WORTH)) {
      for (const word of new Set(words(fields[field] ?? "").map(stem))) {
        const found = all.get(word) ?? all.set(word, new Map()).get(word);
        found.set(number, either(worth, found.get(number) ?? 0));
      }
    }
  });
  turnwright.search = search(data.systems, entries, all);
};

/** Where a word is found, by itself or as the beginning of others, and what it is worth there. */
const found = (all, word) => {
  const whole = stem(word);
  const places = new Map(all.get(whole));
  if (word.length > 2) {
    for (const [other, numbers] of all) {
      if (other === whole || !(other.startsWith(word) || (whole.length > 3 && other.startsWith(whole)))) continue;
      for (const [number, worth] of numbers) places.set(number, Math.max(worth * BEGINNING, places.get(number) ?? 0));
    }
  }
  return places;
};

/** The entries for a question, the best first: those of one system before others, or alone. */
const search = (systems, entries, all) => (question, here = "", only = false) => {
  const typed = [...new Set(words(question))];
  const telling = typed.filter((word) => !LITTLE.has(word));
  const own = systems.findIndex(({ id }) => id === here);
  const near = ({ systems }) => own >= 0 && systems.includes(own);
  const counts = (entry) => !only || near(entry);
  const many = entries.filter(counts).length;
  const at = entries.map((entry) => ({ entry, score: 0, has: 0 }));
  const sought = telling.length ? telling : typed;
  let most = 0;
  for (const word of sought) {
    const places = found(all, word);
    // What few rules have says more than what most have.
    const among = [...places.keys()].filter((number) => counts(entries[number])).length;
    const rarity = Math.log(1 + many / (among + 1));
    most += rarity;
    for (const [number, worth] of places) {
      at[number].score += worth * rarity;
      at[number].has += rarity;
    }
  }
  return at
    .filter(({ entry, score }) => score > 0 && (!only || near(entry) || entry.kind === "word"))
    .map(({ entry, score, has }) => {
      const agreed = entry.remark ? 0.75 : 1;
      const brief = 1 / (1 + 0.005 * entry.length);
      const system = systems[near(entry) ? own : entry.systems[0]];
      const writer = systems[entry.systems[0]];
      // On the page of an overlay a rule from underneath has the name of its ruleset before it.
      const place = writer === system || entry.id === "not-covered" ? entry.id : `${writer.id}.${entry.id}`;
      return { ...entry, place, system, near: near(entry), score: score * (has / most) * brief * agreed * (near(entry) ? 1.5 : 1) * KINDS[entry.kind] };
    })
    .sort((one, other) => (only ? other.near - one.near : 0) || other.score - one.score)
    .map((entry) => ({
      ...entry,
      url: entry.url ?? `${entry.system.url}#${encodeURIComponent(entry.place)}`,
      where: [entry.system?.title, entry.kind === "example" ? "Example" : entry.heading].filter(Boolean).join(" · "),
    }));
};

/** A text with the words that were sought marked. */
turnwright.marked = (text, question) => {
  const sought = words(question).filter((word) => !LITTLE.has(word));
  const known = (piece) =>
    sought.some((word) => stem(piece) === stem(word) || (word.length > 2 && piece.startsWith(word)));
  return text.split(/([\p{L}\d]+)/u).map((piece) =>
    piece && known(piece.toLowerCase()) ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece,
  );
};
