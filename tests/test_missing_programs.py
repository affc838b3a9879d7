"""Tests for the report at the end of a test run without Redis and similar programs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, clean_environment

NEEDS_REDIS = "tests/duels/realtime/test_groups.py::TestRedisChannelLayer"


def _run_without_programs(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests that need Redis, with no programs on the `PATH`."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", NEEDS_REDIS]
    environment = clean_environment({"PATH": str(folder), "VAR_DIR": str(folder), **environment})
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_skipped_tests_are_reported_with_the_missing_program(tmp_path: Path):
    done = _run_without_programs(tmp_path)
    assert done.returncode == 0
    assert "What could not run here" in done.stdout
    assert "2 tests: no redis-server found (on Debian: apt install redis-server)" in done.stdout


def test_in_ci_a_missing_program_fails_the_run(tmp_path: Path):
    done = _run_without_programs(tmp_path, CI="true")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "in CI nothing may be skipped" in done.stdout


def test_in_ci_any_skipped_test_fails_the_run(tmp_path: Path):
    test = tmp_path / "test_lazy.py"
    test.write_text("import pytest\n\ndef test_later():\n    pytest.skip('not today')\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", str(ROOT)]
    environment = clean_environment({"VAR_DIR": str(tmp_path), "CI": "true"})
    done = subprocess.run(
        [*command, "-p", "tests.conftest", str(test)], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
