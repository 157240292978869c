// Search over all that the site has: BM25 with fields, forgiving a wrong letter in five.
// Loaded when somebody is about to search; the index (search/entries.js) comes after it.
"use strict";

const turnwright = (window.turnwright ??= {});

/** Words that every question has, and that say nothing about what is sought. */
const LITTLE = new Set(
  ("a about after also am an and any anybody anyone are arent as at be been but by can cannot cant could did didnt do does doesnt doing dont each every everybody everyone for from get gets " +
    "go goes had happen happens has have havent having he her him his how i if im in into is isnt it its ive just like many may me mean means might much my need no nobody not of off on or " +
    "our out own per re she should so some somebody someone still such than that the their them then there these they this to too up us use ve was " +
    "we were what when where which while who whom whose why will with without wont work works would yes you your")
    .split(" "),
);

/** Numbers are alike in letters and in figures; `one` is hardly ever a number. */
const NUMBERS = new Map("two three four five six seven eight nine ten eleven twelve".split(" ").map((word, at) => [word, `${at + 2}`]));

/** Verbs of play whose past is no ending: what is said of a loss is not what is said of the LOS. */
const IRREGULAR = new Map(
  ("begin began begun|choose chose chosen|draw drew drawn|fall fell fallen|fight fought|hide hid hidden|hold held|loss lose loses losing lost|meet met|" +
    "run ran|shoot shot|stand stood|strike struck|swing swung|throw threw thrown")
    .split("|").flatMap((verb) => verb.split(" ").map((form, _, forms) => [form, forms[0]])),
);

const words = (text) => text.toLowerCase().replace(/['’]/g, "").match(/[\p{L}\d]+/gu) ?? [];

/** A word without its ending, so that plurals and tenses are alike. */
const stem = (word) => {
  if (NUMBERS.has(word)) return NUMBERS.get(word);
  const base = IRREGULAR.get(word) ?? word;
  if (base.length < 4 || /\d/.test(base)) return base;
  const bare = base
    .replace(/(?:ies|ied)$/, base.length > 4 ? "y" : "ie")
    .replace(/(ch|sh|ss|x)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(?:ations?|ating|ated|ates?)$/, "at")
    .replace(/([ct])ions?$/, "$1")
    .replace(/(...)ings?$/, "$1")
    .replace(/(..[^e])(?:ed|ers?)$/, "$1")
    .replace(/([bdfgmnprt])\1$/, "$1");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
};
const stems = (text) => words(text).map(stem);
/** What players type for another word: a charger is nobody's charge, and only its plural is like it. */
const alike = (word) => (/..ers?$/.test(word) ? word.replace(/s$/, "") : stem(word));
/** What a title says, without the words that say nothing. */
const gist = (text) => words(text).filter((word) => !LITTLE.has(word)).map(stem).join(" ");

/** How much a word is worth by where it stands, and a document by what it is. */
const WORTH = { title: 1.5, text: 1, chapter: 0.5, lent: 0.4 };
const KINDS = { entry: 1, system: 0.3, option: 0.9, gap: 0.45, chapter: 0.4, page: 0.4, club: 0.5, word: 0.3, example: 0.3, machine: 0.3 };
/** They are found by all that was typed, or not at all. */
const WHOLE = new Set(["system", "chapter", "page"]);
/** How much the name of a system says of what is in it; the first two are found by it alone. */
const NAME = { system: 4, page: 0.2, other: 0.2 };
/** How much more a document is worth whose title was typed, and how much of typed and title together has to be both. */
const [TITLED, ALIKE] = [3, 0.75];
/** How good an exception has to be beside its rule, and an entry beside the next, to be told with it. */
const [PARTNER, BESIDE] = [0.3, 0.6];
/** Where no system is picked, a sketch comes after a whole one. */
const SKETCH = 0.5;
/** What is open, or holds only by choice, comes after the rule that it is about. */
const CHOSEN = 0.7;
const BY_DEFAULT = "Unless you agree otherwise";
/** How much more a synonym of several words says. */
const PHRASE = 1.6;
/** How much a system's own synonym, one of all systems, the beginning of a word, and a misspelt one are worth. */
const [SYNONYM, SHARED, BEGINNING, MISSPELT] = [0.9, 0.5, 0.6, 0.7];
/** How soon a word that is repeated says nothing more, and how much long texts are held against them. */
const [REPEATED, LENGTH] = [1, 0.4];

/** How many letters are wrong, where they are at most as many; two that changed places are one. */
const distance = (one, other, most) => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, last] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + wrong);
      if (wrong && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [older, last] = [last, row];
  }
  return last[other.length];
};

