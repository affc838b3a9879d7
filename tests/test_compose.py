"""Tests for the compose file: that its schema is valid, and which settings it passes on."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.servers import ROOT, manage
from tests.test_settings import variables_read

COMPOSE = ROOT / "docker-compose.yml"
ASKED_FOR = {
    "SITE_HOST": "duels.example.org",
    "SECRET_KEY": "k" * 30 + "0123456789abcdefghijklmnop",
    "POSTGRES_PASSWORD": "p4ss",
    "REDIS_PASSWORD": "w0rd",
}
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^}]*))?\}")


def _fill(text: str) -> str:
    """Return `text` with variables replaced as if only the required ones were set."""
    return VARIABLE.sub(lambda match: ASKED_FOR[match["name"]] if match["kind"] == ":?" else match["rest"], text)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(_fill(COMPOSE.read_text()))


@pytest.fixture(scope="module")
def site(compose: dict[str, Any]) -> dict[str, Any]:
    """Return the services that run the project's code."""
    return {name: service for name, service in compose["services"].items() if "build" in service}


def test_the_file_is_valid_by_the_compose_specification():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_web_servers_run_behind_a_proxy_next_to_one_worker(compose: dict[str, Any], site: dict[str, Any]):
    assert set(site) == {"web", "worker", "mailroom", "migrate"}
    assert site["web"]["deploy"]["replicas"] == 2
    assert "ports" not in site["web"]
    assert "dynamic a web 8000" in compose["configs"]["caddyfile"]["content"]


def test_every_running_service_has_a_health_check(compose: dict[str, Any]):
    lasting = {name: service for name, service in compose["services"].items() if service["restart"] != "no"}
    assert set(lasting) == {"proxy", "web", "worker", "mailroom", "postgres", "redis"}
    assert all(service["healthcheck"]["test"] for service in lasting.values())


def test_every_service_with_data_has_a_volume(compose: dict[str, Any]):
    for name in ("postgres", "redis", "proxy"):
        volumes = {volume.split(":")[0] for volume in compose["services"][name]["volumes"]}
        assert volumes <= set(compose["volumes"])


def test_every_documented_variable_reaches_our_services(site: dict[str, Any]):
    page = (ROOT / "docs/deploying.md").read_text()
    documented = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    (fixed,) = re.findall(r"^Compose sets (.*?) itself", page, re.MULTILINE | re.DOTALL)
    assert documented == variables_read()
    for service in site.values():
        assert service["env_file"] == ".env"
        assert set(service["environment"]) == set(re.findall(r"`(\w+)`", fixed)) <= documented


@pytest.mark.thorough
def test_the_settings_accept_the_environment_of_each_service(site: dict[str, Any], tmp_path: Path):
    environments = {frozenset(service["environment"].items()) for service in site.values()}
    for environment in environments:
        given = {**dict(environment), "EMAIL_URL": "smtp://mail.example.org", "VAR_DIR": str(tmp_path)}
        done = manage("check", "--deploy", "--fail-level", "WARNING", **given)
        assert done.returncode == 0, done.stderr


def test_the_site_finds_its_database_and_redis_among_the_services(compose: dict[str, Any], site: dict[str, Any]):
    postgres = compose["services"]["postgres"]["environment"]
    database = "postgres://{POSTGRES_USER}:{POSTGRES_PASSWORD}@postgres:5432/{POSTGRES_DB}".format(**postgres)
    for service in site.values():
        assert service["environment"]["DATABASE_URL"] == database
        assert service["environment"]["REDIS_URL"] == "redis://:w0rd@redis:6379/0"
    assert compose["services"]["redis"]["environment"]["REDISCLI_AUTH"] == "w0rd"
    assert compose["services"]["redis"]["command"][-2:] == ["--requirepass", "w0rd"]


def test_every_container_is_confined(compose: dict[str, Any]):
    for name, service in compose["services"].items():
        assert service["read_only"] is (name != "proxy"), name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name
        assert service["mem_limit"], name


def test_e_mail_is_accepted_only_from_this_machine(site: dict[str, Any]):
    assert all(port.startswith("127.0.0.1:") for port in site["mailroom"]["ports"])
    assert [name for name, service in site.items() if "ports" in service] == ["mailroom"]


def test_only_the_site_can_reach_the_database_and_redis(compose: dict[str, Any], site: dict[str, Any]):
    for name in ("postgres", "redis"):
        assert compose["networks"][name]["internal"] is True
        assert "ports" not in compose["services"][name]
        inside = {other for other, service in compose["services"].items() if name in service["networks"]}
        assert inside == {name, *site}


def test_the_proxy_limits_request_bodies_and_times_out(compose: dict[str, Any]):
    caddyfile = compose["configs"]["caddyfile"]["content"]
    for limit in ("max_size 2MB", "read_header 10s", "read_body 30s"):
        assert limit in caddyfile


def test_all_sockets_of_a_duel_reach_the_same_web_server_while_it_runs(compose: dict[str, Any]):
    caddyfile = compose["configs"]["caddyfile"]["content"]
    (block,) = re.findall(r"reverse_proxy @duel \{.*?\n  \}", caddyfile, re.DOTALL)
    assert "@duel path /ws/duel/*" in caddyfile
    assert "lb_policy uri_hash" in block
    assert "fail_duration" in block


def test_required_variables_are_documented():
    documented = (ROOT / "docs/deploying.md").read_text()
    for match in VARIABLE.finditer(COMPOSE.read_text()):
        assert f"    {match['name']}=" in documented


def test_the_commands_of_our_services_exist(site: dict[str, Any]):
    commands = get_commands()
    for service in site.values():
        for command in re.findall(r"manage\.py (\S+)", " ".join(service.get("command", ()))):
            assert command in commands
