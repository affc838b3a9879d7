"""Descriptions of the terms of a challenge, and of proposed changes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Mage
from duels.challenges.terms import ADMISSION, CLOCK, HOUSE, RATING, Terms
from duels.models import Club
from duels.wording.languages import books, listed
from duels.wording.rule_options import differences
from duels.wording.strengths import STRENGTHS
from duels.wording.time_controls import control_title


def in_full(terms: Terms, challenger: Mage, club: Club | None = None) -> list[str]:
    """Return descriptions of the terms.

    Rarely used terms with default values are left out. `club` is the club to which the challenge is limited.
    """
    stakes = [] if terms.of_the_house else [_stakes(terms)]
    return [_book(terms), _clock(terms), *stakes, *further_terms(terms, challenger, club)]


def further_terms(terms: Terms, challenger: Mage, club: Club | None = None) -> list[str]:
    """Return descriptions of the terms other than the spell book, the clock and the stakes."""
    return [_admission(terms, club), _people(terms), *_unusual(terms, challenger)]


def briefly(terms: Terms) -> str:
    """Return the restrictions on opponents in one line.

    While a user fills in the form, `static/js/lobby/more.js` updates this line.
    """
    return " · ".join([_rating(terms), _bots(terms)]) if terms.is_open else _("by invitation only")


def in_a_line(terms: Terms, challenger: Mage) -> str:
    """Return the unusual terms in one line, without the stakes and the number of wizards."""
    several = [] if terms.per_user == 1 else [_("%(mages)s per player") % {"mages": _mages(terms.per_user)}]
    return "; ".join([*several, *_unusual(terms, challenger)])


def melee(terms: Terms, *, come: int, invited: int) -> str:
    """Return a text such as "Melee of 4 · 1 joined", or an empty string for a two-wizard duel.

    `come` is the number of wizards that have accepted, including house wizards (computer players). `invited` is the
    number of challenged mages that have not answered.
    """
    if terms.limit == 2 or (terms.limit is None and not terms.is_open and come + invited < 3):
        return ""
    places = terms.limit or (0 if terms.is_open else come + invited)
    joined = ngettext("%(come)s joined", "%(come)s joined", come) % {"come": come}
    return f"{_('Melee for %(number)s') % {'number': places} if places else _('Melee')} · {joined}"


def changes_in_words(changes: Mapping[str, Any], now: Terms, club: Club | None = None) -> list[str]:
    """Describe a proposal's changes to the current terms.

    The descriptions include the mages that it invites or excludes. `club` is the club to which the challenge is
    limited.
    """
    then = now.changed(changes)
    return [
        *(words(changes[name]) for name, words in _ACTIONS.items() if name in changes),
        *(
            _admission(then, club) if words is _admission else words(then)
            for names, words in _OF_TERMS
            if any(name in changes for name in names)
        ),
    ]


def _unusual(terms: Terms, challenger: Mage) -> list[str]:
    unusual = (
        _teams(terms) if terms.teams else "",
        _house(terms) if terms.of_the_house else "",
        _rating(terms) if terms.lowest or terms.highest else "",
        _bots(terms) if terms.is_open and terms.bots is not None and terms.bots != terms.friendly else "",
        _("only %(challenger)s can change the terms") % {"challenger": challenger} if terms.authoritarian else "",
    )
    return [words for words in unusual if words]


def _book(terms: Terms) -> str:
    return _("rule set %(title)s") % {"title": books()[terms.book].title}


def _stakes(terms: Terms) -> str:
    return _("casual") if terms.friendly else _("rated")


def _clock(terms: Terms) -> str:
    return control_title(terms.pace, terms.reserve, terms.mountain)


def _admission(terms: Terms, club: Club | None = None) -> str:
    if not terms.is_open:
        return _("by invitation only")
    for_all = _("open to members of %(club)s") % {"club": club.shown_name} if club else _("open to everyone")
    door = _("anyone with the link") if terms.private else for_all
    if terms.per_user == 1:
        return door
    return _("%(door)s, %(mages)s per player") % {"door": door, "mages": _mages(terms.per_user)}


def _mages(per_user: int) -> str:
    if not per_user:
        return _("any number of mages")
    return ngettext("up to %(count)s mage", "up to %(count)s mages", per_user) % {"count": per_user}


def _people(terms: Terms) -> str:
    if terms.limit is not None:
        return _("starts with %(limit)s players") % {"limit": terms.limit}
    if terms.is_open:
        return _("no limit, started manually")
    return _("starts when everyone invited has joined")


def _limit(terms: Terms) -> str:
    return _("starts with %(limit)s players") % {"limit": terms.limit} if terms.limit else _("no limit")


def _teams(terms: Terms) -> str:
    return _("%(teams)s teams") % {"teams": terms.teams} if terms.teams else _("no teams")


def _house(terms: Terms) -> str:
    """Describe the house wizards (computer players), and mention that they make the duel casual."""
    named = [_("computer players: %(names)s") % {"names": listed(terms.house)}] if terms.house else []
    seats = [_seats(terms)] if terms.house_seats else []
    who = "; ".join([*named, *seats])
    return _("%(who)s (casual)") % {"who": who} if who else _("no computer players")


def _seats(terms: Terms) -> str:
    text = ngettext(
        "%(count)s computer player (%(strength)s)",
        "%(count)s computer players (%(strength)s)",
        terms.house_seats,
    )
    return text % {"count": terms.house_seats, "strength": STRENGTHS[terms.house_level]}


def _rating(terms: Terms) -> str:
    bounds = {"lowest": terms.lowest, "highest": terms.highest}
    if terms.lowest and terms.highest:
        return _("rating %(lowest)s to %(highest)s") % bounds
    if terms.lowest:
        return _("rating %(lowest)s or more") % bounds
    return _("rating %(highest)s or less") % bounds if terms.highest else _("any rating")


def _bots(terms: Terms) -> str:
    return _("bots allowed") if terms.lets_bots_come else _("no bots")


def _comment(terms: Terms) -> str:
    return _("message “%(comment)s”") % {"comment": terms.comment} if terms.comment else _("no message")


def _options(terms: Terms) -> str:
    return "; ".join(differences(terms.book, terms.options)) or _("all options as in the rule set")


_ACTIONS: Mapping[str, Callable[[Any], str]] = {
    "start": lambda _start: _("start now with the players who have joined"),
    "challenge": lambda names: _("invite %(challenge)s") % {"challenge": ", ".join(names)},
    "all": lambda _all: _("invite everyone who played recently"),
    "exclude": lambda names: _("exclude %(exclude)s") % {"exclude": ", ".join(names)},
}
"""The descriptions of the parts of a proposal that are not terms."""

_OF_TERMS: tuple[tuple[tuple[str, ...], Callable[[Terms], str]], ...] = (
    (("book",), _book),
    (CLOCK, _clock),
    (ADMISSION, _admission),
    (("limit",), _limit),
    (("teams",), _teams),
    (HOUSE, _house),
    (RATING, _rating),
    (("friendly",), _stakes),
    (
        ("authoritarian",),
        lambda terms: _("the host decides") if terms.authoritarian else _("players vote"),
    ),
    (("bots",), _bots),
    (("comment",), _comment),
    (("options",), _options),
)
