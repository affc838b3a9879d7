"""Forms for accepting a challenge and for seeking a quick duel."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.forms.mages import GuestForm
from accounts.models import Mage
from accounts.selectors import living_mages
from duels.challenges.forms.fields import TeamField, book_choices, offer_mages, own_mage_field
from duels.challenges.forms.stakes import KNOW_FIRST, STAKES, knows_field
from duels.challenges.stakes import is_rated, needs_to_know
from duels.challenges.terms import MOST_TEAMS
from duels.models import Challenge
from wavinghands.engine import Json


class AcceptForm(forms.Form):
    """A form for choosing the mage that accepts a challenge, and the mage's team."""

    mage = own_mage_field()

    def __init__(self, mages: QuerySet[Mage], teams: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_mages(self, mages)
        _offer_teams(self, teams)


class TeamForm(AcceptForm):
    """A form for changing the team of a mage that has already accepted."""

    def __init__(self, mages: QuerySet[Mage], data: Any = None) -> None:
        super().__init__(mages, MOST_TEAMS, data)


class FirstMageForm(GuestForm):
    """A form for accepting a challenge with a new mage, for guests and for users without mages."""

    def __init__(self, teams: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_teams(self, teams)


def _offer_teams(form: forms.Form, teams: int) -> None:
    if teams:
        form.fields["team"] = TeamField(teams)


def accept_form(
    challenge: Challenge, user: Any, joining: Iterable[Mage], data: Any = None
) -> AcceptForm | FirstMageForm:
    """Return the form for accepting the challenge with one of the mages in `joining`.

    For a user without mages, the form registers a new mage. Before the user's first rated duel, the form has an
    additional check box, `knows`, for confirming that a mage can die in a rated duel.
    """
    mages = living_mages(user)
    form = (
        AcceptForm(mages.filter(pk__in=[mage.pk for mage in joining]), challenge.teams, data)
        if mages.exists()
        else FirstMageForm(challenge.teams, data)
    )
    if needs_to_know(user) and is_rated(challenge):
        form.fields["knows"] = knows_field(required=True)
    return form


class SeekForm(forms.Form):
    """A form for choosing the mage, the stakes and the spell book of a quick duel.

    Guests' duels are always casual. The form suggests a casual duel until the user has confirmed that a mage can die in
    a rated one.
    """

    mage = own_mage_field()
    book = forms.ChoiceField(label=_("Rule set"), choices=lambda: [("", _("any")), *book_choices()], required=False)
    friendly = forms.BooleanField(label=_("Stakes"), required=False, widget=forms.RadioSelect(choices=STAKES))

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_mages(self, living_mages(user))
        self.initial.setdefault("friendly", needs_to_know(user))
        if needs_to_know(user):
            self.fields["knows"] = knows_field()
        if user.is_guest:
            del self.fields["friendly"]

    def clean(self) -> Json:
        given = super().clean() or {}
        if not given.get("knows", True) and not given.get("friendly"):
            self.add_error("knows", KNOW_FIRST)
        return given
