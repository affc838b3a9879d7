"""Refusals of clients' requests.

docs/protocol.md lists the codes.
"""

from typing import TYPE_CHECKING, Any, Literal

from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.core.exceptions import ValidationError
    from django.utils.safestring import SafeString
    from django_stubs_ext import StrOrPromise

Code = Literal["malformed", "oversized", "stale", "not_yours", "over", "illegal", "unknown", "rate", "failed"]

FAILED = _("Something went wrong and nothing was changed. Please try again.")


class Refused(Exception):
    """Raised when a request is refused and nothing has been changed.

    `code` identifies the reason for programs, and `why` explains it to people. `why` may be a lazy text with named
    `fields`. It is formatted only when it is read, because the reader's language may differ from the active language.
    """

    def __init__(self, code: Code, why: "StrOrPromise", **fields: Any) -> None:
        super().__init__(why)
        self.code: Code = code
        self._why, self._fields = why, fields

    @property
    def why(self) -> str:
        return str(self._why) % self._fields if self._fields else str(self._why)


def refusal_in_html(error: "ValidationError") -> "SafeString":
    """Return all messages of an error as HTML.

    Links are kept, and everything else is escaped.
    """
    return format_html_join(" ", "{}", ((message,) for message in error.messages))
