"""What goes on a sheet: the book of a ruleset, or its clauses where nobody has written one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from turnwright.load.library import Library
from turnwright.load.problem import SourceError
from turnwright.sheet.compose import compose
from turnwright.sheet.content import PrintedEntry, Sheet, Text, styled_text
from turnwright.sheet.request import SheetKind, SheetRequest, resolve_request

Reading = Callable[..., Library]

OPTIONS = """
options:
  hush:
    title: Hush
    text: Nobody speaks.
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
gaps: [{name: aiming, text: How long an aim takes., clauses: [shot.limit]}]
"""
BOOK = """
book: invented
round: [{step: draw, note: both, chapter: draws}, {step: shots, repeats: true}]
chapters:
  - chapter: draws
    title: Drawing
    entries:
      - {id: order, title: Order, say: "Draw, then shoot.", rules: [round.order, round.again]}
      - {id: hush, say: Say nothing., only_with: [hush], rules: [draw.hush]}
  - chapter: shots
    title: Shooting
    entries:
      - agree: Who shoots?
        say: You do it in turn.
        reading: who_shoots
        first: true
        rules: [shot.who]
      - {agree: How long may you aim?, say: As you like., gap: aiming}
      - {id: once, say: "Shoot once, and not twice.", rules: [shot.limit, shot.what, shot.roll]}
      - id: aim
        say: Aim well.
        table: {check: aim}
        rules: [shot.aim, aim.dice, aim.hit, aim.miss]
      - {id: hit, say: A hit lasts., rules: [shot.hit, shot.over]}
"""
PLAN = """
sheet: invented
notes: [Who is red]
chapters:
  - chapter: shots
    title: Shots
    lines:
      - {of: [once, hit], say: Shoot once.}
      - {of: [who_shoots]}
      - {of: [hush], say: Hush.}
  - {chapter: draws}
left_out:
  - {of: [aiming, aim], why: Everybody knows.}
"""


def written(library: Library, kind: str = SheetKind.PLAYER, **asked: object) -> Sheet:
    """A sheet of the invented system."""
    request = SheetRequest(system="invented", kind=kind, **asked)  # type: ignore[arg-type]
    return compose(library, resolve_request(library, request), kind)


def plain(text: Text) -> str:
    """Words, without how they are set."""
    return "".join(span.text for span in text)


def items(sheet: Sheet) -> list[PrintedEntry]:
    """Everything under the headings."""
    return [item for part in sheet.parts for item in part.items]


def said(sheet: Sheet) -> list[str]:
    """What each item asks and says."""
    return [" ".join(filter(None, map(plain, (it.question, it.say)))) for it in items(sheet)]


def test_a_sheet_is_the_book(invented: Reading, duel: str):
    """In its order, under its headings, with the round in a picture."""
    sheet = written(invented(duel + OPTIONS, BOOK))

    assert [plain(part.title) for part in sheet.parts] == ["Drawing", "Shooting"]
    assert said(sheet) == [
        "Draw, then shoot.",
        "Who shoots? You do it in turn.",
        "How long may you aim? As you like.",
        "Shoot once, and not twice.",
        "Aim well.",
        "A hit lasts.",
    ]
    assert [(box.title, plain(box.note), box.repeats) for box in sheet.round] == [
        ("Draw", "both", False),
        ("Shots", "", True),
    ]


def test_a_plan_says_what_goes_on_it_and_in_which_words(invented: Reading, duel: str):
    """In its own order; with an option, the lines that hold with it."""
    library = invented(duel + OPTIONS, BOOK, PLAN)

    assert said(written(library)) == [
        "Shoot once.",
        "Who shoots? You do it in turn.",
        "Draw, then shoot.",
    ]
    assert [plain(part.title) for part in written(library).parts] == ["Shots", "Drawing"]
    assert written(library).blanks == ("Who is red",)
    assert "Hush." in said(written(library, options=("hush",)))


def test_referees_have_the_whole_book_with_the_clauses_behind_it(invented: Reading, duel: str):
    """Whatever the plan of the player's sheet leaves out; each with where it is from."""
    sheet = written(invented(duel + OPTIONS, BOOK, PLAN), SheetKind.REFEREE)

    assert len(items(sheet)) == 6
    assert items(sheet)[3].behind == "shot.limit, shot.what, shot.roll (book)"
    assert not any(item.behind for item in items(written(invented(duel + OPTIONS, BOOK))))


def test_another_answer_stands_where_the_usual_one_did(invented: Reading, duel: str):
    """A sheet tells what was agreed, and no more than that."""
    sheet = written(invented(duel + OPTIONS, BOOK), readings={"who_shoots": "one"})

    assert "Who shoots? One side." in said(sheet)
    assert [plain(line) for line in sheet.lead] == ["Reading: Who shoots? One side."]


