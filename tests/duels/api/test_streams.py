"""Tests for the API's streams on a real server: contents, keep-alive lines, resuming and ending."""

import json
from contextlib import ExitStack, closing
from pathlib import Path

import jsonschema
import pytest

from duels.api.schema import whole
from duels.api.site import api
from tests.duels.api.sites import Site, a_site, run
from tests.sites import running_site

NAMES = ("Black", "White", "Grey", "Red", "Blue", "Green", "Brown")


@pytest.fixture(scope="module")
def site(tmp_path_factory, _redis_server):
    settings = {"REDIS_URL": _redis_server, "STREAM_BEAT": "0.1", "STREAMS_A_USER": "3"}
    with a_site(tmp_path_factory.mktemp("site"), *NAMES, **settings) as site:
        yield site


def checked(line):
    """Check a line against the API schema, and return it."""
    shape = "EventLine" if "id" in line else "DuelLine"
    jsonschema.validate(line, {"$ref": f"#/components/schemas/{shape}", "components": whole(api)["components"]})
    return line


class Lines:
    """The lines of a stream, read as they arrive.

    Empty lines only keep the connection alive. After `PATIENCE` empty lines in a row, reading fails.
    """

    PATIENCE = 2000

    def __init__(self, response):
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "application/x-ndjson"
        self._lines = response.iter_lines()

    def _objects(self):
        idle = 0
        for line in self._lines:
            idle = 0 if line else idle + 1
            assert idle < self.PATIENCE, "nothing is sent"
            if line:
                yield checked(json.loads(line))

    def next(self, *types):
        """Return the next line whose type is one of `types`, skipping all others."""
        return next(it for it in self._objects() if it["type"] in types)

    def rest(self):
        return list(self._objects())

    def is_alive(self):
        return next(line for line in self._lines if not line) == ""


def stream(program, path, last=""):
    return program.stream("GET", f"/stream/{path}", headers={"Last-Event-ID": last} if last else {})


def a_duel(site, one="Black", other="White"):
    """Start a slow unrated duel between these two mages, and return its slug."""
    challenge = {"audience": "mage", "named": [other], "control": "1d", "friendly": True}
    token = site.program(one).post("/challenges", json=challenge).json()["token"]
    return site.program(other).post(f"/challenges/{token}/accept", json={}).json()["duel"]


def rests(site, name, slug, number):
    orders = {"round": number, "orders": {"left": "-", "right": "-"}}
    assert site.program(name).put(f"/duels/{slug}/orders", json=orders).status_code == 200


def test_a_duels_stream_has_the_frames_of_its_socket(site):
    slug = a_duel(site)
    with stream(site.program("Black"), f"duels/{slug}") as response:
        lines = Lines(response)
        whole = lines.next("duel")
        assert (whole["view"]["viewer"], whole["request"]["type"]) == ("Black", "orders")
        rests(site, "White", slug, 1)
        assert lines.next("waiting")["waiting"] == ["Black"]
        rests(site, "Black", slug, 1)
        played = lines.next("round")
        assert (played["view"]["number"], played["request"]["round"]) == (1, 2)
        site.program("White").post(f"/duels/{slug}/talk", json={"text": "Well met"})
        assert lines.next("talk")["line"]["text"] == "Well met"


def test_a_stream_resumed_at_the_current_version_sends_no_duel(site):
    slug = a_duel(site)
    with stream(site.program("Black"), f"duels/{slug}") as response:
        version = Lines(response).next("duel")["version"]
    with stream(site.program("Black"), f"duels/{slug}", str(version)) as response:
        lines = Lines(response)
        assert lines.next("duel", "lines")["type"] == "lines"
        rests(site, "White", slug, 1)
        assert lines.next("duel", "waiting")["type"] == "waiting"


def test_a_stream_resumed_at_an_old_version_sends_the_whole_duel(site):
    slug = a_duel(site)
    with stream(site.program("Black"), f"duels/{slug}") as response:
        version = Lines(response).next("duel")["version"]
    rests(site, "White", slug, 1)
    with stream(site.program("Black"), f"duels/{slug}", str(version)) as response:
        assert Lines(response).next("duel", "lines")["waiting"] == ["Black"]


@pytest.mark.parametrize("last", ["nonsense", "-1", "9" * 400, "\u0663"])
def test_an_invalid_version_to_resume_at_is_ignored(site, last):
    slug = a_duel(site, "Grey", "Red")
    headers = {"Last-Event-ID": last.encode()}
    with site.program("Grey").stream("GET", f"/stream/duels/{slug}", headers=headers) as response:
        assert Lines(response).next("duel", "lines")["type"] == "duel"


def test_a_stream_sends_signs_of_life_while_nothing_happens(site):
    with stream(site.program("Black"), "events") as response:
        assert Lines(response).is_alive()


def test_events_report_challenges_and_duels_from_beginning_to_end(site):
    with stream(site.program("Green"), "events") as response:
        lines = Lines(response)
        challenge = {"audience": "mage", "named": ["Green"], "control": "1d", "friendly": True}
        token = site.program("Blue").post("/challenges", json=challenge).json()["token"]
        assert lines.next("challenge")["token"] == token
        slug = site.program("Green").post(f"/challenges/{token}/accept", json={}).json()["duel"]
        assert lines.next("challenge_gone")["state"] == "accepted"
        assert lines.next("duel_begins")["slug"] == slug
        assert lines.next("duel_waits")["round"] == 1
        rests(site, "Green", slug, 1)
        rests(site, "Blue", slug, 1)
        assert lines.next("duel_waits")["round"] == 2
        site.program("Blue").post(f"/duels/{slug}/forfeit", json={"round": 2})
        ended = lines.next("duel_ends")
        assert (ended["slug"], ended["result"]["winners"]) == (slug, ["Green"])


