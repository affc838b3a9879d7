"""Forms for new API tokens and mail keys."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import API_SCOPES, Token


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=Token.LONGEST_NAME,
        help_text=_("For your own reference, such as the name of the program that will use this token."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=[(scope.value, scope.label) for scope in API_SCOPES],
        widget=forms.CheckboxSelectMultiple,
        initial=[Token.Scope.READ.value],
        error_messages={"required": _("Select at least one permission.")},
    )


class MailKeyForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=Token.LONGEST_NAME,
        help_text=_("For your own reference, such as the e-mail program that you use."),
    )

    def clean(self) -> dict[str, object]:
        return {**self.cleaned_data, "scopes": [Token.Scope.MAIL.value]}
