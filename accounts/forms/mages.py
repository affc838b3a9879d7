"""What users fill in about their mages."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH, NAME_TAKEN, Mage, validate_mage_name
from accounts.selectors import mage_named
from accounts.services.mages import free_name


class MageNameField(forms.CharField):
    """A name that is good and free."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, validators=[validate_mage_name], **options)

    def clean(self, value: Any) -> str:
        """A name that can be one, which is then looked for: not before, as not all that is written can be."""
        name = super().clean(value)
        validate_free(name)
        return str(name)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"autocomplete": "off", "spellcheck": "false"}


def validate_free(name: str) -> None:
    """Refuse the name of a mage that lives; a dead one's name is for its owner, which the service knows."""
    mage = mage_named(name)
    if mage is not None and mage.ended is None:
        raise ValidationError(NAME_TAKEN)


def gender_field() -> forms.ChoiceField:
    """Which pronoun the texts of a duel have for the mage."""
    return forms.ChoiceField(
        label=_("Pronouns"),
        choices=Mage.Gender.choices,
        initial=Mage.Gender.PERSON,
        required=False,
        help_text=_("Used for your mage in the story of a duel."),
    )


class MageForm(forms.Form):
    """A mage's name and gender: for a guest, or another mage of a user."""

    name = MageNameField(label=_("Name of your mage"))
    gender = gender_field()

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON


class GuestForm(MageForm):
    """The first mage of somebody new, who need not think of a name before he plays."""

    name = MageNameField(
        label=_("Name of your mage"), initial=free_name, help_text=_("We picked one for you. Change it if you like.")
    )


class AboutMageForm(forms.ModelForm):
    """What an owner tells of a mage."""

    gender = gender_field()

    class Meta:
        model = Mage
        fields = ("gender", "about")
        widgets = {"about": forms.Textarea({"rows": 6})}
        labels = {"about": _("About")}
        help_texts = {"about": _("Visible on its public page.")}

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON
