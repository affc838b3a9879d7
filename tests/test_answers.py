"""What is done once a request has been answered."""

import logging
import socket

import httpx

from tests import servers
from wavinghands.answers import after_answer

ARTHUR = """
from accounts.models import User
User.objects.create_user("arthur", email="arthur@example.org")
"""


def test_nobody_waits_for_a_letter_or_learns_from_how_long_it_takes_whose_an_address_is(tmp_path):
    environment = {"VAR_DIR": str(tmp_path)}
    assert servers.manage("migrate", "--verbosity", "0", **environment).returncode == 0
    assert servers.manage("shell", "--verbosity", "0", "--command", ARTHUR, **environment).returncode == 0
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mail = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with (
            servers.running_site(EMAIL_URL=mail, **environment) as (address, _),
            httpx.Client(base_url=address, timeout=servers.PATIENCE) as client,
        ):
            client.get("/accounts/password/reset/")
            form = {"email": "arthur@example.org", "csrfmiddlewaretoken": client.cookies["csrftoken"]}
            answer = client.post("/accounts/password/reset/", data=form)
            assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/password/reset/done/")
            silent.settimeout(servers.PATIENCE)
            silent.accept()[0].close()  # the mail server had said nothing when the answer came


def test_what_fails_after_an_answer_is_logged_and_keeps_nothing_else_from_being_done(client, db, caplog):
    done = []
    after_answer(lambda: 1 / 0)
    after_answer(lambda: done.append(1))
    with caplog.at_level(logging.ERROR):
        client.get("/about/")
        client.get("/about/")
    assert done == [1]
    assert "ZeroDivisionError" in caplog.text
