"""Checks for the names of users and mages.

They find reserved names, names that differ only in case, and look-alikes.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs.utils import load
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

OF_THE_HOUSE = frozenset(
    {"apprentice", "bramble", "corvin", "melisande", "nyx", "osric", "tansy", "theodric", "ysolde"}
)
"""The names of the house wizards (computer players)."""

RESERVED = OF_THE_HOUSE | frozenset(
    {
        "admin", "anyone", "everyone", "everything", "guest", "house", "moderator", "public", "referee", "yourself",
    }
)  # fmt: skip

ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
"""The alphabets with letters that look alike. Each is given as the first word of its letters' Unicode names."""

LONGEST_NEW_USERNAME = 30
"""The maximum length of a new username. Older ones may be longer."""
USERNAME_SIGNS = _("Use only letters, digits and @ . + - _, without spaces.")
LONGEST_SKELETON = 300


def folded(name: str) -> str:
    """Return the name case-folded and normalised to the Unicode form NFKC.

    The result is stored in its own column, because SQLite ignores case for ASCII letters only.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """Return a string that is equal for names that look alike, regardless of their case.

    Source: Unicode Technical Standard 39, "skeleton". Its algorithm is applied before and after case folding: "I" looks
    like "l", and "M" equals "m", which looks like "rn".
    """
    return _with_prototypes(_with_prototypes(name).casefold())[:LONGEST_SKELETON]


def _with_prototypes(name: str) -> str:
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    prototypes = _prototypes()
    return "".join(prototypes.get(part, part) for part in parts)


@cache
def _prototypes() -> dict[str, str]:
    """Return each look-alike character's prototype, which replaces it in a skeleton.

    The data lists each pair of look-alikes in both directions: a prototype lists all of its look-alikes, and each
    look-alike lists only its prototype. If two entries list only each other, the prototype is the longer one ("rn" for
    "m") or, if both are single characters, the one with the lower code.
    """
    alike = {
        sign: [other["c"].strip("\u200e") for other in others] for sign, others in load("confusables.json").items()
    }
    return {
        sign: others[0]
        for sign, others in alike.items()
        if len(others) == 1 and (len(others[0]) > 1 or len(alike.get(others[0], ())) != 1 or others[0] < sign)
    }


@cache
def _reserved_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


def is_reserved(name: str) -> bool:
    """Return whether the name, or one that looks like it, is reserved.

    Case is ignored, and only letters count.
    """
    return folded("".join(filter(str.isalpha, name))) in RESERVED or skeleton(name) in _reserved_skeletons()


def is_of_one_alphabet(name: str) -> bool:
    """Return whether the name uses at most one of the look-alike alphabets in `ALIKE`."""
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in filter(str.isalpha, name)}
    return len(alphabets & ALIKE) < 2


def validate_unreserved(name: str) -> None:
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Please choose another."))


def validate_one_alphabet(name: str) -> None:
    """Reject a name that mixes look-alike alphabets.

    Such names are used to impersonate others.
    """
    if not is_of_one_alphabet(name):
        raise ValidationError(_("This name mixes letters from different alphabets. Please use only one alphabet."))


username_validators = [
    UnicodeUsernameValidator(message=USERNAME_SIGNS),
    MaxLengthValidator(LONGEST_NEW_USERNAME),
    validate_one_alphabet,
    validate_unreserved,
]
"""Validators for new usernames."""
