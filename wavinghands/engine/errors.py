"""Errors for rejected orders, answers and records."""

from typing import Final

LONGEST: Final = 200
"""The maximum number of characters of each part of an error message."""


class EngineError(ValueError):
    """An error for an action that breaks the rules, or for a record in the wrong format."""


class Refusal(EngineError):
    """An error with its location: the round (1, 2, …), the wizard and the field.

    Unknown parts of the location are left out.
    """

    def __init__(self, why: str, *, round: int | None = None, wizard: str | None = None, field: str = "") -> None:
        self.why = why
        self.round = round
        self.wizard = wizard
        self.field = field
        place = (f"round {round}" if round is not None else "", _brief(wizard or ""), _brief(field))
        super().__init__(f"{', '.join(part for part in place if part)}: {_brief(why)}".removeprefix(": "))


def _brief(text: str) -> str:
    """Shorten `text` to one line, because it may quote user input of any length."""
    line = " ".join(text[: 2 * LONGEST].split()).encode("utf-8", "backslashreplace").decode()
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


class OrderError(Refusal):
    """An error for orders or answers that cannot be carried out."""


class RecordError(Refusal):
    """An error for an invalid duel record, an unknown book or an invalid option."""
