// Search over the entries of the site. Loaded when somebody is about to search, after the library.
"use strict";

const turnwright = (window.turnwright ??= {});

/** Words that every question has, and that say nothing about what is sought. */
const LITTLE = new Set(
  ("a about after again all also am an and any are as at be been before but by can cannot could did do does doing for from get gets " +
    "go goes had happen happens has have having he her him his how i if in into is it its just like may me might my need of off on or " +
    "our out over own she should so some still such than that the their them then there these they this to too unit units up us use was " +
    "we were what when where which while who whom whose why will with would yes you your")
    .split(" "),
);

const words = (text) => text.toLowerCase().match(/[\p{L}\d]+(?:[+"″'’-][\p{L}\d]+)*|\d+/gu) ?? [];
const stem = (word) => lunr.stemmer(new lunr.Token(word)).toString();

/** An index of the entries: made once, in the browser. */
turnwright.entries = (data) => {
  const entries = [
    ...data.rules.map(([text, id, heading, remark, also, systems]) => ({ kind: "rule", text, id, heading, remark, also, systems })),
    ...data.examples.map(([text, url, system]) => ({ kind: "example", text, url, heading: "", also: "", systems: [system] })),
    ...data.words.map(([term, text, url, also]) => ({ kind: "word", text, url, heading: term, also, systems: [] })),
  ];
  const index = lunr(function () {
    this.ref("number");
    this.field("text", { boost: 4 });
    this.field("heading", { boost: 2 });
    this.field("name", { boost: 2 });
    this.field("also", { boost: 2 });
    this.pipeline.reset();
    this.pipeline.add(lunr.trimmer, lunr.stemmer);
    this.searchPipeline.reset();
    this.searchPipeline.add(lunr.stemmer);
    this.b(0.5);
    entries.forEach(({ text, heading, id = "", also }, number) =>
      this.add({ number, text, heading, name: id.replace(/[.-]/g, " "), also }),
    );
  });
  turnwright.search = search(data.systems, entries, index);
};

const WORTH = { rule: 1, example: 0.35, word: 0.5 };

/** The entries for a question, the best first; those of one system before others, or alone. */
const search = (systems, entries, index) => (question, here = "", only = false) => {
  const typed = words(question);
  const telling = typed.filter((word) => !LITTLE.has(word));
  const sought = telling.length ? telling : typed;
  if (!sought.length) return [];
  const own = systems.findIndex(({ id }) => id === here);
  const found = new Map();
  sought.forEach((word, place) => {
    const exact = stem(word);
    const hits = index.query((query) => {
      query.term(exact, { boost: 10, usePipeline: false });
      if (word.length > 2) query.term(word, { boost: 4, usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
      if (exact.length > 2 && exact !== word) query.term(exact, { boost: 3, usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
    });
    for (const { ref, score } of hits) {
      const entry = found.get(ref) ?? { score: 0, has: new Set() };
      entry.score += score;
      entry.has.add(place);
      found.set(ref, entry);
    }
  });
  return [...found]
    .map(([ref, { score, has }]) => {
      const entry = entries[ref];
      const covered = has.size / sought.length;
      const near = own >= 0 && entry.systems.includes(own);
      const agreed = entry.remark ? 0.6 : 1;
      const system = systems[near ? own : entry.systems[0]];
      return { ...entry, near, system, score: score * covered ** 2 * WORTH[entry.kind] * agreed * (near ? 3 : 1) };
    })
    .filter(({ near, kind }) => !only || near || kind === "word")
    .sort((one, other) => other.score - one.score)
    .map((entry) => ({
      ...entry,
      url: entry.url ?? `${entry.system.url}#${encodeURIComponent(entry.id)}`,
      where: [entry.system?.title, entry.kind === "example" ? "Example" : entry.heading].filter(Boolean).join(" · "),
    }));
};

/** A text with the words that were sought marked. */
turnwright.marked = (text, question) => {
  const stems = words(question).filter((word) => !LITTLE.has(word)).map(stem);
  return text.split(/([\p{L}\d]+)/u).map((piece) => {
    const known = piece && stems.some((one) => stem(piece.toLowerCase()) === one || (one.length > 2 && piece.toLowerCase().startsWith(one)));
    return known ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece;
  });
};
