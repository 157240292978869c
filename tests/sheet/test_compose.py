"""What goes on a sheet: the rules of the round, in its order, with nothing left out by chance."""

from collections.abc import Callable

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet.compose import compose, styled_text
from turnwright.sheet.content import Sheet
from turnwright.sheet.request import SheetRequest, resolve_request

Reading = Callable[[str], Library]


def written(library: Library, system: str = "invented") -> Sheet:
    """The sheet of a system, without any choice made."""
    return compose(library, resolve_request(library, SheetRequest(system=system)))


def sentences(sheet: Sheet) -> dict[str, str]:
    """Every sentence of the steps, by the id that stands beside it."""
    return {
        line.id: "".join(span.text for span in line.spans)
        for block in sheet.steps
        for group in block.groups
        for line in group.lines
    }


def test_steps_stand_in_the_order_of_the_round(invented: Reading, duel: str):
    """What is around a step comes before it, and what is first in a sequence comes first."""
    sheet = written(invented(duel))

    assert [block.title for block in sheet.steps] == ["Battle", "Round", "Draw", "Shots", "Shot"]
    assert [block.label for block in sheet.steps] == ["", "", "1", "2", ""]


def test_a_step_says_who_what_and_limits_in_this_order(invented: Reading, duel: str):
    """Whatever the order in the file, one finds the same thing in the same place."""
    shots = written(invented(duel)).steps[3]

    assert [(group.label, [line.id for line in group.lines]) for group in shots.groups] == [
        ("Who", ["shot.who"]),
        ("What", ["shot.what"]),
        ("Limits", ["shot.limit"]),
    ]


def test_what_only_follows_or_advises_is_left_off(invented: Reading, duel: str):
    """Paper is for rules."""
    ids = sentences(written(invented(duel)))

    assert "shot.limit" in ids
    assert not {"shot.over", "shot.aim"} & ids.keys()


def test_what_is_not_covered_is_printed_in_few_words(invented: Reading, duel: str):
    """Whoever plays from paper is warned as well."""
    limits = (
        "not_covered:\n"
        "  rain: {text: Rain puts lanterns out., brief: Rain.}\n"
        "  wind: {text: Wind is cold.}\n"
    )
    sheet = written(invented(duel + limits))

    assert ["".join(span.text for span in one) for one in sheet.not_covered] == [
        "Rain.",
        "Wind is cold.",
    ]


def test_fewer_words_are_printed_where_there_are_some(invented: Reading, duel: str):
    """A clause may have a brief sentence for the sheet; the page keeps the full one."""
    said = "{id: shot.limit, text: Nobody shoots twice., brief: Once each.,"
    library = invented(duel.replace("{id: shot.limit, text: Nobody shoots twice.,", said))

    assert sentences(written(library))["shot.limit"] == "Once each."


def test_only_documents_that_the_sheet_draws_on_are_named(invented: Reading, duel: str):
    """The foot names the source and its edition, and no document that nothing came from."""
    sheet = written(invented(duel))

    assert sheet.sources == ("The duel book, first edition",)
    assert sheet.official == "https://example.org/duel"


LEFT_OPEN = """
options:
  hush:
    title: Hush
    steps:
      draw:
        clauses: [{id: draw.hush, text: Nobody speaks., means: {sets: {fact: hurt, of: anyone}}}]
readings:
  who_shoots:
    question: Who shoots?
    default: in_turn
    why: It says so.
    alternatives:
      in_turn: {text: Both in turn.}
      one:
        text: One side.
        steps:
          shots:
            clauses:
              - id: shot.one-side
                text: One side shoots.
                replaces: [shot.who]
                means: {cadence: one_side}
"""


def test_a_rule_that_may_be_agreed_otherwise_is_marked(invented: Reading, duel: str):
    """What rests on a reading, and what an option brings; the foot says what the mark means."""
    library = invented(duel + LEFT_OPEN)
    agreed = resolve_request(library, SheetRequest(system="invented", options=("hush",)))
    sheet = compose(library, agreed)

    marked = {
        line.id: line.remark
        for block in sheet.steps
        for group in block.groups
        for line in group.lines
        if line.remark
    }

    assert marked == {"shot.who": "reading", "draw.hush": "option"}
    assert "What is marked “reading” holds unless you agree otherwise." in sheet.ids


