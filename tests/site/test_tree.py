"""The tree of steps, and the picture that is drawn from it."""

from dataclasses import replace
from xml.etree import ElementTree

from turnwright.describe.step_tree import BranchKind, build_tree, reachable_steps
from turnwright.language.change import Moment
from turnwright.language.effect import Ability
from turnwright.language.ruleset import Ruleset
from turnwright.language.step import Step, StepClause, StepMeaning
from turnwright.language.turn_order import OrderKey, Passing
from turnwright.site.pages.system.view import system_page
from turnwright.site.rendering import render
from turnwright.site.site_data import SiteData


def ruleset(**steps: StepMeaning) -> Ruleset:
    """A ruleset whose steps have a clause each."""
    return Ruleset(
        ruleset="duel",
        language=2,
        title="Duel",
        steps={
            name: Step(clauses=(StepClause(id=f"{name}.is", text="It is so.", means=meaning),))
            for name, meaning in steps.items()
        },
    )


def test_the_tree_follows_sequences_repeats_and_choices():
    """Each says how the steps below come under it."""
    rules = ruleset(
        battle=StepMeaning(repeats="round"),
        round=StepMeaning(sequence=("dawn", "deeds")),
        dawn=StepMeaning(),
        deeds=StepMeaning(each=("walk", "talk")),
        walk=StepMeaning(),
        talk=StepMeaning(),
    )

    tree = build_tree(rules)

    assert tree is not None
    assert [(step.name, step.how, step.place) for step in tree.walk()] == [
        ("battle", BranchKind.ROOT, 0),
        ("round", BranchKind.REPEATS, 0),
        ("dawn", BranchKind.SEQUENCE, 1),
        ("deeds", BranchKind.SEQUENCE, 2),
        ("walk", BranchKind.EACH, 0),
        ("talk", BranchKind.EACH, 0),
    ]


def test_what_a_pass_or_an_ability_opens_is_reached():
    """Neither is in the picture, and both have rules."""
    rules = ruleset(
        battle=StepMeaning(each=("walk",), passing=Passing(opens="rest")),
        walk=StepMeaning(),
        rest=StepMeaning(),
        hum=StepMeaning(),
        nowhere=StepMeaning(),
    )
    hum = Ability(text="It hums.", used=Moment(during="walk"), opens="hum")

    assert reachable_steps(replace(rules, abilities={"hum": hum})) == {
        "battle",
        "walk",
        "rest",
        "hum",
    }


def test_a_step_that_only_settles_the_order_says_so():
    """Nobody acts in it."""
    rules = ruleset(
        battle=StepMeaning(sequence=("initiative",)),
        initiative=StepMeaning(first=OrderKey(roll="1d6")),
    )

    tree = build_tree(rules)

    assert tree is not None
    assert [step.settles for step in tree.walk()] == [False, True]


def test_a_step_that_comes_twice_is_drawn_once():
    """The second time it only says that it is as above, so that a circle comes to an end."""
    rules = ruleset(
        battle=StepMeaning(sequence=("deeds", "more")),
        more=StepMeaning(each=("deeds",)),
        deeds=StepMeaning(each=("walk",)),
        walk=StepMeaning(),
    )

    tree = build_tree(rules)

    assert tree is not None
    assert [(step.name, step.again) for step in tree.walk()][-2:] == [
        ("more", False),
        ("deeds", True),
    ]


def test_a_library_has_no_round_to_draw():
    """Without a battle there is no tree."""
    assert build_tree(ruleset(walk=StepMeaning())) is None


def test_a_step_that_nothing_leads_to_is_not_reached():
    """That is what an overlay does to the steps it goes around."""
    rules = ruleset(
        battle=StepMeaning(sequence=("deeds",)), deeds=StepMeaning(), dawn=StepMeaning()
    )

    assert reachable_steps(rules) == {"battle", "deeds"}


def round_picture(site: SiteData) -> ElementTree.Element:
    """The picture of the round on a system's page: nested lists."""
    html = render("pages/system/page", system_page(site, "duel"))
    begin = html.index('<ol class="round">')
    return ElementTree.fromstring(html[begin : html.index('<ul class="contents">')])


def test_each_step_of_the_picture_is_inside_the_one_that_it_belongs_to(site: SiteData):
    """A program that reads pages aloud counts them, and says how deep each is."""
    (around,) = round_picture(site).findall("li")
    inside = [" ".join("".join(row.itertext()).split()) for row in around.findall("ol/li/*[1]")]

    assert inside[0] == "Dawn"
    assert len(inside) > 1


def test_each_step_of_the_picture_leads_to_its_rules(site: SiteData):
    """Where it has any."""
    links = {link.findtext("b"): link.get("href") for link in round_picture(site).iter("a")}

    assert links["Dawn"] == "#step-dawn"
    assert "A rest of which nothing is said" not in links
