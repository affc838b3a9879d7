"""What holds for every page and every socket, whatever it is about."""

import json
import re
from http import HTTPStatus
from pathlib import Path
from urllib.request import urlopen

import pytest
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client

from tests.servers import ROOT, manage, running_site
from tests.test_settings import PRODUCTION
from wavinghands.asgi import application

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
}


def _is_refused_by(*args: object, **kwargs: object) -> None:
    raise OperationalError("no such server")


@pytest.mark.parametrize("path", ["/accounts/login/", "/healthz", "/no/such/page"])
@pytest.mark.django_db
def test_every_answer_carries_the_strict_policy(client: Client, path: str):
    header = client.get(path).headers["Content-Security-Policy"]
    assert set(header.split("; ")) >= POLICY
    assert "unsafe" not in header


def test_no_template_has_scripts_or_styles_of_its_own():
    for template in ROOT.glob("templates/**/*.html"):
        text = template.read_text().lower()
        assert "<style" not in text, template
        assert " style=" not in text, template
        assert " onclick=" not in text, template
        assert "<script>" not in text, template


@pytest.mark.django_db
def test_a_well_site_says_so(client: Client):
    answer = client.get("/healthz")
    assert answer.status_code == HTTPStatus.OK
    assert answer.json() == {"ill": []}


@pytest.mark.django_db
def test_an_ill_database_is_named(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "cursor", _is_refused_by)
    answer = client.get("/healthz")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert answer.json() == {"ill": ["database"]}


@pytest.mark.django_db
def test_an_ill_cache_is_named(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "get", _is_refused_by)
    assert client.get("/healthz").json() == {"ill": ["cache"]}


@pytest.mark.django_db
def test_the_admin_sends_to_the_log_in_page_that_counts_attempts(client: Client):
    assert client.get("/admin/login/?next=/admin/").headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("origin", [b"http://localhost", b"http://evil.example", None])
@pytest.mark.django_db(transaction=True)
async def test_a_socket_at_an_unknown_address_is_closed(origin: bytes | None):
    headers = [(b"origin", origin)] if origin else []
    socket = WebsocketCommunicator(application, "/ws/no-such-thing/", headers=headers)
    is_open, _ = await socket.connect()
    assert not is_open
    await socket.wait()


def test_the_site_runs_on_postgresql_and_redis(postgres_url: str, redis_url: str, tmp_path: Path):
    with running_site(VAR_DIR=str(tmp_path), DATABASE_URL=postgres_url, REDIS_URL=redis_url) as (url, _):
        for _ in range(30):  # more than the pool would hold if requests kept their connections
            with urlopen(f"{url}/healthz", timeout=10) as answer:
                assert answer.read() == b'{"ill": []}'


def test_in_production_modules_import_each_other_by_hashed_names(tmp_path: Path):
    done = manage("collectstatic", "--noinput", STATIC_ROOT=str(tmp_path), VAR_DIR=str(tmp_path), **PRODUCTION)
    assert done.returncode == 0, done.stderr
    hashed = set(json.loads((tmp_path / "staticfiles.json").read_text())["paths"].values())
    imports = [
        (module.parent / name).resolve().relative_to(tmp_path.resolve()).as_posix()
        for module in (tmp_path / path for path in hashed if path.startswith("js/") and path.endswith(".js"))
        for name in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", module.read_text())
    ]
    assert imports
    assert set(imports) <= hashed
