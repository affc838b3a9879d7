"""Lookup of the mages, duels, terms of challenges, beings and spells that orders name.

For unknown names, the functions raise a `Mistake`, which usually lists the possible names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.names import folded
from accounts.selectors import living_mages, mage_named
from duels.challenges.house_wizards import wizard_named
from duels.mailroom.answers import Mistake
from duels.mailroom.parsing import SLOTS
from duels.models import Challenge, Duel
from duels.play.tables import Table
from duels.wording.languages import books, catalogue, listed
from duels.wording.rule_options import rule_options
from duels.wording.strengths import STRENGTHS
from duels.wording.time_controls import CONTROLS_BY_CODE, Control, control_of
from wavinghands import engine
from wavinghands.engine import Json

Words = Sequence[str]
NOBODY: Final = "nobody"
SAID: Final = {"no one": NOBODY, "noone": NOBODY, NOBODY: NOBODY}
PLACE: Final = re.compile(r"(LH|RH|BH):\s*(.+)", re.IGNORECASE | re.DOTALL)
"""The pattern for the names of monsters that a wizard's hand is about to summon, such as RH:Merlyn."""


# Mages and games -----------------------------------------------------------------------------------------------------


def own_mage(user: User, name: str) -> Mage:
    """Return this user's living mage with this name, or raise `Mistake`."""
    mage = mage_named(name)
    if mage is not None and mage.owner_id == user.pk and mage.ended is None:
        return mage
    names = [own.name for own in living_mages(user)]
    if not names:
        raise Mistake(_("You have no mage yet. Create one with REGISTER."))
    about = {"name": name, "names": listed(names)}
    raise Mistake(_("You have no mage called %(name)s. Your mages: %(names)s.") % about)


def is_own(user: User, name: str) -> bool:
    """Return whether `name` is this user's username or the name of one of their living mages."""
    mage = mage_named(name)
    return is_same(name, user.username) or bool(mage and mage.owner_id == user.pk and mage.ended is None)


def names(words: Words) -> list[str]:
    """Group words into names, from left to right.

    Each group is the longest known name that the remaining words begin with. If they begin with no known name, the
    group is a single word.
    """
    if len(words) > MOST_NAMES:
        raise Mistake(_("This list of names is too long. It can have at most %(most)s words.") % {"most": MOST_NAMES})
    found, rest = [], list(words)
    while rest:
        counts = range(min(len(rest), LONGEST_NAME), 1, -1)
        count = next((count for count in counts if is_mage(" ".join(rest[:count]))), 1)
        found.append(" ".join(rest[:count]))
        rest = rest[count:]
    return found


MOST_NAMES: Final = 50
LONGEST_NAME: Final = 4
"""The maximum number of words that are looked up as one name."""


def is_mage(name: str) -> bool:
    """Return whether a mage, living or dead, or a computer player has this name."""
    return mage_named(name) is not None or wizard_named(name) is not None


def duel_of(number: str) -> Duel:
    """Return the duel with this slug, or the duel that began with the challenge with this token.

    Raise `Mistake` if there is no such duel.
    """
    duel = Duel.objects.filter(slug=number).first() or Duel.objects.filter(challenge__token=number).first()
    if duel is None and Challenge.objects.filter(token=number).exists():
        raise Mistake(_("Duel %(number)s hasn’t started yet.") % {"number": number})
    if duel is None:
        raise Mistake(_("There is no duel %(number)s.") % {"number": number})
    return duel


def is_same(name: str, other: str) -> bool:
    """Return whether two names are the same, ignoring case."""
    return folded(name) == folded(other)


# Terms of a challenge -------------------------------------------------------------------------------------------------


def book(said: str) -> str:
    """Return the slug of the spell book with this title or slug."""
    known = {plain(name): slug for slug, book in books().items() for name in (book.title, slug)}
    if plain(said) in known:
        return known[plain(said)]
    about = {"name": said, "names": listed(list(books()))}
    raise Mistake(_("There is no rule set called “%(name)s”. Choose from: %(names)s.") % about)


def clock(said: str) -> Control:
    """Return the time control with this code, such as `3d`, or time per round, such as `3 days`."""
    found = SPAN.fullmatch(plain(said))
    code = f"{found[1]}{UNITS[found[2][0]]}" if found else plain(said)
    if code in CONTROLS_BY_CODE:
        return control_of(code)
    about = {"name": said, "names": listed(list(CONTROLS_BY_CODE))}
    raise Mistake(_("There is no clock called %(name)s. Choose from: %(names)s.") % about)


SPAN: Final = re.compile(r"(\d+)(s|sec|seconds?|sekunden?|m|min|minutes?|minuten?|d|days?|tage?)")
UNITS: Final = {"s": "s", "m": "m", "d": "d", "t": "d"}


def strength(said: str) -> int:
    """Return the computer player level with this number or name."""
    named = {plain(str(name)): level for level, name in STRENGTHS.items()}
    with translation.override("en"):
        named |= {plain(str(name)): level for level, name in STRENGTHS.items()}
    known = {**named, **{str(level): level for level in STRENGTHS}}
    if plain(said) in known:
        return known[plain(said)]
    about = {"name": said, "names": listed([f"{level} ({name})" for level, name in STRENGTHS.items()])}
    raise Mistake(_("There is no strength %(name)s. Choose from: %(names)s.") % about)


