"""allauth's pages for second factors, with warnings if codes no longer work because `SECRET_KEY` has changed."""

from functools import wraps
from typing import Any

from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery_codes
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from accounts.adapter import SecondFactorsAdapter
from accounts.models import User
from accounts.sessions import UserRequest, View, not_for_guests

SECRETS = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
"""The names of the encrypted secrets in the data of allauth's authenticators."""


@method_decorator((login_required, not_for_guests), name="dispatch")
class IndexView(base.IndexView):
    """The list of the user's second factors."""

    request: UserRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the types of the factors that no longer work."""
        return super().get_context_data(**kwargs) | {"broken": broken_factors(self.request.user)}


def broken_factors(user: User) -> set[str]:
    """Return the types of this user's second factors whose secrets cannot be decrypted."""
    there = Authenticator.objects.filter(user=user, type__in=SECRETS)
    return {one.type for one in there if not SecondFactorsAdapter().can_decrypt(one.data[SECRETS[one.type]])}


def _with_working_codes(view: View) -> View:
    """Decorate a view so that users must first replace recovery codes that no longer work."""

    @wraps(view)
    @login_required
    def checked(request: UserRequest, *args: object, **kwargs: object) -> HttpResponse:
        if Authenticator.Type.RECOVERY_CODES in broken_factors(request.user):
            messages.error(request, _("Your recovery codes no longer work, because the site’s key has changed."))
            return redirect("mfa_generate_recovery_codes")
        return view(request, *args, **kwargs)

    return checked


view_recovery_codes = _with_working_codes(recovery_codes.view_recovery_codes)
download_recovery_codes = _with_working_codes(recovery_codes.download_recovery_codes)
