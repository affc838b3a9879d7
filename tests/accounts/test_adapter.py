import pytest
from django.core import mail
from django_tasks_db.models import DBTaskResult

from accounts.adapter import QUEUE
from duels.house.orders import run_tasks
from tests.builders import a_user

pytestmark = pytest.mark.django_db(transaction=True)  # a worker closes the connection afterwards


def test_a_request_sends_no_email_itself(client):
    a_user("arthur", email="arthur@example.org")
    client.post("/accounts/password/reset/", {"email": "arthur@example.org"})
    assert not mail.outbox
    run_tasks(QUEUE)
    assert [message.to for message in mail.outbox] == [["arthur@example.org"]]


def test_a_reset_for_an_unknown_address_queues_a_job_too_but_sends_nothing(client):
    """A faster response would reveal that no account has this address."""
    a_user("arthur", email="arthur@example.org")
    for address in ("arthur@example.org", "nobody@example.org"):
        client.post("/accounts/password/reset/", {"email": address})
    assert DBTaskResult.objects.count() == 2
    run_tasks(QUEUE)
    assert [message.to for message in mail.outbox] == [["arthur@example.org"]]


def test_a_mail_server_that_fails_is_logged(client, settings, caplog):
    settings.EMAIL_BACKEND = "no.such.backend"
    a_user("arthur", email="arthur@example.org")
    client.post("/accounts/password/reset/", {"email": "arthur@example.org"})
    run_tasks(QUEUE)
    assert "FAILED" in caplog.text
    assert not mail.outbox
