"""The terms of a challenge, and what a proposal would change of them, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from duels.models import Challenge
from duels.terms import control_title, differences
from wavinghands.engine import BOOKS

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
    return [f"book {BOOKS[challenge.book].title}", clock, *terms_beside(challenge)]


def terms_beside(challenge: Challenge) -> list[str]:
    """The terms but for the book and the clock."""
    people = _people(challenge.limit, is_open=challenge.is_open)
    return [_door(terms_now(challenge)), people, *_unusual(challenge)]


def terms_briefly(challenge: Challenge, *, come: int) -> str:
    """What is unusual about a challenge, in a line; `come`: how many have accepted."""
    is_melee = challenge.limit != 2 and (challenge.is_open or challenge.limit is not None or come > 1)
    people = f"{come} of {challenge.limit}" if challenge.limit else f"{come} have accepted"
    several = [] if challenge.per_user == 1 else [f"{_mages(challenge.per_user)} of one user"]
    return "; ".join([*([f"melee, {people}"] if is_melee else []), *several, *_unusual(challenge)])


def _unusual(challenge: Challenge) -> list[str]:
    unusual = (
        _teams(challenge.teams) if challenge.teams else "",
        "friendly: counts nothing" if challenge.friendly else "",
        _rating(challenge.lowest, challenge.highest) if challenge.lowest or challenge.highest else "",
        f"{challenge.challenger} alone decides on changes" if challenge.authoritarian else "",
    )
    return [words for words in unusual if words]


def in_words(terms: Mapping[str, Any], book: str) -> list[str]:
    """What a proposal would change; `book`: the one that stands."""
    told = [words(terms) for names, words in _WORDS if any(name in terms for name in names)]
    if "options" in terms:
        told.append(_options(terms.get("book", book), terms["options"]))
    return told


def _door(terms: Mapping[str, Any]) -> str:
    if not terms["is_open"]:
        return "closed: for those who are challenged"
    door = "for who has the link" if terms["private"] else "open to all"
    return door + ("" if terms["per_user"] == 1 else f", {_mages(terms['per_user'])} of one user")


def _mages(per_user: int) -> str:
    return f"up to {per_user} mages" if per_user else "any number of mages"


def _people(limit: int | None, *, is_open: bool) -> str:
    if limit is None:
        return "no limit: begins when somebody starts it" if is_open else "begins when all who are challenged accept"
    return f"begins with {limit} wizards"


def _teams(teams: int) -> str:
    return f"{teams} teams" if teams else "no teams"


def _rating(lowest: int | None, highest: int | None) -> str:
    if lowest and highest:
        return f"rating {lowest} to {highest}"
    return f"rating {lowest} or more" if lowest else f"rating {highest} or less" if highest else "any rating"


def _options(book: str, options: Mapping[str, Any]) -> str:
    return "; ".join(differences(book, options)) or "all options by the book"


def _limit(terms: Mapping[str, Any]) -> str:
    return "no limit" if terms["limit"] is None else f"begins with {terms['limit']} wizards"


Words = Callable[[Mapping[str, Any]], str]

_WORDS: tuple[tuple[tuple[str, ...], Words], ...] = (
    (("start",), lambda terms: "begin at once, with those who have accepted"),
    (("challenge",), lambda terms: f"challenge {', '.join(terms['challenge'])}"),
    (("all",), lambda terms: "challenge all who are about"),
    (("exclude",), lambda terms: f"exclude {', '.join(terms['exclude'])}"),
    (("book",), lambda terms: f"book {BOOKS[terms['book']].title}"),
    (CLOCK, lambda terms: control_title(*(terms[name] for name in CLOCK))),
    (DOOR, _door),
    (("limit",), _limit),
    (("teams",), lambda terms: _teams(terms["teams"])),
    (RATING, lambda terms: _rating(terms["lowest"], terms["highest"])),
    (("friendly",), lambda terms: "friendly: counts nothing" if terms["friendly"] else "counts"),
    (("authoritarian",), lambda terms: "the challenger alone decides" if terms["authoritarian"] else "votes decide"),
    (("comment",), lambda terms: f"comment “{terms['comment']}”" if terms["comment"] else "no comment"),
)
