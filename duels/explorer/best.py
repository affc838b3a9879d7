"""The favourite, best and worst spells and openings of a mage or user, computed from the stored counts (`Tally`)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from duels.explorer.lines import from_hands, in_address
from duels.explorer.positions import Results, total
from duels.models import Tally
from duels.stats.figures import spell_names
from duels.wording.languages import books

LEAST = 3
"""The minimum number of duels in which a spell or opening must have been used to be listed."""
MOST = 3
"""The maximum length of each list."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A spell or opening, the URL of its page, and the results of the duels in which it was used.

    `casts` is the number of times that a spell was cast.
    """

    name: str
    url: str
    results: Results
    casts: int = 0

    @property
    def worth(self) -> float:
        """Return the win rate, with a draw counting as half a win.

        Two draws are added to the results, so that a few duels cannot lead to an extreme rate.
        """
        return (self.results.won + self.results.drawn / 2 + 1) / (self.results.times + 2)


@dataclass(frozen=True, slots=True)
class Extremes:
    """The best, the worst and the most frequent spells or openings.

    No entry is among both the best and the worst.
    """

    best: Sequence[Habit]
    worst: Sequence[Habit]
    favourite: Sequence[Habit]


@dataclass(frozen=True, slots=True)
class Habits:
    """The favourite, best and worst spells and openings.

    The lists are empty if there are too few duels.
    """

    spells: Extremes
    openings: Extremes


def of_mage(mage: Mage) -> Habits:
    """Return a mage's favourite, best and worst spells and openings, using a single query."""
    return _of(Tally.objects.filter(mage=mage))


def of_user(user: User) -> Habits:
    """Return the favourite, best and worst spells and openings of all of a user's mages, using a single query."""
    return _of(Tally.objects.filter(mage__owner=user))


def _of(tallies: QuerySet[Tally]) -> Habits:
    habits = tallies.filter(melee=False, about__in=[Tally.About.SPELL, Tally.About.OPENING])
    rows = list(habits.order_by("book", "key").values_list("about", "book", "key", "times", *Results._fields))
    return Habits(
        _extremes(_spells(row[1:] for row in rows if row[0] == Tally.About.SPELL)),
        _extremes(_openings(row[1:] for row in rows if row[0] == Tally.About.OPENING)),
    )


def _spells(rows: Iterable[tuple[Any, ...]]) -> list[Habit]:
    """Return all spells, with the results from all spell books added up.

    Each spell links to its rule in one of the spell books in which it was cast.
    """
    found: dict[str, list[tuple[str, int, Results]]] = {}
    for book, spell, casts, *numbers in rows:
        found.setdefault(spell, []).append((book, casts, Results(*numbers)))
    return [
        Habit(
            spell_names()[spell],
            reverse("rule", args=[some[0][0], spell]),
            total(results for _book, _casts, results in some),
            sum(casts for _book, casts, _results in some),
        )
        for spell, some in found.items()
    ]


def _openings(rows: Iterable[tuple[Any, ...]]) -> list[Habit]:
    """Return the openings, separately for each spell book.

    The same gestures may form different spells in different books.
    """
    found: dict[tuple[str, str], list[Results]] = {}
    for book, hands, _times, *numbers in rows:
        found.setdefault((book, hands), []).append(Results(*numbers))
    return [
        Habit(
            _("%(hands)s (%(book)s)") % {"hands": hands, "book": books()[book].title},
            f"{reverse('explorer_of_book', args=[book])}?line={in_address(from_hands(hands))}&whose=all",
            total(results),
        )
        for (book, hands), results in found.items()
    ]


def _extremes(habits: Iterable[Habit]) -> Extremes:
    """Return the best, the worst and the most frequent of these spells or openings.

    Entries that were used in too few duels are left out. The lists of the best and the worst each contain at most half
    of the remaining entries, so no entry is in both.
    """
    used = sorted(
        (it for it in habits if it.results.times >= LEAST), key=lambda it: (-it.worth, -it.results.times, it.name)
    )
    most = min(MOST, len(used) // 2)
    often = sorted(used, key=lambda it: (-it.casts, -it.results.times, it.name))
    return Extremes(used[:most], used[::-1][:most], often[:MOST])
