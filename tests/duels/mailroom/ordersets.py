"""Functions that carry out the commands in an e-mail and check the reply."""

from typing import Any, NamedTuple

from accounts.models import Mage, User
from duels.mailroom.answers import Answer
from duels.mailroom.execution import execute
from duels.mailroom.grammar import parse
from duels.models import Duel


class Claimed(NamedTuple):
    """The duel and round that an e-mail replies to."""

    slug: str
    round: int | None = None


def done(user: User | None, text: str, claim: Any = None, language: str = "en") -> Answer:
    """Carry out the commands in `text`, and return the reply. Assert that its lines fit into 72 columns.

    `claim` is the duel and round that the e-mail replies to, if any.
    """
    answer = execute(parse(text), user, claim, language)
    assert all(len(line) <= 72 or "://" in line for line in answer.text.splitlines())
    return answer


def does(user: User, text: str, **given: Any) -> str:
    """Carry out the commands in `text`, assert that they are accepted, and return the text of the reply."""
    answer = done(user, text, **given)
    assert answer.is_done, answer.text
    return answer.text


def refused(user: User | None, text: str, **given: Any) -> str:
    """Carry out the commands in `text`, assert that they are refused, and return the reply as a single line."""
    answer = done(user, text, **given)
    assert not answer.is_done, answer.text
    return " ".join(answer.text.split())


def orders(duel: Duel, mage: Mage, *lines: str) -> str:
    """Return the text of an e-mail with a mage's orders. Each line is one order."""
    return "\n".join([f"GAME {duel.slug} {mage.name}", *lines, "END"])
