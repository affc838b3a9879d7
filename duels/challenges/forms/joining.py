"""With which mage one accepts a challenge, or waits for a quick duel."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.forms.mages import GuestForm
from accounts.models import Mage
from accounts.selectors import living_mages
from duels.challenges.challenge_page import mages_that_may_join
from duels.challenges.forms.fields import TeamField, book_choices, offer_mages, own_mage_field
from duels.challenges.terms import MOST_TEAMS
from duels.models import Challenge


class AcceptForm(forms.Form):
    """With which mage a user accepts, and in which team."""

    mage = own_mage_field()

    def __init__(self, mages: QuerySet[Mage], teams: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_mages(self, mages)
        _offer_teams(self, teams)

    def has_choice(self) -> bool:
        """Whether one of the mages may come."""
        return bool(self.fields["mage"].queryset.exists())  # type: ignore[attr-defined]


class TeamForm(AcceptForm):
    """In which team a mage who has accepted wants to fight."""

    def __init__(self, mages: QuerySet[Mage], data: Any = None) -> None:
        super().__init__(mages, MOST_TEAMS, data)


class FirstMageForm(GuestForm):
    """Who has no mage accepts by naming one."""

    def __init__(self, teams: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_teams(self, teams)

    def has_choice(self) -> bool:
        """A new mage may come wherever its user may."""
        return True


def _offer_teams(form: forms.Form, teams: int) -> None:
    if teams:
        form.fields["team"] = TeamField(teams)


def accept_form(challenge: Challenge, user: Any, data: Any = None) -> AcceptForm | FirstMageForm:
    """What this viewer fills in to accept: one of his mages, or the name of a first one."""
    mages = living_mages(user)
    if not mages.exists():
        return FirstMageForm(challenge.teams, data)
    return AcceptForm(mages_that_may_join(challenge, mages), challenge.teams, data)


class SeekForm(forms.Form):
    """With which mage one waits for a quick duel, and by which book."""

    mage = own_mage_field()
    book = forms.ChoiceField(label=_("Spell book"), choices=lambda: [("", _("any")), *book_choices()], required=False)

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_mages(self, living_mages(user))
