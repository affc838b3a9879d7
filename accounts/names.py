"""Names of mages: those that the house keeps for itself, and which are taken for the same."""

import unicodedata

OF_THE_HOUSE = frozenset(
    {"apprentice", "bramble", "corvin", "melisande", "nyx", "osric", "tansy", "theodric", "ysolde"}
)
"""Of the wizards who duel for it; who they are is for others to know."""

RESERVED = OF_THE_HOUSE | frozenset(
    {
        "admin", "anyone", "everyone", "everything", "guest", "house", "moderator", "public", "referee", "yourself",
    }
)  # fmt: skip

ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
"""Alphabets whose letters look alike, as Unicode begins the names of letters."""


def folded(name: str) -> str:
    """What two names have in common that differ only in case; a column, as SQLite folds ASCII alone."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_reserved(name: str) -> bool:
    """Whether no user may give a mage this name, in whatever case and with whatever between its letters."""
    return folded("".join(filter(str.isalpha, name))) in RESERVED


def is_of_one_alphabet(name: str) -> bool:
    """Whether no letters are mixed that look alike, as in a name made to be taken for another's."""
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in filter(str.isalpha, name)}
    return len(alphabets & ALIKE) < 2
