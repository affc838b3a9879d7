"""Tests for rules that apply to the whole project."""

import re
import subprocess
import sys
import tomllib

import pytest
from django.core.management import call_command

from tests.servers import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock")
LONGEST_NAME = len("test_") + 70
"""The maximum length of a test's name, which is a short sentence."""


def test_importing_the_engine_loads_no_django():
    code = "import sys, wavinghands.engine; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "wavinghands" in loaded
    assert not loaded & {"django", "channels", "asgiref", "accounts", "duels"}


def test_names_of_tests_are_short_sentences():
    names = {
        name for file in (ROOT / "tests").rglob("*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert len(names) > 3000
    assert {name for name in names if len(name) > LONGEST_NAME} == set()


@pytest.mark.django_db
def test_migrations_are_complete():
    call_command("makemigrations", check_changes=True, dry_run=True)  # exits if one is missing


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_package_with_hashes_and_names_no_index(lock: str):
    text = (ROOT / lock).read_text()
    packages = re.split(r"\n(?=\w)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    assert len(packages) > 20
    for package in packages:
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.]+", package), package
        assert "--hash=sha256:" in package, package
    assert "://" not in text
    assert "--find-links" not in text


def test_the_locks_agree_and_contain_the_projects_dependencies():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    server, tools = ({_name(line) for line in _pins(lock)} for lock in LOCKS)
    assert {_name(asked) for asked in project["project"]["dependencies"]} <= server
    assert {_name(asked) for asked in project["dependency-groups"]["dev"]} <= tools
    assert set(_pins("requirements.lock")) <= set(_pins("requirements-dev.lock"))


def _pins(lock: str) -> list[str]:
    return re.findall(r"^[\w.-]+==[^ ;]+", (ROOT / lock).read_text(), re.MULTILINE)


def _name(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match
    return match[0].lower().replace("_", "-")
