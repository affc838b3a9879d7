import json
import logging
import sys
from http import HTTPStatus
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from duels.house.orders import think
from duels.models import Duel
from duels.play.heartbeat import beat
from tests.builders import a_mage
from tests.duels.players import REST, viewers
from tests.duels.tables import a_duel, make_overdue
from tests.servers import manage
from wavinghands.web.logging import JsonFormatter
from wavinghands.web.metrics import disks

TOKEN = "a token of these tests"


@pytest.fixture(autouse=True)
def _may_be_asked(settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def figures(client: Client, token: str = TOKEN) -> dict[tuple[str, ...], float]:
    """Request the metrics, and return their values by the metric's name and label values."""
    answer = client.get("/metrics", headers={"authorization": f"Bearer {token}", "host": "10.0.0.7:8000"})
    assert answer.status_code == HTTPStatus.OK
    families = text_string_to_metric_families(answer.content.decode())
    return {(it.name, *it.labels.values()): it.value for family in families for it in family.samples}


@pytest.mark.parametrize("given", [{}, {"authorization": "Bearer guessed"}, {"authorization": TOKEN}])
def test_metrics_require_the_token(client: Client, given: dict[str, str]):
    answer = client.get("/metrics", headers=given)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert not answer.content


@pytest.mark.django_db
def test_without_a_token_in_the_settings_the_page_does_not_exist(client: Client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
def test_pages_are_counted_by_status_and_timed_by_view(client: Client):
    before = figures(client)
    client.get("/offline/")
    client.get("/no/such/page")
    after = figures(client)
    for key in (
        ("wavinghands_requests_total", "200"),
        ("wavinghands_requests_total", "404"),
        ("wavinghands_request_seconds_count", "offline"),
    ):
        assert after[key] == before.get(key, 0) + 1, key


@pytest.mark.django_db(transaction=True)
def test_queues_in_the_database_are_counted(client: Client):
    duel = a_duel(pace=60)
    make_overdue(duel)
    think.enqueue(duel.slug, 1, "Black")
    beat()
    told = figures(client)
    assert told["wavinghands_duels_running",] == told["wavinghands_duels_overdue",] == 1
    assert told["wavinghands_jobs", "ready"] == 1
    assert 0 <= told["wavinghands_since_done_seconds", "worker"] < 60
    assert told["wavinghands_emails_waiting",] == 0


@pytest.mark.django_db
def test_free_disk_space_is_measured(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=4096))
    told = figures(client)
    assert {disk: told["wavinghands_disk_free_bytes", disk] for disk in disks()} == dict.fromkeys(disks(), 4096)
    assert {"code", "var", "database"} >= disks().keys() >= {"code", "var"}


@pytest.mark.django_db
def test_without_a_database_a_process_still_reports_its_own_metrics(client: Client, monkeypatch: pytest.MonkeyPatch):
    def refuse(*args: object, **kwargs: object) -> None:
        raise OperationalError("no such server")

    monkeypatch.setattr(connection, "cursor", refuse)
    told = figures(client)
    assert ("wavinghands_duels_running",) not in told
    assert told["process_cpu_seconds_total",] > 0


@sync_to_async
def begun() -> tuple[Duel, User, User]:
    mages = a_mage("Black"), a_mage("White")
    return a_duel(*mages), *(mage.owner for mage in mages)


@pytest.mark.django_db(transaction=True)
async def test_sockets_rounds_and_the_time_of_orders_are_measured():
    duel, *users = await begun()
    ask = sync_to_async(figures)
    before = await ask(Client())
    async with viewers(duel, *users) as (black, white):
        await black.accepted(**REST)
        await white.accepted(**REST)
        await black.frame("round")
        told = await ask(Client())
    assert told["wavinghands_sockets", "duels"] == 2
    assert told["wavinghands_duels_open",] == 1
    assert told["wavinghands_writer_queue",] == 0
    assert told["wavinghands_rounds_played_total",] == before["wavinghands_rounds_played_total",] + 1
    assert told["wavinghands_order_seconds_count",] == before["wavinghands_order_seconds_count",] + 2


def test_a_json_log_line_has_all_fields_of_the_record():
    try:
        raise ValueError("no such thing")
    except ValueError:
        record = logging.getLogger("duels").makeRecord(
            "duels", logging.ERROR, __file__, 1, "Duel %s fell", ("abc",), sys.exc_info(), extra={"status_code": 500}
        )
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "duels", "Duel abc fell")
    assert line["status_code"] == 500
    assert "no such thing" in line["exception"]
    assert set(line) == {"time", "level", "logger", "message", "process", "status_code", "exception"}


def test_the_site_logs_as_json_if_configured(tmp_path):
    environment = {"VAR_DIR": str(tmp_path), "LOG_FORMAT": "json"}
    code = "import logging; logging.getLogger('duels').warning('Hold!')"
    done = manage("shell", "--no-imports", "--command", code, **environment)
    assert json.loads(done.stderr)["message"] == "Hold!"
