"""Tests for a site without a mail server."""

from pathlib import Path

import pytest
from django.core import checks, mail
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.email_delivery import DISCARDED
from accounts.models import EmailNotification, User
from accounts.services.mail import send_ripe
from tests.builders import a_user
from tests.duels.people import as_user
from tests.servers import manage
from tests.test_settings import PRODUCTION

NOTICE = "This site doesn’t send e-mail."
PRINTED = "django.core.mail.backends.console.EmailBackend"


@pytest.fixture
def without_email(settings) -> None:
    settings.EMAIL_BACKEND = DISCARDED


@pytest.fixture
def arthur() -> User:
    return a_user("arthur", email="arthur@example.org")


@pytest.mark.parametrize(
    "page",
    ["/accounts/password/reset/", "/accounts/password/reset/done/", "/accounts/signup/", "/by-letter/"],
)
@pytest.mark.django_db
def test_pages_say_that_no_email_comes(client, without_email, page: str):
    assert NOTICE in client.get(page).content.decode()


@pytest.mark.parametrize("page", ["/settings/", "/accounts/email/", "/letters/"])
@pytest.mark.django_db
def test_pages_of_a_user_say_that_no_email_comes(without_email, arthur, page: str):
    assert NOTICE in as_user(arthur).get(page).content.decode()


@pytest.mark.parametrize("page", ["/accounts/password/reset/", "/accounts/signup/", "/by-letter/"])
@pytest.mark.django_db
def test_pages_of_a_site_that_sends_email_do_not_mention_it(client, page: str):
    assert NOTICE not in client.get(page).content.decode()


@pytest.mark.django_db
def test_a_site_that_sends_no_email_creates_no_reset_link(client, without_email, arthur):
    client.post("/accounts/password/reset/", {"email": "arthur@example.org"})
    assert not DBTaskResult.objects.exists()


@pytest.mark.django_db
def test_a_new_user_is_not_promised_an_email_that_is_never_sent(client, without_email):
    given = {"username": "Harry", "email": "harry@example.org", "password1": "a long pass phrase"}
    page = client.post("/accounts/signup/", given, follow=True).content.decode()
    assert User.objects.filter(username="Harry").exists()
    assert "We’ve sent" not in page


@pytest.mark.django_db
def test_notifications_are_dropped_if_the_site_sends_no_email(without_email, arthur):
    EmailNotification.objects.create(user=arthur, subject="Your turn", text="Well?", key="x", ripe=timezone.now())
    assert send_ripe() == 0
    assert EmailNotification.objects.get().dropped
    assert not mail.outbox


@pytest.mark.parametrize(
    ("production", "backend", "deploys", "found"),
    [
        (True, DISCARDED, False, ["accounts.W001"]),
        (True, PRINTED, False, ["accounts.W002"]),
        (True, DISCARDED, True, ["accounts.W001"]),
        (False, DISCARDED, False, []),
        (False, PRINTED, True, ["accounts.W002"]),
        (True, "django.core.mail.backends.smtp.EmailBackend", True, []),
    ],
)
def test_a_check_reports_a_site_that_sends_no_email(settings, production, backend, deploys, found):
    settings.PRODUCTION, settings.EMAIL_BACKEND = production, backend
    warnings = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=deploys)
    assert [it.id for it in warnings if it.id.startswith("accounts.")] == found


def test_production_without_a_mail_server_prints_no_email(tmp_path: Path):
    script = "from django.core.mail import send_mail; send_mail('x', 'https://secret', None, ['a@example.org'])"
    done = manage("shell", "-v", "0", "-c", script, VAR_DIR=str(tmp_path), **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "secret" not in done.stdout + done.stderr
    assert "accounts.W001" in manage("check", VAR_DIR=str(tmp_path), **PRODUCTION).stderr
