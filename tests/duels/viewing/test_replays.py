"""Replays, records and transcripts, by their addresses."""

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
from duels.viewing.views.replay import dear
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
    """A duel after one round."""
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
def test_what_tells_all_is_closed_to_everybody_while_the_duel_goes_on(duel, black, rest):
    for client in (Client(), as_user(black.owner)):
        assert client.get(at(duel, rest)).status_code == 404
    over(duel)
    assert Client().get(at(duel, rest)).status_code == 200


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
def test_a_duel_that_goes_on_is_read_by_ones_own_eyes(duel, black, form):
    for client, eyes in ((Client(), "public"), (as_user(black.owner), "Black")):
        answer = client.get(at(duel, form))
        assert answer.content == client.get(at(duel, f"{form}?eyes={eyes}")).content
        assert "private" in answer["Cache-Control"]
        assert "Black" in answer.content.decode()


def test_what_is_read_of_a_duel_that_goes_on_hides_what_the_eyes_do_not_see(duel, black):
    blinded(duel)
    told = {eyes: as_user(owner).get(at(duel, "/show.txt")).content for eyes, owner in owners_of(duel).items()}
    assert told["Black"] != told["White"]
    assert as_user(black.owner).get(at(duel, "/show.txt?eyes=White")).status_code == 404


def test_a_sealed_order_is_in_no_text(duel):
    before = [Client().get(at(duel, form)).content for form in READINGS]
    submit_orders(duel=duel, wizard="Black", round_number=2, orders={"left": "W", "right": "D", "say": "Yikes"})
    for owner in (None, *owners_of(duel).values()):
        client = as_user(owner) if owner else Client()
        texts = [client.get(at(duel, form)).content for form in READINGS]
        assert not [text for text in texts if b"Yikes" in text]
    assert [Client().get(at(duel, form)).content for form in READINGS] == before


def test_the_replay_without_a_number_leads_to_the_last_round(duel):
    assert Client().get(at(duel, "/last/"))["Location"] == at(duel, "/1/")


def test_there_is_no_other_way_to_read_it(duel, client):
    assert client.get(at(duel, "/sing.txt")).status_code == 404


def owners_of(duel):
    return {seat.name: seat.mage.owner for seat in duel.seats.select_related("mage__owner")}


def blinded(duel):
    """White casts Blindness at Black, who does not see the rounds after."""
    for number, gesture in enumerate("DWFFD", 2):
        target = {"target": {"both": "Black"}} if number == 6 else {}
        both = {"left": gesture, "right": gesture if gesture in "FD" and number > 4 else "-"}
        submit_orders(duel=duel, wizard="White", round_number=number, orders=both | target)
        submit_orders(duel=duel, wizard="Black", round_number=number, orders={"left": "-", "right": "-"})
    for number in (7, 8):
        for wizard in ("White", "Black"):
            orders = {"left": "S", "right": "W"}
            submit_orders(duel=duel, wizard=wizard, round_number=number, orders=orders)


def test_every_round_has_an_address_and_no_other_number(duel, client):
    over(duel)
    for number, status in ((0, 200), (1, 200), (2, 200), (3, 404), (10**30, 404)):
        assert client.get(at(duel, f"/{number}/")).status_code == status
    for odd in ("/?eyes=nobody", "/?eyes=*", "/1/?eyes="):
        assert client.get(at(duel, odd)).status_code == (200 if odd.endswith("=") else 404)


@pytest.mark.parametrize("rest", ["/", "/1/", ".json", ".txt"])
def test_of_a_duel_that_is_not_there_is_nothing_to_see(client, rest):
    assert client.get(f"/replay/no-such-duel{rest}").status_code == 404


UNALTERED = (".json", "/course.json", "/1.svg", ".txt", "/describe.txt?eyes=White")


@pytest.mark.parametrize("rest", UNALTERED)
def test_what_is_over_is_not_sent_again_to_who_has_it(duel, client, rest, monkeypatch):
    etag = client.get(at(over(duel), rest)).headers["ETag"]
    monkeypatch.setattr(engine, "replay", None)
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("rest", ["/", "/1/?eyes=White"])
def test_the_page_of_what_is_over_is_not_sent_again_to_a_guest_who_has_it(duel, client, rest, monkeypatch):
    client.get(at(over(duel), rest))  # gives the cookie that its forms need
    etag = client.get(at(duel, rest)).headers["ETag"]
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_the_page_of_what_is_over_is_sent_again_once_it_is_analysed(duel, client):
    client.get(at(over(duel), "/"))
    etag = client.get(at(duel, "/")).headers["ETag"]
    Analysis.objects.create(duel=duel)
    assert client.get(at(duel, "/"), headers={"if-none-match": etag}).status_code == 200


def test_the_page_of_what_is_over_is_sent_again_to_who_needs_other_forms(duel, client):
    etag = client.get(at(over(duel), "/")).headers["ETag"]
    assert client.get(at(duel, "/"), headers={"if-none-match": etag}).status_code == 200


