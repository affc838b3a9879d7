from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from threading import Event, Semaphore

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.http import http_date

from duels.models import Analysis, Duel
from duels.play.transaction import give_up, submit_orders
from duels.viewing import playing_again
from duels.viewing.views.replay import limit_replays
from tests.builders import a_mage
from tests.duels.tables import a_duel
from wavinghands import engine
from wavinghands.web import conditional

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def black():
    return a_mage("Black")


@pytest.fixture
def duel(black):
    """Return a duel after one round."""
    duel = a_duel(black, a_mage("White"))
    for wizard, left in (("Black", "P"), ("White", "W")):
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders={"left": left, "right": "-"})
    return duel


def over(duel):
    give_up(duel=duel, wizard="White")
    return duel


def at(duel, rest="/"):
    return f"/replay/{duel.slug}{rest}"


def as_user(user):
    client = Client()
    client.force_login(user)
    return client


READINGS = (".txt", "/show.txt", "/describe.txt")
TELLS_ALL = [
    ".json",
    "/1/?eyes=White",
    *(f"{form}?eyes={eyes}" for form in ("/", *READINGS) for eyes in ("everything", "White")),
]


@pytest.mark.parametrize("rest", TELLS_ALL)
def test_the_record_is_closed_to_everybody_while_the_duel_goes_on(duel, black, rest):
    for client in (Client(), as_user(black.owner)):
        assert client.get(at(duel, rest)).status_code == 404
    over(duel)
    assert Client().get(at(duel, rest)).status_code == 200


def test_a_replay_begins_with_the_first_round(duel, client):
    over(duel)
    for rest, number in (("/", 1), ("/0/", 0), ("/1/", 1)):
        assert client.get(at(duel, rest)).context["number"] == number
    assert client.get(f"/embed/{duel.slug}/").context["number"] == 1
    assert client.get(at(a_duel(a_mage(), a_mage()))).context["number"] == 0, "no round has been played"


def test_the_record_at_its_address_replays_to_the_same_result(duel, client):
    record = client.get(at(over(duel), ".json")).json()
    *_, end = engine.replay(record)
    duel.refresh_from_db()
    assert end.result == record["result"] == duel.result