/** All spans of up to four words, as `[from, to]`. */
const spans = (list) => list.flatMap((_, from) => [1, 2, 3, 4].map((length) => [from, from + length]).filter(([, to]) => to <= list.length));

/** The index, made once, in the browser. */
turnwright.entries = ({ file, systems, synonyms, documents, together, examples }) => {
  const index = {
    file,
    systems,
    documents: [
      ...documents.map(([kind, place, title, text, remark, chapter, lent, where]) => ({ kind, place, title, text, remark, chapter, lent, where })),
      ...examples.map(([text, slug, number]) => ({ kind: "example", place: `${systems[number].url}examples/${slug}/${file}`, title: "", text, remark: "", chapter: "", lent: "", where: [number] })),
    ],
    partners: new Map(),
    /** Where each word stands: by its stem, the worth of all its places in each document. */
    places: new Map(),
    /** What players type for words of the texts, by its stems; the words, whose they are, and where they stand. */
    synonyms: new Map(),
    /** The systems that have a name, by its stems. */
    names: new Map(),
    /** The documents that have a title, by what it says, or a part of it before or after a colon. */
    titles: new Map(),
    /** All words that are known as they are written. */
    known: new Set(),
  };
  const add = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const [one, other] of together) {
    add(index.partners, one, other);
    add(index.partners, other, one);
  }
  index.documents.forEach((document, number) => {
    for (const part of new Set([document.title, ...document.title.split(": ")])) add(index.titles, gist(part), number);
    document.length = 0;
    for (const [field, worth] of Object.entries(WORTH)) {
      for (const word of words(document[field])) {
        index.known.add(word);
        const bare = stem(word);
        const found = index.places.get(bare) ?? index.places.set(bare, new Map()).get(bare);
        found.set(number, (found.get(number) ?? 0) + worth);
        document.length += worth;
      }
    }
  });
  index.mean = index.documents.reduce((sum, { length }) => sum + length, 0) / index.documents.length;
  for (const [rows, system] of [[synonyms], ...systems.map((each, number) => [each.synonyms, number])]) {
    for (const [word, others] of Object.entries(rows)) {
      const row = { word, system };
      for (const other of others) {
        add(index.synonyms, words(other).map(alike).join(" "), row);
        for (const each of words(other)) index.known.add(each);
      }
    }
  }
  systems.forEach(({ title, names, extends: below }, number) => {
    systems[number].chain = new Set([number, ...systems.keys()].filter((other) => other === number || systems[other].id === below));
    for (const name of [title, ...names]) {
      add(index.names, stems(name).join(" "), number);
      for (const each of words(name)) index.known.add(each);
    }
  });
  turnwright.systems = systems;
  turnwright.search = (question, here = "") => search(index, question, here);
};

/** How much of each document is about a word that it has so often. */
const weighed = (index, places, worth) =>
  new Map([...places].map(([number, times]) => {
    const long = 1 - LENGTH + LENGTH * (index.documents[number].length / index.mean);
    return [number, (worth * times) / (times + REPEATED * long)];
  }));

/** Where a word of the texts stands that players have another one for; looked up when first asked for. */
const placesOf = (index, row) => {
  if (row.places) return row.places;
  const pattern = new RegExp(`(?<![\\p{L}\\d])${row.word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[\\p{L}\\d]{0,4}(?![\\p{L}\\d])`, "giu");
  row.places = new Map();
  index.documents.forEach((document, number) => {
    const ours = row.system === undefined || document.where.some((each) => index.systems[each].chain.has(row.system));
    if (!ours || document.kind === "word") return;
    let times = 0;
    for (const [field, worth] of Object.entries(WORTH)) times += worth * (document[field].match(pattern)?.length ?? 0);
    if (times) row.places.set(number, times);
  });
  return row.places;
};

/** What a word that nobody knows may have been meant to be: what is nearest, one letter in five wrong. */
const corrected = (index, word) => {
  let [near, least] = [[], Number.MAX_VALUE];
  for (const other of index.known) {
    const most = Math.min(Math.floor(Math.max(word.length, other.length) / 5), least);
    if (!most || /\d/.test(other)) continue;
    const wrong = distance(word, other, most);
    if (wrong > most) continue;
    if (wrong < least) near = [];
    least = wrong;
    near.push(other);
  }
  return near;
};

/** A word that nobody knows in parts: letters and figures, or two words that were written as one. */
const parted = ({ known, places }, word) => {
  if (known.has(word) || [...places.keys()].some((other) => other.startsWith(word))) return [word];
  const at = [...word].findIndex((_, at) => at > 2 && word.length - at > 2 && known.has(word.slice(0, at)) && known.has(word.slice(at)));
  return at > 0 ? [word.slice(0, at), word.slice(at)] : word.match(/\d+|\D+/g);
};

