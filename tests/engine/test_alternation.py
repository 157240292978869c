"""A second opinion: alternation played by forty lines that know nothing of the engine."""

from dataclasses import dataclass, replace

import pytest

FINAL = "steps: {}"
FOR_NOW = "steps: {turns: {turns.pass-is-final: {passed: for_now}}}"
NEVER = "steps: {turns: {turns.may-pass: {passing: never}}}"


@dataclass(frozen=True)
class Bout:
    """One round between two sides: how many units each has left, who has passed, whose chance."""

    left: tuple[int, int]
    passed: tuple[bool, bool] = (False, False)
    holder: int = 0
    policy: str = FINAL

    def settled(self):
        """Where the chance comes to lie: a side, or why nobody has one."""
        if all(self.passed):
            return "over"
        if not any(self.left):
            return "over"
        if self.can(self.holder):
            return self.holder
        if self.can(1 - self.holder):
            return 1 - self.holder
        # Whoever waits for others to act waits no longer when none can.
        waits = [side for side in (0, 1) if self.left[side] and self.passed[side]]
        return waits[0] if self.policy == FOR_NOW else "until"

    def can(self, side):
        """Whether a side can use a chance."""
        return self.left[side] > 0 and not self.passed[side]

    def act(self, side):
        """The round after a unit of this side has acted."""
        left = tuple(n - (s == side) for s, n in enumerate(self.left))
        passed = self.passed if self.policy != FOR_NOW else (False, False)
        return replace(self, left=left, passed=passed, holder=1 - side)

    def give_up(self, side):
        """The round after this side has passed."""
        passed = tuple(p or s == side for s, p in enumerate(self.passed))
        return replace(self, passed=passed, holder=1 - side)


def compared(game, bout, sides):
    """Play every sequence of choices in both, and count how many there are."""
    now = bout.settled()
    if now == "over":
        assert game.round == 2
        return 1
    if now == "until":
        assert game.unsaid == "until"
        return 1
    assert (game.round, game.next, len(game.may)) == (1, sides[now], bout.left[now])
    assert ("pass" in game.can) is (bout.policy != NEVER)
    ways = compared(game.choose("act", game.may[-1]), bout.act(now), sides)
    if bout.policy == FOR_NOW and not bout.left[1 - now]:
        assert game.choose("pass").next == sides[now]
    elif bout.policy != NEVER:
        ways += compared(game.choose("pass"), bout.give_up(now), sides)
    return ways


@pytest.mark.parametrize("policy", [FINAL, FOR_NOW, NEVER], ids=["final", "for-now", "never"])
@pytest.mark.parametrize("attackers", range(4))
@pytest.mark.parametrize("defenders", range(4))
def test_every_way_a_round_can_go(skirmish, policy, attackers, defenders):
    """Up to three units a side: whose chance it is, with how many units, and how it ends."""
    if not attackers and not defenders:
        return
    rules = skirmish.but(policy)
    armies = [
        " ".join(f"{s}{n}" for n in range(k))
        for s, k in zip("ad", (attackers, defenders), strict=True)
    ]

    ways = compared(rules.battle(*armies), Bout((attackers, defenders), policy=policy), SIDES)

    assert ways >= 1
    if policy == NEVER:
        assert ways == 1


SIDES = ("attacker", "defender")