def test_a_resumed_stream_reports_duels_that_ended_meanwhile(site):
    slug, challenger = a_duel(site, "Red", "Blue"), site.program("Red")
    with stream(site.program("Blue"), "events") as response:
        last = Lines(response).next("duel_begins")["id"]
    challenger.post(f"/duels/{slug}/forfeit", json={"round": 1})
    with stream(site.program("Blue"), "events", last) as response:
        lines = Lines(response)
        while lines.next("duel_ends")["slug"] != slug:
            pass  # duels that ended shortly before may be sent again


def test_a_withdrawn_challenge_is_reported_as_gone(site):
    with stream(site.program("Green"), "events") as response:
        lines = Lines(response)
        challenge = {"audience": "mage", "named": ["Green"], "control": "1d"}
        token = site.program("Black").post("/challenges", json=challenge).json()["token"]
        lines.next("challenge")
        site.program("Black").post(f"/challenges/{token}/withdraw")
        gone = lines.next("challenge_gone")
        assert (gone["token"], gone["state"]) == (token, "withdrawn")


def test_the_number_of_open_streams_per_user_is_limited(site):
    grey = [site.program("Grey") for _ in range(4)]
    with stream(grey[0], "events") as one, stream(grey[1], "events") as two, stream(grey[2], "events") as three:
        open_ones = [Lines(response) for response in (one, two, three)]
        assert all(lines.is_alive() for lines in open_ones)
        with stream(grey[3], "events") as refused:
            assert (refused.status_code, json.loads(refused.read())["code"]) == (429, "streams")
        assert int(refused.headers["Retry-After"]) > 0
        with stream(site.program("Red"), "events") as of_another:
            assert Lines(of_another).is_alive()


def test_a_stream_needs_a_token_and_an_existing_duel(site):
    assert site.program("Black").get("/stream/duels/nonsense").status_code == 404
    nobody = site.program("Black")
    del nobody.headers["Authorization"]
    assert nobody.get("/stream/events").status_code == 401


def test_a_stream_ends_when_its_token_is_revoked(site, client_of):
    secret, revoke = client_of("Red")
    program = site.program("Red")
    program.headers["Authorization"] = f"Bearer {secret}"
    slug = a_duel(site, "Red", "Black")
    with stream(program, "events") as events, stream(program, f"duels/{slug}") as duel:
        of_events, of_duel = Lines(events), Lines(duel)
        of_events.next("duel_begins")
        of_duel.next("lines")
        revoke()
        of_events.rest()
        of_duel.rest()
    assert program.get("/stream/events").status_code == 401


@pytest.fixture
def client_of(site):
    """Return a function that creates an API token on a user's settings page.

    It returns the token and a function that revokes the token.
    """

    def make(name):
        cookie = run(["-c", BROWSER.format(name.lower())], site.environment)
        browser = site.program(name)
        del browser.headers["Authorization"]
        browser.base_url = site.address
        browser.cookies.set("sessionid", cookie)
        browser.get("/settings/tokens/")
        browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
        given = {"make": "token", "name": "another", "scopes": ["read", "play"]}
        made = browser.post("/settings/tokens/", data=given).text
        secret = made.split('value="wh_')[1].split('"')[0]
        pk = made.split("/revoke/")[0].rsplit("/", 1)[1]
        return f"wh_{secret}", lambda: browser.post(f"/settings/tokens/{pk}/revoke/")

    return make


BROWSER = """
import os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "wavinghands.settings"
django.setup()
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.get(username="{}"))
sys.stdout.write(client.session.session_key)
"""


def test_closed_streams_do_not_count_towards_the_limit(site):
    """Open more streams than the limit, one after another, and retry rejected requests."""
    for _ in range(2 * 3):
        while True:
            with stream(site.program("Blue"), "events") as response:
                if response.status_code == 200:
                    assert Lines(response).is_alive()
                    break


def test_streams_hold_no_threads(site):
    """Open fifteen streams, three for each of five users."""
    with ExitStack() as stack:
        before = threads_of(site.process)
        for name in NAMES[:5]:
            for _ in range(3):
                response = stack.enter_context(stream(site.program(name), "events"))
                assert Lines(response).is_alive()
        assert threads_of(site.process) - before < 8


def threads_of(process):
    """Return the number of a process's threads. Source: proc(5)."""
    return len(list(Path(f"/proc/{process.pid}/task").iterdir()))


BAN = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "wavinghands.settings"
django.setup()
from accounts.models import User
from accounts.services import moderation
moderator = User.objects.create_user("moderator", is_staff=True)
moderation.take_measure(moderator=moderator, kind="banned", why="Enough", user=User.objects.get(username="brown"))
"""


def test_streams_see_other_processes_and_close_when_the_user_is_banned(site):
    """Use two servers and a shell command, which exchange messages through Redis."""
    with ExitStack() as stack:
        address, _process = stack.enter_context(running_site(**site.environment))
        other = stack.enter_context(closing(Site(address, site.environment, site.secrets)))
        slug = a_duel(site, "Brown", "White")
        events = Lines(stack.enter_context(stream(other.program("Brown"), "events")))
        duel = Lines(stack.enter_context(stream(other.program("Brown"), f"duels/{slug}")))
        assert events.next("duel_waits")["round"] == 1
        assert duel.next("duel")["version"]
        rests(site, "White", slug, 1)
        assert duel.next("waiting")["waiting"] == ["Brown"]
        rests(site, "Brown", slug, 1)
        assert duel.next("round")["view"]["number"] == 1
        assert events.next("duel_waits")["round"] == 2
        run(["-c", BAN], site.environment)
        events.rest()
        duel.rest()
        assert other.program("Brown").get("/stream/events").status_code == 401
