"""Letters done, for tests: what is written, by whom, and what is answered."""

from typing import Any, NamedTuple

from accounts.models import Mage, User
from duels.mailroom.answers import Answer
from duels.mailroom.grammar import parse
from duels.mailroom.performing import perform
from duels.models import Duel


class Claimed(NamedTuple):
    """The round that an e-mail replies to."""

    slug: str
    round: int | None = None


def done(user: User | None, text: str, claim: Any = None, language: str = "en") -> Answer:
    """The answer to this letter, whose lines are no longer than they may be."""
    answer = perform(parse(text), user, claim, language)
    assert all(len(line) <= 72 or "://" in line for line in answer.text.splitlines())
    return answer


def does(user: User, text: str, **given: Any) -> str:
    """The text of the answer to a letter that is done."""
    answer = done(user, text, **given)
    assert answer.is_done, answer.text
    return answer.text


def refused(user: User | None, text: str, **given: Any) -> str:
    """The text of the answer to a letter of which nothing is done."""
    answer = done(user, text, **given)
    assert not answer.is_done, answer.text
    return " ".join(answer.text.split())


def orders(duel: Duel, mage: Mage, *lines: str) -> str:
    """A letter with a mage's orders."""
    return "\n".join([f"GAME {duel.slug} {mage.name}", *lines, "END"])