def rule(words: Words, book: str) -> tuple[str, Any]:
    """Return the engine's name and value for a rule option.

    `words` are the option's name followed by its value.
    """
    rows = _options(book)
    named = {plain(name): row for row in rows for name in (row["title"], row["name"])}
    at = next((at for at in range(len(words), 0, -1) if plain(" ".join(words[:at])) in named), None)
    if at is None:
        raise Mistake(_no_option(words, named))
    row, said = named[plain(" ".join(words[:at]))], plain(" ".join(words[at:]))
    values = [value for other in rows if other["name"] == row["name"] for value in other["values"]]
    known = {plain(str(name)): it["value"] for it in values for name in (it["value"], it["label"])}
    known["book"] = row["value"]
    if said and said in known:
        return row["name"], known[said]
    about = {"name": row["title"], "values": listed([str(it["label"]) for it in row["values"]])}
    raise Mistake(_("Values for %(name)s: %(values)s. BOOK means the rule set’s default.") % about)


def _no_option(words: Words, found: Mapping[str, Json]) -> str:
    near = get_close_matches(plain(" ".join(words[:-1]) or words[0]), found, 3, 0.5)
    known = listed(list(dict.fromkeys(found[name]["title"] for name in near)))
    text = _("There is no rule option %(name)s. RULES lists all options.") % {"name": " ".join(words)}
    meant = _("Did you mean %(names)s?") % {"names": known}
    return f"{text} {meant}" if near else text


def _options(book: str) -> list[Json]:
    """Return the rule options of a spell book in English, followed by the same options in the active language."""
    return [*engine.options_table(book, catalogue=engine.CATALOGUES["en"]), *rule_options(book)]


# Beings in a duel ----------------------------------------------------------------------------------------------------


def wizard(words: Words, table: Table) -> str:
    """Return the name of the wizard that these words refer to."""
    known = {folded(seat.name): seat.name for seat in table.seats}
    name = " ".join(words)
    if folded(name) in known:
        return known[folded(name)]
    about = {"name": name, "names": listed([seat.name for seat in table.seats])}
    raise Mistake(_("There is no wizard called %(name)s in this duel. Possible names: %(names)s.") % about)


def being(words: Words, table: Table, request: Json) -> str:
    """Return the engine's name (`ref`) for the being that these words name.

    The words may also stand for nobody, or for a monster that is about to be summoned.
    """
    name = " ".join(words)
    found = _ref(name, table, _refs(table, request))
    if found is None:
        about = {"name": name, "names": listed(_shown(table, request))}
        raise Mistake(_("There is no %(name)s in this duel. Possible names: %(names)s.") % about)
    return found


def monster_and_victim(words: Words, table: Table, request: Json) -> tuple[str, str]:
    """Return the engine's names of a monster and its victim.

    Try every way to split the words into two names.
    """
    refs, wizards = _refs(table, request), {seat.name for seat in table.seats}
    beginnings = set()
    for at in range(1, len(words)):
        monster = _ref(" ".join(words[:at]), table, refs)
        if monster is None or monster in (*wizards, NOBODY):
            continue
        beginnings.add(at)
        victim = _ref(" ".join(words[at:]), table, refs)
        if victim is not None:
            return monster, victim
    if beginnings:
        being(words[min(beginnings) :], table, request)
    about = {"name": words[0], "names": listed([ref for ref in _shown(table, request) if ref not in wizards])}
    raise Mistake(_("There is no monster called %(name)s in this duel. Possible names: %(names)s.") % about)


def _ref(name: str, table: Table, refs: Mapping[str, str]) -> str | None:
    place = PLACE.fullmatch(name)
    if place is None:
        return refs.get(folded(name))
    there = refs.get(folded(place[2]))
    return f"{SLOTS[place[1].upper()]}:{there}" if there in table.by_name else None


def _refs(table: Table, request: Json) -> dict[str, str]:
    """Return the engine's names for the beings that the wizard may know of, by case-folded name."""
    return {**SAID, **{folded(name): ref for name, ref in _known(table, request)}}


def _known(table: Table, request: Json) -> Iterator[tuple[str, str]]:
    for target in request.get("targets", ()):
        yield from ((target["name"], target["ref"]), (target["ref"], target["ref"]))
    for question in request.get("questions", ()):
        yield from ((choice, choice) for choice in question["choices"] if isinstance(choice, str))
    for name in (*request.get("corpses", ()), *table.by_name):
        yield name, name


def _shown(table: Table, request: Json) -> list[str]:
    """Return the names to suggest in error messages.

    They include one example of a monster that is about to be summoned.
    """
    said = [name for name in dict.fromkeys(_refs(table, request).values()) if ":" not in name and name != NOBODY]
    return [*said, f"RH:{table.seats[0].name}", NOBODY]


# Spells --------------------------------------------------------------------------------------------------------------


def spell(said: str, duel: Duel) -> str:
    """Return the slug of the spell with this name in the duel's spell book.

    The beginning of the name is enough if it is unique.
    """
    named = {plain(name): slug for name, slug in _spells(duel)}
    wanted = plain(said)
    near = {slug for name, slug in named.items() if wanted and name.startswith(wanted)}
    if wanted in named:
        return named[wanted]
    if len(near) == 1:
        return near.pop()
    raise Mistake(_("There is no spell called %(name)s in this duel’s rule set.") % {"name": said})


def _spells(duel: Duel) -> Iterable[tuple[str, str]]:
    for words in (engine.CATALOGUES["en"], catalogue()):
        for row in engine.book_table(duel.book, options=duel.options, catalogue=words):
            yield from ((row["name"], row["slug"]), (row["slug"], row["slug"]))


def plain(text: str) -> str:
    """Normalise a name for comparisons: case-folded, without spaces and punctuation."""
    return "".join(letter for letter in folded(text) if letter.isalnum())
