"""The parts of orders: names, games, numbers, hands, gestures. Each reads words, or raises `Unfit`."""

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
"""The gestures as they may be written, as in the text mode of the page."""
GESTURES = {word: gesture for gesture, words in SAID.items() for word in words}


def one(found: Sequence[str]) -> str:
    """The only word; raises `Unfit`."""
    if not found:
        raise Unfit("missing")
    if len(found) > 1:
        raise Unfit("more", found[1])
    return found[0]


def nothing(found: Sequence[str]) -> None:
    """No word more; raises `Unfit`."""
    if found:
        raise Unfit("more", found[0])


def some(found: Sequence[str]) -> tuple[str, ...]:
    """Words without quotes and commas, at least one; raises `Unfit`. Which of them make a name, who knows it says."""
    if not (given := any_(found)):
        raise Unfit("missing")
    return given


def any_(found: Sequence[str]) -> tuple[str, ...]:
    """Words without quotes and commas."""
    return tuple(word for word in map(bare, found) if word and word != ",")


def name(found: Sequence[str]) -> str:
    """All words as one name; raises `Unfit`."""
    return capitalised(" ".join(some(found)))


def capitalised(given: str) -> str:
    """A name with a capital at its head, as the Mountain writes them."""
    return given[:1].upper() + given[1:]


def game(word: str) -> str:
    """What a game is called: its number, or what its address has in place of one; raises `Unfit`."""
    found = ADDRESS.search(word)
    given = found[1] if found else bare(word).lstrip("#")
    if not GAME.fullmatch(given):
        raise Unfit("game", word)
    return given


def game_and_more(found: Sequence[str]) -> tuple[str, list[str]]:
    """The game at the head, and the words after it; raises `Unfit`."""
    if not found:
        raise Unfit("missing")
    return game(found[0]), list(found[1:])


def games(found: Sequence[str]) -> tuple[str, ...]:
    """Games, each once, perhaps none; raises `Unfit`."""
    return tuple(dict.fromkeys(game(word) for word in any_(found)))


def number(word: str) -> int:
    """A number; raises `Unfit`."""
    given = bare(word)
    if not DIGITS.fullmatch(given) or int(given) > LARGEST_NUMBER:
        raise Unfit("number", word)
    return int(given)


def turn(word: str) -> int:
    """The number of a turn, 9 or 9T; raises `Unfit`."""
    return number(bare(word).upper().removesuffix("T"))


def hand(word: str) -> str:
    """`left` or `right`; raises `Unfit`."""
    if word.upper() not in HANDS:
        raise Unfit("hand", word)
    return HANDS[word.upper()]


def slot(word: str) -> str:
    """`left`, `right` or `both`; raises `Unfit`."""
    if word.upper() not in SLOTS:
        raise Unfit("hand", word)
    return SLOTS[word.upper()]


def gesture(word: str) -> str:
    """A gesture as records have it; raises `Unfit`."""
    found = GESTURES.get(word.lower())
    if found is None:
        raise Unfit("gesture", word)
    return found
