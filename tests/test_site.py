"""Tests for rules that apply to every page and every socket."""

import json
import re
from http import HTTPStatus
from pathlib import Path
from urllib.request import urlopen

import pytest
from channels.testing import WebsocketCommunicator
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from tests.imports import imported, imported_later
from tests.servers import ROOT
from tests.sites import running_site, static_files
from tests.test_settings import PRODUCTION
from wavinghands.asgi import application
from wavinghands.assets.bundle import bundle
from wavinghands.assets.catalogue import languages

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
}


@pytest.mark.parametrize("path", ["/accounts/login/", "/healthz", "/no/such/page"])
@pytest.mark.django_db
def test_every_response_has_the_strict_csp(client: Client, path: str):
    header = client.get(path).headers["Content-Security-Policy"]
    assert set(header.split("; ")) >= POLICY
    assert "unsafe" not in header


def test_a_wrong_host_is_refused_without_a_log_entry(client: Client, caplog: pytest.LogCaptureFixture):
    answer = client.get("/lobby/", headers={"host": "evil.example"})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "Wrong address" in answer.text
    assert not [record for record in caplog.records if record.exc_info]


def test_no_template_has_scripts_or_styles_of_its_own():
    for template in ROOT.glob("templates/**/*.html"):
        text = template.read_text().lower()
        assert "<style" not in text, template
        assert " style=" not in text, template
        assert " onclick=" not in text, template
        assert "<script>" not in text, template


@pytest.mark.django_db
def test_the_admin_redirects_to_the_rate_limited_login(client: Client):
    assert client.get("/admin/login/?next=/admin/").headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("origin", [b"http://localhost", b"http://evil.example", None])
@pytest.mark.django_db(transaction=True)
async def test_a_socket_at_an_unknown_address_is_closed(origin: bytes | None):
    headers = [(b"origin", origin)] if origin else []
    socket = WebsocketCommunicator(application, "/ws/no-such-thing/", headers=headers)
    is_open, _ = await socket.connect()
    assert not is_open
    await socket.disconnect()


def test_the_site_runs_on_postgresql_and_redis(postgres_url: str, redis_url: str, tmp_path: Path):
    with running_site(VAR_DIR=str(tmp_path), DATABASE_URL=postgres_url, REDIS_URL=redis_url) as (url, _):
        for _ in range(30):  # more than the pool has, so requests must return their connections
            with urlopen(f"{url}/healthz", timeout=120) as answer:
                assert answer.read() == b'{"ill": []}'


def test_in_production_every_page_has_one_script_with_a_hashed_name(collected):
    folder, files = collected
    pages = [file.relative_to(ROOT / "static").as_posix() for file in (ROOT / "static" / "js" / "pages").glob("*.js")]
    for page in [*pages, *(f"{language}/{page}" for language in languages() for page in pages)]:
        script = folder / files[page]
        assert re.search(r"\.[0-9A-Z]{8}\.js$", script.name)
        assert not imported(files[page], script.read_text().replace(";", ";\n"))
        for later in imported_later(files[page], script.read_text()):
            assert (folder / later).exists(), later


def test_bundles_are_small_compressed_and_have_source_maps(collected):
    folder, files = collected
    for source in ("js/pages/duel.js", "css/pages/duel.css"):
        bundle = folder / files[source]
        assert bundle.with_name(f"{bundle.name}.br").exists()
        told = json.loads(bundle.with_name(f"{bundle.name}.map").read_text())
        assert any(name.endswith("/board/wizards" + bundle.suffix) for name in told["sources"])
    style = (folder / files["css/pages/site.css"]).read_text()
    for font in ("vendor/marcellus/marcellus-latin.woff2", "vendor/source-sans-3/source-sans-3-latin.woff2"):
        assert Path(files[font]).name in style


def test_without_a_bundler_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match=r"npm ci, or else BUNDLES=false"):
        bundle(tmp_path / "static", tmp_path)


@pytest.fixture(scope="module")
def collected(esbuild: str) -> tuple[Path, dict[str, str]]:
    """Return the folder that contains all static files in production, and the hashed name of each file."""
    folder = static_files(**PRODUCTION)
    return folder, json.loads((folder / "staticfiles.json").read_text())["paths"]