def test_a_page_with_the_letters_of_who_is_logged_in_is_sent_whenever_it_is_asked_for(duel, client):
    client.get(at(over(duel), "/"))
    etag = client.get(at(duel, "/")).headers["ETag"]
    client.force_login(owners_of(duel)["White"])
    answer = client.get(at(duel, "/"), headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert "ETag" not in answer.headers


def test_what_is_over_is_sent_again_in_another_language(duel, client):
    etag = client.get(at(over(duel), "/describe.txt")).headers["ETag"]
    answer = client.get(at(duel, "/describe.txt"), headers={"if-none-match": etag, "accept-language": "de"})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != etag


@pytest.mark.parametrize("rest", ["/", "/course.json", "/1.svg", ".txt"])
def test_what_goes_on_is_sent_whenever_it_is_asked_for(duel, client, rest):
    headers = client.get(at(duel, rest)).headers
    assert ("ETag" in headers, "Last-Modified" in headers) == (False, False)
    for known in ({"if-none-match": "*"}, since(timezone.now())):
        assert client.get(at(duel, rest), headers=known).status_code == 200


def test_who_asks_for_replays_without_an_end_is_told_when_to_ask_again(duel, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "2/m/ip"}
    etag = client.get(at(over(duel), ".json")).headers["ETag"]
    for rest in (".txt", "/"):
        answer = client.get(at(duel, rest))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Too much at once" in answer.text
    assert client.get(at(duel, ".json"), headers={"if-none-match": etag}).status_code == 304


def test_the_way_to_the_last_round_counts_towards_the_same_limit(duel, client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "2/m/ip"}
    assert [client.get(at(duel, "/last/")).status_code for _ in range(3)] == [302, 302, 429]


def test_what_is_refused_for_now_is_no_answer_to_keep(duel, client, settings):
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
def test_what_is_over_says_since_when_and_is_not_sent_again_to_who_has_it_since_then(duel, client, rest, monkeypatch):
    long_over(duel)
    assert client.get(at(duel, rest)).headers["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"
    assert client.get(at(duel, rest), headers=since(LONG_AGO - timedelta(seconds=1))).status_code == 200
    monkeypatch.setattr(engine, "load", None)
    answer = client.get(at(duel, rest), headers=since(LONG_AGO))
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"


@pytest.mark.parametrize("rest", MARKED)
def test_what_is_over_is_sent_again_by_another_release(duel, client, rest, monkeypatch):
    monkeypatch.setattr(conditional, "STARTED", LONG_AGO + timedelta(hours=1))
    long_over(duel)
    assert client.get(at(duel, rest), headers=since(LONG_AGO)).status_code == 200
    assert client.get(at(duel, rest), headers=since(LONG_AGO + timedelta(hours=1))).status_code == 304


@pytest.mark.usefixtures("_old_release")
def test_an_analysis_makes_the_page_younger_and_nothing_else(duel, client):
    long_over(duel)
    Analysis.objects.create(duel=duel, moved=LONG_AGO + timedelta(hours=1))
    assert client.get(at(duel, "/"), headers=since(LONG_AGO)).status_code == 200
    assert client.get(at(duel, "/"), headers=since(LONG_AGO + timedelta(hours=1))).status_code == 304
    assert client.get(at(duel, ".json"), headers=since(LONG_AGO)).status_code == 304


@pytest.mark.usefixtures("_old_release")
def test_who_sends_an_etag_too_is_known_by_it_alone(duel, client):
    long_over(duel)
    etag = client.get(at(duel, ".txt")).headers["ETag"]
    both = {"if-none-match": etag, **since(LONG_AGO)}
    assert client.get(at(duel, ".txt"), headers=both).status_code == 304
    german = client.get(at(duel, ".txt"), headers=both | {"accept-language": "de"})
    assert german.status_code == 200
    assert {"Accept-Language", "Cookie"} <= set(german.headers["Vary"].split(", "))


@pytest.mark.usefixtures("_old_release")
@pytest.mark.parametrize("rest", ["/", ".txt"])
def test_what_was_altered_in_this_second_may_be_altered_in_it_once_more(duel, client, rest):
    long_over(duel, ended=timezone.now() + timedelta(seconds=60))
    assert "Last-Modified" not in client.get(at(duel, rest)).headers


@pytest.mark.usefixtures("_old_release")
def test_a_page_with_the_letters_of_who_is_logged_in_has_no_date(duel, client):
    long_over(duel)
    client.force_login(owners_of(duel)["White"])
    answer = client.get(at(duel, "/"), headers=since(timezone.now()))
    assert answer.status_code == 200
    assert "Last-Modified" not in answer.headers


@pytest.mark.django_db(transaction=True)
def test_few_duels_are_played_again_at_once_and_all_in_turn(rf):
    began, may_end = Semaphore(0), Event()

    @dear
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
def test_who_waits_for_his_turn_gives_his_connection_back_unless_he_is_within_a_transaction(rf, monkeypatch, is_within):
    has_connection = []

    class Full:
        """All places are taken until somebody waits."""

        def acquire(self, blocking=True):
            if blocking:
                has_connection.append(connection.connection is not None)
            return blocking

        def release(self):
            pass

    monkeypatch.setattr(playing_again, "_places", Full())
    with transaction.atomic() if is_within else nullcontext():
        connection.ensure_connection()
        assert dear(lambda request: HttpResponse())(rf.get("/")).status_code == 200
    assert has_connection == [is_within]


@pytest.mark.django_db(transaction=True)
def test_who_need_not_wait_keeps_his_connection(rf):
    connection.ensure_connection()
    dear(lambda request: HttpResponse())(rf.get("/"))
    assert connection.connection is not None
