"""What the engine refuses, and why."""


class EngineError(ValueError):
    """Something that the rules, or the form of a record, do not allow."""


class Refusal(EngineError):
    """A refusal that names its place: the round (1, 2, …), the wizard and the field, as far as they are known."""

    def __init__(self, why: str, *, round: int | None = None, wizard: str | None = None, field: str = "") -> None:
        self.why = why
        self.round = round
        self.wizard = wizard
        self.field = field
        place = (f"round {round}" if round is not None else "", wizard or "", field)
        super().__init__(f"{', '.join(part for part in place if part)}: {why}".removeprefix(": "))


class OrderError(Refusal):
    """Orders, or answers, that cannot be carried out as they are written."""


class RecordError(Refusal):
    """A duel record that cannot be replayed."""
