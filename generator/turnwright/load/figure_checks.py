"""Checks of figures: what a sentence says in numbers is what the meanings behind it hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from turnwright.language.clause import Clause
from turnwright.language.ruleset import Ruleset
from turnwright.language.traversal import subvalues, texts_in
from turnwright.load.figures import CutSide, Figure, Kind, Need, cut, figures_of
from turnwright.load.files import BOOK
from turnwright.load.inheritance import RulesetGraph
from turnwright.load.meant_figures import Constant, constants_of
from turnwright.load.parsed_files import RulesetFile
from turnwright.load.problem import quoted
from turnwright.load.scalars import is_dice_like
from turnwright.load.stance_checks import (
    answer_of,
    wrong_beside,
    wrong_names,
    wrong_side,
    wrong_span,
    wrong_stances,
    wrong_steps,
)
from turnwright.load.syntax_tree import Loc


class Evidence(NamedTuple):
    """What stands behind a sentence."""

    own: tuple[Constant, ...]
    """Constants of its own meaning, and of what it follows from."""
    words: tuple[Constant, ...]
    """Figures in the names that these say, such as `range_three`."""
    by_clause: tuple[tuple[Constant, ...], ...]
    """The constants of its own meanings, clause by clause."""
    more: Callable[[], Iterator[Constant]]
    """Those of the parts that it belongs to and names, and figures of their texts and of gaps."""


class Wrong(NamedTuple):
    """A figure of a sentence that no meaning behind it has."""

    figure: Figure
    instead: tuple[Constant, ...]
    """Constants of the same kind that its meaning has, and the sentence does not say."""


def check_figures(graph: RulesetGraph, clean: Iterable[str]) -> None:
    """Diagnostics for sentences of clauses whose figures are not those of their meaning."""
    for name in clean:
        file = graph.files[name]
        index = graph_index(graph, name)
        parts: dict[tuple[str, str], list[Clause]] = {}
        for loc, kind, part, clause in file.ruleset.placed_clauses():
            if _by_default(file.ruleset, loc):
                parts.setdefault((kind, part), []).append(clause)
        # Only where there is a book are sentences written out for players, and not yet notes.
        is_edited = (file.source.parent / BOOK).is_file()
        for loc, kind, part, clause in file.ruleset.placed_clauses():
            stances = (
                *wrong_stances(clause, parts.get((kind, part), ())),
                *wrong_steps(clause, part, index.titles),
                *wrong_span(clause, part, index.titles, index.facts),
                *wrong_names(clause, part, index.facts, partial(index.named_beside, clause, part)),
                *wrong_side(clause.text, (clause,), index.sides),
            )
            for told_so in stances if is_edited else ():
                file.diagnostics.note((*loc, "text"), *told_so)
            for wrong in index.wrong_in_clause(clause.text, clause.full_id):
                file.diagnostics.note((*loc, "text"), *told(wrong))

        for path, sentences, behind, texts in _choices(file.ruleset):
            clauses = graph.resolver(name).full_ids(behind)
            for at, wrong in index.nowhere_held(sentences, clauses, texts):
                file.diagnostics.note(path[at], *told(wrong))
            known = index.clauses_of(clauses)
            for at, told_so in wrong_beside(sentences, known, ()) if is_edited else ():
                file.diagnostics.note(path[at], *told_so)
        _check_answers(file)


def _by_default(ruleset: Ruleset, loc: Sequence[str | int]) -> bool:
    """Whether what stands here holds unless players read the rules in another way."""
    if loc[0] != "readings":
        return True
    _, reading, _, alternative, *_ = loc
    return ruleset.readings[str(reading)].default == alternative


def _choices(
    ruleset: Ruleset,
) -> Iterator[tuple[list[Loc], list[str], tuple[str, ...], tuple[str, ...]]]:
    """The sentences of options and readings, with their paths, and what stands behind each."""
    for name, option in ruleset.options.items():
        loc: Loc = ("options", name)
        behind = tuple(clause.id for clause in option.clauses())
        yield [(*loc, "title"), (*loc, "text")], [option.title, option.text], behind, ()
    for name, reading in ruleset.readings.items():
        loc = ("readings", name)
        own = {way: it.clauses() for way, it in reading.alternatives.items()}
        every = (*reading.clauses, *(clause.id for of in own.values() for clause in of))
        answers = tuple(it.text for it in reading.alternatives.values())
        yield [(*loc, "question")], [reading.question], every, answers
        for way, said in reading.alternatives.items():
            path: list[Loc] = [(*loc, "alternatives", way, "text")]
            behind = (*reading.clauses, *(clause.id for clause in own[way]))
            yield path, [said.text], behind, (reading.question,)


def _check_answers(file: RulesetFile) -> None:
    """Diagnostics for a question to which two answers are both yes, or both no."""
    for name, reading in file.ruleset.readings.items():
        ways = {way: answer_of(it.text) for way, it in reading.alternatives.items()}
        if len(ways) == 2 and len({*ways.values()}) == 1 and all(ways.values()):
            loc = ("readings", name, "alternatives", [*ways][1], "text")
            file.diagnostics.note(loc, f"Both answers to this question say {min(ways.values())}.")


def graph_index(graph: RulesetGraph, ruleset: str) -> FigureIndex:
    """The index of a ruleset, which is made once."""
    if ruleset not in graph.figures:
        graph.figures[ruleset] = FigureIndex(graph.resolved_chain(ruleset))
    found: FigureIndex = graph.figures[ruleset]
    return found


def told(wrong: Wrong) -> tuple[str, str]:
    """Message and hint for a figure that no meaning behind its sentence has."""
    said = quoted(wrong.figure.said)
    known = dict.fromkeys(name for each in wrong.instead if (name := _name_of(each, wrong)))
    if known:
        return f"This says {said}, and its meaning has {' and '.join(known)}.", ""
    hint = "Name what holds it: clauses, or a gap."
    return f"This says {said}, and no meaning behind it does.", hint


def _name_of(constant: Constant, wrong: Wrong) -> str:
    """What a constant is called where a sentence has another figure in its place."""
    family = wrong.figure.family
    if family is Kind.EXTREME:
        return next((f"`{fact.what}`" for fact in constant if fact.kind is family), "")
    for fact in constant:
        if family is Kind.DICE and fact.kind is Kind.DICE:
            count, faces = fact.what
            return f"`{count if count > 1 else ''}D{faces}`"
        if family is Kind.PART and fact.kind is Kind.PART:
            return {"1/2": "`half`", "2": "`twice`"}.get(str(fact.what), f"`{fact.what}`")
        if family is Kind.SIDE and fact.kind is Kind.SIDE:
            return (
                "`at least` or `less than`"
                if fact.what is CutSide.BELOW
                else ("`at most` or `more than`")
            )
    return _number_of(constant)


def _number_of(constant: Constant) -> str:
    """A number, and whether it is the least or the most."""
    sizes = [fact.what for fact in constant if fact.kind is Kind.NUMBER]
    signed = [fact.what for fact in constant if fact.kind is Kind.SIGNED]
    cuts = [fact.what for fact in constant if fact.kind is Kind.CUT]
    if len(signed) == 1:
        return f"`{signed[0]:+}`"
    if not sizes:
        return ""
    size = sizes[0]
    if cut(size, CutSide.ABOVE) in cuts:
        return f"`at most {size}`"
    return f"`at least {size}`" if cuts else f"`{size}`"


def wrong_figures(figures: Sequence[Figure], evidence: Evidence) -> Iterator[Wrong]:
    """Those of the figures of a sentence that are not those of what stands behind it.

    One of a part that it names does where its own meaning has none of the kind left unsaid.
    """
    held = [_times_held(figure, evidence) for figure in figures]
    is_plain = not any(figure.fits[:1] and figure.fits[0].kind is Kind.CUT for figure in figures)
    if all(held) and is_plain and len({figure.fits for figure in figures}) == len(figures):
        return
    said = {fact for figure in figures for fact in figure.fits}
    said |= {
        _ONCE if _TWICE in figure.fits else _single(figure)
        for figure in figures
        if _are_several(figure, evidence.by_clause)
    }
    unsaid = [constant for constant in evidence.own if constant.isdisjoint(said)]
    before: dict[tuple[Need, ...], int] = {}
    for figure, times in zip(figures, held, strict=True):
        before[figure.fits] = before.get(figure.fits, 0) + 1
        if opposite := _opposite(figure, evidence.own):
            yield Wrong(figure, opposite)
            continue
        instead = tuple(constant for constant in unsaid if is_rival(constant, figure))
        # Said again, where the meaning has something else of the kind, it stands for that.
        is_said = times >= before[figure.fits] or any(_is_same(each, figure) for each in instead)
        if times and (is_said or not instead):
            continue
        if instead:
            yield Wrong(figure, instead)
        elif not figure.loosely and not is_held(figure, evidence.more()):
            yield Wrong(figure, ())


def _is_same(constant: Constant, figure: Figure) -> bool:
    """True for a constant of the same number, whether it is a bound or not."""
    return any(Need(Kind.NUMBER, fact.what) in constant for fact in figure.fits)


def _opposite(figure: Figure, own: Sequence[Constant]) -> tuple[Constant, ...]:
    """The constants that bound the number of a comparison on its other side, and on that alone."""
    numbers = [fact.what for fact in figure.fits if fact.kind is Kind.LOOSE]
    if not numbers or _is_bound(figure, own):
        return ()
    other = Need(Kind.CUT, 2 * numbers[0] - figure.fits[0].what)
    return tuple(constant for constant in own if other in constant)


def _is_bound(figure: Figure, own: Sequence[Constant]) -> bool:
    """True for a comparison that a constant holds."""
    return any(
        fact in constant for fact in figure.fits if fact.kind is not Kind.LOOSE for constant in own
    )


def _times_held(figure: Figure, evidence: Evidence) -> int:
    """How many constants of the meaning, or words of it, hold a figure."""
    fits = frozenset(figure.fits)
    for held in (evidence.own, evidence.words):
        if times := sum(not each.isdisjoint(fits) for each in held):
            return times
    return int(_are_several(figure, evidence.by_clause))


def is_rival(constant: Constant, figure: Figure) -> bool:
    """True for a constant that the sentence would have to say in place of a figure."""
    if figure.loosely and figure.fits[0].kind is Kind.CUT:
        # `At least one` is said of much; it is wrong where a meaning has at most one.
        return any(Need(Kind.CUT, figure.fits[0].what + step) in constant for step in (1, -1))
    if figure.loosely and figure.family is Kind.EXTREME:
        return is_of(constant, Kind.EXTREME) or is_of(constant, Kind.SIDE)
    if figure.fits[:1] and figure.fits[0].kind is Kind.PART:
        # `Twice`, or `at most twice`, is how often, where a meaning counts that.
        counts = any(fact.kind is Kind.CUT for fact in figure.fits)
        rival = is_of(constant, Kind.CUT) if figure.fits[0].side else _ONCE in constant
        return is_of(constant, Kind.PART) or (counts and rival)
    return is_of(constant, figure.family)


def is_held(figure: Figure, constants: Iterable[Constant]) -> bool:
    """True for a figure that one of the constants holds."""
    fits = frozenset(figure.fits)
    return any(not constant.isdisjoint(fits) for constant in constants)


def _is_turned(figure: Figure, said: Iterable[Figure]) -> bool:
    """True for the highest of something of which the clauses say the lowest, or the other way."""
    if figure.family is not Kind.EXTREME or not figure.of:
        return False
    ends = {other.fits[0] for other in said if other.of == figure.of}
    return bool(ends) and figure.fits[0] not in ends


def _are_several(figure: Figure, by_clause: Iterable[Sequence[Constant]]) -> bool:
    """True for so many dice that are rolled one by one, and for twice where it is once and once."""
    if _TWICE in figure.fits:
        return any(sum(_ONCE in constant for constant in own) > 1 for own in by_clause)
    if not figure.fits or figure.fits[0].kind is not Kind.DICE:
        return False
    count, _ = figure.fits[0].what
    single = _single(figure)
    return count > 1 and any(sum(single in it for it in own) == count for own in by_clause)


_ONCE, _TWICE = (
    Need(Kind.CUT, cut(1, CutSide.ABOVE)),
    Need(Kind.CUT, cut(2, CutSide.ABOVE)),
)


def _single(figure: Figure) -> Need:
    """One of the dice of a figure."""
    _, faces = figure.fits[0].what
    return Need(Kind.DICE, (1, faces))


def is_of(constant: Constant, family: Kind) -> bool:
    """True for a constant that is told apart from figures of a family by its size."""
    if family is Kind.NUMBER and any(fact.kind is Kind.DICE for fact in constant):
        return False
    return any(fact.kind is family for fact in constant)


def _keywords_in(meaning: object) -> Iterator[str]:
    """The keywords of items that a meaning asks for."""
    for it in subvalues(meaning):
        for word in ("carries", "uses", "using"):
            said = getattr(it, word, None) or ()
            yield from (said,) if isinstance(said, str) else said


class FigureIndex:
    """What stands behind each clause of a ruleset, and of those that it stands on."""

    def __init__(self, chain: Sequence[Ruleset]) -> None:
        """`chain` begins with the base; its clauses cite by full id."""
        self._clauses: dict[str, Clause] = {}
        self._named: dict[str, list[Clause]] = {}
        self._home: dict[str, str] = {}
        self._texts: dict[str, list[str]] = {}
        self._gaps: dict[str, list[str]] = {}
        self._constants: dict[str, tuple[Constant, ...]] = {}
        self._known: dict[str, Evidence] = {}
        self._of_parts: dict[str, dict[str, Constant]] = {}
        self.titles: dict[str, str] = {}
        """Titles of steps by name, of one that is read as another those of that."""
        self.facts: dict[str, str] = {}
        """Titles of facts by name; a keyword is its own."""
        self.sides = next((it.sides for it in reversed(chain) if it.sides), ())
        """The sides, in their order."""
        read_as: dict[str, str] = {}
        for ruleset in chain:
            for layer in ruleset.layers():
                for kind, name, part in layer.body.parts():
                    if kind == "steps" and part.title:
                        self.titles[name] = part.title
                    if kind == "facts" and (part.title or name not in self.facts):
                        self.facts[name] = part.title or name.replace("_", " ")
                    texts = self._texts.setdefault(name, [name.replace("_", " ")])
                    texts += filter(None, (part.title, getattr(part, "text", "")))
                    for clause in part.clauses:
                        self._clauses[clause.full_id] = clause
                        self.facts |= {it: it for it in _keywords_in(_meaning(clause))}
                        self._home[clause.full_id] = name
                        self._named.setdefault(name, []).append(clause)
                        if other := getattr(_meaning(clause), "reads_as", None):
                            read_as[name] = other
            for name, ability in ruleset.abilities.items():
                self._texts.setdefault(name, []).append(ability.text)
            for gap in ruleset.gaps:
                for cited in gap.clauses:
                    self._gaps.setdefault(cited, []).append(gap.text)
        self.titles |= {one: self.titles.get(other, "") for one, other in read_as.items()}

    def texts_of(self, part: str) -> Sequence[str]:
        """The title and the texts of the parts of this name, and the name."""
        return self._texts.get(part, ())

    def named_beside(self, clause: Clause, part: str) -> set[str]:
        """What is named by the clauses of a part, and of those that the meaning of one names."""
        homes = {part, *texts_in(_meaning(clause))}
        clauses = (each for home in homes for each in self._named.get(home, ()))
        return {name for each in clauses if each is not clause for name in texts_in(_meaning(each))}

    def followed(self, clause: str) -> Iterator[Clause]:
        """The clauses from which the one with this full id follows, directly or not."""
        yield from islice(self._followed(self._clauses[clause]), 1, None)

    def wrong_in_clause(self, sentence: str, clause: str) -> Iterator[Wrong]:
        """The wrong figures in a sentence of the clause with this full id."""
        if figures := figures_of(sentence):
            yield from wrong_figures(figures, self._evidence(self._clauses[clause]))

    def is_meant(self, figure: Figure, clause: str) -> bool:
        """True for a figure that the meaning of a clause holds itself, or what it follows from."""
        return _times_held(figure, self._evidence(self._clauses[clause])) > 0

    def nowhere_held(
        self, sentences: Sequence[str], clauses: Iterable[str], texts: Collection[str]
    ) -> Iterator[tuple[int, Wrong]]:
        """Figures that neither these clauses hold, nor parts that they name, nor these texts.

        Each with the position of its sentence, where another one is on the other side of a bound
        or of the same kind.
        """
        behind = [self._evidence(clause) for clause in self._with_replaced(clauses)]
        held = [constant for each in behind for constant in (*each.own, *each.words)]
        held += _said_in((*texts, *(clause.text for clause in self.clauses_of(clauses))))
        for at, sentence in enumerate(sentences):
            for figure in figures_of(sentence):
                if figure.loosely or is_held(figure, held):
                    continue
                if not is_held(figure, (it for each in behind for it in each.more())):
                    rivals = tuple(it for it in held if is_rival(it, figure))
                    yield at, Wrong(figure, rivals)

    def _with_replaced(self, names: Iterable[str]) -> Iterator[Clause]:
        """The clauses with these full ids, and those for which they stand in."""
        for clause in self.clauses_of(names):
            yield clause
            yield from self.clauses_of(clause.replaces)

    def clauses_of(self, names: Iterable[str]) -> list[Clause]:
        """The clauses with these full ids that are known."""
        return [self._clauses[name] for name in names if name in self._clauses]

    def wrong_in_entry(
        self, sentences: Sequence[str], clauses: Iterable[str], texts: Collection[str] = ()
    ) -> Iterator[tuple[int, Wrong]]:
        """The wrong figures of an entry behind which are these clauses and further texts.

        Each with the position of its sentence. What the sentences of its clauses say is right.
        """
        figures = [figures_of(sentence) for sentence in sentences]
        if not any(figures):
            return
        behind = [self._clauses[name] for name in clauses if name in self._clauses]
        found = [self._evidence(clause) for clause in behind]
        own = tuple(constant for each in found for constant in each.own)
        words = [constant for each in found for constant in each.words]
        words += _said_in(clause.text for clause in behind)
        by_clause = tuple(each.own for each in found)
        evidence = Evidence(own, tuple(words), by_clause, lambda: iter(_said_in(texts)))
        flat = [(position, it) for position, some in enumerate(figures) for it in some]
        named = {at: self._named_in(sentence, behind) for at, sentence in enumerate(sentences)}
        for wrong in wrong_figures([figure for _, figure in flat], evidence):
            at = next(position for position, figure in flat if figure is wrong.figure)
            if not named[at]:
                yield at, wrong
        said = [it for each in behind for it in figures_of(each.text)]
        yield from ((at, Wrong(figure, ())) for at, figure in flat if _is_turned(figure, said))

        def more() -> Iterator[Constant]:
            yield from (*evidence.own, *evidence.words, *evidence.more())

        for at, clauses_named in named.items():
            if clauses_named and figures[at]:
                near = tuple(self._evidence(clause).own for clause in clauses_named)
                alone = Evidence(tuple(it for own in near for it in own), (), near, more)
                for wrong in wrong_figures(figures[at], alone):
                    yield at, wrong

    def _named_in(self, sentence: str, behind: Iterable[Clause]) -> list[Clause]:
        """The clauses that a row is about, such as those of charges for `Charges: ...`."""
        heading, colon, _ = sentence.partition(":")
        words = [word.lower()[:6] for word in heading.split() if len(word) > 4]
        if not colon or len(words) != 1:
            return []
        return [clause for clause in behind if words[0] in clause.id]

    def _evidence(self, clause: Clause) -> Evidence:
        """What stands behind the sentence of a clause; worked out once."""
        if clause.full_id not in self._known:
            self._known[clause.full_id] = self._gathered(clause)
        return self._known[clause.full_id]

    def _gathered(self, clause: Clause) -> Evidence:
        behind = [*self._followed(clause)]
        own = tuple(constant for each in behind for constant in self._of_clause(each))
        names = dict.fromkeys(
            name
            for each in behind
            for name in (self._home.get(each.full_id, ""), *texts_in(_meaning(each)))
            if not is_dice_like(name)
        )
        words = _said_in(name.replace("_", " ") for name in names)

        def more() -> Iterator[Constant]:
            for name in names:
                yield from self._of_part(name, clause.of)
            gaps = (text for each in behind for text in self._gaps.get(each.full_id, ()))
            yield from _said_in((*gaps, clause.advice))

        return Evidence(own, tuple(words), (own,), more)

    def _followed(self, clause: Clause) -> Iterator[Clause]:
        """A clause and all that it follows from, directly or not."""
        waiting, seen = [clause], {clause.full_id}
        for each in waiting:
            yield each
            for name in each.follows:
                if name in self._clauses and name not in seen:
                    seen.add(name)
                    waiting.append(self._clauses[name])

    def _of_clause(self, clause: Clause) -> tuple[Constant, ...]:
        if clause.full_id not in self._constants:
            self._constants[clause.full_id] = constants_of(_meaning(clause))
        return self._constants[clause.full_id]

    def _of_part(self, name: str, of: str) -> Iterator[Constant]:
        """All that clauses of the parts of this name hold, and texts say, as if it were one.

        Alternatives of readings do not speak for each other.
        """
        if name not in self._of_parts:
            held: dict[str, set[Need]] = {"": set()}
            for clause in self._named.get(name, ()):
                alternative = clause.of if ":" in clause.of else ""
                for constant in self._of_clause(clause):
                    held.setdefault(alternative, set()).update(constant)
            held[""].update(*_said_in(self._texts.get(name, ())))
            self._of_parts[name] = {key: frozenset(facts) for key, facts in held.items()}
        reading = of.partition(":")[0] if ":" in of else ""
        for other, facts in self._of_parts[name].items():
            if other == of or not reading or other.partition(":")[0] != reading:
                yield facts


def _meaning(clause: Clause) -> object:
    return getattr(clause, "means", None)


def _said_in(texts: Iterable[str]) -> list[Constant]:
    """The figures of texts, each as if it were a constant."""
    return [_constant(figure) for text in texts for figure in figures_of(text)]


def _constant(figure: Figure) -> Constant:
    """A figure as if it were a constant: a bound is that bound, and no other number."""
    is_bound = any(fact.kind is Kind.CUT for fact in figure.fits)
    return frozenset(it for it in figure.fits if not (is_bound and it.kind is Kind.LOOSE))
