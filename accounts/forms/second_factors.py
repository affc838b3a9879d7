"""allauth's forms for second factors, with this site's labels."""

from typing import Any

from allauth.mfa.base.forms import AuthenticateForm as AllauthAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as AllauthReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm as AllauthActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm as AllauthAddWebAuthnForm
from allauth.mfa.webauthn.forms import EditWebAuthnForm as AllauthEditWebAuthnForm
from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 50


class _CodeForm(forms.Form):
    """A form that asks for a code from an app, or for a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("Code")
        code.help_text = _("The six digits in your authenticator app, or one of your recovery codes.")
        code.widget.attrs.pop("placeholder", None)


class AuthenticateForm(_CodeForm, AllauthAuthenticateForm):
    """The form for the second step of a login."""


class ReauthenticateForm(_CodeForm, AllauthReauthenticateForm):
    """The form that confirms a user's identity before an important change."""


class ActivateTOTPForm(AllauthActivateTOTPForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("Code in the app")
        code.help_text = _("Six digits, which change every 30 seconds.")
        code.widget.attrs |= {"inputmode": "numeric"}
        code.widget.attrs.pop("placeholder", None)


class _KeyNameForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = _("Name")
        name.help_text = _("A name that tells your passkeys apart, such as “Phone” or “Laptop”.")
        name.validators.append(MaxLengthValidator(LONGEST_NAME))
        name.widget.attrs["maxlength"] = LONGEST_NAME


class AddWebAuthnForm(_KeyNameForm, AllauthAddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label = _("Let me log in with this passkey alone, without a password")
        alone.help_text = _("Your device then asks for your fingerprint, your face or a PIN.")
        alone.initial = True


class EditWebAuthnForm(_KeyNameForm, AllauthEditWebAuthnForm):
    pass
