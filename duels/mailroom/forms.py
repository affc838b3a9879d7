"""The syntax of the administrative orders, with examples and parsers.

Most of the syntax and examples come from the section "ORDERS" in the rules of the play-by-mail server Firetop Mountain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from duels.mailroom import parsing
from duels.mailroom.game_options import CHANGEGAME, NEWGAME, read_options, split_at_options
from duels.mailroom.lines import bare, words
from duels.mailroom.orderset import Unfit

Given = dict[str, Any]
Read = Callable[[str], Given]


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an order, with its syntax (`usage`), an example, and a parser.

    `read` parses the text after the verb, and raises `Unfit` if it is malformed.
    """

    usage: str
    example: str
    read: Read


def _nothing(rest: str) -> Given:
    parsing.nothing(words(rest))
    return {}


def _book(rest: str) -> Given:
    return {"book": " ".join(parsing.any_(words(rest)))}


def _who_and_secret(rest: str) -> Given:
    *name, secret = words(rest) or [""]
    return {"name": " ".join(parsing.some(name)), "secret": bare(secret)}


def _new_user(rest: str) -> Given:
    """Parse a username and a password.

    The password is optional and is not stored. It is accepted because the server Firetop Mountain required one.
    """
    name, *secret = words(rest) or [""]
    return _who_and_secret(rest) if secret else {"name": parsing.one([name] if name else []), "secret": ""}


def _name(rest: str) -> Given:
    return {"name": parsing.name(words(rest))}


def _name_or_none(rest: str) -> Given:
    return _name(rest) if rest else {}


def _word(rest: str) -> Given:
    return {"word": bare(parsing.one(words(rest)))}


def _names_or_none(rest: str) -> Given:
    return {"names": parsing.any_(words(rest))}


def _message(rest: str) -> Given:
    names = parsing.some(words(rest))
    if len(names) < 2:
        raise Unfit("missing")
    return {"names": names}


def _kinds(rest: str) -> Given:
    kinds = tuple(word.lower() for word in parsing.any_(words(rest)))
    if odd := [kind for kind in kinds if kind not in SCORES]:
        raise Unfit("choice", odd[0])
    return {"kinds": kinds}


def _games_or_none(rest: str) -> Given:
    return {"games": parsing.games(words(rest))}


def _games(rest: str) -> Given:
    parsing.some(words(rest))
    return _games_or_none(rest)


def _replay(rest: str) -> Given:
    game, more = parsing.game_and_more(words(rest))
    if not more:
        return {"game": game, "turn": None}
    return {"game": game, "turn": parsing.turn(parsing.one(more))}


def _number_or_one(rest: str) -> Given:
    return {"number": parsing.number(parsing.one(words(rest))) if rest else 1}


def _number(rest: str) -> Given:
    return {"number": parsing.number(parsing.one(words(rest)))}


def _newgame(rest: str) -> Given:
    name, options = split_at_options(rest, NEWGAME)
    return {"name": parsing.name(name), "options": read_options(options, NEWGAME)}


def _changegame(rest: str) -> Given:
    game, options = split_at_options(rest, CHANGEGAME)
    return _game_and_mage(game) | {"options": read_options(options, CHANGEGAME)}


def _game_and_mage(found: list[str]) -> Given:
    game, more = parsing.game_and_more(found)
    return {"game": game, "name": parsing.name(more)}


def _of_a_game(rest: str) -> Given:
    return _game_and_mage(words(rest))


def _accept(rest: str) -> Given:
    found = words(rest)
    at = _where(found, "TEAM", "CHANGE", "EVERYTHING")
    given, said = _game_and_mage([word for word in found[:at] if word != ","]), found[at:]
    if said and said[0].upper() == "EVERYTHING":
        parsing.nothing(said[1:])
        return given | {"everything": True}
    return given | {said[0].lower(): parsing.number(parsing.one(said[1:]))} if said else given


def _oppose(rest: str) -> Given:
    found = words(rest)
    at = _where(found, "CHANGE")
    if at == len(found):
        raise Unfit("missing")
    return _game_and_mage(found[:at]) | {"change": parsing.number(parsing.one(found[at + 1 :]))}


def _where(found: list[str], *keys: str) -> int:
    """Return the index of the first word in `found` that is one of these keywords, or `len(found)` if there is none.

    The first two words never match, because they are a game and a name.
    """
    return next((place for place, word in enumerate(found) if place > 1 and word.upper() in keys), len(found))