def test_what_changes_is_a_sheet_of_its_own(invented: Reading, duel: str):
    """Printed twice on a side, to be cut; without changes to tell there is none."""
    told = "changes: [{title: Shots, say: Shoot once., rules: [shot.limit]}]\n"
    sheet = written(invented(duel + OPTIONS, BOOK + told), SheetKind.CHANGES)

    assert said(sheet) == ["Shoot once."]
    assert sheet.twice
    with pytest.raises(SourceError, match="It extends no other system"):
        written(invented(duel + OPTIONS, BOOK), SheetKind.CHANGES)


def test_what_we_agree_has_boxes_and_lines(invented: Reading, duel: str):
    """What matters most first; a box for each answer, a line where the source is silent."""
    library = invented(duel + OPTIONS, BOOK, PLAN)
    sheet = written(library, SheetKind.AGREEMENT, options=("hush",))

    reading, gap, option = items(sheet)
    assert [plain(part.title) for part in sheet.parts] == [
        "Before a first game",
        "Where our source is silent",
        "Options",
    ]
    assert [(plain(way.text), way.default, way.chosen) for way in reading.ways] == [
        ("Both in turn.", True, False),
        ("One side.", False, False),
    ]
    assert gap.blanks == ("We agree",)
    assert [way.chosen for way in option.ways] == [True]
    assert sheet.blanks == ("Battle", "Date", "Player", "Player")


def test_what_an_option_leaves_open_is_asked_after_the_options(invented: Reading, duel: str):
    """Whoever plays without it has nothing to read there."""
    hush = "- {id: hush, say: Say nothing., only_with: [hush], rules: [draw.hush]}"
    asking = "- {agree: Do signs count?, say: As you like., only_with: [hush], gap: aiming}"
    library = invented(duel + OPTIONS, BOOK.replace(hush, f"{hush}\n      {asking}"), PLAN)
    sheet = written(library, SheetKind.AGREEMENT)

    *_, options, only = sheet.parts
    assert [plain(part.title) for part in (options, only)] == ["Options", "Only with Hush"]
    assert [plain(each.question) for each in only.items] == ["Do signs count?"]


def test_the_question_on_paper_needs_nothing_beside_it(invented: Reading, duel: str):
    """In the book it stands below what it is about; on the sheet it stands alone."""
    whole = duel + OPTIONS.replace("question: Who shoots?", "question: Who shoots in a duel?")
    sheet = written(invented(whole, BOOK, PLAN), SheetKind.AGREEMENT)

    assert plain(items(sheet)[0].question) == "Who shoots in a duel?"


def test_players_write_their_names_beside_sides_that_rules_speak_of(invented: Reading, duel: str):
    """Whoever has never read of Red need not ask which of the two is red."""
    whole = duel + OPTIONS.replace("text: One side shoots.", "text: Red shoots.")
    choice = {"who_shoots": "one"}
    sheet = written(invented(whole, BOOK, PLAN), SheetKind.AGREEMENT, readings=choice)

    assert sheet.blanks == ("Battle", "Date", "Red", "Player")


def test_without_a_book_the_clauses_are_one(invented: Reading, duel: str):
    """Steps in the order of the round, then the rest; what only advises is left off."""
    sheet = written(invented(duel))

    titles = [plain(part.title) for part in sheet.parts]
    assert titles == ["Battle", "Round", "Shots", "Shot", "Aim"]
    assert "Nobody shoots twice." in said(sheet)
    assert "So both have shot." in said(sheet)
    assert "Aim well." not in said(sheet)
    (box,) = sheet.round
    assert [each.title for each in box.inside] == ["Draw", "Shots"]


def test_what_is_assumed_or_not_covered_is_told_to_referees(invented: Reading, duel: str):
    """In few words where there are some."""
    limits = "not_covered: {rain: {text: Rain puts lanterns out., brief: Rain.}}\n"
    clause = "text: Nobody shoots twice."
    library = invented(duel.replace(clause, f"{clause}, assumed: Once a round?") + limits)
    sheet = written(library, SheetKind.REFEREE)

    told = {plain(part.title): [plain(it.say) for it in part.items] for part in sheet.parts}
    assert told["Assumed"] == ["Once a round?"]
    assert told["Not covered here"] == ["Rain."]


def test_players_are_told_what_to_check_in_their_rulebook(invented: Reading, duel: str):
    """A star beside each sentence that is assumed, what it means below, and not at a question."""
    clause = "text: Nobody shoots twice."
    sheet = written(invented(duel.replace(clause, f"{clause}, assumed: Once a round?")))

    assert "Nobody shoots twice.*" in said(sheet)
    assert said(sheet)[-1] == "* Assumed: check it in your rulebook."
    assert not any("*" in text for text in said(written(invented(duel))))


