"""Tests for the requirements of `make image`, and for the message about a missing Docker daemon."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.image.trial import BASES
from tests.servers import ROOT, clean_environment

DOCKERFILE = (ROOT / "Dockerfile").read_text()


def test_all_base_images_can_be_built():
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"].values()
    stages = set(re.findall(r"^FROM \S+ AS (\S+)", DOCKERFILE, re.MULTILINE))
    named = {*re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)} - stages
    named |= {service["image"] for service in services if "build" not in service}
    assert set(BASES.values()) == named
    made = (Path(__file__).parent / "Dockerfile").read_text()
    assert set(BASES) <= set(re.findall(r"^FROM \S+ AS (\S+)", made, re.MULTILINE))


def test_files_copied_by_the_image_exist_and_are_not_ignored():
    copied = {part for line in re.findall(r"^COPY ([^-].*) \S+$", DOCKERFILE, re.MULTILINE) for part in line.split()}
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert {".", "requirements.lock"} <= copied
    assert {"wavinghands", *copied} - {"."} <= sent
    assert all((ROOT / name).exists() for name in sent)


@pytest.mark.thorough
def test_make_image_reports_a_missing_docker_daemon(tmp_path: Path):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/image/trial.py"]
    environment = clean_environment({"PATH": str(tmp_path), "VAR_DIR": str(tmp_path)})
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 tests: no dockerd found (on Debian: apt install docker.io)" in done.stdout
