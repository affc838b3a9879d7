"""The authentication of usernames and passwords."""

from typing import Any

from allauth.account import auth_backends
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """allauth's backend, as the only one that checks passwords.

    Each backend hashes the password once, and if Django asked a second one after this, the response time would tell
    whether the username exists.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        user = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied  # ends the search: Django asks no other backend
        return user
