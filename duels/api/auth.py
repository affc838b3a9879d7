"""Authentication by token.

Cookies are ignored, so that other sites cannot forge requests.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts.languages import known
from accounts.models import Token, User
from accounts.services import tokens
from duels.api.limits import consume
from duels.api.problems import REALM, Problem

Scope = Token.Scope


class ApiRequest(HttpRequest):
    """An authenticated or anonymous request.

    The `token` of an anonymous request is `None`.
    """

    user: Any
    token: Token | None


class UserRequest(ApiRequest):
    """An authenticated request."""

    user: User
    token: Token


class Bearer(HttpBearer):
    """Authentication by a token, which must have the scope `scope`.

    If `is_open` is true, anonymous requests are accepted too.
    """

    openapi_description = "A token that you create at /settings/tokens/. It begins with wh_."

    def __init__(self, scope: str, *, is_open: bool = False) -> None:
        super().__init__()
        self.scope, self.is_open = scope, is_open

    def __call__(self, request: HttpRequest) -> Any:
        if "Authorization" not in request.headers and self.is_open:
            return self._let_in(request, None)
        user = super().__call__(request)
        if user is None:  # limits attempts to guess tokens
            consume(request, "api_anonymous")
        return user

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        found = tokens.of(token)
        if found is None:
            return None
        _read_as(request, found.user)
        if self.scope not in found.scopes:
            text = _("This token doesn’t allow that. Create one with the scope “%(scope)s”.") % {"scope": self.scope}
            wanted = f'{REALM}, error="insufficient_scope", scope="{self.scope}"'
            raise Problem(403, text, code="scope", WWW_Authenticate=wanted)
        return self._let_in(request, found)

    def _let_in(self, request: Any, token: Token | None) -> Any:
        request.token, request.user = token, token.user if token else AnonymousUser()
        if token is None:
            consume(request, "api_anonymous")
        else:
            consume(request, "api", key=str(token.pk))
        return request.user


def _read_as(request: HttpRequest, user: User) -> None:
    """Activate the user's language for the response, unless the request has an Accept-Language header."""
    if "Accept-Language" not in request.headers and known(user.language):
        translation.activate(known(user.language))


anybody = Bearer(Scope.READ, is_open=True)
"""Authentication for public operations. With a token, responses also include what its user may see."""
reader = Bearer(Scope.READ)
challenger = Bearer(Scope.CHALLENGE)
player = Bearer(Scope.PLAY)
talker = Bearer(Scope.MESSAGE)