def test_the_text_at_its_address_is_text(duel, client):
    answer = client.get(at(over(duel), ".txt"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Black wins the duel." in answer.content.decode()


@pytest.mark.parametrize("form", READINGS)
def test_a_running_duel_is_read_from_ones_own_viewpoint(duel, black, form):
    for client, eyes in ((Client(), "public"), (as_user(black.owner), "Black")):
        answer = client.get(at(duel, form))
        assert answer.content == client.get(at(duel, f"{form}?eyes={eyes}")).content
        assert "private" in answer["Cache-Control"]
        assert "Black" in answer.content.decode()


def test_texts_of_a_running_duel_hide_what_the_viewpoint_cannot_see(duel, black):
    blinded(duel)
    fields = {eyes: as_user(owner).get(at(duel, "/show.txt")).content for eyes, owner in owners_of(duel).items()}
    assert fields["Black"] != fields["White"]
    assert as_user(black.owner).get(at(duel, "/show.txt?eyes=White")).status_code == 404


def test_texts_contain_no_sealed_orders(duel):
    before = [Client().get(at(duel, form)).content for form in READINGS]
    submit_orders(duel=duel, wizard="Black", round_number=2, orders={"left": "W", "right": "D", "say": "Yikes"})
    for owner in (None, *owners_of(duel).values()):
        client = as_user(owner) if owner else Client()
        texts = [client.get(at(duel, form)).content for form in READINGS]
        assert not [text for text in texts if b"Yikes" in text]
    assert [Client().get(at(duel, form)).content for form in READINGS] == before


def test_the_replay_without_a_number_redirects_to_the_last_round(duel):
    assert Client().get(at(duel, "/last/"))["Location"] == at(duel, "/1/")


def test_an_unknown_text_form_is_not_found(duel, client):
    assert client.get(at(duel, "/sing.txt")).status_code == 404


def owners_of(duel):
    return {seat.name: seat.mage.owner for seat in duel.seats.select_related("mage__owner")}


def blinded(duel):
    """Continue until Black is blind, and then for two more rounds, which Black does not see."""
    for number, gesture in enumerate("DWFFD", 2):
        target = {"target": {"both": "Black"}} if number == 6 else {}
        both = {"left": gesture, "right": gesture if gesture in "FD" and number > 4 else "-"}
        submit_orders(duel=duel, wizard="White", round_number=number, orders=both | target)
        submit_orders(duel=duel, wizard="Black", round_number=number, orders={"left": "-", "right": "-"})
    for number in (7, 8):
        for wizard in ("White", "Black"):
            orders = {"left": "S", "right": "W"}
            submit_orders(duel=duel, wizard=wizard, round_number=number, orders=orders)


def test_only_existing_rounds_have_an_address(duel, client):
    over(duel)
    for number, status in ((0, 200), (1, 200), (2, 200), (3, 404), (10**30, 404)):
        assert client.get(at(duel, f"/{number}/")).status_code == status
    for odd in ("/?eyes=nobody", "/?eyes=*", "/1/?eyes="):
        assert client.get(at(duel, odd)).status_code == (200 if odd.endswith("=") else 404)


@pytest.mark.parametrize("rest", ["/", "/1/", ".json", ".txt"])
def test_a_missing_duel_is_not_found(client, rest):
    assert client.get(f"/replay/no-such-duel{rest}").status_code == 404


UNALTERED = (".json", "/course.json", "/1.svg", ".txt", "/describe.txt?eyes=White")


@pytest.mark.parametrize("rest", UNALTERED)
def test_a_finished_duel_is_not_sent_again_for_its_etag(duel, client, rest, monkeypatch):
    etag = client.get(at(over(duel), rest)).headers["ETag"]
    monkeypatch.setattr(engine, "replay", None)
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("rest", ["/", "/1/?eyes=White"])
def test_a_finished_page_is_not_sent_again_to_a_visitor(duel, client, rest, monkeypatch):
    client.get(at(over(duel), rest))  # sets the CSRF cookie that the forms on the page need
    etag = client.get(at(duel, rest)).headers["ETag"]
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_a_finished_page_is_sent_again_after_an_analysis(duel, client):
    client.get(at(over(duel), "/"))
    etag = client.get(at(duel, "/")).headers["ETag"]
    Analysis.objects.create(duel=duel)
    assert client.get(at(duel, "/"), headers={"if-none-match": etag}).status_code == 200


def test_a_finished_page_is_sent_again_for_another_csrf_cookie(duel, client):
    etag = client.get(at(over(duel), "/")).headers["ETag"]
    assert client.get(at(duel, "/"), headers={"if-none-match": etag}).status_code == 200


def test_a_logged_in_users_page_is_always_sent(duel, client):
    client.get(at(over(duel), "/"))
    etag = client.get(at(duel, "/")).headers["ETag"]
    client.force_login(owners_of(duel)["White"])
    answer = client.get(at(duel, "/"), headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert "ETag" not in answer.headers


def test_a_finished_duel_is_sent_again_in_another_language(duel, client):
    etag = client.get(at(over(duel), "/describe.txt")).headers["ETag"]
    answer = client.get(at(duel, "/describe.txt"), headers={"if-none-match": etag, "accept-language": "de"})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != etag


@pytest.mark.parametrize("rest", ["/", "/course.json", "/1.svg", ".txt"])
def test_a_running_duel_is_always_sent(duel, client, rest):
    headers = client.get(at(duel, rest)).headers
    assert ("ETag" in headers, "Last-Modified" in headers) == (False, False)
    for known in ({"if-none-match": "*"}, since(timezone.now())):
        assert client.get(at(duel, rest), headers=known).status_code == 200


def test_rate_limited_replays_send_retry_after(duel, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "2/m/ip"}
    etag = client.get(at(over(duel), ".json")).headers["ETag"]
    for rest in (".txt", "/"):
        answer = client.get(at(duel, rest))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Too many requests" in answer.text
    assert client.get(at(duel, ".json"), headers={"if-none-match": etag}).status_code == 304


def test_the_redirect_to_the_last_round_shares_the_rate_limit(duel, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "2/m/ip"}
    assert [client.get(at(duel, "/last/")).status_code for _ in range(3)] == [302, 302, 429]


def test_a_rate_limit_response_is_not_cacheable(duel, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "1/m/ip"}
    long_over(duel)
    assert client.get(at(duel, ".json")).status_code == 200
    answer = client.get(at(duel, ".json"))
    assert answer.status_code == 429
    assert ("ETag" in answer.headers, "Last-Modified" in answer.headers) == (False, False)


LONG_AGO = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def _old_release(monkeypatch):
    monkeypatch.setattr(conditional, "STARTED", LONG_AGO - timedelta(days=1))


def long_over(duel, ended=LONG_AGO):
    Duel.objects.filter(pk=over(duel).pk).update(ended=ended)


def since(moment):
    return {"if-modified-since": http_date(moment.timestamp())}


MARKED = [*UNALTERED, "/", "/1/?eyes=White"]


@pytest.mark.usefixtures("_old_release")
@pytest.mark.parametrize("rest", MARKED)
def test_a_finished_duel_supports_if_modified_since(duel, client, rest, monkeypatch):
    long_over(duel)
    assert client.get(at(duel, rest)).headers["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"
    assert client.get(at(duel, rest), headers=since(LONG_AGO - timedelta(seconds=1))).status_code == 200
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers=since(LONG_AGO))
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"


@pytest.mark.parametrize("rest", MARKED)
def test_a_finished_duel_is_sent_again_by_another_release(duel, client, rest, monkeypatch):
    monkeypatch.setattr(conditional, "STARTED", LONG_AGO + timedelta(hours=1))
    long_over(duel)
    assert client.get(at(duel, rest), headers=since(LONG_AGO)).status_code == 200
    assert client.get(at(duel, rest), headers=since(LONG_AGO + timedelta(hours=1))).status_code == 304


@pytest.mark.usefixtures("_old_release")
def test_an_analysis_changes_last_modified_of_the_page_only(duel, client):
    long_over(duel)
    Analysis.objects.create(duel=duel, moved=LONG_AGO + timedelta(hours=1))
    assert client.get(at(duel, "/"), headers=since(LONG_AGO)).status_code == 200
    assert client.get(at(duel, "/"), headers=since(LONG_AGO + timedelta(hours=1))).status_code == 304
    assert client.get(at(duel, ".json"), headers=since(LONG_AGO)).status_code == 304


@pytest.mark.usefixtures("_old_release")
def test_an_etag_takes_precedence_over_a_date(duel, client):
    long_over(duel)
    etag = client.get(at(duel, ".txt")).headers["ETag"]
    both = {"if-none-match": etag, **since(LONG_AGO)}
    assert client.get(at(duel, ".txt"), headers=both).status_code == 304
    german = client.get(at(duel, ".txt"), headers=both | {"accept-language": "de"})
    assert german.status_code == 200
    assert {"Accept-Language", "Cookie"} <= set(german.headers["Vary"].split(", "))


@pytest.mark.usefixtures("_old_release")
@pytest.mark.parametrize("rest", ["/", ".txt"])
def test_a_change_within_this_second_gets_no_last_modified(duel, client, rest):
    long_over(duel, ended=timezone.now() + timedelta(seconds=60))
    assert "Last-Modified" not in client.get(at(duel, rest)).headers


@pytest.mark.usefixtures("_old_release")
def test_a_logged_in_users_page_has_no_last_modified(duel, client):
    long_over(duel)
    client.force_login(owners_of(duel)["White"])
    answer = client.get(at(duel, "/"), headers=since(timezone.now()))
    assert answer.status_code == 200
    assert "Last-Modified" not in answer.headers


@pytest.mark.django_db(transaction=True)
def test_concurrent_replays_are_limited_and_all_finish(rf):
    began, may_end = Semaphore(0), Event()

    @limit_replays
    def page(request):
        began.release()
        assert may_end.wait(120)
        return HttpResponse()

    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(page, rf.get("/")) for _ in range(6)]
        assert began.acquire(timeout=120)
        assert began.acquire(timeout=120)
        assert not began.acquire(timeout=0.2)
        may_end.set()
        assert [answer.result().status_code for answer in answers] == [200] * 6


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_within", [False, True])
def test_a_waiting_replay_releases_its_connection_outside_transactions(rf, monkeypatch, is_within):
    has_connection = []

    class Full:
        """A fake semaphore without free slots. Only a blocking call can acquire it."""

        def acquire(self, blocking=True):
            if blocking:
                has_connection.append(connection.connection is not None)
            return blocking

        def release(self):
            pass

    monkeypatch.setattr(playing_again, "_places", Full())
    with transaction.atomic() if is_within else nullcontext():
        connection.ensure_connection()
        assert limit_replays(lambda request: HttpResponse())(rf.get("/")).status_code == 200
    assert has_connection == [is_within]


@pytest.mark.django_db(transaction=True)
def test_a_replay_that_need_not_wait_keeps_its_connection(rf):
    connection.ensure_connection()
    limit_replays(lambda request: HttpResponse())(rf.get("/"))
    assert connection.connection is not None
