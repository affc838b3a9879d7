"""In which language somebody reads: as he has chosen for his account, else in this browser, else as the browser asks.

Codes are those of `settings.LANGUAGES`.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def known(code: str | None) -> str:
    """The language of ours that is meant by `code`; empty if there is none."""
    try:
        return translation.get_supported_language_variant(code or "")
    except LookupError:
        return ""


def language_of(user: Any, cookies: Mapping[str, str], accepted: str = "") -> str:
    """The language of who has this account and this browser, which accepts languages by the header `accepted`."""
    asked = (known(code) for code, _ in parse_accept_lang_header(accepted))
    chosen = known(getattr(user, "language", "")) or known(cookies.get(settings.LANGUAGE_COOKIE_NAME))
    return chosen or next(filter(None, asked), settings.LANGUAGE_CODE)


def language_at(scope: Mapping[str, Any]) -> str:
    """The language of who is at the other end of a socket."""
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["user"], scope.get("cookies", {}), accepted)


def languages_of(users: Iterable[Any]) -> dict[str, list[int]]:
    """The keys of these users by the language in which they are written to."""
    by_language: dict[str, list[int]] = {}
    for user in users:
        by_language.setdefault(known(user.language) or settings.LANGUAGE_CODE, []).append(user.pk)
    return by_language


def in_language_of(user: Any) -> AbstractContextManager[None]:
    """What is written inside is in the language of this user, whoever has it written."""
    return translation.override(known(user.language) or settings.LANGUAGE_CODE)


class LanguageMiddleware(LocaleMiddleware):
    """Has each request answered in the language of who asks; after the middleware that knows the user."""

    def process_request(self, request: HttpRequest) -> None:
        accepted = request.headers.get("Accept-Language", "")
        translation.activate(language_of(request.user, request.COOKIES, accepted))
        request.LANGUAGE_CODE = translation.get_language()
