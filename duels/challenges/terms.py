"""The terms of a challenge as one value that can be validated and compared."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from duels.house.wizards import BY_NAME
from duels.models import Challenge
from duels.wording.time_controls import is_live
from wavinghands import engine, search
from wavinghands.engine import Json

MOST_WIZARDS = 8
MOST_TEAMS = 4

CLOCK = ("pace", "reserve", "mountain")
RATING = ("lowest", "highest")
ADMISSION = ("is_open", "private", "per_user")
HOUSE = ("house", "house_seats", "house_level")
TOGETHER = (CLOCK, RATING, ADMISSION, HOUSE)
"""Groups of terms that change together, because each group is described in one phrase."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """The terms of a challenge, which users can change by a vote.

    The fields are named after the columns of `Challenge`.
    """

    book: str = "classic"
    options: Json = field(default_factory=dict)
    pace: int = 120
    reserve: int = 0
    mountain: bool = False
    is_open: bool = True
    private: bool = False
    per_user: int = 1
    limit: int | None = 2
    teams: int = 0
    authoritarian: bool = False
    friendly: bool = False
    house: list[str] = field(default_factory=list)
    house_seats: int = 0
    house_level: int = 2
    lowest: int | None = None
    highest: int | None = None
    bots: bool | None = None
    comment: str = ""

    @classmethod
    def of(cls, challenge: Challenge) -> Self:
        return cls(**{name: getattr(challenge, name) for name in NAMES})

    @property
    def is_live(self) -> bool:
        """Return whether players have less than a day per round."""
        return is_live(self.pace)

    @property
    def of_the_house(self) -> int:
        """Return the number of house wizards (computer players) in the duel."""
        return len(self.house) + self.house_seats

    @property
    def places(self) -> int:
        """Return the maximum number of mages in the duel."""
        return (self.limit or MOST_WIZARDS) - self.of_the_house

    @property
    def lets_bots_come(self) -> bool:
        """Return whether bots may join even if they are not challenged by name.

        If the terms do not specify this, bots may join only casual duels.
        """
        return self.friendly if self.bots is None else self.bots

    def count_for(self, owners: Collection[User]) -> bool:
        """Return whether a duel on these terms counts on the ladder. `owners` holds the user of each mage.

        A duel does not count if it is casual, or if a guest, a house wizard, or two mages of one user take part.
        """
        if self.friendly or self.of_the_house or any(owner.is_guest for owner in owners):
            return False
        return len({owner.pk for owner in owners}) == len(owners)

    def columns(self) -> Json:
        """Return the terms as a mapping from column names to values."""
        return {name: getattr(self, name) for name in NAMES}

    def changed(self, changes: Mapping[str, Any]) -> "Terms":
        """Return these terms with the values in `changes`, by column name.

        Keys that are not names of terms are ignored.
        """
        return replace(self, **{name: changes[name] for name in NAMES if name in changes})

    def differences_from(self, others: "Terms") -> Json:
        """Return these terms' values for the columns that differ from `others`.

        If one column of a group in `TOGETHER` differs, the whole group is included.
        """
        differ = {name for name in NAMES if getattr(self, name) != getattr(others, name)}
        whole = differ.union(*(together for together in TOGETHER if differ & {*together}))
        return {name: value for name, value in self.columns().items() if name in whole}

    def checked(self) -> "Terms":
        """Return a validated copy of the terms, which contains only the options that differ from the spell book.

        Raise `ValidationError` if a term is invalid or contradicts another.
        """
        row = Challenge(**replace(self, options=differing(self.book, self.options)).columns())
        row.clean_fields(exclude={column.name for column in Challenge._meta.fields} - {*NAMES})
        checked = Terms.of(row)
        checked._check_numbers()
        checked._check_house()
        return checked

    def _check_numbers(self) -> None:
        limit = MOST_WIZARDS if self.limit is None else self.limit
        most_teams = min(limit, MOST_TEAMS)
        if not 2 <= limit <= MOST_WIZARDS:
            raise ValidationError({"limit": _("A duel needs 2 to %(most)s players.") % {"most": MOST_WIZARDS}})
        if self.per_user > MOST_WIZARDS:
            text = _("Choose a number up to %(most)s, or 0 for any number.")
            raise ValidationError({"per_user": text % {"most": MOST_WIZARDS}})
        if self.teams and not 2 <= self.teams <= most_teams:
            raise ValidationError({"teams": _("Choose 2 to %(most)s teams, or none.") % {"most": most_teams}})
        if self.lowest and self.highest and self.lowest > self.highest:
            raise ValidationError({"highest": _("The maximum rating is below the minimum.")})

    def _check_house(self) -> None:
        if unknown := [name for name in self.house if name not in BY_NAME]:
            text = _("There is no computer player called %(unknown)s.")
            raise ValidationError({"named": text % {"unknown": ", ".join(unknown)}})
        if self.house_level not in search.LEVELS:
            raise ValidationError({"house_level": _("There is no such level.")})
        if len({*self.house}) < len(self.house) or self.places < 1:
            limit = self.limit or MOST_WIZARDS
            text = _("That’s too many computer players for a duel with %(limit)s players.")
            raise ValidationError({"house_seats": text % {"limit": limit}})


NAMES = tuple(column.name for column in fields(Terms))


def differing(book: str, options: Json) -> Json:
    """Return the options that differ from the spell book.

    Raise `ValidationError` if an option or the book is unknown.
    """
    try:
        return engine.check_options(book, options)
    except engine.RecordError as error:
        raise ValidationError(str(error)) from error
