"""The compose file against the schema of such files, and against the settings that it passes."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.servers import ROOT, manage
from tests.test_settings import variables_read

COMPOSE = ROOT / "docker-compose.yml"
ASKED_FOR = {
    "SITE_HOST": "duels.example.org",
    "SECRET_KEY": "k" * 30 + "0123456789abcdefghijklmnop",
    "POSTGRES_PASSWORD": "p4ss",
}
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^}]*))?\}")


def _fill(text: str) -> str:
    """`text` with its variables as somebody sets them who sets no more than he must."""
    return VARIABLE.sub(lambda match: ASKED_FOR[match["name"]] if match["kind"] == ":?" else match["rest"], text)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(_fill(COMPOSE.read_text()))


@pytest.fixture(scope="module")
def site(compose: dict[str, Any]) -> dict[str, Any]:
    """The services that run our code."""
    return {name: service for name, service in compose["services"].items() if "build" in service}


def test_the_file_is_valid_by_the_compose_specification():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_web_servers_stand_behind_a_proxy_one_clock_ticks_and_one_worker_thinks(
    compose: dict[str, Any], site: dict[str, Any]
):
    assert set(site) == {"web", "clock", "worker", "migrate"}
    assert site["web"]["deploy"]["replicas"] == 2
    assert "ports" not in site["web"]
    assert "dynamic a web 8000" in compose["configs"]["caddyfile"]["content"]


def test_what_keeps_running_has_a_health_check(compose: dict[str, Any]):
    lasting = {name: service for name, service in compose["services"].items() if service["restart"] != "no"}
    assert set(lasting) == {"proxy", "web", "clock", "worker", "postgres", "redis"}
    assert all(service["healthcheck"]["test"] for service in lasting.values())


def test_what_keeps_data_has_a_volume(compose: dict[str, Any]):
    for name in ("postgres", "redis", "proxy"):
        volumes = {volume.split(":")[0] for volume in compose["services"][name]["volumes"]}
        assert volumes <= set(compose["volumes"])


def test_our_services_are_passed_variables_that_the_settings_read_and_no_others(site: dict[str, Any]):
    for service in site.values():
        assert set(service["environment"]) <= variables_read()


def test_the_settings_are_content_with_what_they_are_passed(site: dict[str, Any], tmp_path: Path):
    for service in site.values():
        environment = {"VAR_DIR": str(tmp_path), **service["environment"]}
        done = manage("check", "--deploy", "--fail-level", "WARNING", **environment)
        assert done.returncode == 0, done.stderr


def test_the_site_finds_its_database_and_redis_among_the_services(compose: dict[str, Any], site: dict[str, Any]):
    postgres = compose["services"]["postgres"]["environment"]
    database = "postgres://{POSTGRES_USER}:{POSTGRES_PASSWORD}@postgres:5432/{POSTGRES_DB}".format(**postgres)
    for service in site.values():
        assert service["environment"]["DATABASE_URL"] == database
        assert service["environment"]["REDIS_URL"].startswith("redis://redis:6379")


def test_what_must_be_set_is_documented():
    documented = (ROOT / "docs/deploying.md").read_text()
    for match in VARIABLE.finditer(COMPOSE.read_text()):
        assert f"    {match['name']}=" in documented


def test_the_commands_of_our_services_exist(site: dict[str, Any]):
    commands = manage("help", "--commands").stdout.split()
    for service in site.values():
        if command := service.get("command"):
            assert command[2] in commands
