"""Forms for settings, push subscriptions, resending notifications, and vacations."""

from typing import Any

from django import forms
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import AVATARS, address_of_avatar
from accounts.countries import country_choices
from accounts.models import EmailNotification, PushSubscription, User
from accounts.selectors import notifications_of
from accounts.services.preferences import CHOICES
from accounts.services.vacations import ALLOWANCE

OF_ACCOUNTS = (
    *("mail", "hears_messages", "hears_clubs"),
    *("hears_friends_challenges", "hears_friends_duels", "hears_friends_come"),
    *("avatar", "country"),
)
"""Fields hidden from guests, who receive no e-mails or messages, follow nobody, and have no profile."""
AVATAR = '<img class="portrait" src="{}" alt="" width="56" height="56"> <span class="visually-hidden">{}</span>'


def avatar_choices() -> list[tuple[str, str]]:
    """Return the choices for the profile picture: a symbol made from the username, then the site's drawings."""
    drawn = [(it, format_html(AVATAR, static(address_of_avatar(it)), it.capitalize())) for it in AVATARS]
    return [("", gettext("A symbol made from your name")), *drawn]


class SettingsForm(forms.ModelForm):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)
    seen_by = forms.ChoiceField(
        label=_("Online status and current duel"),
        choices=User.SeenBy.choices,
        widget=forms.RadioSelect,
        required=False,  # a missing choice changes nothing
        help_text=_("Your public duels are always listed under “Watch”."),
    )

    avatar = forms.ChoiceField(label=_("Picture"), choices=avatar_choices, widget=forms.RadioSelect, required=False)
    country = forms.ChoiceField(label=_("Country"), choices=country_choices, required=False)

    class Meta:
        model = User
        fields = CHOICES
        widgets = {"mail": forms.RadioSelect, "about": forms.Textarea({"rows": 4})}
        labels = {
            "mail": _("E-mail notifications"),
            "hears_talk": _("Show chat in duels"),
            "hears_messages": _("Let others send me messages"),
            "hears_clubs": _("Messages from my clubs"),
            "hears_friends_challenges": _("When they post an open challenge"),
            "hears_friends_duels": _("When they start a public duel"),
            "hears_friends_come": _("When they come online"),
            "about": _("About you"),
        }
        help_texts = {**dict.fromkeys(CHOICES, ""), "about": _("Visible on your public profile.")}

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.initial["language"] = get_language()
        if not settings.MAILROOM_ADDRESS and not self.instance.plays_by_email:
            play_by_email = User.Mail.PLAY
            self.fields["mail"].choices = [choice for choice in User.Mail.choices if choice[0] != play_by_email]  # type: ignore[attr-defined]
        if self.instance.is_guest:
            for name in OF_ACCOUNTS:
                del self.fields[name]
            others = [choice for choice in User.SeenBy.choices if choice[0] != User.SeenBy.FOLLOWED]
            self.fields["seen_by"].choices = others  # type: ignore[attr-defined]

    def clean_seen_by(self) -> str:
        """Keep the current choice if the submitted form contains none."""
        return self.cleaned_data["seen_by"] or self.initial["seen_by"]


class PushForm(forms.Form):
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
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=ALLOWANCE, initial=7)
    start = forms.DateField(
        label=_("From (optional)"),
        required=False,
        help_text=_("A vacation that you book for a later day starts at midnight. Leave this empty to start now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
