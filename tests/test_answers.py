"""What is done once a request has been answered."""

import logging
import socket

import httpx

from tests import servers
from tests.builders import PASSWORD
from tests.sites import running_site
from wavinghands.answers import after_answer

ARTHUR = {"username": "arthur", "email": "arthur@example.org", "password1": PASSWORD, "name": ""}


def posted(address, path, **form):
    """What a stranger is answered who fills in a form."""
    with httpx.Client(base_url=address, timeout=servers.PATIENCE) as client:
        client.get(path)
        answer = client.post(path, data={**form, "csrfmiddlewaretoken": client.cookies["csrftoken"]})
    return answer.status_code, answer.headers.get("Location")


def test_nobody_waits_for_a_letter_or_learns_from_how_long_it_takes_whose_an_address_is(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(servers.PATIENCE)
        mail = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with running_site(EMAIL_URL=mail, VAR_DIR=str(tmp_path)) as (address, _):
            assert posted(address, "/accounts/signup/", **ARTHUR) == (302, "/lobby/")
            silent.accept()[0].close()  # the mail server had said nothing when the answer came
            reset = posted(address, "/accounts/password/reset/", email=ARTHUR["email"])
            assert reset == (302, "/accounts/password/reset/done/")
            silent.accept()[0].close()


def test_what_fails_after_an_answer_is_logged_and_keeps_nothing_else_from_being_done(client, db, caplog):
    done = []
    after_answer(lambda: 1 / 0)
    after_answer(lambda: done.append(1))
    with caplog.at_level(logging.ERROR):
        client.get("/about/")
        client.get("/about/")
    assert done == [1]
    assert "ZeroDivisionError" in caplog.text
