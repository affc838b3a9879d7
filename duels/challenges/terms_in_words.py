"""The terms of a challenge, and what a proposal would change of them, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duels.models import Challenge
from duels.wording.languages import books
from duels.wording.rule_options import differences
from duels.wording.time_controls import control_title

Json = dict[str, Any]

TERMS = (
    "book",
    "options",
    "pace",
    "reserve",
    "mountain",
    "is_open",
    "private",
    "per_user",
    "limit",
    "teams",
    "authoritarian",
    "friendly",
    "lowest",
    "highest",
    "comment",
)
"""The columns of a challenge that a change may alter."""

CLOCK = ("pace", "reserve", "mountain")
RATING = ("lowest", "highest")
DOOR = ("is_open", "private", "per_user")


def terms_now(challenge: Challenge) -> Json:
    """Its terms by the names of their columns."""
    return {name: getattr(challenge, name) for name in TERMS}


def terms_of(challenge: Challenge) -> list[str]:
    """The terms in words, those that are as always left out."""
    clock = control_title(challenge.pace, challenge.reserve, challenge.mountain)
    return [_book(challenge.book), clock, *terms_beside(challenge)]


def terms_beside(challenge: Challenge) -> list[str]:
    """The terms but for the book and the clock."""
    people = _people(challenge.limit, is_open=challenge.is_open)
    return [_door(terms_now(challenge)), people, *_unusual(challenge)]


def terms_briefly(challenge: Challenge, *, come: int) -> str:
    """What is unusual about a challenge, in a line; `come`: how many have accepted."""
    is_melee = challenge.limit != 2 and (challenge.is_open or challenge.limit is not None or come > 1)
    people = _("melee, %(come)s of %(limit)s") if challenge.limit else _("melee, %(come)s have accepted")
    melee = [people % {"come": come, "limit": challenge.limit}] if is_melee else []
    several = [] if challenge.per_user == 1 else [_("%(mages)s of one user") % {"mages": _mages(challenge.per_user)}]
    return "; ".join([*melee, *several, *_unusual(challenge)])


def _unusual(challenge: Challenge) -> list[str]:
    unusual = (
        _teams(challenge.teams) if challenge.teams else "",
        _("friendly: counts nothing") if challenge.friendly else "",
        _rating(challenge.lowest, challenge.highest) if challenge.lowest or challenge.highest else "",
        _("%(challenger)s alone decides on changes") if challenge.authoritarian else "",
    )
    return [words % {"challenger": challenge.challenger} if "%(" in words else words for words in unusual if words]


def in_words(terms: Mapping[str, Any], book: str) -> list[str]:
    """What a proposal would change; `book`: the one that stands."""
    told = [words(terms) for names, words in _WORDS if any(name in terms for name in names)]
    if "options" in terms:
        told.append(_options(terms.get("book", book), terms["options"]))
    return told


def _book(slug: str) -> str:
    return _("book %(title)s") % {"title": books()[slug].title}


def _door(terms: Mapping[str, Any]) -> str:
    if not terms["is_open"]:
        return _("closed: for those who are challenged")
    door = _("for who has the link") if terms["private"] else _("open to all")
    if terms["per_user"] == 1:
        return door
    return _("%(door)s, %(mages)s of one user") % {"door": door, "mages": _mages(terms["per_user"])}


def _mages(per_user: int) -> str:
    if not per_user:
        return _("any number of mages")
    return ngettext("up to %(count)s mage", "up to %(count)s mages", per_user) % {"count": per_user}


def _people(limit: int | None, *, is_open: bool) -> str:
    if limit is None:
        return (
            _("no limit: begins when somebody starts it") if is_open else _("begins when all who are challenged accept")
        )
    return _("begins with %(limit)s wizards") % {"limit": limit}


def _teams(teams: int) -> str:
    return _("%(teams)s teams") % {"teams": teams} if teams else _("no teams")


def _rating(lowest: int | None, highest: int | None) -> str:
    bounds = {"lowest": lowest, "highest": highest}
    if lowest and highest:
        return _("rating %(lowest)s to %(highest)s") % bounds
    if lowest:
        return _("rating %(lowest)s or more") % bounds
    return _("rating %(highest)s or less") % bounds if highest else _("any rating")


def _options(book: str, options: Mapping[str, Any]) -> str:
    return "; ".join(differences(book, options)) or _("all options by the book")


def _limit(terms: Mapping[str, Any]) -> str:
    return _("begins with %(limit)s wizards") % terms if terms["limit"] else _("no limit")


Words = Callable[[Mapping[str, Any]], str]

_WORDS: tuple[tuple[tuple[str, ...], Words], ...] = (
    (("start",), lambda terms: _("begin at once, with those who have accepted")),
    (("challenge",), lambda terms: _("challenge %(challenge)s") % {"challenge": ", ".join(terms["challenge"])}),
    (("all",), lambda terms: _("challenge all who are about")),
    (("exclude",), lambda terms: _("exclude %(exclude)s") % {"exclude": ", ".join(terms["exclude"])}),
    (("book",), lambda terms: _book(terms["book"])),
    (CLOCK, lambda terms: control_title(*(terms[name] for name in CLOCK))),
    (DOOR, _door),
    (("limit",), _limit),
    (("teams",), lambda terms: _teams(terms["teams"])),
    (RATING, lambda terms: _rating(terms["lowest"], terms["highest"])),
    (("friendly",), lambda terms: _("friendly: counts nothing") if terms["friendly"] else _("counts")),
    (
        ("authoritarian",),
        lambda terms: _("the challenger alone decides") if terms["authoritarian"] else _("votes decide"),
    ),
    (("comment",), lambda terms: _("comment “%(comment)s”") % terms if terms["comment"] else _("no comment")),
)
