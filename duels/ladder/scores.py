"""Pure functions for the points that wizards gain or lose in a duel.

The points depend on how and when each wizard fell. A wizard falls by dying or surrendering. Sources: the e-mail server
Firetop Mountain, "Winning" and "Surrender"; docs/rulings.md.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

WON, LOST, DREW = "won", "lost", "drew"


class Place(Protocol):
    """The fields of a seat that the calculation of points needs."""

    name: str
    team: int | None
    closed: bool


class Wizard(NamedTuple):
    """A wizard at the end of a duel.

    `side` is the number of the wizard's team or, without a team, the wizard's name. `fell` is the number of the round
    in which the wizard died or surrendered, or `None` for a wizard who did neither.
    """

    name: str
    side: int | str
    fell: int | None = None
    died: bool = False
    won: bool = False

    @property
    def surrendered(self) -> bool:
        """Return whether the wizard fell without dying."""
        return self.fell is not None and not self.died


class Share(NamedTuple):
    """A wizard's result in a duel, and the points that the wizard's mage gains or, if negative, loses.

    A mage that has died loses its whole score, regardless of `points`.
    """

    result: str
    points: int = 0
    died: bool = False


def wizards_of(seats: Sequence[Place], result: Mapping[str, Any], falls: Mapping[str, int]) -> list[Wizard]:
    """Return the wizards in these seats as they were at the end of the duel.

    `result` is the engine's result of the duel. `falls` maps each fallen wizard's name to the round in which they fell.
    A wizard whose seat was `closed` for missing the deadline counts as dead, even if `result` says otherwise.
    """
    return [
        Wizard(
            name=seat.name,
            side=seat.name if seat.team is None else seat.team,
            fell=falls.get(seat.name),
            died=seat.closed or seat.name in result["killed"],
            won=seat.name in result["winners"] and not seat.closed,
        )
        for seat in seats
    ]


def shares(wizards: Sequence[Wizard], *, killed_all: bool = False) -> dict[str, Share]:
    """Return each wizard's result and points, by name.

    `killed_all` says whether the last wizards to surrender were all on one side and their spells killed all wizards of
    the other sides.
    """
    last = last_to_fall(wizards)
    return {wizard.name: _share(wizard, wizards, last, killed_all) for wizard in wizards}


def last_to_fall(wizards: Collection[Wizard]) -> list[Wizard]:
    """Return the wizards who fell in the last round in which any wizard fell."""
    last = max((wizard.fell for wizard in wizards if wizard.fell is not None), default=0)
    return [wizard for wizard in wizards if wizard.fell == last]


def parting(wizards: Collection[Wizard]) -> list[Wizard]:
    """Return the wizards who surrendered in the last round in which any wizard fell."""
    return [wizard for wizard in last_to_fall(wizards) if wizard.surrendered]


def left_alone(wizards: Collection[Wizard]) -> bool:
    """Return whether nobody won and the last wizards to surrender were all on one side.

    In this case, all their opponents fell before them or died in the same round.
    """
    if any(wizard.won for wizard in wizards):
        return False
    return len({wizard.side for wizard in parting(wizards)}) == 1


def _share(wizard: Wizard, wizards: Sequence[Wizard], last: list[Wizard], killed_all: bool) -> Share:
    winners = [other for other in wizards if other.won]
    if wizard.won:
        gains = 0 if wizard.surrendered else len(_foes(wizard, wizards)) // len(winners)
        return Share(WON, gains)
    if winners or wizard not in last:
        return Share(LOST, 0 if wizard.died else -1, wizard.died)
    if wizard.died:
        return Share(DREW, died=True)
    if left_alone(wizards):
        return Share(DREW, 0 if killed_all else -1)
    before = [foe for foe in _foes(wizard, wizards) if foe not in last]
    return Share(DREW, len(before) // len(parting(wizards)))


def _foes(wizard: Wizard, wizards: Sequence[Wizard]) -> list[Wizard]:
    return [other for other in wizards if other.side != wizard.side]
