"""Tests for scores, with a row for each case in Firetop Mountain's rules "Winning" and "Surrender".

A row lists the wizards, each with a code for how they fell: `3s` surrendered in round 3, `5d` died in round 5, and `5c`
was removed for inactivity in round 5. A wizard without a code was alive at the end. The row also contains each wizard's
result and points, or `dies` if the mage loses their whole score.
"""

from types import SimpleNamespace

import pytest

from duels.ladder.scores import DREW, LOST, WON, shares, wizards_of

DIES = "dies"

DUELS = {
    "the last survivor wins one point, the dead loses all": ("B:9d W", {"B": (LOST, DIES), "W": (WON, 1)}),
    "surrender costs one, and the other wins one": ("B:9s W", {"B": (LOST, -1), "W": (WON, 1)}),
    "simultaneous death is a posthumous draw": ("B:9d W:9d", {"B": (DREW, DIES), "W": (DREW, DIES)}),
    "simultaneous surrender shares nothing": ("B:9s W:9s", {"B": (DREW, 0), "W": (DREW, 0)}),
    "surrender while killing the other": ("B:9s W:9d kills", {"B": (DREW, 0), "W": (DREW, DIES)}),
    "surrender while killing the other, where the book calls that a win": (
        "B:9s! W:9d", {"B": (WON, 0), "W": (LOST, DIES)},
    ),
    "surrender while the other dies of another cause": ("B:9s W:9d", {"B": (DREW, -1), "W": (DREW, DIES)}),
    "closed by the Mountain": ("B:9c W", {"B": (LOST, DIES), "W": (WON, 1)}),
    "closed by the Mountain, though the engine has them win": (
        "B:9c! W:9d", {"B": (DREW, DIES), "W": (DREW, DIES)},
    ),
    "closed by the Mountain for both": ("B:9c W:9c", {"B": (DREW, DIES), "W": (DREW, DIES)}),
}  # fmt: skip

MELEES = {
    "the last of three wins two": ("A:3d B:9s C", {"A": (LOST, DIES), "B": (LOST, -1), "C": (WON, 2)}),
    "the last of eight wins seven": (
        "A:1s B:2s C:3s D:4d E:5d F:6d G:7c H",
        {**dict.fromkeys("ABC", (LOST, -1)), **dict.fromkeys("DEFG", (LOST, DIES)), "H": (WON, 7)},
    ),
    "a wizard who surrendered earlier has lost, though the others draw": (
        "A:3s B:9d C:9d", {"A": (LOST, -1), "B": (DREW, DIES), "C": (DREW, DIES)},
    ),
    "two who surrender at once share one point, rounded down": (
        "A:3d B:9s C:9s", {"A": (LOST, DIES), "B": (DREW, 0), "C": (DREW, 0)},
    ),
    "two who surrender at once share two points": (
        "A:3d B:4s C:9s D:9s", {"A": (LOST, DIES), "B": (LOST, -1), "C": (DREW, 1), "D": (DREW, 1)},
    ),
    "two who surrender at once share five points, rounded down": (
        "A:1d B:2d C:3d D:4d E:5d F:9s G:9s",
        {**dict.fromkeys("ABCDE", (LOST, DIES)), **dict.fromkeys("FG", (DREW, 2))},
    ),
    "three who surrender at once share five points, rounded down": (
        "A:1d B:2d C:3d D:4d E:5d F:9s G:9s H:9s",
        {**dict.fromkeys("ABCDE", (LOST, DIES)), **dict.fromkeys("FGH", (DREW, 1))},
    ),
    "a wizard who dies as two surrender was not defeated before": (
        "A:3d B:9d C:9s D:9s", {"A": (LOST, DIES), "B": (DREW, DIES), "C": (DREW, 0), "D": (DREW, 0)},
    ),
    "all surrender in the first round": ("A:1s B:1s C:1s", dict.fromkeys("ABC", (DREW, 0))),
    "all die in one round": ("A:4d B:4d C:4d", dict.fromkeys("ABC", (DREW, DIES))),
    "two surrender earlier in one round, and that is not a draw": (
        "A:3s B:3s C:9d D", {"A": (LOST, -1), "B": (LOST, -1), "C": (LOST, DIES), "D": (WON, 3)},
    ),
    "surrender while killing all others takes nobody's points": (
        "A:3d B:9s C:9d D:9d kills", {"A": (LOST, DIES), "B": (DREW, 0), "C": (DREW, DIES), "D": (DREW, DIES)},
    ),
    "surrender while the others fall by another cause": (
        "A:3d B:9s C:9d", {"A": (LOST, DIES), "B": (DREW, -1), "C": (DREW, DIES)},
    ),
    "closed by the Mountain while the others go on": (
        "A:3c B:9s C", {"A": (LOST, DIES), "B": (LOST, -1), "C": (WON, 2)},
    ),
}  # fmt: skip

