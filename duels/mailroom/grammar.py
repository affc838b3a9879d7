"""The parser for the orders in an e-mail.

It does not use the database. Malformed lines yield `OrderError` objects. Names, games and spells remain words, and are
looked up when the orders are carried out. Source: the rules of the play-by-mail server Firetop Mountain, "ORDERS".
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from duels.mailroom import commands, forms
from duels.mailroom.commands import COMMANDS, MOVES
from duels.mailroom.forms import CHALLENGE_ORDERS, FORMS, IDENTITIES, SECRET, Form
from duels.mailroom.lines import WITH_BODY, Line, lines, verb_of
from duels.mailroom.orderset import Commands, ErrorKind, Order, OrderError, Orderset, Unfit

MOST_LINES: Final = 100
"""The maximum number of lines with orders in an e-mail."""
MOST_ERRORS: Final = 10
"""The maximum number of errors in an answer. Further errors probably result from the first ones."""
ALL: Final[Mapping[str, Form]] = {**FORMS, **COMMANDS}
_ROUND, _ADMINISTRATION = "GAME 1 Merlyn\nLH P\nRH S\nEND", "USER Harry mail_grnf\nACCEPT 10 Merlyn\nEND"
EXAMPLES: Final[Mapping[ErrorKind, str]] = {
    **dict.fromkeys(("mixed", "two_games", "one_hand"), _ROUND),
    **dict.fromkeys(("two_challenges", "user_first", "too_many"), _ADMINISTRATION),
}
"""Examples of whole e-mails, for errors in the number or order of lines rather than within a line."""
LONGEST: Final = 200
"""The maximum number of characters that an answer quotes from a line."""


def parse(text: str) -> Orderset:
    """Parse the text of an e-mail.

    If the result has errors, its orders must not be carried out.
    """
    found = [line for line, _ in zip(lines(text), range(MOST_LINES + 2), strict=False)]
    given = found[:-1] if found and _is_end(found[-1]) else found
    read = [_read(line) for line in given[:MOST_LINES]]
    errors = [it for it in read if isinstance(it, OrderError)]
    orders = [it for it in read if isinstance(it, Order)]
    errors += [*_out_of_place(orders), *([] if errors else _single_hands(orders))]
    if len(given) > MOST_LINES:
        errors.append(_error(given[MOST_LINES], "too_many", str(MOST_LINES)))
    if not errors and all(order.verb == "USER" for order in orders):
        errors.append(OrderError(line=1, text="", kind="nothing"))
    return Orderset(
        identity=next((order for order in orders if order.verb in IDENTITIES), None),
        orders=tuple(order for order in orders if order.verb in FORMS and order.verb not in IDENTITIES),
        commands=_commands(orders),
        errors=tuple(sorted(errors, key=lambda error: error.line)[:MOST_ERRORS]),
    )


def begins_with_order(text: str) -> bool:
    """Return whether a line begins with the verb of an order."""
    return _usual(verb_of(text)) in {*ALL, "SECOND", "END"}


def _is_end(line: Line) -> bool:
    return line.verb == "END" and not line.rest


# Single lines --------------------------------------------------------------------------------------------------------


def _read(line: Line) -> Order | OrderError:
    if line.verb == "SECOND":
        return _second(line)
    verb = _usual(line.verb)
    form = ALL.get(verb)
    if form is None:
        return _error(line, "unknown", line.verb)
    try:
        given = form.read(line.rest)
        if verb in WITH_BODY:
            given["text"] = _body(line, verb)
    except Unfit as unfit:
        return _error(line, unfit.kind, unfit.word, unfit.usage)
    return Order(line=line.number, verb=verb, text=_shown(line), given=given)


def _second(line: Line) -> Order | OrderError:
    """Parse a line that starts with SECOND.

    Such a line is an order for the second pair of gestures of a hasted wizard.
    """
    verb, _, rest = line.rest.partition(" ")
    read = _read(line._replace(verb=verb.upper(), rest=rest.strip())) if verb.upper() != "SECOND" else None
    if isinstance(read, Order) and read.verb in IN_PAIRS:
        return Order(line=read.line, verb=read.verb, text=read.text, given=read.given, pair=2)
    return read if isinstance(read, OrderError) else _error(line, "unknown", line.rest)


IN_PAIRS: Final = ("LH", "RH", "TARGET", "CHOOSE", "DELAY", "PERMANENT")


def _body(line: Line, verb: str) -> str:
    if line.body is None:
        raise Unfit("body", f"END {verb}")
    if not line.body:
        raise Unfit("missing")
    return line.body


def _usual(verb: str) -> str:
    return {**forms.SYNONYMS, **commands.SYNONYMS}.get(verb, verb)


def _error(line: Line, kind: ErrorKind, word: str = "", usage: str = "") -> OrderError:
    verb = _usual(line.verb)
    word = "" if verb in SECRET else word[:LONGEST]
    expected = _expected(kind, verb) | ({"usage": usage} if usage else {})
    return OrderError(line=line.number, text=_shown(line), kind=kind, word=word, **expected)


def _expected(kind: ErrorKind, verb: str) -> dict[str, str]:
    """Return the syntax (`usage`) and an `example` for an error message.

    Some kinds of errors have only an example. For an unknown verb, there is only the syntax of the order with the most
    similar verb.
    """
    if kind in EXAMPLES:
        return {"example": EXAMPLES[kind]}
    if kind == "unknown":
        return {"usage": _meant(verb)}
    return {"usage": ALL[verb].usage, "example": ALL[verb].example}


def _meant(verb: str) -> str:
    """Return the syntax of the order with the most similar verb.

    Return an empty string if no verb is similar.
    """
    near = get_close_matches(verb[:20], [*ALL, *forms.SYNONYMS, *commands.SYNONYMS], 1)
    if not near or near == ["HELP"]:
        return "".join(near)
    usual = _usual(near[0])
    return ALL[usual].usage.replace(usual, near[0], 1)


def _shown(line: Line) -> str:
    """Return the text of a line to quote in an answer, without secrets such as mail keys."""
    return f"{line.verb} ..." if _usual(line.verb) in SECRET else line.text[:LONGEST]


# The orderset --------------------------------------------------------------------------------------------------------


def _commands(orders: Iterable[Order]) -> Commands | None:
    given = [order for order in orders if order.verb in COMMANDS]
    if not given:
        return None
    move = next((order for order in given if order.verb in MOVES), None)
    said = move.given if move else {"game": "", "name": ""}
    others = tuple(order for order in given if order.verb not in MOVES)
    return Commands(line=given[0].line, game=said["game"], mage=said["name"], orders=others)


def _out_of_place(orders: list[Order]) -> list[OrderError]:
    """Return errors for well-formed orders that are misplaced or given too often."""
    return [*_late_identities(orders), *_mixed(orders), *_repeated(orders)]


def _late_identities(orders: list[Order]) -> list[OrderError]:
    return [_misplaced(order, "user_first") for order in orders[1:] if order.verb in IDENTITIES]


def _mixed(orders: list[Order]) -> list[OrderError]:
    """Return an error if administration orders are mixed with orders for a mage."""
    kinds = [(order.verb in COMMANDS, order) for order in orders if order.verb not in IDENTITIES]
    odd = [order for is_command, order in kinds if is_command != kinds[0][0]]
    return [_misplaced(odd[0], "mixed")] if odd else []


def _repeated(orders: list[Order]) -> list[OrderError]:
    moves = [order for order in orders if order.verb in MOVES]
    about_challenges = [order for order in orders if order.verb in CHALLENGE_ORDERS]
    once = [order for order in orders if order.verb in commands.ONCE]
    seen = {(order.verb, order.pair): order for order in reversed(once)}
    return [
        *(_misplaced(order, "two_games") for order in moves[1:]),
        *(_misplaced(order, "two_challenges") for order in about_challenges[1:]),
        *(_misplaced(order, "twice") for order in once if seen[order.verb, order.pair] is not order),
    ]


def _single_hands(orders: list[Order]) -> list[OrderError]:
    """Return an error for each pair of gestures in which only one hand has a gesture."""
    errors = []
    for pair in (1, 2):
        hands = {order.verb: order for order in orders if order.verb in ("LH", "RH") and order.pair == pair}
        if len(hands) == 1:
            (order,) = hands.values()
            errors.append(_misplaced(order, "one_hand", "RH" if order.verb == "LH" else "LH"))
    return errors


def _misplaced(order: Order, kind: ErrorKind, word: str = "") -> OrderError:
    word = word or order.verb
    return OrderError(line=order.line, text=order.text, kind=kind, word=word, **_expected(kind, order.verb))
