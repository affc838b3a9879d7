"""Forbidden words, which are rejected in all texts that other users can read."""

import re
import unicodedata
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DISGUISES = str.maketrans("013457@$!", "oieastasi")
"""A translation table from digits and signs to the letters that they disguise."""

FORBIDDEN = _("“%(word)s” isn’t allowed here. Please rephrase your text.")


def refuse_forbidden(text: str) -> None:
    """Raise `ValidationError` if the text contains a forbidden word.

    The message names the first one.
    """
    forbidden = _forbidden(settings.FORBIDDEN_WORDS)
    for word in re.findall(r"[\w@$!]+", unicodedata.normalize("NFKC", text)):
        plain = _plain(word)
        if plain in forbidden or plain.removesuffix("s") in forbidden:
            raise ValidationError(FORBIDDEN % {"word": word}, code="forbidden_word")


def _plain(word: str) -> str:
    """Return a word in lower case, without accents and disguises such as "@" for "a"."""
    letters = unicodedata.normalize("NFKD", word.rstrip("!").casefold().translate(DISGUISES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def _forbidden(path: str) -> frozenset[str]:
    """Return the words in a file with one word per line.

    Lines that begin with `#` are comments.
    """
    lines = Path(path).read_text(encoding="utf-8").splitlines() if path else []
    return frozenset(_plain(line) for line in map(str.strip, lines) if line and not line.startswith("#"))
