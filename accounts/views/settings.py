"""Pages for settings, usernames, languages, push subscriptions and sent notifications."""

from typing import Any

from allauth.decorators import rate_limit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts.email_rendering import user_id_of
from accounts.forms.accounts import UsernameForm
from accounts.forms.refusals import or_error
from accounts.forms.settings import PushForm, RenewalForm, SendAgainForm, SettingsForm
from accounts.languages import known
from accounts.models import User
from accounts.permissions import Role, may, standing_of
from accounts.selectors import USERNAME_RESTS, address_of, notifications_of
from accounts.services import preferences, returned_mail, web_push
from accounts.sessions import UserRequest, not_for_guests

NOTIFICATIONS_A_PAGE = 25
LINKS = [
    ("vacation", gettext_lazy("Vacation"), "vacation"),
    ("blocks", gettext_lazy("Blocked and muted users"), "block"),
]
"""The settings that have a page of their own, as tuples of URL name, title and required permission."""


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def overview(request: UserRequest) -> HttpResponse:
    """Show and save the user's settings."""
    form = SettingsForm(request.POST or None, instance=request.user)
    if form.is_valid() and or_error(form, preferences.choose, user=request.user, **form.cleaned_data) is not None:
        messages.success(request, _("Your settings have been saved."))
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form, **_ways_to(request)})


def _links_for(user: User) -> list[tuple[str, str | Promise]]:
    roles = standing_of(user) | {Role.OWNER}
    return [(name, title) for name, title, action in LINKS if may(action, roles)]


def _ways_to(request: UserRequest) -> dict[str, Any]:
    """Return the template context for notification settings and for links to other settings."""
    return {
        "links": _links_for(request.user),
        "may_quit": may("quit_account", standing_of(request.user) | {Role.OWNER}),
        "address": address_of(request.user),
        "has_mailroom": bool(settings.MAILROOM_ADDRESS),
        "push_key": web_push.public_key(settings.VAPID_PRIVATE_KEY),
        "browsers": request.user.push_subscriptions.count(),
    }


@csrf_exempt  # forging it does no harm, and the session cookie is not sent from other sites
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of this browser and of the account.

    Redirect to the page on which the user chose the language.
    """
    code = known(request.POST.get("language"))
    if code and request.user.is_authenticated:
        preferences.choose_language(user=request.user, language=code)
    return set_language(request)


@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def username(request: UserRequest) -> HttpResponse:
    form = UsernameForm(request.POST or None)
    if (
        form.is_valid()
        and or_error(form, preferences.change_username, user=request.user, **form.cleaned_data) is not None
    ):
        text = _("Your username is now %(username)s. Use it to log in.")
        messages.success(request, text % form.cleaned_data)
        return redirect("settings")
    return render(request, "accounts/username.html", {"form": form, "days": USERNAME_RESTS.days})


@login_required
@require_POST
@rate_limit(action="settings")
def pushes(request: UserRequest) -> HttpResponse:
    """Subscribe this browser to push notifications.

    With the parameter `check`, renew its subscription instead. With `stop`, end its subscription or, without an
    endpoint, all subscriptions of the user.
    """
    if "stop" in request.POST:
        return _stop_pushes(request)
    if "check" in request.POST:
        return _renewed(request, request.user)
    form = PushForm(request.POST)
    if form.is_valid() and or_error(form, web_push.subscribe, user=request.user, **form.cleaned_data) is not None:
        return JsonResponse({})
    return JsonResponse({"why": _what_is_wrong(form)}, status=400)


@csrf_exempt  # sent by the service worker, which has no token; only the browser knows the old address
@require_POST
@rate_limit(action="renew")
def renew_push(request: HttpRequest) -> HttpResponse:
    """Replace the push subscription of a browser that has received a new one."""
    return _renewed(request)


def _renewed(request: HttpRequest, user: User | None = None) -> HttpResponse:
    form = RenewalForm(request.POST)
    if form.is_valid() and (known := or_error(form, web_push.renew, user=user, **form.cleaned_data)) is not None:
        return JsonResponse({"known": known})
    return JsonResponse({"why": _what_is_wrong(form)}, status=400)


def _stop_pushes(request: UserRequest) -> HttpResponse:
    endpoint = request.POST.get("endpoint")
    web_push.unsubscribe(user=request.user, endpoint=endpoint)
    if endpoint:
        return JsonResponse({})
    messages.success(request, _("Push notifications are off in all your browsers."))
    return redirect("settings")


def _what_is_wrong(form: forms.Form) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


@login_required
@require_POST
@rate_limit(action="settings")
def mail_again(request: UserRequest) -> HttpResponse:
    """Resume sending e-mails to an address from which earlier e-mails bounced."""
    returned_mail.try_again(request.user)
    messages.success(request, _("Notifications go to %(email)s again.") % {"email": request.user.email})
    return redirect("settings")


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="resend")
def notifications(request: UserRequest) -> HttpResponse:
    """Show the user's notifications, newest first, and resend the selected ones.

    Source: Firetop Mountain, "Resend".
    """
    page = Paginator(notifications_of(request.user), NOTIFICATIONS_A_PAGE).get_page(request.GET.get("page"))
    if request.method == "POST":
        _send_again(request)
        return redirect(request.get_full_path())
    return render(request, "accounts/notifications.html", {"page": page, "address": address_of(request.user)})


def _send_again(request: UserRequest) -> None:
    form = SendAgainForm(request.POST, user=request.user)
    try:
        if not form.is_valid():
            raise ValidationError(_what_is_wrong(form))
        preferences.send_again(
            user=request.user, notifications=[notification.pk for notification in form.cleaned_data["notifications"]]
        )
        messages.success(request, _("We’re sending the e-mails again."))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))


@csrf_exempt  # the token identifies the user, and mail programs send the form too: RFC 8058
@require_http_methods(["GET", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop e-mail notifications, with one click and without a login.

    A GET request only shows the form.
    """
    user_id = user_id_of(token)
    if user_id is None:
        return render(request, "accounts/unsubscribe.html", {"is_broken": True}, status=404)
    if request.method == "POST":
        preferences.unsubscribe(user_id)
    return render(request, "accounts/unsubscribe.html", {"is_done": request.method == "POST"})


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker for pushes and the offline page.

    Its address is at the root, so its scope is the whole site.
    """
    file = settings.BASE_DIR / "static" / "js" / "site" / "sw.js"
    return HttpResponse(file.read_bytes(), content_type="text/javascript")
