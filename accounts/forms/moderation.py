"""Forms for messages, blocks and reports."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import USERNAME_LENGTH, Mage, Message, Report, User
from accounts.selectors import living_mages


class ReportForm(forms.Form):
    """A form for a report to the moderators, which asks for the reason."""

    why = forms.CharField(
        label=_("What is wrong?"),
        max_length=Report.LONGEST_WHY,
        widget=forms.Textarea({"rows": 4, "maxlength": Report.LONGEST_WHY}),
    )


class MessageForm(forms.Form):
    """A form for a new message.

    The sender may choose one of their mages as `mage`, to sign the message with its name.
    """

    to = forms.CharField(
        label=_("To"),
        max_length=400,
        help_text=_("Separate the names of mages or users with commas. Write @name for a user."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    mage = forms.ModelChoiceField(label=_("From"), queryset=Mage.objects.none(), required=False)
    text = forms.CharField(
        label=_("Message"),
        max_length=Message.LONGEST,
        widget=forms.Textarea({"rows": 6, "maxlength": Message.LONGEST}),
    )

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        mage = self.fields["mage"]
        assert isinstance(mage, forms.ModelChoiceField)  # noqa: S101 - for mypy
        mage.queryset = living_mages(user)
        mage.empty_label = user.username


class BlockForm(forms.Form):
    """A form that asks for the name of a mage or user to block or mute."""

    name = forms.CharField(
        label=_("Name of a mage or user"), max_length=USERNAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"})
    )
