"""Forms for settings, push subscriptions, sending notifications again, and vacations."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import EmailNotification, PushSubscription, User
from accounts.selectors import notifications_of
from accounts.services.preferences import CHOICES
from accounts.services.vacations import ALLOWANCE


class SettingsForm(forms.ModelForm):
    """A form for a user's settings. Guests get no fields for e-mail and messages."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)

    class Meta:
        model = User
        fields = CHOICES
        widgets = {"mail": forms.RadioSelect, "about": forms.Textarea({"rows": 4})}
        labels = {
            "mail": _("E-mail notifications"),
            "hears_talk": _("Show chat in duels"),
            "hears_messages": _("Let others send me messages"),
            "about": _("About you"),
        }
        help_texts = {"hears_talk": "", "hears_messages": "", "about": _("Visible on your public profile.")}

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.initial["language"] = get_language()
        if not settings.MAILROOM_ADDRESS and not self.instance.plays_by_email:
            play_by_email = User.Mail.PLAY
            self.fields["mail"].choices = [choice for choice in User.Mail.choices if choice[0] != play_by_email]  # type: ignore[attr-defined]
        if self.instance.is_guest:
            del self.fields["mail"], self.fields["hears_messages"]


class PushForm(forms.Form):
    """A form for the push subscription of a browser."""

    endpoint = forms.CharField(max_length=PushSubscription.LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=PushSubscription.LONGEST_KEY)
    auth = forms.CharField(max_length=PushSubscription.LONGEST_AUTH)


class RenewalForm(PushForm):
    """A form for a push subscription that replaces the one at the address `old`."""

    old = forms.CharField(max_length=PushSubscription.LONGEST_ENDPOINT)


class SendAgainForm(forms.Form):
    """A form for selecting notifications that the user wants to receive again."""

    notifications = forms.ModelMultipleChoiceField(
        EmailNotification.objects.none(), error_messages={"required": _("Select a notification first.")}
    )

    def __init__(self, given: Any, *, user: User) -> None:
        super().__init__(given)
        self.fields["notifications"].queryset = notifications_of(user)  # type: ignore[attr-defined]  # a field with a query


class VacationForm(forms.Form):
    """A form for the length and start of a vacation."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=ALLOWANCE, initial=7)
    start = forms.DateField(
        label=_("From (optional)"),
        required=False,
        help_text=_("A vacation on a later day starts at midnight. Leave this empty to start now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
