"""Forms for a club's description and for messages to its members."""

from django import forms
from django.utils.translation import gettext_lazy as _

from duels.models import Club, ClubMessage

ADMISSIONS = [("True", _("Anyone can join")), ("False", _("By request: an officer decides"))]


class ClubForm(forms.Form):
    """A form for a club's name, description and admission policy."""

    name = forms.CharField(label=_("Name"), max_length=Club.LONGEST_NAME)
    about = forms.CharField(
        label=_("Description"),
        max_length=Club.LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea({"rows": 5}),
        help_text=_("Everyone can read the description. Say who the club is for and what you play."),
    )
    is_open = forms.TypedChoiceField(
        label=_("Members"),
        choices=ADMISSIONS,
        coerce=lambda given: given == "True",
        initial="True",
        widget=forms.RadioSelect,
    )


class MessageForm(forms.Form):
    """A form for a message to all members."""

    text = forms.CharField(label=_("Message"), max_length=ClubMessage.LONGEST, widget=forms.Textarea({"rows": 4}))