SCORES: Final = ("duel", "melee", "all")
SYNONYMS: Final = {"STANDINGS": "SCORES", "LIST": "GAMES", "HELP": "RULES"}
IDENTITIES: Final = ("USER", "NEWUSER")
SECRET: Final = (*IDENTITIES, "PASSWORD")
"""Orders whose lines are never quoted in an answer."""
CHALLENGE_ORDERS: Final = ("NEWGAME", "ACCEPT", "DECLINE", "CHANGEGAME", "OPPOSE", "WITHDRAW")
"""Orders about challenges. An e-mail may contain only one such order."""

FORMS: Final[Mapping[str, Form]] = {
    "NEWUSER": Form("NEWUSER <new user name> {<password>}", "NEWUSER Harry", _new_user),
    "USER": Form("USER <user name> <mail key>", "USER Harry mail_grnf", _who_and_secret),
    "CHANGEUSER": Form("CHANGEUSER <new user name>", "CHANGEUSER Osse", _name),
    "SCORES": Form("SCORES {duel | melee | all}", "SCORES duel", _kinds),
    "GAMES": Form("GAMES {<games>}", "GAMES 54 87 109", _games_or_none),
    "CHALLENGES": Form("CHALLENGES", "CHALLENGES", _nothing),
    "INFO": Form("INFO {<mages or users>}", "INFO Gandalf Froodal Harry", _names_or_none),
    "RULES": Form("RULES {<rule set>}", "RULES", _book),
    "FAQ": Form("FAQ", "FAQ", _nothing),
    "MESSAGE": Form(
        "MESSAGE <your mage> <mages or users> ... END MESSAGE",
        "MESSAGE Gandalf Froodal Harry\nThat was a great game!\nEND MESSAGE",
        _message,
    ),
    "ANNOUNCE": Form(
        "ANNOUNCE <games> ... END ANNOUNCE",
        "ANNOUNCE 42\nIt is not fair to attack my mage all of you at once.\nEND ANNOUNCE",
        _games,
    ),
    "RESEND": Form("RESEND {<how many>}", "RESEND 3", _number_or_one),
    "REPLAY": Form("REPLAY <game> {<turn>}", "REPLAY 54 9T", _replay),
    "SHOW": Form("SHOW <games>", "SHOW 54", _games),
    "DESCRIBE": Form("DESCRIBE <games>", "DESCRIBE 54", _games),
    "SUBSCRIBE": Form("SUBSCRIBE <games>", "SUBSCRIBE 54", _games),
    "STATS": Form("STATS {<groups>}", "STATS SpellUse", _names_or_none),
    "REGISTER": Form("REGISTER <new mage>", "REGISTER Merlyn", _name),
    "ADDRESS": Form("ADDRESS <new address>", "ADDRESS camelot@uk.com", _word),
    "PASSWORD": Form("PASSWORD <new password>", "PASSWORD FroppleBoz", _word),
    "VACATION": Form("VACATION <days>", "VACATION 3", _number),
    "RETIRE": Form("RETIRE <your mage>", "RETIRE Merlyn", _name),
    "QUIT": Form("QUIT {<your mage>}", "QUIT Merlyn", _name_or_none),
    "NEWGAME": Form("NEWGAME <your mage> <option>, <option> ...", "NEWGAME Merlyn CHALLENGE Froodal Gandalf", _newgame),
    "ACCEPT": Form("ACCEPT <game> <your mage> {TEAM or CHANGE <number>, or EVERYTHING}", "ACCEPT 10 Merlyn", _accept),
    "DECLINE": Form("DECLINE <game> <your mage>", "DECLINE 10 Whimpo", _of_a_game),
    "CHANGEGAME": Form(
        "CHANGEGAME <game> <your mage> <option>, <option> ...", "CHANGEGAME 10 Merlyn START", _changegame
    ),
    "OPPOSE": Form("OPPOSE <game> <your mage> CHANGE <number>", "OPPOSE 11 Merlyn CHANGE 2", _oppose),
    "WITHDRAW": Form("WITHDRAW <game> <your mage>", "WITHDRAW 10 Merlyn", _of_a_game),
}
"""The syntax of each administration order, by verb. `SYNONYMS` contains alternative verbs for some of them."""
