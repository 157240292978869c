"""The numbers of a sentence are tied to what it means: change one alone, and loading says so."""

import random
import re
from collections.abc import Iterator

from turnwright.language.clause import Clause
from turnwright.load.figure_checks import FigureIndex, graph_index
from turnwright.load.figures import figures_of
from turnwright.load.library import Library

SEED = 22
SWAPPED = (
    ("at least", "at most"),
    ("half", "a quarter"),
    ("more than", "less than"),
    ("higher than", "lower than"),
    ("or more", "or less"),
    ("highest", "lowest"),
    ("best", "worst"),
    ("largest", "smallest"),
    ("below", "above"),
)
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def changes(sentence: str) -> Iterator[str]:
    """The sentence with one figure changed: every figure, and every word that compares."""
    for dice in re.finditer(r"(?<![\w])(?<!one )(?<!two )(\d*)D(\d+)", sentence):
        count = int(dice[1] or 1) + 1
        yield f"{sentence[: dice.start()]}{count}D{dice[2]}{sentence[dice.end() :]}"
    for number in re.finditer(r"(?<![\dD])\d+(?![\dD])", sentence):
        for other in (int(number[0]) + 1, int(number[0]) + 6):
            yield f"{sentence[: number.start()]}{other}{sentence[number.end() :]}"
    for word in re.finditer(rf"\b(?:{'|'.join(WORDS)})\b", sentence):
        other_word = WORDS[(WORDS.index(word[0]) + 1) % len(WORDS)]
        yield f"{sentence[: word.start()]}{other_word}{sentence[word.end() :]}"
    for found in re.finditer(r"\bmore than half\b", sentence):
        yield f"{sentence[: found.start()]}half{sentence[found.end() :]}"
    for one, other in SWAPPED:
        for said, instead in ((one, other), (other, one)):
            for found in re.finditer(rf"\b{said}\b", sentence, re.I):
                yield f"{sentence[: found.start()]}{instead}{sentence[found.end() :]}"


def sentences(library: Library) -> Iterator[tuple[FigureIndex, Clause, str]]:
    """Every sentence of a clause that has a figure which its meaning says."""
    for name in library.rulesets:
        index = graph_index(library._graph, name)
        for clause in library.rulesets[name].own_clauses():
            figures = figures_of(clause.text)
            if figures and all(index.is_meant(it, clause.full_id) for it in figures):
                yield index, clause, clause.text


def test_one_figure_that_is_changed_alone_is_noticed(library: Library):
    """One in each sentence, by chance: nearly all; what is left says the same in other words."""
    choose = random.Random(SEED)
    tried, missed = 0, []
    for index, clause, sentence in sentences(library):
        if changed := [*changes(sentence)]:
            one = choose.choice(changed)
            tried += 1
            if not [*index.wrong_in_clause(one, clause.full_id)]:
                missed.append(f"{clause.full_id}: {one}")

    assert tried > 200
    assert len(missed) <= tried * 0.03, "\n".join(missed)


def test_one_figure_that_is_changed_in_a_book_is_noticed(library: Library):
    """An entry sums up several clauses, so that a slip may be true of another one of them."""
    tried, missed = 0, []
    for name, book in library.books.items():
        index = graph_index(library._graph, name)
        full_ids = library._graph.resolver(name).full_ids
        for entry in (entry for chapter in book.chapters for entry in chapter.entries):
            said = [entry.say, *entry.points, *(f"{row}: {it}" for row, it in entry.rows.items())]
            for at, sentence in enumerate(said):
                for one in changes(sentence):
                    tried += 1
                    changed = [*said[:at], one, *said[at + 1 :]]
                    if not [*index.wrong_in_entry(changed, full_ids(entry.rules))]:
                        missed.append(f"{name}: {one}")

    assert tried > 250
    assert len(missed) <= tried * 0.15, "\n".join(missed)
