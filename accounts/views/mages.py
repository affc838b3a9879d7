"""Pages for playing as a guest, becoming a full user and managing mages."""

from allauth.account.models import EmailAddress
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms.accounts import KeepForm
from accounts.forms.mages import GuestForm, MageForm
from accounts.forms.refusals import or_error
from accounts.models import User
from accounts.selectors import lives_of, living_mages
from accounts.services.mages import keep_guest, register_mage, welcome_guest
from accounts.sessions import UserRequest, log_in_guest, next_address


@require_http_methods(["GET", "POST"])
@rate_limit(action="guest")
def guest(request: HttpRequest) -> HttpResponse:
    """Create a guest with a mage, and log them in."""
    address = next_address(request, default=resolve_url(settings.LOGIN_REDIRECT_URL))
    if request.user.is_authenticated:
        return redirect(address)
    form = GuestForm(request.POST or None)
    if form.is_valid() and (mage := or_error(form, welcome_guest, **form.cleaned_data)):
        log_in_guest(request, mage.owner)
        return redirect(address)
    return render(request, "accounts/guest.html", {"form": form, "next": address})


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="register_mage")
def mages(request: UserRequest) -> HttpResponse:
    """Show the user's mages, and a form for a new one."""
    form = MageForm(request.POST or None, initial={"name": request.GET.get("name", "")})
    if form.is_valid() and (mage := or_error(form, register_mage, owner=request.user, **form.cleaned_data)):
        messages.success(request, _("%(name)s is ready to duel.") % {"name": mage})
        return redirect(next_address(request, default=resolve_url("mages")))
    return render(request, "accounts/mages.html", {"form": form, "mages": lives_of(request.user)})


@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@rate_limit(action="keep")
def keep(request: UserRequest) -> HttpResponse:
    """Turn a guest into a full user, who keeps their mage and history."""
    if not request.user.is_guest:
        return redirect("mages")
    form = KeepForm(request.POST or None)
    if form.is_valid() and (user := or_error(form, keep_guest, guest=request.user, **form.cleaned_data)):
        _stay_logged_in(request, user)
        messages.success(
            request, _("Welcome, %(name)s! Your mage and your duels are saved in your account.") % {"name": user}
        )
        return redirect("lobby")
    return render(request, "accounts/keep.html", {"form": form, "mages": living_mages(request.user)})


def _stay_logged_in(request: HttpRequest, user: User) -> None:
    update_session_auth_hash(request, user)
    request.session.set_expiry(None)
    if user.email:
        EmailAddress.objects.add_email(request, user, user.email, confirm=True)
