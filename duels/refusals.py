"""Why something that was sent is refused; docs/protocol.md lists the codes."""

from typing import Literal

Code = Literal["malformed", "oversized", "stale", "not_yours", "over", "illegal", "unknown", "rate", "failed"]

FAILED = "Something went wrong here, and nothing was changed. Try again."


class Refused(Exception):
    """What was asked changes nothing; `code` is for programs, `why` tells people what to do."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code: Code = code
        self.why = why