def test_only_documents_that_clauses_cite_are_named(invented: Reading, duel: str):
    """The foot names the source and its edition, and no document that nothing came from."""
    sheet = written(invented(duel))

    assert sheet.sources == ("The duel book, first edition",)
    assert sheet.official == "https://example.org/duel"


def test_an_overlay_names_the_official_rules_of_its_base_game(library: Library):
    """A house rule has none of its own."""
    rulesets = library.rulesets
    overlay = next(
        name
        for name, rules in rulesets.items()
        if rules.extends and rulesets[rules.extends].official
    )
    sheet = compose(library, resolve_request(library, SheetRequest(system=overlay)))

    assert sheet.official == rulesets[rulesets[overlay].extends].official
    assert sheet.official_label == "The official rules of the base game"


@pytest.fixture
def read_anew(tmp_path: Path, duel: str) -> Callable[..., Sheet]:
    """The player's sheet of an overlay that reads words of its base anew, and its other files."""
    overlay = """
ruleset: anew
title: Anew
language: 2
extends: invented
steps:
  draw:
    clauses:
      - id: draw.twofold
        text: A draw is one for both.
        rereads: [invented.round.order]
        means: {sets: {fact: hurt, of: anyone}}
"""
    below = """
book: anew
chapters:
  - {chapter: draws, entries: [{id: both, say: One for both., rules: [draw.twofold]}]}
  - {chapter: shots}
"""

    def read(kind: str = SheetKind.PLAYER, **beside: str) -> Sheet:
        files = {"invented/ruleset.yaml": duel + OPTIONS, "invented/book.yaml": BOOK}
        files |= {"anew/ruleset.yaml": overlay, "anew/book.yaml": below}
        files |= {f"anew/{name}.yaml": text for name, text in beside.items()}
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        library = Library.read(tmp_path)
        request = SheetRequest(system="anew", kind=kind)
        return compose(library, resolve_request(library, request), kind)

    return read


def test_words_that_an_overlay_reads_anew_are_marked_on_paper(read_anew: Callable[..., Sheet]):
    """A letter stands where the base says them, and once what they mean now."""
    sheet = read_anew()

    assert [it.marks for it in items(sheet) if plain(it.title) == "Order"] == ["a"]
    assert [it.marks for it in items(sheet) if plain(it.say) == "One for both."] == [""]
    assert [(plain(it.title), plain(it.say)) for it in sheet.parts[-1].items] == [
        ("a", "A draw is one for both.")
    ]


def test_what_a_plan_has_put_on_a_sheet_is_not_said_there_again(read_anew: Callable[..., Sheet]):
    """Whoever planned it has a line with what the words mean now, so there is no letter."""
    sheet = read_anew(sheet="{sheet: anew, chapters: [{chapter: draws}, {chapter: shots}]}")

    assert "One for both." in [plain(it.say) for it in items(sheet)]
    assert {it.marks for it in items(sheet)} == {""}
    assert "A draw is one for both." not in [plain(it.say) for it in items(sheet)]


def test_what_a_house_rule_changes_is_its_own_part_of_the_book(read_anew: Callable[..., Sheet]):
    """Somebody who knows the game underneath needs no more; nobody has to say it a second time."""
    sheet = read_anew(SheetKind.CHANGES)

    assert said(sheet) == ["One for both."]
    assert [plain(part.title) for part in sheet.parts] == ["Drawing"]


def test_a_ruleset_without_a_round_has_no_sheet(invented: Reading):
    """There is no sequence to print."""
    library = invented("{ruleset: invented, language: 2, title: A shelf, sides: [a, b]}")

    with pytest.raises(SourceError, match="There is nothing to print"):
        written(library)


def test_inline_markdown_is_set_and_never_run():
    """Emphasis is type; what typst would take for its own is text; a minus is one."""
    assert styled_text("Roll *two* dice, `+1`, #1 $x$ [no], -1.") == (
        ("Roll ", ""),
        ("two", "emph"),
        (" dice, ", ""),
        ("+1", "code"),
        (", #1 $x$ [no], \N{MINUS SIGN}1.", ""),
    )


def test_a_check_is_a_table_with_its_odds(invented: Reading, duel: str):
    """Lowest totals first, with the share of throws that come to each."""
    sheet = written(invented(duel + OPTIONS, BOOK))
    (chart,) = (odds for item in items(sheet) for odds in item.odds)

    assert chart.columns == ("plain",)
    assert [(row.label, row.totals, row.chances) for row in chart.rows] == [
        ("Miss", "1\N{EN DASH}4", ("67 %",)),
        ("Hit", "5\N{EN DASH}6", ("33 %",)),
    ]
