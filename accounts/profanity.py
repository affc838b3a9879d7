"""Words that nobody wants to read: refused wherever users write for others."""

import re
import unicodedata
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DISGUISES = str.maketrans("013457@$!", "oieastasi")
"""Signs that stand for letters."""

FORBIDDEN = _("“%(word)s” isn’t allowed here. Please rephrase your text.")


def refuse_forbidden(text: str) -> None:
    """Raise `ValidationError`, which names the word, if there is one in this text that is not said here."""
    forbidden = _forbidden(settings.FORBIDDEN_WORDS)
    for word in re.findall(r"[\w@$!]+", unicodedata.normalize("NFKC", text)):
        plain = _plain(word)
        if plain in forbidden or plain.removesuffix("s") in forbidden:
            raise ValidationError(FORBIDDEN % {"word": word}, code="forbidden_word")


def _plain(word: str) -> str:
    """A word without case, accents and disguise."""
    letters = unicodedata.normalize("NFKD", word.rstrip("!").casefold().translate(DISGUISES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def _forbidden(path: str) -> frozenset[str]:
    """The words of a file, one a line; `#` begins a comment."""
    lines = Path(path).read_text(encoding="utf-8").splitlines() if path else []
    return frozenset(_plain(line) for line in map(str.strip, lines) if line and not line.startswith("#"))
