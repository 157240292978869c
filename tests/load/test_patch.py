"""Overlays, readings and options laid over a ruleset."""

from pathlib import Path
from textwrap import dedent

import pytest

from turnwright.language.condition import Condition
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Cadence
from turnwright.load.library import Library
from turnwright.load.patch import replace_clause
from turnwright.load.problem import SourceError

GROUND = Path(__file__).parent.parent / "ground"

OVERLAY = """
    ruleset: overlay
    language: 2
    title: Overlay
    extends: ground
    steps:
      round:
        title: Turn
        clauses:
          - id: round.bag
            text: A marker says whose turn it is.
            means: {cadence: draw}
            replaces: [round.alternate]
          - id: round.over
            text: A round is over when all have passed.
            means: {until: all_passed}
            removes: [round.over]
          - {id: round.says, text: It says so., follows: [round.over, round.once]}
      battle:
        clauses:
          - {id: battle.still, text: As before., follows: [battle.rounds]}
"""

LOW = """
    ruleset: low
    language: 2
    title: Low
    steps:
      round:
        clauses:
          - {id: round.who, text: The first side begins., means: {first: listed_first}}
          - {id: round.how, text: One at a time., means: {each: [round], together: one}}
    gaps:
      - {text: Who?, clauses: [round.who]}
      - {text: How?, clauses: [round.who, round.how]}
      - {text: Elsewhere.}
"""

REPLACING = """
steps:
  round:
    clauses:
      - {id: round.who, text: The most., means: {first: most}, replaces: [low.round.who]}
gaps:
  - {text: When?, clauses: [round.who]}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """The ground and an overlay on it."""
    overlay = tmp_path / "overlay" / "ruleset.yaml"
    overlay.parent.mkdir()
    overlay.write_text(dedent(OVERLAY), encoding="utf-8")
    return Library.read(GROUND, overlay)


def ids(ruleset: Ruleset, step: str = "round") -> list[str]:
    """The full ids of a step's clauses, in order."""
    return [clause.full_id for clause in ruleset.steps[step].clauses]


def test_a_ruleset_by_itself_is_what_it_says(library: Library):
    """Options wait to be switched on; the default readings hold."""
    rules = library.effective("ground")

    assert "ground.round.alternate" in ids(rules)
    assert "ground.turns.one-side" not in ids(rules)
    assert "ground.round.passing" not in ids(rules)


def test_an_option_stands_in_for_the_clause_it_replaces(library: Library):
    """Its clause says which option brings it."""
    rules = library.effective("ground", options=["turns"])

    clause = rules.steps["round"].clauses[-1]

    assert "ground.round.alternate" not in ids(rules)
    assert (clause.full_id, clause.of) == ("ground.turns.one-side", "turns")
    assert clause.means is not None
    assert clause.means.cadence is Cadence.ONE_SIDE


def test_a_reading_can_be_chosen(library: Library):
    """The chosen alternative brings its clauses instead of the default's."""
    rules = library.effective("ground", readings={"passing": "always"})

    clause = rules.steps["round"].clauses[-1]

    assert (clause.full_id, clause.of) == ("ground.round.passing", "passing:always")


def test_an_overlay_adds_after_replaces_and_removes(library: Library):
    """Ground clauses come first, those of the overlay after them."""
    rules = library.effective("overlay")

    assert ids(rules) == [
        "ground.round.units",
        "ground.round.north-first",
        "ground.round.once",
        "overlay.round.bag",
        "overlay.round.over",
        "overlay.round.says",
    ]
    assert rules.steps["round"].title == "Turn"
    assert rules.steps["battle"].title == "Battle"


def test_an_overlay_has_what_it_stands_on_to_offer(library: Library):
    """Sides, documents, abilities, options and readings are handed up."""
    rules = library.effective("overlay")

    assert rules.sides == ("north", "south")
    assert "sheet" in rules.documents
    assert "shield" in rules.abilities
    assert "turns" in rules.options
    assert "passing" in rules.readings


