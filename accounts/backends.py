"""Authentication by username and password."""

from typing import Any

from allauth.account import auth_backends
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """A version of allauth's backend that stops Django from trying other backends.

    Each backend hashes the password once. If Django tried another backend after this one, the response time would
    reveal whether the username exists.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        user = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied  # Django then tries no other backend
        return user
