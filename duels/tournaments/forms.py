"""Forms for hosting a tournament and for joining one."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.selectors import living_mages
from duels.challenges.forms.fields import ClubField, RatingField, book_choices, offer_mages, own_mage_field
from duels.challenges.forms.stakes import STAKES, knows_field
from duels.challenges.stakes import needs_to_know
from duels.clubs.membership import clubs_run_by
from duels.models import Tournament
from duels.tournaments.formats import ROUNDS
from duels.tournaments.words import minutes_in_words, rounds_in_words
from duels.wording.time_controls import CONTROLS_BY_CODE, control_of, control_title, is_live
from wavinghands.engine import Json

MINUTES = (30, 45, 60, 90, 120)
SLOW = "1d"
LIVE = [code for code, control in CONTROLS_BY_CODE.items() if is_live(**control)]
LONGEST_DAYS = 365
ROUND = timedelta(minutes=15)


class JoinForm(forms.Form):
    """A form for choosing the mage with which to join.

    Before their first rated duel, users must confirm with the check box `knows` that a mage can die in such duels.
    """

    mage = own_mage_field()

    def __init__(self, tournament: Tournament, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mages = living_mages(user)
        if len(mages) > 1:
            offer_mages(self, mages)
        else:
            del self.fields["mage"]
        if not tournament.friendly and needs_to_know(user):
            self.fields["knows"] = knows_field(required=True)


class TournamentForm(forms.Form):
    """A form for a new tournament, with only the fields that its format needs.

    Its times are in the user's time zone. Club officers can restrict the tournament to members of their club.
    """

    name = forms.CharField(label=_("Name"), max_length=Tournament.LONGEST_NAME)
    starts = forms.DateTimeField(
        label=_("Start"), widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    )
    minutes = forms.TypedChoiceField(
        label=_("Length"),
        choices=lambda: [(it, minutes_in_words(it)) for it in MINUTES],
        coerce=int,
        initial=60,
    )
    rounds = forms.TypedChoiceField(
        label=_("Rounds"),
        coerce=int,
    )
    book = forms.ChoiceField(label=_("Rule set"), choices=book_choices, initial="classic")
    control = forms.ChoiceField(
        label=_("Time per round of a duel"), choices=lambda: [(it, _title(it)) for it in [*LIVE, SLOW]], initial="1m"
    )
    friendly = forms.TypedChoiceField(
        label=_("Stakes"), choices=STAKES, coerce=lambda it: it == "True", initial="True", widget=forms.RadioSelect
    )
    lowest = RatingField(label=_("Minimum rating"))
    highest = RatingField(label=_("Maximum rating"))
    account_days = forms.IntegerField(
        label=_("Minimum age of an account in days"), min_value=0, max_value=LONGEST_DAYS, initial=0, required=False
    )
    bots = forms.BooleanField(label=_("Bots may join"), required=False)

    def __init__(self, user: Any, format_: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.format = format_
        self.fields["starts"].label = _("Start (time zone: %(zone)s)") % {"zone": zone_in_words()}
        self.initial.setdefault("starts", _next_start(timezone.now()))
        if clubs := list(clubs_run_by(user)):
            self.fields["club"] = ClubField(clubs, nobody=_("Everyone"))
            self.fields["club"].label = _("Admission")
        if format_ == Tournament.Format.ARENA:
            self.fields["control"].choices = [(it, _title(it)) for it in LIVE]  # type: ignore[attr-defined]
        else:
            del self.fields["minutes"]
        if possible := ROUNDS.get(format_):
            self.fields["rounds"].choices = [(it, rounds_in_words(it)) for it in possible]  # type: ignore[attr-defined]
            self.fields["rounds"].initial = possible[len(possible) // 2]
        else:
            del self.fields["rounds"]

    def clean_account_days(self) -> int:
        """Treat an empty field as 0."""
        return self.cleaned_data["account_days"] or 0

    def clean(self) -> Json:
        given = super().clean() or {}
        if code := given.pop("control", None):
            control = control_of(code)
            given |= {"pace": control["pace"], "reserve": control["reserve"]}
        return given | {"format": self.format}


def _title(code: str) -> str:
    control = control_of(code)
    return control_title(control["pace"], control["reserve"])


def zone_in_words() -> str:
    """Return the time zone of a form's times, such as "America/New York"."""
    return timezone.get_current_timezone_name().replace("_", " ")


def _next_start(now: datetime) -> datetime:
    """Return the first full quarter of an hour that is at least fifteen minutes away."""
    later = now + 2 * ROUND
    return later - timedelta(minutes=later.minute % 15, seconds=later.second, microseconds=later.microsecond)
