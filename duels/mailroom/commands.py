"""The syntax of the orders for a mage in a duel, with examples and parsers.

Source: the rules of the play-by-mail server Firetop Mountain, "ORDERS". This site adds the orders `SECOND`, for spell
books in which a hasted wizard makes two pairs of gestures at once, and `ELEMENTAL`, for spell books in which players
choose the kind of an elemental.
"""

from collections.abc import Mapping
from typing import Final

from duels.mailroom import parsing
from duels.mailroom.forms import Form, Given
from duels.mailroom.lines import bare, words
from duels.mailroom.orderset import Unfit


def _game(rest: str) -> Given:
    game, more = parsing.game_and_more(words(rest))
    return {"game": game, "name": parsing.name(more)}


def _mage(rest: str) -> Given:
    return {"game": "", "name": parsing.name(words(rest))}


def _turn(rest: str) -> Given:
    return {"turn": parsing.turn(parsing.one(words(rest)))}


def _gesture(rest: str) -> Given:
    return {"gesture": parsing.gesture(parsing.one(words(rest)))}


def _hand(rest: str) -> Given:
    return {"hand": parsing.slot(parsing.one(words(rest)))}


def _target(rest: str) -> Given:
    """Parse the target of a hand, or the names of a monster and its victim.

    The names remain a list of words, which `duels.mailroom.resolution` splits later.
    """
    found = words(rest)
    if len(found) < 2:
        raise Unfit("missing")
    if found[0].upper() in parsing.SLOTS:
        return {"hand": parsing.slot(found[0]), "names": parsing.some(found[1:])}
    return {"hand": None, "names": parsing.some(found)}


def _choose(rest: str) -> Given:
    hand, *spell = words(rest) or [""]
    return {"hand": parsing.slot(hand), "spell": " ".join(parsing.some(spell))}


def _paralyze(rest: str) -> Given:
    hand, *name = words(rest) or [""]
    return {"hand": parsing.hand(hand), "names": parsing.some(name)}


def _direct(rest: str) -> Given:
    """Parse the hand, the gesture and the mage in a DIRECT order.

    The gesture may be missing, because some questions ask only for a hand.
    """
    hand, *more = words(rest) or [""]
    has_gesture = len(more) > 1
    gesture = parsing.gesture(more[0]) if has_gesture else ""
    return {"hand": parsing.hand(hand), "gesture": gesture, "names": parsing.some(more[has_gesture:])}


def _element(rest: str) -> Given:
    element = parsing.one(words(rest)).lower()
    if element not in ("fire", "ice"):
        raise Unfit("choice", element)
    return {"element": element}


def _nothing(rest: str) -> Given:
    parsing.nothing(words(rest))
    return {}


def _say(rest: str) -> Given:
    """Parse a message, which may be enclosed in quotation marks."""
    said = bare(rest) if rest[:1] == rest[-1:] == '"' else " ".join(rest.split())
    if not said:
        raise Unfit("missing")
    return {"text": said}


MOVES: Final = ("GAME", "MAGE")
"""Orders that choose the mage, and optionally the duel, for the other orders in an e-mail."""
SYNONYMS: Final = {"MOVE": "GAME", "PARALYSE": "PARALYZE", "PERMANENCY": "PERMANENT"}
ONCE: Final = ("TURN", "LH", "RH", "DELAY", "PERMANENT", "FIRE", "SAY", "ELEMENTAL")
"""Orders that an e-mail may contain only once or, with `SECOND`, once for each pair of gestures."""

COMMANDS: Final[Mapping[str, Form]] = {
    "GAME": Form("GAME <game> <your mage>", "GAME 1 Merlyn", _game),
    "MAGE": Form("MAGE <your mage>", "MAGE Merlyn", _mage),
    "TURN": Form("TURN <number>", "TURN 10", _turn),
    "LH": Form("LH <C, D, F, P, S, W, > or ->", "LH >", _gesture),
    "RH": Form("RH <C, D, F, P, S, W, > or ->", "RH P", _gesture),
    "TARGET": Form("TARGET <LH, RH, BH or a monster> <target>", "TARGET LH Froodal", _target),
    "CHOOSE": Form("CHOOSE <LH, RH or BH> <spell>", "CHOOSE BH Magic Mirror", _choose),
    "PERMANENT": Form("PERMANENT <LH, RH or BH>", "PERMANENT LH", _hand),
    "PARALYZE": Form("PARALYZE <LH or RH> <mage>", "PARALYZE RH Gandalf", _paralyze),
    "DIRECT": Form("DIRECT <LH or RH> {<gesture>} <mage>", "DIRECT LH P Gandalf", _direct),
    "DELAY": Form("DELAY <LH, RH or BH>", "DELAY LH", _hand),
    "FIRE": Form("FIRE", "FIRE", _nothing),
    "SAY": Form("SAY <a line>", 'SAY "Ouch! I goofed that time!"', _say),
    "ELEMENTAL": Form("ELEMENTAL <FIRE or ICE>", "ELEMENTAL FIRE", _element),
}
"""The syntax of each order for a mage, by verb. With the prefix `SECOND`, it is for the second pair of gestures."""
