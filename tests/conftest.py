"""Fixtures for all tests, and the handling of tests that cannot run on this machine."""

import gc
import os
import uuid
from collections.abc import Iterator

import hypothesis
import psycopg
import pytest
import redis
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.db import connections
from django.db.models.signals import post_migrate
from django.test import override_settings
from django.utils import translation

from tests import servers, sites
from tests.engine import coverage
from wavinghands import progress

PATIENCE = 120
"""Seconds to wait for a socket on a busy machine."""
IN_CI = os.environ.get("CI") == "true"


EXAMPLES = {"quick": 20, "thorough": 100}
"""The number of examples that hypothesis tries, by profile."""
SLOW = (
    *("tests/chaos/", "tests/browser/", "tests/search/", "tests/engine/"),
    *("tests/duels/realtime/", "tests/duels/api/", "tests/duels/"),
)
"""The prefixes of the paths of slow test files, slowest first. What comes last should take a few seconds per file."""


def pytest_addoption(parser: pytest.Parser) -> None:
    does = "try many generated examples, and check the colours of pages on phones and on desktops, like `make test-all`"
    parser.addoption("--thorough", action="store_true", help=does)


def pytest_configure(config: pytest.Config) -> None:
    """Register hypothesis profiles that allow slow examples."""
    slow = [hypothesis.HealthCheck.too_slow]  # a slow machine is not a fault in the code
    for profile, examples in EXAMPLES.items():
        hypothesis.settings.register_profile(profile, deadline=None, max_examples=examples, suppress_health_check=slow)
    hypothesis.settings.load_profile("thorough" if config.getoption("thorough") else "quick")
    gc.set_threshold(50_000, 20, 20)  # as in wavinghands/asgi.py: a tenth of the time for collecting tests
    _be_patient()


def _be_patient() -> None:
    """Extend the one-second default timeout of Channels' test clients."""
    for method in (ApplicationCommunicator.wait, ApplicationCommunicator.receive_output):
        method.__defaults__ = (PATIENCE,)
    for method in (WebsocketCommunicator.connect, WebsocketCommunicator.receive_from):
        method.__defaults__ = (PATIENCE,)
    WebsocketCommunicator.disconnect.__defaults__ = (1000, PATIENCE)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Start each test in English, whatever language an earlier request in this thread used."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True, scope="session")
def _own_progress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the progress of interrupted commands in a folder that only this process uses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "FOLDER", tmp_path_factory.mktemp("progress"))
        yield


def skip_or_fail(why: servers.MissingError) -> None:
    """Skip a test that needs a missing program or, in CI, make it fail."""
    if IN_CI:
        pytest.fail(f"{why}, and in CI nothing may be skipped", pytrace=False)
    pytest.skip(f"{why}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium."""
    try:
        return servers.find_chromium()
    except servers.MissingError as why:
        skip_or_fail(why)
        raise


@pytest.fixture(scope="session")
def node() -> str:
    """Return the path of node, which runs the JavaScript tests."""
    try:
        return servers.find_node()
    except servers.MissingError as why:
        skip_or_fail(why)
        raise


@pytest.fixture(scope="session")
def esbuild() -> str:
    """Return the path of esbuild, which bundles static files for production."""
    try:
        return servers.find_esbuild()
    except servers.MissingError as why:
        skip_or_fail(why)
        raise


@pytest.fixture(scope="session")
def caddy() -> str:
    """Return the path of Caddy, the proxy server."""
    try:
        return servers.find_program("caddy", package="caddy")
    except servers.MissingError as why:
        skip_or_fail(why)
        raise


@pytest.fixture(scope="session")
def _redis_server() -> Iterator[str]:
    try:
        with servers.redis_server() as url:
            yield url
    except servers.MissingError as why:
        skip_or_fail(why)


@pytest.fixture
def redis_url(_redis_server: str) -> str:
    """Return the URL of a Redis server that has been emptied."""
    with redis.Redis.from_url(_redis_server) as client:
        client.flushall()
    return _redis_server


@pytest.fixture(scope="session")
def _postgres_server() -> Iterator[str]:
    try:
        with sites.postgres_server() as url:
            yield url
    except servers.MissingError as why:
        skip_or_fail(why)


@pytest.fixture
def postgres_url(_postgres_server: str) -> Iterator[str]:
    """Yield the URL of a new PostgreSQL database that has all migrations applied, but contains no rows."""
    name = f"test_{uuid.uuid4().hex}"
    servers.create_database(_postgres_server, name, sites.TEMPLATE)
    yield f"{_postgres_server}/{name}"
    with psycopg.connect(f"{_postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each pytest worker its own test database, as a copy of a migrated database.

    On SQLite, the database is a file. In an in-memory database, writers would lock out readers.
    """
    database = connections["default"]
    if database.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        sites.copy_of_sqlite(file)
        database.settings_dict["TEST"]["NAME"] = str(file)
    else:
        named = {"NAME": f"test_{uuid.uuid4().hex}", "TEMPLATE": os.environ.get("TEMPLATE_DATABASE")}
        database.settings_dict["TEST"] |= named


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the copy of the migrated SQLite database, which Django would otherwise replace with an empty database."""
    return connections["default"].vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Close the connections of the thread for async code before the test database is dropped.

    Also keep Django from filling the table of permissions after each test that empties all tables. That takes longer
    than many tests, and the site does not use permissions.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True, scope="session")
def _quick_settings() -> Iterator[None]:
    """Replace slow settings.

    The password hasher Argon2 takes an eighth of a second per password. WhiteNoise would read all static files for each
    new `Client`, which takes a fifteenth.
    """
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"], WHITENOISE_AUTOREFRESH=True
    ):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear the cache, which would otherwise keep the rate-limit counts of earlier tests."""
    cache.clear()


def _reasons(reporter: pytest.TerminalReporter) -> list[str]:
    reasons = (report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", []))
    return sorted(reasons)


def _has_run(reporter: pytest.TerminalReporter, file: str) -> bool:
    reports = (*reporter.stats.get("passed", []), *reporter.stats.get("failed", []))
    return any(report.nodeid.startswith(file) for report in reports)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow files first.

    All tests in a file run in the same worker, so if a slow file came last, the other workers would have to wait for
    it.
    """

    def place(item: pytest.Item) -> int:
        return next((place for place, start in enumerate(SLOW) if item.nodeid.startswith(start)), len(SLOW))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from traversing the modules and the collected tests again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _has_run(terminalreporter, "tests/engine/test_coverage.py"):
        terminalreporter.section("Golden duels")
        terminalreporter.write("\n".join([*coverage.table(), ""]))
    reasons = _reasons(terminalreporter)
    if reasons:
        terminalreporter.section("What could not run here", yellow=True)
    for reason in dict.fromkeys(reasons):
        terminalreporter.line(f"{reasons.count(reason)} tests: {reason}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and _reasons(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
