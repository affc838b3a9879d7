"""What the engine refuses, and why."""

from typing import Final

LONGEST: Final = 200
"""Characters that a refusal quotes at most of anything that was given to it."""


class EngineError(ValueError):
    """Something that the rules, or the form of a record, do not allow."""


class Refusal(EngineError):
    """A refusal that names its place: the round (1, 2, …), the wizard and the field, as far as they are known."""

    def __init__(self, why: str, *, round: int | None = None, wizard: str | None = None, field: str = "") -> None:
        self.why = why
        self.round = round
        self.wizard = wizard
        self.field = field
        place = (f"round {round}" if round is not None else "", _brief(wizard or ""), _brief(field))
        super().__init__(f"{', '.join(part for part in place if part)}: {_brief(why)}".removeprefix(": "))


def _brief(text: str) -> str:
    """`text`, which may quote anything at all, in one short line."""
    line = " ".join(text[: 2 * LONGEST].split()).encode("utf-8", "backslashreplace").decode()
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


class OrderError(Refusal):
    """Orders, or answers, that cannot be carried out as they are written."""


class RecordError(Refusal):
    """A duel record that cannot be replayed."""
