"""Parsers for the parts of orders, such as names, numbers and gestures.

They raise `Unfit` for malformed parts.
"""

import re
from collections.abc import Sequence

from duels.mailroom.lines import bare
from duels.mailroom.orderset import Unfit

GAME = re.compile(r"[\w-]{1,16}", re.ASCII)
ADDRESS = re.compile(r"/(?:duel|challenge|replay)/([\w-]+)", re.ASCII)
DIGITS = re.compile(r"\d{1,9}", re.ASCII)
LARGEST_NUMBER = 1_000_000

HANDS = {"LH": "left", "RH": "right"}
SLOTS = {**HANDS, "BH": "both"}
SAID = {
    "C": ("c", "clap"),
    "D": ("d", "digit", "point"),
    "F": ("f", "fingers", "wiggle"),
    "P": ("p", "palm"),
    "S": ("s", "snap"),
    "W": ("w", "wave"),
    ">": (">", "stab", "knife"),
    "-": ("-", "\u2013", "\u2014", "\u2212", "nothing", "none"),
}
"""The spellings of each gesture, which are the same as in the text mode of the duel page."""
GESTURES = {word: gesture for gesture, words in SAID.items() for word in words}


def one(found: Sequence[str]) -> str:
    """Return the only word, or raise `Unfit` if there is not exactly one."""
    if not found:
        raise Unfit("missing")
    if len(found) > 1:
        raise Unfit("more", found[1])
    return found[0]


def nothing(found: Sequence[str]) -> None:
    """Raise `Unfit` if there are any words."""
    if found:
        raise Unfit("more", found[0])


def some(found: Sequence[str]) -> tuple[str, ...]:
    """Return the words without quotation marks and commas.

    Raise `Unfit` if there are none. If they are names, `duels.mailroom.resolution` decides later which words form a
    name.
    """
    if not (given := any_(found)):
        raise Unfit("missing")
    return given


def any_(found: Sequence[str]) -> tuple[str, ...]:
    """Return the words without quotation marks and commas.

    Unlike `some()`, accept an empty list.
    """
    return tuple(word for word in map(bare, found) if word and word != ",")


def name(found: Sequence[str]) -> str:
    """Return all words as one name, or raise `Unfit` if there are none."""
    return capitalised(" ".join(some(found)))


def capitalised(given: str) -> str:
    """Return a name with its first letter in uppercase, as the play-by-mail server Firetop Mountain did."""
    return given[:1].upper() + given[1:]


def game(word: str) -> str:
    """Return the slug of a duel or the token of a challenge.

    `word` may also be the address of its page. Raise `Unfit` if it is malformed.
    """
    found = ADDRESS.search(word)
    given = found[1] if found else bare(word).lstrip("#")
    if not GAME.fullmatch(given):
        raise Unfit("game", word)
    return given


def game_and_more(found: Sequence[str]) -> tuple[str, list[str]]:
    """Return the duel or challenge that the first word names, and the other words.

    Raise `Unfit` if the first word is missing or malformed.
    """
    if not found:
        raise Unfit("missing")
    return game(found[0]), list(found[1:])


def games(found: Sequence[str]) -> tuple[str, ...]:
    """Return the duels or challenges that these words name, without duplicates.

    Raise `Unfit` if one is malformed.
    """
    return tuple(dict.fromkeys(game(word) for word in any_(found)))


def number(word: str) -> int:
    """Return a number up to `LARGEST_NUMBER`, or raise `Unfit`."""
    given = bare(word)
    if not DIGITS.fullmatch(given) or int(given) > LARGEST_NUMBER:
        raise Unfit("number", word)
    return int(given)


def turn(word: str) -> int:
    """Return the number of a round from a word such as `9` or `9T`, or raise `Unfit`."""
    return number(bare(word).upper().removesuffix("T"))


def hand(word: str) -> str:
    """Return `left` for LH or `right` for RH, or raise `Unfit`."""
    if word.upper() not in HANDS:
        raise Unfit("hand", word)
    return HANDS[word.upper()]


def slot(word: str) -> str:
    """Return `left` for LH, `right` for RH, or `both` for BH, or raise `Unfit`."""
    if word.upper() not in SLOTS:
        raise Unfit("hand", word)
    return SLOTS[word.upper()]


def gesture(word: str) -> str:
    """Return a gesture in the notation of records, or raise `Unfit`."""
    found = GESTURES.get(word.lower())
    if found is None:
        raise Unfit("gesture", word)
    return found
