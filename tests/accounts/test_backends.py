import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from accounts.models import User


@pytest.mark.parametrize("name", ["known", "KNOWN", "unknown", "guest", "banned"])
@pytest.mark.django_db
def test_a_wrong_password_is_hashed_once_whether_the_name_is_known_or_not(monkeypatch, name):
    User.objects.create_user("known", password="right-one")
    User.objects.create_user("guest", is_guest=True)
    User.objects.create_user("banned", password="right-one", is_active=False)
    encode, calls = MD5PasswordHasher.encode, []
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *a, **k: (calls.append(1), encode(*a, **k))[1])
    answer = Client().post("/accounts/login/", {"login": name, "password": "wrong"})
    assert answer.status_code == 200
    assert len(calls) == 1


@pytest.mark.parametrize(
    "backend", ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"]
)
@pytest.mark.django_db
def test_sessions_of_other_backends_stay_logged_in(client: Client, backend: str):
    user = User.objects.create_user("known", password="right-one")
    client.force_login(user, backend)
    assert client.get("/").context["user"] == user
