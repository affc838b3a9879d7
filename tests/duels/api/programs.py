"""API clients for tests."""

from collections.abc import Collection
from typing import Any

from django.test import Client

from accounts.models import User
from accounts.services import tokens
from tests.builders import a_user

API = "/api/v1"


class Program:
    """An API client that uses a token for `user`. Without a user, it sends no token."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        self.user, self.client, self.headers = user, Client(), dict[str, str]()
        if user:
            self.token, self.secret = tokens.make(user=user, name="program", scopes=scopes or ALL)
            self.headers = {"Authorization": f"Bearer {self.secret}"}

    def get(self, path: str, given: Any = None, **headers: str) -> Any:
        return self.client.get(API + path, given, headers={**self.headers, **headers})

    def put(self, path: str, body: Any = "", **headers: str) -> Any:
        return self.client.put(API + path, body, content_type="application/json", headers={**self.headers, **headers})

    def delete(self, path: str, **headers: str) -> Any:
        return self.client.delete(API + path, headers={**self.headers, **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.client.post(API + path, body, content_type="application/json", headers={**self.headers, **headers})


ALL: Collection[str] = ("read", "challenge", "play", "message")


def a_program(*scopes: str, **fields: Any) -> Program:
    """Return an API client for a new user, whose token has these scopes."""
    return Program(a_user(**fields), *scopes)
