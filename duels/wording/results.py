"""What a duel came to for one of its wizards, in a word and as a mark; the codes are those of `Outcome.result`."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import folded

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Result:
    """A result: its code, its word, and the letter that stands for it in lists."""

    code: str
    word: "StrOrPromise"
    letter: "StrOrPromise"


RESULTS: Final[Mapping[str, Result]] = {
    "won": Result("won", _("won"), pgettext_lazy("mark of a duel that was won", "W")),
    "lost": Result("lost", _("lost"), pgettext_lazy("mark of a duel that was lost", "L")),
    "drew": Result("drew", _("drew"), pgettext_lazy("mark of a duel that was drawn", "D")),
}


def result_for(result: Mapping[str, Any] | None, names: Collection[str]) -> Result | None:
    """What a duel with this result came to for those with these folded names; nothing yet while it goes on."""
    if result is None or not names:
        return None
    if result["outcome"] == "draw":
        return RESULTS["drew"]
    return RESULTS["won" if any(folded(name) in names for name in result["winners"]) else "lost"]
