"""The parser for the options in NEWGAME and CHANGEGAME orders.

Options are separated by commas. The result is a dict that contains only the options given in the order. If options
contradict each other, the last one counts. Most keys are the names of a challenge's terms. The others are:

- `challenge` and `exclude`: the names of mages, as words
- `all`, `start` and `team`: whether all players are challenged, whether the duel starts, and the challenger's team
- `clock` and `strength`: the values as written
- `rules`: the name and value of each rule option, as words

The play-by-mail server Firetop Mountain had most of these options; this site adds a few.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final, NamedTuple

from duels.mailroom import parsing
from duels.mailroom.lines import QUOTES, WORD, bare
from duels.mailroom.orderset import Unfit
from wavinghands.engine import Json

Words = Sequence[str]
Read = Callable[[Words, Json], Json]


class Option(NamedTuple):
    """An option, with its syntax (`usage`) and a parser.

    `read` parses the words after the name of the option, and raises `Unfit` if they are malformed. Its second argument
    holds the options parsed so far.
    """

    usage: str
    read: Read


def _names(option: str) -> Read:
    def read(found: Words, before: Json) -> Json:
        return {option: (*before.get(option, ()), *parsing.some(found))}

    return read


def _open(found: Words, before: Json) -> Json:
    return {**OPEN, "per_user": parsing.number(parsing.one(found)) if found else 1}


def _limit(found: Words, before: Json) -> Json:
    limit = parsing.number(parsing.one(found))
    if limit < 2:
        raise Unfit("number", found[0])
    return {"limit": limit}


def _number(option: str) -> Read:
    return lambda found, before: {option: parsing.number(parsing.one(found))}


def _bound(option: str) -> Read:
    return lambda found, before: {option: parsing.number(parsing.one(found)) or None}


def _phrase(option: str) -> Read:
    return lambda found, before: {option: " ".join(parsing.some(found))}


def _house(found: Words, before: Json) -> Json:
    number, *strength = found or [""]
    given = {"house_seats": parsing.number(parsing.one([number] if number else []))}
    return given | ({"strength": " ".join(parsing.some(strength))} if strength else {})


def _rule(found: Words, before: Json) -> Json:
    if len(said := parsing.some(found)) < 2:
        raise Unfit("missing")
    return {"rules": (*before.get("rules", ()), said)}


def _plain(said: Mapping[str, Any]) -> Read:
    def read(found: Words, before: Json) -> Json:
        parsing.nothing(found)
        return dict(said)

    return read


OPEN: Final = {"is_open": True, "private": False}
CHANGEGAME: Final[Mapping[str, Option]] = {
    "CHALLENGE": Option("CHALLENGE <mages>", _names("challenge")),
    "ADD": Option("ADD <mages>", _names("challenge")),
    "EXCLUDE": Option("EXCLUDE <mages>", _names("exclude")),
    "OPEN": Option("OPEN {<number>}", _open),
    "LINK": Option("LINK", _plain({"is_open": True, "private": True})),
    "CLOSED": Option("CLOSED", _plain({"is_open": False, "private": False})),
    "ALL": Option("ALL", _plain({"all": True, **OPEN})),
    "LIMIT": Option("LIMIT <number>", _limit),
    "NOLIMIT": Option("NOLIMIT", _plain({"limit": None})),
    "SPELLBOOK": Option("SPELLBOOK <name>", _phrase("book")),
    "RULE": Option("RULE <option> <value>", _rule),
    "CLOCK": Option("CLOCK <time a round>", _phrase("clock")),
    "LOWEST": Option("LOWEST <rating>", _bound("lowest")),
    "HIGHEST": Option("HIGHEST <rating>", _bound("highest")),
    "TEAMS": Option("TEAMS <number>", _number("teams")),
    "HOUSE": Option("HOUSE <number> {<strength>}", _house),
    "BOTS": Option("BOTS", _plain({"bots": True})),
    "NOBOTS": Option("NOBOTS", _plain({"bots": False})),
    "FRIENDLY": Option("FRIENDLY", _plain({"friendly": True})),
    "SCORED": Option("SCORED", _plain({"friendly": False})),
    "AUTHORITARIAN": Option("AUTHORITARIAN", _plain({"authoritarian": True})),
    "DEMOCRATIC": Option("DEMOCRATIC", _plain({"authoritarian": False})),
    "START": Option("START", _plain({"start": True})),
}
NEWGAME: Final[Mapping[str, Option]] = {
    **{name: option for name, option in CHANGEGAME.items() if name != "START"},
    "TEAM": Option("TEAM <number>", _number("team")),
}
COMMENT: Final = "COMMENT"
"""The option that takes up the rest of the line, and therefore comes last."""
USAGES: Final[Mapping[str, str]] = {
    **{name: option.usage for name, option in {**NEWGAME, **CHANGEGAME}.items()},
    COMMENT: f"{COMMENT} <a line>",
}
"""The syntax of all options, by name."""


def split_at_options(rest: str, options: Mapping[str, Any]) -> tuple[list[str], str]:
    """Return the words before the first option, and the text starting with that option."""
    head: list[str] = []
    for found in WORD.finditer(rest.translate(QUOTES)):
        if found[0] == "," or found[0].upper() in {*options, COMMENT}:
            return head, rest[found.start() :].lstrip(" ,")
        head.append(found[0])
    return head, ""


def read_options(text: str, options: Mapping[str, Option]) -> Json:
    """Parse the options into a dict.

    Raise `Unfit` if one is malformed.
    """
    text, comment = _without_comment(text)
    given: Json = {} if comment is None else {"comment": comment}
    found = WORD.findall(text.translate(QUOTES))
    phrases = [list(phrase) for is_comma, phrase in groupby(found, lambda word: word == ",") if not is_comma]
    if not phrases and comment is None:
        raise Unfit("missing")
    for option, *more in phrases:
        known = options.get(option.upper())
        if known is None:
            near = get_close_matches(option.upper()[:20], [*options, COMMENT], 1)
            raise Unfit("option", bare(option), USAGES[near[0]] if near else "")
        try:
            given |= known.read(more, given)
        except Unfit as unfit:
            following = [word for word in more if word.upper() in {*options, COMMENT}]
            raise Unfit("comma", following[0]) if following else Unfit(unfit.kind, unfit.word, known.usage) from None
    return given


def _without_comment(text: str) -> tuple[str, str | None]:
    """Return the text before the comment, and the comment or `None`.

    COMMENT must be at the start of the text or follow a comma.
    """
    found = re.search(rf"(?:^|,)\s*{COMMENT}\b", text, re.IGNORECASE)
    return (text, None) if found is None else (text[: found.start()], text[found.end() :].strip())