TEAMS = {
    "a team of two wins two, one each": (
        "A1 B1 C2:5d D2:9s", {"A": (WON, 1), "B": (WON, 1), "C": (LOST, DIES), "D": (LOST, -1)},
    ),
    "two survivors share three points, rounded down": (
        "A1 B1 C2:5d D2:6d E2:9s",
        {"A": (WON, 1), "B": (WON, 1), "C": (LOST, DIES), "D": (LOST, DIES), "E": (LOST, -1)},
    ),
    "a lone survivor gets the points of all opponents, none of their friends'": (
        "A1 B1:5d C2:5d D2:9s", {"A": (WON, 2), "B": (LOST, DIES), "C": (LOST, DIES), "D": (LOST, -1)},
    ),
    "a friend who surrendered has lost a point": (
        "A1 B1:5s C2:5d D2:9s", {"A": (WON, 2), "B": (LOST, -1), "C": (LOST, DIES), "D": (LOST, -1)},
    ),
    "two of two teams surrender at once, and share what each has defeated before": (
        "A1:9s B1:3d C2:9s D2:4d E3:5d F3:5d",
        {"A": (DREW, 1), "B": (LOST, DIES), "C": (DREW, 1), "D": (LOST, DIES), "E": (LOST, DIES), "F": (LOST, DIES)},
    ),
    "a team surrenders while killing all others": (
        "A1:9s B1:9s C2:9d kills", {"A": (DREW, 0), "B": (DREW, 0), "C": (DREW, DIES)},
    ),
    "three teams, one of which is left": (
        "A1 B2:3d C3:4s", {"A": (WON, 2), "B": (LOST, DIES), "C": (LOST, -1)},
    ),
}  # fmt: skip

CASES = DUELS | MELEES | TEAMS


@pytest.mark.parametrize("case", CASES)
def test_each_duel_gives_the_expected_points(case):
    course, expected = CASES[case]
    seats, result, falls = read(course)
    worth = shares(wizards_of(seats, result, falls), killed_all="kills" in course)
    assert {name: (share.result, DIES if share.died else share.points) for name, share in worth.items()} == expected


def read(course):
    """Parse a row into the wizards, the result, and the rounds in which wizards fell.

    `!` marks a wizard who won despite surrendering.
    """
    seats, falls, fates, won = [], {}, {}, []
    for word in course.removesuffix(" kills").split():
        who, _, fell = word.partition(":")
        name, team = who[0], int(who[1:]) if who[1:] else None
        seats.append(SimpleNamespace(name=name, team=team, closed="c" in fell))
        if fell:
            falls[name], fates[name] = int(fell.strip("sdc!")), fell
        if not fell or "!" in fell:
            won.append(name)
    result = {
        "outcome": "victory" if won else "draw",
        "winners": won,
        "surrendered": [name for name, fell in fates.items() if "d" not in fell],
        "killed": [name for name, fell in fates.items() if "d" in fell],
    }
    return seats, result, falls
