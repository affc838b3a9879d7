"""What users fill in about themselves and their mages."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib import messages
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import NAME_LENGTH, NAME_RESTS, NAME_TAKEN, Letter, Mage, User, validate_mage_name
from accounts.selectors import is_username_taken, letters_of, mage_named
from accounts.services.choices import CHOICES
from accounts.services.mages import register_mage
from accounts.words import refuse_forbidden


class MageNameField(forms.CharField):
    """A name that is good and free."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, validators=[validate_mage_name, validate_free], **options)

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
        label="Spoken of as",
        choices=Mage.Gender.choices,
        initial=Mage.Gender.PERSON,
        required=False,
        help_text="How the story of a duel speaks of your mage.",
    )


class MageForm(forms.Form):
    """A mage's name and gender: for a guest, or another mage of a user."""

    name = MageNameField(label="Name of your mage")
    gender = gender_field()

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON


class AboutMageForm(forms.ModelForm):
    """What an owner tells of a mage."""

    gender = gender_field()

    class Meta:
        model = Mage
        fields = ("gender", "about")
        widgets = {"about": forms.Textarea({"rows": 6})}
        help_texts = {"about": "All who look at its page can read it."}

    def clean_gender(self) -> str:
        return self.cleaned_data["gender"] or Mage.Gender.PERSON


class FarewellForm(forms.Form):
    """The password of somebody who wants to go for good."""

    password = forms.CharField(
        strip=False, label="Your password", widget=forms.PasswordInput({"autocomplete": "current-password"})
    )

    def __init__(self, *given: Any, user: User, **options: Any) -> None:
        super().__init__(*given, **options)
        self.user = user

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError("This is not your password.")
        return self.cleaned_data["password"]


class SignupForm(AllauthSignupForm):
    """Signing up, with the first mage in the same step."""

    name = MageNameField(
        label="Name of your first mage (optional)", required=False, help_text="Your mages duel under their own names."
    )
    gender = gender_field()
    field_order = ("username", "email", "password1", "name", "gender")

    def clean_username(self) -> str:
        username = str(super().clean_username())
        refuse_forbidden(username)
        return username

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if name and mage_named(name) is not None:
            raise ValidationError(NAME_RESTS)
        return name

    def save(self, request: HttpRequest) -> User:
        user = super().save(request)
        if name := self.cleaned_data["name"]:
            _register_first_mage(request, user, name, self.cleaned_data["gender"] or Mage.Gender.PERSON)
        return user


def _register_first_mage(request: HttpRequest, user: User, name: str, gender: str) -> None:
    """Register it, or say why not: the account itself is made already."""
    try:
        register_mage(owner=user, name=name, gender=gender)
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))


class KeepForm(forms.Form):
    """What a guest gives to become a full user."""

    username = forms.CharField(
        max_length=150, help_text="To log in with.", widget=forms.TextInput({"autocomplete": "username"})
    )
    email = forms.EmailField(
        label="E-mail (optional)",
        required=False,
        help_text="To reset a forgotten password, and to be told of your duels.",
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        strip=False,
        help_text=password_validation.password_validators_help_text_html,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username = get_adapter().clean_username(self.cleaned_data["username"], shallow=True)
        refuse_forbidden(username)
        if is_username_taken(username):
            raise ValidationError("A user of this name exists already. Please choose another.")
        return username

    def clean(self) -> dict[str, Any]:
        password = self.cleaned_data.get("password")
        if password:
            self._check_password(password)
        return self.cleaned_data

    def _check_password(self, password: str) -> None:
        who = User(username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", ""))
        try:
            password_validation.validate_password(password, who)
        except ValidationError as error:
            self.add_error("password", error)


class SettingsForm(forms.ModelForm):
    """How a user is told, what he hears, what he tells of himself; a guest gets no e-mail and no messages."""

    class Meta:
        model = User
        fields = CHOICES
        widgets = {"mail": forms.RadioSelect, "about": forms.Textarea({"rows": 4})}
        labels = {
            "mail": "News by e-mail",
            "hears_talk": "Show the talk beside duels",
            "hears_messages": "Let others send me messages",
            "about": "About you",
        }
        help_texts = {"hears_talk": "", "hears_messages": "", "about": "All who look at your page can read it."}

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        if self.instance.is_guest:
            del self.fields["mail"], self.fields["hears_messages"]


class UsernameForm(forms.Form):
    """Another name to log in with."""

    username = forms.CharField(
        label="New username",
        max_length=150,
        widget=forms.TextInput({"autocomplete": "username", "spellcheck": "false"}),
    )

    def clean_username(self) -> str:
        return get_adapter().clean_username(self.cleaned_data["username"], shallow=True)


class PushForm(forms.Form):
    """What a browser gives to have news pushed to it."""

    endpoint = forms.CharField(max_length=500)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=100)


class LettersForm(forms.Form):
    """Which of his letters a user wants to have again."""

    letters = forms.ModelMultipleChoiceField(Letter.objects.none(), error_messages={"required": "Tick a letter first."})

    def __init__(self, given: Any, *, user: User) -> None:
        super().__init__(given)
        self.fields["letters"].queryset = letters_of(user)  # type: ignore[attr-defined]  # a field with a query
