"""What goes on a sheet: the rules of the round, in its order, with nothing left out by chance."""

from collections.abc import Callable

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet.compose import compose
from turnwright.sheet.content import Agreement, ClauseLine, Sheet, Way, styled_text
from turnwright.sheet.request import Audience, SheetRequest, resolve_request

Reading = Callable[[str], Library]


def written(library: Library, system: str = "invented") -> Sheet:
    """The sheet of a system, without any choice made."""
    return compose(library, resolve_request(library, SheetRequest(system=system)))


def words(line: ClauseLine | Agreement | Way) -> str:
    """A sentence, without how it is set."""
    spans = line.spans if isinstance(line, ClauseLine) else line.text
    return "".join(span.text for span in spans)


def lines(sheet: Sheet) -> list[ClauseLine]:
    """Every sentence of the steps."""
    return [line for block in sheet.steps for group in block.groups for line in group.lines]


def sentences(sheet: Sheet) -> list[str]:
    """The words of every sentence of the steps."""
    return [words(line) for line in lines(sheet)]


def test_steps_stand_in_the_order_of_the_round(invented: Reading, duel: str):
    """What is around a step comes before it, and what is first in a sequence comes first."""
    sheet = written(invented(duel))

    assert [block.title for block in sheet.steps] == ["Battle", "Round", "Draw", "Shots", "Shot"]
    assert [block.label for block in sheet.steps] == ["", "", "1", "2", ""]


def test_a_step_says_who_what_and_limits_in_this_order(invented: Reading, duel: str):
    """Whatever the order in the file, one finds the same thing in the same place."""
    shots = written(invented(duel)).steps[3]

    assert [(group.label, [words(line) for line in group.lines]) for group in shots.groups] == [
        ("Who", ["They shoot in turn."]),
        ("What", ["A chance is a shot."]),
        ("Limits", ["Nobody shoots twice."]),
    ]


def test_what_only_follows_or_advises_is_left_off(invented: Reading, duel: str):
    """Paper is for rules."""
    printed = sentences(written(invented(duel)))

    assert "Nobody shoots twice." in printed
    assert not {"So both have shot.", "Aim well."} & set(printed)


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

    printed = sentences(written(library))

    assert "Once each." in printed
    assert "Nobody shoots twice." not in printed


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
    """With the number of its question or option; the foot says what the mark means."""
    library = invented(duel + LEFT_OPEN)
    agreed = resolve_request(library, SheetRequest(system="invented", options=("hush",)))
    sheet = compose(library, agreed)

    marked = {words(line): line.marks for line in lines(sheet) if line.marks}

    assert marked == {"They shoot in turn.": ("R1",), "Nobody speaks.": ("O1",)}
    assert "R: the source leaves this open, and it holds unless you agree otherwise" in sheet.legend


def test_what_players_agree_on_is_listed_with_boxes(invented: Reading, duel: str):
    """Options, the answers of each reading with the default marked, and what the source lacks."""
    gap = "gaps: [{text: How long an aim takes., clauses: [shot.limit]}]\n"
    library = invented(duel + LEFT_OPEN + gap)
    option, reading, missing = written(library).agreements

    assert (option.number, [way.chosen for way in option.ways]) == ("O1", [False])
    assert reading.number == "R1"
    assert [(words(way), way.default) for way in reading.ways] == [
        ("Both in turn.", True),
        ("One side.", False),
    ]
    assert (missing.number, words(missing)) == ("G1", "How long an aim takes.")
    assert [blank.box for blank in missing.blanks] == [True]
    assert [mark for line in lines(written(library)) for mark in line.marks if mark[0] == "G"] == [
        "G1"
    ]


def test_what_is_assumed_is_marked_and_listed_to_be_checked(invented: Reading, duel: str):
    """On sheets for players the mark alone, on those for referees also what to check."""
    clause = "text: Nobody shoots twice."
    assert duel.count(clause) == 1
    library = invented(duel.replace(clause, f"{clause}, assumed: Once a round?"))
    agreed = resolve_request(library, SheetRequest(system="invented"))

    for audience, checked in ((Audience.PLAYER, []), (Audience.REFEREE, [("A1", "Once a round?")])):
        sheet = compose(library, agreed, audience)
        assert [line.marks for line in lines(sheet) if line.marks] == [("A1",)]
        assert "A: assumed, as we do not have the source" in sheet.legend
        assert [(each.number, words(each)) for each in sheet.agreements] == checked


def test_what_was_chosen_is_ticked(invented: Reading, duel: str):
    """And nothing else is."""
    library = invented(duel + LEFT_OPEN)
    request = SheetRequest(system="invented", options=("hush",), readings={"who_shoots": "one"})
    sheet = compose(library, resolve_request(library, request))

    ticked = [words(way) for each in sheet.agreements for way in each.ways if way.chosen]

    assert ticked == ["Used.", "One side."]


