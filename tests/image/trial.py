"""A test of the Docker image and the compose file, run by `make image` in a Docker daemon of its own.

The test takes minutes, so normal test runs leave it out. The base images are built from Debian packages (see the
`Dockerfile` here) under the names they have in the registry, so no registry is needed. The proxy, PostgreSQL and Redis
are Debian's versions. An existing daemon is never used, because these names could stand for other images there.
"""

import json
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.conftest import skip_or_fail
from tests.servers import ROOT, MissingError, find_program, free_port, running
from tests.test_compose import ASKED_FOR

KEPT = Path.home() / ".cache" / "wavinghands-image"
"""The daemon's storage, kept for the next run. It is outside the project so that linters do not read it."""
DEBIAN = "debian:bookworm"
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
BASES = {
    "python-slim": "python:3.11-slim-bookworm",
    "node": "node:24-bookworm-slim",
    "caddy": "caddy:2-alpine",
    "redis": "redis:7-alpine",
    "postgres": "postgres:17-alpine",
}
"""The base images, by the stage of this folder's Dockerfile that builds them."""
INLINE_CONFIGS = (2, 23, 1)
"""The first version of compose that supports inline configs."""
LASTING = ("proxy", "web", "worker", "mailroom", "postgres", "redis")
"""The services of the compose file that keep running."""
SETTINGS = ASKED_FOR | {"SITE_HOST": "localhost", "MAILROOM_ADDRESS": "duels@localhost"}
"""Settings for the compose file. For `localhost`, the proxy creates a certificate on its own."""


def _run(*command: str) -> None:
    """Run `command`, and show its output. Raise `CalledProcessError` if it fails."""
    subprocess.run(command, cwd=ROOT, check=True)


def _answer(*command: str) -> str:
    """Return the output of `command`, or "" if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _page(url: str) -> tuple[int, str]:
    """Return the HTTP status and the text of the page at `url`, without checking its certificate."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    try:
        with urlopen(url, timeout=60, context=anybody) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refusal:
        return refusal.code, ""


@contextmanager
def _daemon(program: str, client: str) -> Iterator[None]:
    """Run a new Docker daemon that `client` finds by an environment variable.

    Raise `MissingError` if a daemon cannot be started.
    """
    if os.geteuid() != 0:
        raise MissingError("no Docker daemon can be started by others than root")
    KEPT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as environment, ExitStack() as stack:
        environment.setenv("DOCKER_HOST", f"unix://{folder}/socket")
        environment.setenv("DOCKER_BUILDKIT", "1")
        command = [program, "--host", f"unix://{folder}/socket", "--data-root", str(KEPT)]
        command += ["--exec-root", f"{folder}/run", "--pidfile", f"{folder}/pid"]
        try:
            stack.enter_context(running(command, lambda: bool(_answer(client, "info")), Path(folder, "log")))
        except RuntimeError as why:
            raise MissingError(f"no Docker daemon can be started: {str(why).splitlines()[-1]}") from None
        yield


def _make_bases(client: str) -> None:
    """Build the base images that the project's own images are built on."""
    debootstrap = find_program("debootstrap", package="debootstrap")
    if not _answer(client, "image", "inspect", DEBIAN):
        with TemporaryDirectory(dir=KEPT) as folder:
            root, tar = Path(folder, "root"), f"{folder}/tar"
            _run(debootstrap, "--variant=minbase", "--include=ca-certificates", "bookworm", str(root))
            if Path("/", CERTIFICATES).exists():
                shutil.copy(Path("/", CERTIFICATES), root / CERTIFICATES)
            _run("tar", "--create", "--one-file-system", "--directory", str(root), "--file", tar, ".")
            _run(client, "import", tar, DEBIAN)
    for stage, name in BASES.items():
        _run(client, "build", "--target", stage, "--tag", name, "tests/image")


@pytest.fixture(scope="module")
def docker() -> Iterator[str]:
    """Build the project's image in a new Docker daemon, and return the path of the client."""
    with ExitStack() as stack:
        try:
            program = find_program("dockerd", package="docker.io")
            # Debian's client is preferred, because it builds with BuildKit without a plugin.
            client = shutil.which("docker", path="/usr/bin") or find_program("docker", package="docker.io")
            stack.enter_context(_daemon(program, client))
            _make_bases(client)
        except MissingError as why:
            skip_or_fail(why)
        _run(client, "build", "--tag", "wavinghands", ".")
        yield client


@pytest.fixture
def compose(docker: str, tmp_path: Path) -> Iterator[list[str]]:
    """Return the command that runs a version of docker-compose that supports the project's compose file."""
    try:
        program = find_program(
            "docker-compose", package="docker-compose, of Debian 13", folders="usr/lib*/docker/cli-plugins"
        )
        version = _answer(program, "version", "--short")
        if tuple(map(int, re.findall(r"\d+", version)[:3])) < INLINE_CONFIGS:
            raise MissingError(f"docker-compose {version} does not support inline configs, 2.23.1 does")
    except MissingError as why:
        skip_or_fail(why)
    settings = tmp_path / "settings"
    variables = SETTINGS | {"ENV_FILE": str(settings)}
    settings.write_text("".join(f"{name}={value}\n" for name, value in variables.items()))
    command = [program, "--env-file", str(settings), "--profile", "mail"]
    yield command
    _run(*command, "down", "--volumes")


def test_the_image_alone_serves_a_healthy_site(docker: str, tmp_path: Path):
    port = free_port()
    settings = {"SECRET_KEY": SETTINGS["SECRET_KEY"], "ALLOWED_HOSTS": "localhost", "HTTPS": "false"}
    variables = [part for name, value in settings.items() for part in ("--env", f"{name}={value}")]
    start = [docker, "run", "--rm", "--volume", "alone:/var/lib/wavinghands", *variables]
    serve = [*start, "--name", "alone", "--publish", f"127.0.0.1:{port}:8000", "wavinghands"]
    health = (docker, "inspect", "--format", "{{.State.Health.Status}}", "alone")
    _run(*start, "wavinghands", "python", "manage.py", "migrate", "--verbosity", "0")
    with running(serve, lambda: _answer(*health) == "healthy", tmp_path / "log"):
        assert json.loads(_page(f"http://localhost:{port}/healthz")[1]) == {"ill": []}
        _assert_complete(f"http://localhost:{port}")
        engine = "from wavinghands.engine import round; print(round.__file__)"
        assert _answer(docker, "exec", "alone", "python", "-c", engine).endswith(".so")
    _run(docker, "volume", "rm", "alone")


def test_the_compose_file_starts_a_healthy_site(docker: str, compose: list[str]):
    _run(*compose, "up", "--detach", "--no-build")
    _run(*compose, "up", "--detach", "--no-build", "--no-deps", "--no-recreate", "--wait", *LASTING)
    ids = _answer(*compose, "ps", "--quiet").split()
    health = {_answer(docker, "inspect", "--format", "{{.State.Health.Status}}", container) for container in ids}
    assert (len(ids), health) == (
        8,
        {"healthy"},
    )  # proxy, two web servers, worker, mailroom, PostgreSQL, Redis
    assert json.loads(_page("https://localhost/healthz")[1]) == {"ill": []}
    assert _page("https://localhost/metrics")[0] == HTTPStatus.NOT_FOUND
    _assert_complete("https://localhost")


def _assert_complete(site: str) -> None:
    """Assert that the front page can be loaded together with its scripts and style sheets."""
    status, page = _page(f"{site}/")
    assert status == HTTPStatus.OK
    files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page)
    assert files
    assert {_page(f"{site}{file}")[0] for file in files} == {HTTPStatus.OK}
