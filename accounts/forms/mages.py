"""Forms for mages."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH, NAME_TAKEN, Mage, validate_mage_name
from accounts.names import USERNAME_SIGNS
from accounts.profanity import refuse_forbidden
from accounts.selectors import mage_named, why_no_mage_name
from accounts.services.mages import free_name


def limit_name(field: forms.Field, longest: int, *, is_username: bool = False) -> None:
    """Add the maximum length to the field's help text, and let the browser refuse names that are too long.

    The browser also refuses usernames with spaces inside. Because it does so before sending the form, users need not
    retype their passwords. The attribute `maxlength` would cut off the rest of a long name without a warning.
    """
    limit = format_lazy(_("At most {number} characters."), number=longest)
    field.help_text = format_lazy("{} {}", field.help_text, limit) if field.help_text else limit
    field.widget.attrs.pop("maxlength", None)
    pattern, title = f".{{1,{longest}}}", limit
    if is_username:
        pattern, title = rf"\s*\S{{1,{longest}}}\s*", format_lazy("{} {}", USERNAME_SIGNS, limit)
    field.widget.attrs |= {"pattern": pattern, "title": title}


class NameField(forms.CharField):
    """A form field for a name of limited length."""

    def __init__(self, *, max_length: int, is_username: bool = False, **options: Any) -> None:
        super().__init__(max_length=max_length, **options)
        limit_name(self, max_length, is_username=is_username)


class MageNameField(NameField):
    """A form field for a valid mage name that no living mage has."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, validators=[validate_mage_name], **options)

    def clean(self, value: Any) -> str:
        """Validate the name before looking it up, because the database rejects queries with some invalid names."""
        name = super().clean(value)
        validate_free(name)
        return str(name)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"autocomplete": "off", "spellcheck": "false"}


def validate_free(name: str) -> None:
    """Reject the name of a living mage.

    `register_mage()` checks whether the name of a dead mage may be reused.
    """
    mage = mage_named(name)
    if mage is not None and mage.ended is None:
        raise ValidationError(NAME_TAKEN, code="taken")


def clean_newcomers_mage_name(name: str) -> str:
    """Return the valid name of a new user's mage. Raise `ValidationError` if it is taken or forbidden."""
    if why_not := why_no_mage_name(name):
        raise ValidationError(why_not, code="taken")
    refuse_forbidden(name)
    return name


def gender_field() -> forms.ChoiceField:
    """Return a form field for the mage's pronoun in the texts of a duel."""
    return forms.ChoiceField(
        label=_("Pronouns"),
        choices=Mage.Gender.choices,
        initial=Mage.Gender.PERSON,
        required=False,
        help_text=_("Used for your mage in the story of a duel."),
    )


class MageForm(forms.Form):
    """A form for the name and gender of a user's new mage."""

    name = MageNameField(label=_("Name of your mage"))
    gender = gender_field()

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON


class GuestForm(MageForm):
    """A form for a new guest's mage.

    It is prefilled with a generated name, so that the guest can play at once.
    """

    name = MageNameField(
        label=_("Name of your mage"), initial=free_name, help_text=_("We picked one for you. Change it if you like.")
    )


class AboutMageForm(forms.ModelForm):
    gender = gender_field()

    class Meta:
        model = Mage
        fields = ("gender", "about")
        widgets = {"about": forms.Textarea({"rows": 6})}
        labels = {"about": _("About")}
        help_texts = {"about": _("Visible on the mage’s public page.")}

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON
