"""The picture of a round: what stands side by side, and what it is called by."""

from turnwright.describe.labels import Labels
from turnwright.describe.step_tree import Branch, BranchKind
from turnwright.language.ruleset import Ruleset
from turnwright.sheet.step_diagram import MAX_COLUMNS, StepDiagram


def choices(*names: str) -> tuple[Branch, ...]:
    """Steps that a chance may be spent on."""
    return tuple(Branch(name=name, how=BranchKind.EACH) for name in names)


def sequence(*branches: Branch) -> tuple[Branch, ...]:
    """Steps in their order."""
    return tuple(
        Branch(name=b.name, how=BranchKind.SEQUENCE, place=n, branches=b.branches)
        for n, b in enumerate(branches, start=1)
    )


def picture(*below: Branch) -> StepDiagram:
    """The picture of a battle."""
    rules = Ruleset(ruleset="invented", language=2, title="Invented")
    return StepDiagram(Branch(name="battle", branches=below), Labels(rules))


def test_numbers_say_order_and_letters_say_choice():
    """What comes second is 2; its first choice is 2a; what has no sister has no number."""
    drawn = picture(*sequence(Branch(name="draw"), Branch(name="act", branches=choices("a", "b"))))

    assert drawn.labels == {"battle": "", "draw": "1", "act": "2", "a": "2a", "b": "2b"}


def test_a_picture_has_no_more_columns_than_a_page_has_room_for():
    """The largest part is spread first; the rest is listed beneath."""
    many = choices(*(f"choice_{n}" for n in range(MAX_COLUMNS - 1)))
    few = choices("this", "that")
    drawn = picture(
        *sequence(Branch(name="large", branches=many), Branch(name="small", branches=few))
    )

    node = drawn.node()

    assert node.columns == MAX_COLUMNS
    assert [(below.title, below.beside) for below in node.nodes] == [
        ("Large", True),
        ("Small", False),
    ]


def test_a_step_that_was_drawn_before_has_a_column_of_its_own():
    """It has nothing beneath it the second time, and takes one column like any other."""
    first = Branch(name="act", how=BranchKind.SEQUENCE, place=1, branches=choices("a", "b"))
    again = Branch(name="act", how=BranchKind.SEQUENCE, place=1, again=True)
    drawn = picture(
        Branch(name="early", how=BranchKind.EACH, branches=(first,)),
        Branch(name="late", how=BranchKind.EACH, branches=(again,)),
    )

    early, late = drawn.node().nodes

    assert (early.columns, late.columns) == (2, 1)
    assert [below.columns for below in late.nodes] == [1]
