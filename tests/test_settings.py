import re
import runpy
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from tests.servers import ROOT, manage

PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "a-key-of-fifty-characters-at-least-0123456789-abcdefghij",
    "ALLOWED_HOSTS": "duels.example.org",
}
SETTINGS = ROOT / "wavinghands/settings.py"


@pytest.fixture
def read_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Return a function that reads the settings in the environment given by its keyword arguments."""

    def read(**environment: str) -> dict[str, Any]:
        with monkeypatch.context() as patch:
            patch.setattr("environ.Env.ENVIRON", {"VAR_DIR": str(tmp_path), **environment})
            return runpy.run_path(str(SETTINGS))

    return read


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
@pytest.mark.parametrize("value", [None, "", "  "])
def test_production_without_a_key_or_hosts_stops_with_one_clear_line(missing: str, value: str | None, read_settings):
    environment = {name: told for name, told in PRODUCTION.items() if name != missing}
    if value is not None:
        environment[missing] = value
    with pytest.raises(SystemExit) as stop:
        read_settings(**environment)
    assert stop.value.code == f"{missing} is not set: production (DEBUG=false) needs it, see docs/deploying.md"


def test_a_command_that_lacks_a_setting_prints_one_line_and_no_traceback(tmp_path: Path):
    done = manage("check", VAR_DIR=str(tmp_path), DEBUG="false")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "SECRET_KEY is not set: production (DEBUG=false) needs it, see docs/deploying.md"
    ]


def test_the_check_for_deployment_is_clean_in_production(tmp_path: Path):
    environment = {**PRODUCTION, "EMAIL_URL": "smtp://localhost"}
    done = manage("check", "--deploy", "--fail-level", "WARNING", VAR_DIR=str(tmp_path), **environment)
    assert done.returncode == 0, done.stderr
    assert "no issues (2 silenced)" in done.stdout


def test_the_defaults_need_no_other_software(read_settings):
    settings = read_settings()
    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert "CHANNEL_LAYERS" not in settings
    assert settings["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"
    assert settings["CACHES"]["default"]["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"


def test_each_checkout_keeps_its_own_development_key(read_settings, tmp_path: Path):
    first = read_settings()["SECRET_KEY"]
    assert read_settings()["SECRET_KEY"] == first
    assert read_settings(VAR_DIR=str(tmp_path / "another"))["SECRET_KEY"] != first


def test_addresses_switch_to_postgresql_and_redis(read_settings):
    settings = read_settings(DATABASE_URL="postgres://me:secret@db:5433/duels", REDIS_URL="redis://cache:6379/0")
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "duels")
    assert settings["CHANNEL_LAYERS"]["processes"]["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert settings["CACHES"]["default"]["LOCATION"] == "redis://cache:6379/0"


def test_production_requires_tls_by_default(read_settings):
    secured = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    assert all(read_settings(**PRODUCTION)[name] for name in secured)
    assert not any(read_settings(HTTPS="false", **PRODUCTION)[name] for name in secured)


def test_by_default_errors_show_no_details_and_tls_is_not_required(read_settings):
    settings = read_settings()
    assert settings["DEBUG"] is settings["HTTPS"] is settings["SESSION_COOKIE_SECURE"] is settings["BUNDLES"] is False
    assert read_settings(DEBUG="true")["DEBUG"] is True


def test_strict_transport_security_covers_other_hosts_only_on_request(read_settings):
    settings = read_settings(**PRODUCTION)
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert not settings["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert not settings["SECURE_HSTS_PRELOAD"]
    chosen = read_settings(HSTS_SECONDS="60", HSTS_INCLUDE_SUBDOMAINS="true", HSTS_PRELOAD="true", **PRODUCTION)
    assert chosen["SECURE_HSTS_SECONDS"] == 60
    assert chosen["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert chosen["SECURE_HSTS_PRELOAD"]


def test_cookies_over_tls_are_for_this_host_only(read_settings):
    settings = read_settings(**PRODUCTION)
    assert settings["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert settings["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert "SESSION_COOKIE_DOMAIN" not in settings
    assert "SESSION_COOKIE_NAME" not in read_settings(HTTPS="false", **PRODUCTION)


def test_every_variable_that_the_settings_read_is_documented():
    documented = set(re.findall(r"^\| `(\w+)`", (ROOT / "docs/deploying.md").read_text(), re.MULTILINE))
    assert documented == variables_read()


def variables_read() -> set[str]:
    return set(re.findall(r'(?:env\.\w+|_required)\(\s*"(\w+)"', SETTINGS.read_text()))


@pytest.mark.django_db
def test_sqlite_lets_many_read_while_one_writes():
    pragmas = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
    with connection.cursor() as cursor:
        assert [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == ["wal", 1, 20_000, 1]


@pytest.mark.django_db(transaction=True)
def test_sqlite_takes_the_lock_for_writing_at_the_start_of_a_transaction():
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    with closing(other), transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")


def test_every_limit_that_a_page_names_is_set():
    pages = [path.read_text() for folder in ("accounts", "duels") for path in (ROOT / folder).rglob("views/*.py")]
    named = {action for page in pages for action in re.findall(r'@rate_limit\(action="(\w+)"', page)}
    assert "guest" in named
    assert named <= settings.ACCOUNT_RATE_LIMITS.keys()
