"""The options of NEWGAME and CHANGEGAME, with commas between them. Opposites: the last one takes effect.

What is read is a table of what was said: `challenge` and `exclude` (words of names), `all`, `is_open`, `per_user`,
`limit` (none: no limit), `book` (as it was written), `authoritarian`, `comment`, `start`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from duels.mailroom import parts
from duels.mailroom.lines import QUOTES, WORD, bare
from duels.mailroom.orderset import Unfit

Json = dict[str, Any]
Words = Sequence[str]


def _names(option: str) -> Callable[[Words, Json], Json]:
    def read(found: Words, before: Json) -> Json:
        return {option: (*before.get(option, ()), *parts.some(found))}

    return read


def _open(found: Words, before: Json) -> Json:
    return {"is_open": True, "per_user": parts.number(parts.one(found)) if found else 1}


def _limit(found: Words, before: Json) -> Json:
    limit = parts.number(parts.one(found))
    if limit < 2:
        raise Unfit("number", found[0])
    return {"limit": limit}


def _book(found: Words, before: Json) -> Json:
    return {"book": " ".join(parts.some(found))}


def _plain(said: Mapping[str, Any]) -> Callable[[Words, Json], Json]:
    def read(found: Words, before: Json) -> Json:
        parts.nothing(found)
        return dict(said)

    return read


NEWGAME: Final[Mapping[str, Callable[[Words, Json], Json]]] = {
    "CHALLENGE": _names("challenge"),
    "ADD": _names("challenge"),
    "OPEN": _open,
    "CLOSED": _plain({"is_open": False}),
    "EXCLUDE": _names("exclude"),
    "ALL": _plain({"all": True, "is_open": True}),
    "LIMIT": _limit,
    "NOLIMIT": _plain({"limit": None}),
    "SPELLBOOK": _book,
    "AUTHORITARIAN": _plain({"authoritarian": True}),
    "DEMOCRATIC": _plain({"authoritarian": False}),
}
CHANGEGAME: Final[Mapping[str, Callable[[Words, Json], Json]]] = {**NEWGAME, "START": _plain({"start": True})}
COMMENT: Final = "COMMENT"
"""Takes the rest of the line, and so is the last option."""


def split_at_options(rest: str, options: Mapping[str, Any]) -> tuple[list[str], str]:
    """The words before the first option, and the text from it on."""
    head: list[str] = []
    for found in WORD.finditer(rest.translate(QUOTES)):
        if found[0] == "," or found[0].upper() in {*options, COMMENT}:
            return head, rest[found.start() :].lstrip(" ,")
        head.append(found[0])
    return head, ""


def read_options(text: str, options: Mapping[str, Callable[[Words, Json], Json]]) -> Json:
    """What these options say; raises `Unfit`."""
    text, comment = _without_comment(text)
    given: Json = {} if comment is None else {"comment": comment}
    found = WORD.findall(text.translate(QUOTES))
    phrases = [list(phrase) for is_comma, phrase in groupby(found, lambda word: word == ",") if not is_comma]
    if not phrases and comment is None:
        raise Unfit("missing")
    for option, *more in phrases:
        if option.upper() not in options:
            raise Unfit("option", bare(option))
        try:
            given |= options[option.upper()](more, given)
        except Unfit as unfit:
            following = [word for word in more if word.upper() in {*options, COMMENT}]
            raise Unfit("comma", following[0]) if following else unfit from None
    return given


def _without_comment(text: str) -> tuple[str, str | None]:
    """The options before the comment, and the comment, if there is one: it begins the text, or follows a comma."""
    found = re.search(rf"(?:^|,)\s*{COMMENT}\b", text, re.IGNORECASE)
    return (text, None) if found is None else (text[: found.start()], text[found.end() :].strip())
