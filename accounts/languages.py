"""The language in which a user reads the site.

It is taken from the account, the browser's cookie, the address (`?lang=de`, for search engines), or the Accept-Language
header, in this order. Language codes are those of `settings.LANGUAGES`.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def known(code: str | None) -> str:
    """Return the code of the supported language closest to `code`, or "" if there is none."""
    try:
        return translation.get_supported_language_variant(code or "")
    except LookupError:
        return ""


def language_of(user: Any, cookies: Mapping[str, str], accepted: str = "", addressed: str = "") -> str:
    """Return the language for a user whose browser has sent these cookies.

    `accepted` is the value of the Accept-Language header, and `addressed` the code in the address of the page.
    """
    chosen = getattr(user, "language", ""), cookies.get(settings.LANGUAGE_COOKIE_NAME)
    accepts = (code for code, _ in parse_accept_lang_header(accepted))
    return next(filter(None, map(known, (*chosen, addressed, *accepts))), settings.LANGUAGE_CODE)


def language_in_address(request: HttpRequest) -> str:
    """Return the code of the language in the request's address, or "" if there is no known one."""
    return known(request.GET.get("lang"))


def visitors_language(request: HttpRequest) -> str:
    """Return the language that the request would have if nobody were logged in."""
    return language_of(None, request.COOKIES, request.headers.get("Accept-Language", ""))


def language_at(scope: Mapping[str, Any]) -> str:
    """Return the language of a WebSocket's user.

    `scope` is the ASGI scope of the connection.
    """
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["user"], scope.get("cookies", {}), accepted)


def languages_of(users: Iterable[Any]) -> dict[str, list[int]]:
    """Return the primary keys of users, grouped by the language of their notifications."""
    by_language: dict[str, list[int]] = {}
    for user in users:
        by_language.setdefault(known(user.language) or settings.LANGUAGE_CODE, []).append(user.pk)
    return by_language


def in_language_of(user: Any) -> AbstractContextManager[None]:
    """Return a context manager that activates the language of this user."""
    return translation.override(known(user.language) or settings.LANGUAGE_CODE)


def activate_language(request: HttpRequest) -> None:
    """Activate the language of the request's user."""
    accepted = request.headers.get("Accept-Language", "")
    translation.activate(language_of(request.user, request.COOKIES, accepted, language_in_address(request)))
    request.LANGUAGE_CODE = translation.get_language()


class LanguageMiddleware(LocaleMiddleware):
    """Middleware that activates the language of each request's user.

    A visitor who follows a link with `?lang=de` keeps this language, because the sockets and scripts of the page send
    no such address. The middleware must come after the authentication middleware.
    """

    def process_request(self, request: HttpRequest) -> None:
        activate_language(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response = super().process_response(request, response)
        code = language_in_address(request)
        if code and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                code,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
