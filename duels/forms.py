"""What people fill in to challenge, to accept, to practise."""

from typing import Any, cast

from django import forms
from django.db.models import QuerySet

from accounts.forms import MageForm
from accounts.models import NAME_LENGTH, Mage, User
from accounts.selectors import mage_named, mages_of
from duels.models import Challenge, Pace
from wavinghands.engine import BOOKS


def book_choices() -> list[tuple[str, str]]:
    """The books that are played, by slug."""
    return [(book.slug, book.title) for book in BOOKS.values()]


class ChallengeForm(forms.Form):
    """A challenge by one of the user's mages."""

    mage = forms.ModelChoiceField(label="Your mage", queryset=Mage.objects.none(), empty_label=None)
    audience = forms.ChoiceField(
        label="Who may accept",
        choices=Challenge.Audience.choices,
        initial=Challenge.Audience.ALL,
        widget=forms.RadioSelect,
    )
    opponent = forms.CharField(
        label="Name of the mage", max_length=NAME_LENGTH, required=False, help_text="Only for a challenge to one mage."
    )
    book = forms.ChoiceField(label="Spell book", choices=book_choices)
    pace = forms.TypedChoiceField(
        label="Time for a round", choices=Pace.choices, coerce=int, initial=Pace.TWO_MINUTES.value
    )
    comment = forms.CharField(label="Comment (optional)", max_length=200, required=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, mages_of(user))

    def clean(self) -> dict[str, Any]:
        to_one = self.cleaned_data.get("audience") == Challenge.Audience.MAGE
        self.cleaned_data["opponent"] = self._named_mage() if to_one else None
        return self.cleaned_data

    def _named_mage(self) -> Mage | None:
        name = self.cleaned_data.get("opponent", "").strip()
        mage = mage_named(name) if name else None
        if mage is None:
            self.add_error("opponent", f"There is no mage named {name}." if name else "Whom do you challenge?")
        return mage


def _offer(form: forms.Form, mages: QuerySet[Mage]) -> None:
    cast(forms.ModelChoiceField, form.fields["mage"]).queryset = mages


class AcceptForm(forms.Form):
    """With which mage a user accepts."""

    mage = forms.ModelChoiceField(label="Your mage", queryset=Mage.objects.none(), empty_label=None)

    def __init__(self, mages: QuerySet[Mage], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, mages)


def accept_form(challenge: Challenge, user: Any, data: Any = None) -> AcceptForm | MageForm:
    """What this viewer fills in to accept: one of his mages, or the name of a first one."""
    mages = mages_of(user) if user.is_authenticated else Mage.objects.none()
    if not mages:
        return MageForm(data)
    return AcceptForm(mages.filter(pk=challenge.opponent_id) if challenge.opponent_id else mages, data)


class PracticeForm(forms.Form):
    """The book to practise."""

    book = forms.ChoiceField(label="Spell book", choices=book_choices)