/** What was typed, word by word: each with the documents that have it, or what stands for it. */
const sought = (index, question, own) => {
  const typed = words(question).flatMap((word) => parted(index, word));
  const telling = typed.some((word) => !LITTLE.has(word));
  const asked = typed.map((word, at) => {
    const isKnown = index.known.has(word) || index.places.has(stem(word));
    // A short word is unfinished only while it is typed, and while it means nothing: LOS does, and is no loss.
    const least = at === typed.length - 1 && !index.known.has(word) ? 3 : 4;
    const begins = word.length >= least ? [...index.places.keys()].filter((other) => other !== stem(word) && other.startsWith(word)) : [];
    const means = isKnown || begins.length ? [word] : corrected(index, word);
    return { word, means, begins, little: telling && LITTLE.has(word), marks: new Set(), places: new Map(), named: new Map() };
  });
  const take = (each, places, mark) => {
    if (places.size) for (const one of mark) if (!LITTLE.has(one)) each.marks.add(one);
    for (const [number, worth] of places) each.places.set(number, Math.max(worth, each.places.get(number) ?? 0));
  };
  for (const each of asked) {
    const wrong = each.means.includes(each.word) ? 1 : MISSPELT;
    for (const bare of new Set(each.means.map(stem))) take(each, weighed(index, index.places.get(bare) ?? new Map(), wrong), [bare]);
    for (const other of each.begins) take(each, weighed(index, index.places.get(other), BEGINNING), [other]);
  }
  for (const [from, to] of spans(asked)) {
    const span = asked.slice(from, to);
    // Each word as it was typed, or as it was meant.
    const phrases = span.reduce((all, { means }) => all.flatMap((one) => means.slice(0, 3).map((word) => [...one, word])), [[]]);
    for (const phrase of phrases) {
      const rows = index.synonyms.get(phrase.map(alike).join(" ")) ?? [];
      const knowing = new Set(rows.map(({ system }) => system));
      for (const row of rows) {
        const worth = (row.system === undefined ? SHARED : SYNONYM) * (span.length > 1 ? PHRASE : 1);
        const places = weighed(index, placesOf(index, row), worth);
        // Where a system has a meaning of its own for a word, it has no other.
        if (row.system === undefined) {
          for (const number of places.keys()) {
            if (index.documents[number].where.some((each) => [...index.systems[each].chain].some((one) => knowing.has(one)))) places.delete(number);
          }
        }
        for (const each of span) take(each, places, stems(row.word));
      }
      const named = index.names.get(phrase.map(stem).join(" ")) ?? [];
      // Whoever asks within a system says nothing more by its name.
      if (named.includes(own) && span.length < asked.filter(({ little }) => !little).length) for (const each of span) each.little = true;
      for (const system of named) {
        index.documents.forEach(({ where, kind }, number) => {
          // The one page of its kind is about all of them; what holds here as well gains nothing by the name.
          const about = (where.includes(system) && !where.includes(own)) || (kind === "page" && !where.length && own < 0);
          if (about) for (const each of span) each.named.set(number, NAME[kind] ?? NAME.other);
        });
      }
    }
  }
  return asked.filter((each) => !each.little);
};

/** The documents whose title was typed, or nearly; a chapter, which answers nothing, where no more was typed. */
const titledBy = ({ titles, documents }, question) => {
  const typed = new Set(gist(question).split(" "));
  const isTyped = (title) => {
    const said = title.split(" ");
    const both = said.filter((word) => typed.has(word)).length;
    return title && both / (said.length + typed.size - both) >= ALIKE;
  };
  const numbers = [...titles].flatMap(([title, numbers]) => (isTyped(title) ? numbers : []));
  return new Set(numbers.filter((number) => documents[number].kind !== "chapter" || words(question).length === typed.size));
};

