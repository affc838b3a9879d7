"""The page for a user's tokens and mail keys.

A secret is shown only in the response that creates it.
"""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms.refusals import or_error
from accounts.forms.tokens import MailKeyForm, TokenForm
from accounts.services import tokens as services
from accounts.sessions import UserRequest, not_for_guests

FORMS: dict[str, type[Form]] = {"token": TokenForm, "key": MailKeyForm}


@login_required
@not_for_guests
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def tokens(request: UserRequest) -> HttpResponse:
    """Show the user's tokens and mail keys, and forms for new ones.

    A new token is shown with its secret.
    """
    made = request.POST.get("make")
    forms = {kind: form(request.POST if kind == made else None, auto_id=f"{kind}_%s") for kind, form in FORMS.items()}
    form = forms.get(made or "")
    given = or_error(form, services.make, user=request.user, **form.cleaned_data) if form and form.is_valid() else None
    token, secret = given or (None, "")
    if token:
        forms = {kind: form(auto_id=f"{kind}_%s") for kind, form in FORMS.items()}
    mine = list(services.tokens_of(request.user))
    return render(request, "accounts/tokens.html", {**forms, "tokens": mine, "made": token, "secret": secret})


@login_required
@require_POST
@rate_limit(action="settings")
def revoke(request: UserRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(services.tokens_of(request.user), pk=pk)
    services.revoke(token)
    messages.success(request, _("“%(name)s” is revoked and no longer works.") % {"name": token.name})
    return redirect("tokens")
