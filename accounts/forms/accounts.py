"""Forms for signing up, becoming a full user, changing the username, and confirming the password."""

from typing import TYPE_CHECKING, Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import ResetPasswordKeyForm as AllauthResetPasswordKeyForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib import messages
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms.mages import MageNameField, NameField, clean_newcomers_mage_name, gender_field, limit_name
from accounts.models import Mage, User
from accounts.names import LONGEST_NEW_USERNAME
from accounts.profanity import refuse_forbidden
from accounts.services.mages import free_name, register_mage

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PASSWORD_LABELS: Final = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
}
USERNAME_HELP = _("You use it to log in.")
PASSWORD_HELP = _("Use at least 8 characters, not only digits. Avoid your username and common passwords.")


def check_as_typed(field: forms.Field, check: str = "username_check") -> None:
    """Let a script check a new name before the form is sent, so that users need not retype their password.

    `check` is the URL name of the check.
    """
    field.widget.attrs["data-check-at"] = reverse_lazy(check)


def clean_new_username(username: str) -> str:
    """Return the username of a new account in its normal form.

    Raise `ValidationError` if it is taken, reserved or forbidden.
    """
    username = str(get_adapter().clean_username(username))
    refuse_forbidden(username)
    return username


class UsernameField(NameField):
    """A form field for a new username."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_NEW_USERNAME, is_username=True, **options)


def name_email(field: forms.Field, label: "StrOrPromise") -> None:
    """Set the label of allauth's e-mail field, and remove its placeholder.

    allauth spells the placeholder "Email".
    """
    field.label = label
    field.widget.attrs.pop("placeholder", None)


class LoginForm(AllauthLoginForm):
    """allauth's form for logging in, without placeholders.

    A failed login is an error of the password field, so this field gets the focus, and is announced with the error.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # it repeats the label

    def clean(self) -> dict[str, Any]:
        try:
            super().clean()
        except ValidationError as error:
            self.add_error("password", error)
        return self.cleaned_data


class AddEmailForm(AllauthAddEmailForm):
    """allauth's form for adding an e-mail address, with this site's label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_email(self.fields["email"], _("E-mail"))


class ResetPasswordForm(AllauthResetPasswordForm):
    """allauth's form for requesting a link to reset the password, with this site's label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_email(self.fields["email"], _("E-mail"))


class NamedPasswords(forms.BaseForm):
    """A mixin for allauth's password forms that gives their fields the labels used in this site's other forms."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = PASSWORD_LABELS[name]
            field.widget.attrs.pop("placeholder", None)  # it repeats the label


class ChangePasswordForm(NamedPasswords, AllauthChangePasswordForm):
    """allauth's form for changing the password."""


class ResetPasswordKeyForm(NamedPasswords, AllauthResetPasswordKeyForm):
    """allauth's form for choosing a new password."""


class SignupForm(AllauthSignupForm):
    """allauth's sign-up form, which also creates the user's first mage."""

    name = MageNameField(
        label=_("Name of your first mage (optional)"),
        required=False,
        help_text=_("Others see this name. Leave it empty to play under your username."),
    )
    gender = gender_field()
    field_order = ("username", "email", "password1", "name", "gender")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = USERNAME_HELP
        limit_name(self.fields["username"], LONGEST_NEW_USERNAME, is_username=True)
        check_as_typed(self.fields["username"])
        check_as_typed(self.fields["name"], "mage_name_check")
        self.fields["password1"].help_text = PASSWORD_HELP
        name_email(self.fields["email"], _("E-mail (optional)"))
        self.fields["email"].help_text = _("To reset your password and get notifications about your duels.")
        for field in self.fields.values():  # the labels say the same thing and stay visible
            field.widget.attrs.pop("placeholder", None)

    def clean_username(self) -> str:
        return clean_new_username(self.cleaned_data["username"])

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        return clean_newcomers_mage_name(name) if name else ""

    def save(self, request: HttpRequest) -> User:
        user = super().save(request)
        name, gender = self.cleaned_data["name"], self.cleaned_data["gender"] or Mage.Gender.PERSON
        try:
            register_mage(owner=user, name=name or user.username, gender=gender)
        except ValidationError as error:
            if name:  # a warning is enough, because the account has already been created
                messages.warning(request, " ".join(error.messages))
            register_mage(owner=user, name=free_name(), gender=gender)
        return user


class KeepForm(forms.Form):
    """A form for a guest who becomes a full user.

    It has fields for a username, an optional e-mail address and a password.
    """

    username = UsernameField(
        label=_("Username"),
        help_text=USERNAME_HELP,
        widget=forms.TextInput({"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        help_text=_("To reset your password and get notifications about your duels."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        check_as_typed(self.fields["username"])

    def clean_username(self) -> str:
        return clean_new_username(self.cleaned_data["username"])

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


class UsernameForm(forms.Form):
    username = UsernameField(
        label=_("New username"),
        widget=forms.TextInput({"autocomplete": "username", "spellcheck": "false"}),
    )


class PasswordForm(forms.Form):
    """A form that asks for the password before users download their data or delete their account."""

    password = forms.CharField(
        strip=False, label=_("Your password"), widget=forms.PasswordInput({"autocomplete": "current-password"})
    )

    def __init__(self, *given: Any, user: User, **options: Any) -> None:
        super().__init__(*given, **options)
        self.user = user

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("This isn’t your password. Try again."))
        return self.cleaned_data["password"]