def test_what_is_missing_below_is_missing_above_while_its_clause_is_in_force(tmp_path: Path):
    """A gap of the ground is handed up, unless the overlay has replaced what it is about."""
    for name, text in (
        ("low", LOW),
        ("high", "ruleset: high\nlanguage: 2\ntitle: High\nextends: low\n" + REPLACING),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(dedent(text), encoding="utf-8")
    library = Library.read(tmp_path)

    assert [gap.text for gap in library.effective("low").gaps] == ["Who?", "How?", "Elsewhere."]
    assert [gap.text for gap in library.effective("high").gaps] == ["When?", "How?"]


def test_what_is_not_covered_below_is_not_covered_above(tmp_path: Path):
    """An overlay adds to it, says an entry anew, or takes one away that it covers itself."""
    low = LOW.rpartition("    gaps:")[0] + (
        "    not_covered:\n"
        "      rain: {text: Rain., clauses: [round.who]}\n"
        "      snow: {text: Snow., clauses: [round.who, round.how]}\n"
        "      wind: {text: Wind.}\n"
        "      hail: {text: Hail.}\n"
    )
    high = (
        "ruleset: high\nlanguage: 2\ntitle: High\nextends: low\n"
        + REPLACING.partition("gaps:")[0]
        + "not_covered: {wind: {text: Night wind.}, fog: {text: Fog.}}\nnow_covered: [hail]\n"
    )
    for name, text in (("low", low), ("high", high)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(dedent(text), encoding="utf-8")
    library = Library.read(tmp_path)

    here = library.effective("high").not_covered
    assert [entry.text for entry in here.values()] == ["Snow.", "Night wind.", "Fog."]
    assert here["snow"].clauses == ("low.round.who", "low.round.how")
    assert list(library.effective("low").not_covered) == ["rain", "snow", "wind", "hail"]


def test_short_citations_mean_the_own_clause_first(library: Library):
    """What is cited from below is cited by its full id."""
    says = library.effective("overlay").steps["round"].clauses[-1]

    assert says.follows == ("overlay.round.over", "ground.round.once")
    assert library.full_id("overlay", "round.over") == "overlay.round.over"
    assert library.full_id("overlay", "round.once") == "ground.round.once"
    assert library.full_id("overlay", "round.never") == ""


def test_without_a_clause_what_it_replaced_is_back(library: Library):
    """Taking an overlay's clause away restores the base's."""
    rules = library.effective("overlay", without="overlay.round.bag")

    assert "overlay.round.bag" not in ids(rules)
    assert "ground.round.alternate" in ids(rules)


def test_citations_of_a_clause_that_is_gone_are_dropped(library: Library):
    """Nothing points at what is not there."""
    rules = library.effective("overlay", without="ground.round.once")

    assert rules.steps["round"].clauses[-1].follows == ("overlay.round.over",)


def test_another_clause_can_be_put_in_place_without_touching_the_rest(library: Library):
    """All other parts are shared."""
    rules = library.effective("ground")

    other = replace_clause(rules, "ground.round.once", None)

    assert "ground.round.once" not in ids(other)
    assert other.steps["dash"] is rules.steps["dash"]
    assert other.checks is rules.checks
    with pytest.raises(KeyError):
        replace_clause(rules, "ground.round.nothing", None)


def test_an_option_is_told_what_it_asks_for(library: Library):
    """The supplied condition stands where the param stood."""
    brave = Condition(fact="down")

    rules = library.effective("ground", options=["bold"], params={"brave": brave})

    clause = rules.steps["dash"].clauses[-1]
    assert clause.means is not None
    assert clause.means.needs == brave


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"options": ["bold"]}, "Option `bold` needs a value for `brave`."),
        ({"options": ["tuns"]}, "There is no option `tuns`."),
        ({"readings": {"pasing": "never"}}, "There is no reading `pasing`."),
        ({"readings": {"passing": "nay"}}, "Reading `passing` has no alternative `nay`."),
        ({"params": {"x": Condition(fact="down")}}, "No chosen option asks for `x`."),
    ],
)
def test_choices_that_cannot_be_made_are_told(library: Library, choice: dict, message: str):
    """Nothing is guessed when a choice is not there."""
    with pytest.raises(SourceError) as caught:
        library.effective("ground", **choice)

    assert [problem.message for problem in caught.value.problems] == [message]


def test_two_options_that_change_one_clause_clash_though_each_alone_is_fine(library: Library):
    """They are laid over the same ground, not one after another."""
    library.effective("ground", options=["turns"])
    library.effective("ground", options=["draws"])

    with pytest.raises(SourceError) as caught:
        library.effective("ground", options=["turns", "draws"])

    assert [problem.message for problem in caught.value.problems] == [
        "Option `turns` (`ground.turns.one-side`) and option `draws` (`ground.draws.bag`) both "
        "change `ground.round.alternate`."
    ]


def test_the_same_choice_gives_the_same_rules(library: Library):
    """Rules are worked out once for every choice."""
    one = library.effective("overlay", options=["bold"], params={"brave": Condition(fact="down")})
    two = library.effective("overlay", ["bold"], {}, {"brave": Condition(fact="down")})

    assert one is two


def test_what_follows_from_a_replaced_clause_follows_from_the_one_in_its_place(tmp_path: Path):
    """The page of the overlay names what holds there."""
    so = "          - {id: round.so, text: So., follows: [round.who]}\n    gaps:"
    for name, text in (
        ("low", LOW.replace("    gaps:", so)),
        ("high", "ruleset: high\nlanguage: 2\ntitle: High\nextends: low\n" + REPLACING),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(dedent(text), encoding="utf-8")

    above = Library.read(tmp_path).effective("high")

    follower = next(clause for clause in above.clauses() if clause.id == "round.so")
    assert follower.follows == ("high.round.who",)
