"""Sessions of users and guests.

The module also contains decorators that keep guests out of pages, and a function for safe redirects after a form.
"""

from collections.abc import Callable, Collection
from functools import wraps

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

View = Callable[..., HttpResponse]

GUEST_SESSION = 180 * 24 * 60 * 60  # seconds; without a password, the cookie is all a guest has


class UserRequest(HttpRequest):
    """A request from a logged-in user."""

    user: User


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's session middleware, with a fix for browsers that have several pages of the site open."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set or delete the session cookie, unless the request came with an unknown session.

        In that case, Django would delete the cookie. This would log users out after they change the password: the
        session gets a new key, but another page of the same browser may still send a request with the old key.
        """
        session = request.session
        if session.is_empty() and not session.modified:
            if session.accessed:
                patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)


def log_in_guest(request: HttpRequest, guest: User) -> None:
    """Log the guest in, with a new session key."""
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(GUEST_SESSION)


def browsers_of(users: Collection[int]) -> dict[int, set[tuple[str, str]]]:
    """Return the browsers of these users' current sessions, as pairs of an IP address and a user agent, by user."""
    found: dict[int, set[tuple[str, str]]] = {}
    sessions = UserSession.objects.filter(user__in=users).exclude(user_agent="")
    for user, address, agent in sessions.values_list("user", "ip", "user_agent"):
        found.setdefault(user, set()).add((address, agent))
    return found


def not_for_guests(view: View) -> View:
    """Decorate a view so that it redirects guests to the page on which they become full users."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("keep")
        return view(request, *args, **kwargs)

    return guarded


def guests_log_out_first(view: View) -> View:
    """Decorate a view so that it redirects guests to the page for logging out.

    After logging out, they return to the view.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect(reverse("account_logout", query={"next": request.get_full_path()}))
        return view(request, *args, **kwargs)

    return guarded


def next_address(request: HttpRequest, default: str) -> str:
    """Return the path in the request parameter `next`, or `default` if it is not on this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return (
        address if is_ours and address.startswith("/") else default
    )  # `redirect` would mistake anything else for the name of a view