/** What is found, the best first: what fits in the system that was chosen before anything else. */
const search = (index, question, here) => {
  const own = index.systems.findIndex(({ id }) => id === here);
  const isNear = ({ where }) => own < 0 || !where.length || where.includes(own);
  // What nobody has says nothing, where anything else was typed.
  const all = sought(index, question, own);
  const asked = all.filter(({ places, named }) => places.size || named.size);
  const near = index.documents.map(isNear);
  const many = near.filter(Boolean).length;
  const titled = titledBy(index, question);
  const scores = index.documents.map(() => ({ score: 0, has: 0, told: false }));
  let most = 0;
  for (const { places, named } of asked) {
    // What few documents have says more than what most have.
    const all = new Set([...places.keys(), ...named.keys()]);
    const rarity = Math.log(1 + many / ([...all].filter((number) => near[number]).length + 1));
    most += rarity;
    for (const number of all) {
      const at = scores[number];
      at.score += Math.max(places.get(number) ?? 0, named.get(number) ?? 0) * rarity;
      at.has += rarity;
      at.told ||= places.has(number);
    }
  }
  const hits = index.documents.flatMap((document, number) => {
    const { score, has, told } = scores[number];
    const share = titled.has(number) ? 1 : has / most;
    if (!score || (WHOLE.has(document.kind) && share < 0.99) || (!told && !(document.kind in NAME && document.where.length))) return [];
    const sketch = own < 0 && document.where.every((each) => index.systems[each].sketch) && document.where.length ? SKETCH : 1;
    return [{ number, document, near: near[number], score: score * share * KINDS[document.kind] * sketch * (document.kind === "entry" && document.remark && document.remark !== BY_DEFAULT ? CHOSEN : 1) * (titled.has(number) ? TITLED : 1) }];
  });
  hits.sort((one, other) => (one.document.kind === "machine") - (other.document.kind === "machine") || other.near - one.near || other.score - one.score);
  const marks = new Set(asked.flatMap(({ marks }) => [...marks]));
  return { hits: joined(index, hits).map((hit) => shown(index, hit, own)), marks };
};

/** Two hits that are one answer come as one, where the better one stands. */
const joined = (index, hits) => {
  const at = new Map(hits.map((hit) => [hit.number, hit]));
  const gone = new Set();
  const fits = (hit, number, share) => {
    const other = at.get(number);
    return other && !gone.has(number) && other.score <= hit.score && other.score > hit.score * share;
  };
  for (const hit of hits) {
    if (gone.has(hit.number)) continue;
    const { kind, chapter, where } = hit.document;
    // A rule and its exception; and what stands beside it and is on the same.
    const beside = [hit.number - 1, hit.number + 1].filter((number) => {
      const other = index.documents[number];
      return kind === "entry" && other?.kind === kind && other.chapter === chapter && other.where[0] === where[0] && fits(hit, number, BESIDE);
    });
    const partners = (index.partners.get(hit.number) ?? []).filter((number) => fits(hit, number, PARTNER));
    hit.more = [...new Set([...partners, ...beside])].slice(0, 2).map((number) => at.get(number));
    for (const { number } of hit.more) gone.add(number);
  }
  return hits.filter(({ number }) => !gone.has(number));
};

/** A hit as it is shown: where it leads, and under which heading it stands. */
const shown = ({ file, systems }, { document, more, score }, own) => {
  const system = systems[document.where.includes(own) ? own : document.where[0]];
  const url = document.place.startsWith("#") ? `${system.url}${file}${document.place}` : document.place;
  const heading = { example: "Example", word: "Glossary", club: "Which one for us?", option: "Options" }[document.kind] ?? document.chapter;
  const under = [heading, document.where.includes(own) ? "" : system?.title].filter(Boolean).join(" · ") || system?.title;
  return { ...document, url, system, score, heading, under, more: more.map(({ document }) => document) };
};

/** A text with the words that were sought marked. */
turnwright.marked = (text, marks) =>
  text.split(/([\p{L}\d]+(?:['’][\p{L}\d]+)*)/u).map((piece) =>
    marks.has(stems(piece)[0]) ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece,
  );

/** A text of so many letters is shown whole: its beginning may be the answer. */
const SHORT = 320;
/** A long text from the sentence on that has most of what was sought; of a list, its head and from that line on. */
turnwright.excerpt = (text, marks) => {
  const from = (parts) => {
    const has = parts.map((part) => new Set(stems(part).filter((word) => marks.has(word))).size);
    return has.indexOf(Math.max(...has));
  };
  const [said, ...lines] = text.split("\n");
  if (text.length < SHORT) return said.endsWith(":") ? `${said} ${lines.join("; ")}` : [said, ...lines].join("; ");
  if (lines.length && (said.endsWith(":") || from([said, ...lines]))) {
    const first = from(lines);
    return [said.endsWith(":") ? said : "", first ? "…" : "", lines.slice(first).join("; ")].filter(Boolean).join(" ");
  }
  const sentences = said.split(/(?<=[.?!]) /);
  const first = from(sentences);
  return (first ? "… " : "") + [...sentences.slice(first), lines.join("; ")].filter(Boolean).join(" ");
};