SHARED = """
ruleset: invented
language: 2
title: Deeds
sides: [red, blue]
steps:
  battle: {clauses: [{id: battle.again, text: Round after round., means: {repeats: round}}]}
  round: {clauses: [{id: round.order, text: First this., means: {sequence: [dawn, deeds]}}]}
  dawn: {title: Dawn}
  deeds:
    title: Deeds
    clauses:
      - {id: deeds.turns, text: You alternate., means: {cadence: alternate}}
      - {id: deeds.each, text: You do a deed., means: {each: [run, hide, rest, shout]}}
  deed:
    title: Any deed
    clauses:
      - {id: deed.nerve, text: It takes nerve., means: {check: nerve}}
      - {id: deed.limit, text: Once a round., means: {limit: {per: round}}}
  loud:
    title: A loud deed
    like: deed
    clauses: [{id: loud.gone, text: Whoever hears it stays., means: {passing: never}}]
  run: {title: Run, like: deed}
  hide: {title: Hide, like: deed}
  rest: {title: Rest, like: deed}
  shout:
    title: Shout
    like: loud
    clauses: [{id: shout.voice, text: A shout takes a voice., means: {check: voice}}]
checks:
  nerve: {clauses: [{id: nerve.die, text: Roll a die., means: {roll: 1d6}}]}
  voice: {clauses: [{id: voice.die, text: Roll two., means: {roll: 2d6}}]}
"""


def test_shared_rules_stand_where_they_are_needed(invented: Reading):
    """What holds for several steps stands with the step around them, and names them."""
    blocks = {block.title: block for block in written(invented(SHARED)).steps}

    shared = {
        g.title: [words(line) for line in g.lines] for g in blocks["Deeds"].groups if g.shared
    }
    assert shared == {
        "Any deed (2a, 2b, 2c)": ["It takes nerve."],
        "Any deed (2a, 2b, 2c, 2d)": ["Once a round."],
    }


def test_what_few_steps_share_is_printed_with_each(invented: Reading):
    """Nobody has to look elsewhere for it."""
    shout = {block.title: block for block in written(invented(SHARED)).steps}["Shout"]

    assert [(g.title, [words(line) for line in g.lines]) for g in shout.groups if g.shared] == [
        ("A loud deed", ["Whoever hears it stays."])
    ]


def test_a_shared_rule_that_a_step_says_otherwise_is_not_printed_with_it(invented: Reading):
    """A step that has a check of its own takes over the rest alone."""
    few = SHARED.replace("each: [run, hide, rest, shout]", "each: [hide, shout]")
    few = few.replace("  run: {title: Run, like: deed}\n", "")
    few = few.replace("  rest: {title: Rest, like: deed}\n", "")
    blocks = {block.title: block for block in written(invented(few)).steps}

    shared = {
        title: [words(line) for g in blocks[title].groups if g.shared for line in g.lines]
        for title in ("Hide", "Shout")
    }

    assert shared["Hide"] == ["It takes nerve.", "Once a round."]
    assert shared["Shout"] == ["Once a round.", "Whoever hears it stays."]


def test_nothing_is_a_heading_alone(invented: Reading):
    """A step of which nothing is said is in the drawing, and takes no room among the rules."""
    sheet = written(invented(SHARED))

    assert all(block.groups for block in sheet.steps)
    assert "Dawn" not in [block.title for block in sheet.steps]


def test_an_overlay_names_the_official_rules_of_its_base_game():
    """A house rule has none of its own."""
    library = Library.read()
    rulesets = library.rulesets
    overlay = next(
        name
        for name, rules in rulesets.items()
        if rules.extends and rulesets[rules.extends].official
    )
    sheet = written(library, overlay)

    assert sheet.official == library.rulesets[library.rulesets[overlay].extends].official
    assert sheet.official_label == "The official rules of the base game"


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

    assert [(one.what, one.beside, one.until, one.at) for one in markers] == [
        ("Shot, done", "Unit", "Round ends", "2"),
        ("Hurt", "the target", "Battle ends", "2"),
    ]


def test_a_check_is_a_table_with_its_odds(invented: Reading, duel: str):
    """Lowest totals first, with the share of throws that come to each."""
    chart = written(invented(duel)).charts[0]

    assert chart.columns == ("plain",)
    assert [(row.outcome, row.totals) for row in chart.rows] == [
        ("Miss", "1\N{EN DASH}4"),
        ("Hit", "5\N{EN DASH}6"),
    ]
    assert [[(one.percent, one.exact) for one in row.chances] for row in chart.rows] == [
        [("67 %", "2/3")],
        [("33 %", "1/3")],
    ]
    assert [words(line) for line in chart.lines] == ["Roll a die."]