def test_an_overlay_names_the_official_rules_of_its_base_game():
    """A house rule has none of its own."""
    library = Library.read()
    overlay = next(name for name, rules in library.rulesets.items() if rules.extends)
    sheet = written(library, overlay)

    assert sheet.official == library.rulesets[library.rulesets[overlay].extends].official
    assert sheet.official_label == "The official rules of the base game"


def test_ids_from_underneath_are_starred():
    """An overlay's sheet tells apart whose clause it is, and says so in its foot."""
    library = Library.read()
    overlay = next(name for name, rules in library.rulesets.items() if rules.extends)
    sheet = written(library, overlay)
    base = library.rulesets[overlay].extends
    ids = sentences(sheet)

    assert sheet.ids.startswith(f"Ids begin with {overlay}., those with * by {base}.")
    for clause in library.effective(overlay).steps["battle"].clauses:
        assert clause.follows or (clause.id + "*" * (clause.ruleset == base)) in ids


SILENT_ROUND = """
ruleset: invented
language: 2
title: A duel
sides: [red, blue]
documents: {book: {title: The duel book}}
steps:
  battle:
    source: {document: book}
    clauses:
      - {id: round.again, text: Round follows round., means: {repeats: round}}
      - {id: round.over, text: It ends when it is over., means: {until: {fact: over}}}
  round: {title: A round}
facts:
  over: {title: Over, of: battle}
"""


def test_a_round_that_no_clause_speaks_of_is_not_printed(invented: Reading):
    """A sheet that cannot say what a round is would be worse than none."""
    library = invented(SILENT_ROUND)

    with pytest.raises(SourceError) as refused:
        written(library)

    assert "Step `round` holds the round, and no clause says how." in str(refused.value)


def test_a_step_that_simply_happens_keeps_its_place(invented: Reading, duel: str):
    """It has no rules, and is in the sequence all the same; what it is about stands beneath."""
    draw = written(invented(duel)).steps[2]

    assert (draw.label, draw.title) == ("1", "Draw")
    assert [line.spans for group in draw.groups for line in group.lines] == [(("Both draw.", ""),)]


def test_a_ruleset_without_a_round_has_no_sheet(invented: Reading):
    """There is no sequence to print."""
    library = invented("{ruleset: invented, language: 2, title: A shelf, sides: [a, b]}")

    with pytest.raises(SourceError) as refused:
        written(library)

    assert "There is nothing to print" in str(refused.value)


def test_inline_markdown_is_set_and_never_run():
    """Emphasis is type; what typst would take for its own is text."""
    assert styled_text("Roll *two* dice, `+1`, #1 $x$ [no].") == (
        ("Roll ", ""),
        ("two", "emph"),
        (" dice, ", ""),
        ("+1", "code"),
        (", #1 $x$ [no].", ""),
    )


def test_markers_are_listed_for_what_lasts(invented: Reading, duel: str):
    """What somebody would have to remember after the step is to be marked."""
    markers = written(invented(duel)).markers

    assert [(one.what, one.beside, one.until, one.id) for one in markers] == [
        ("Shot, done", "Unit", "Round ends", "shot.limit"),
        ("Hurt", "the target", "Battle ends", "shot.hit"),
    ]


def test_a_check_is_a_table_with_its_odds(invented: Reading, duel: str):
    """Lowest totals first, with the share of throws that come to each."""
    chart = written(invented(duel)).charts[0]

    assert chart.columns == ("plain",)
    assert [(row.outcome, row.totals, row.id) for row in chart.rows] == [
        ("Miss", "1\N{EN DASH}4", "aim.miss"),
        ("Hit", "5\N{EN DASH}6", "aim.hit"),
    ]
    assert [[(one.percent, one.exact) for one in row.chances] for row in chart.rows] == [
        [("67 %", "2/3")],
        [("33 %", "1/3")],
    ]
    assert [line.id for line in chart.lines] == ["aim.dice"]
