"""Private servers for tests, such as Redis and PostgreSQL, each on a free port."""

import atexit
import os
import pwd
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from django.core.exceptions import ImproperlyConfigured

from wavinghands.assets import bundle

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300  # seconds that a program may take to start on a busy machine

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",  # two pages per window; Playwright's list stays
)


class MissingError(Exception):
    """Raised when a program is not installed. The message says how to install it."""


def find_program(*names: str, package: str, folders: str = "") -> str:
    """Return the path of the first of these programs that is installed.

    Programs are looked for on the `PATH`, and in folders that match the glob pattern `folders`. Raise `MissingError` if
    none is installed. Its message suggests the Debian package `package`.
    """
    places = [str(place) for place in sorted(Path("/").glob(folders), reverse=True)] if folders else []
    path = os.pathsep.join([os.environ.get("PATH", ""), *places])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise MissingError(f"no {names[0]} found (on Debian: apt install {package})")


def find_chromium() -> str:
    """Return the path of Chromium or, if it is installed, of its headless shell, which uses a quarter less CPU."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or find_program(*names, package="chromium-headless-shell")


def find_node() -> str:
    return find_program("node", package="nodejs")


def find_esbuild() -> str:
    try:
        return bundle.find_esbuild(ROOT)
    except ImproperlyConfigured as why:
        raise MissingError(f"{why}") from None


PORTS = range(16_000, 32_000)
"""The ports to choose from. Higher ones are ephemeral, so the system might hand them out before a server starts."""
_kept = ExitStack()
"""The sockets that reserve the ports of this process."""
atexit.register(_kept.close)


def free_port() -> int:
    """Return a free port that no other test process gets while this process is running.

    A UDP socket bound to the same port number marks the port as taken, because nothing else uses UDP here.
    """
    while True:
        port, mark = random.SystemRandom().choice(PORTS), socket.socket(type=socket.SOCK_DGRAM)
        try:
            mark.bind(("127.0.0.1", port))
            with socket.socket() as listener:
                listener.bind(("", port))
        except OSError:
            mark.close()
            continue
        _kept.enter_context(mark)
        return port


def is_listening(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as client:
        return client.connect_ex((host, port)) == 0


def is_answering(url: str) -> bool:
    """Return whether this PostgreSQL server accepts connections.

    An open port is not enough, because the server opens its port shortly before it accepts connections.
    """
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def _wait_until(is_so: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until `is_so` returns true. Raise `RuntimeError` if the program exits first or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text()}")
        time.sleep(0.02)


@contextmanager
def running(
    command: list[str], is_ready: Callable[[], bool], log: Path, **options: object
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command` during the block, which starts as soon as `is_ready()` returns true."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, **options)
    try:
        _wait_until(is_ready, process, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def redis_server() -> Iterator[str]:
    """Run an empty Redis server, and yield its address."""
    program, port = find_program("redis-server", package="redis-server"), free_port()
    with TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        with running(command, lambda: is_listening(port), Path(folder, "log")):
            yield f"redis://127.0.0.1:{port}/0"


def who_may_run_postgres() -> dict[str, object]:
    """Return the options that let `subprocess` run PostgreSQL, which refuses to run as root.

    If this process runs as root, the options name another user. Otherwise, they are empty.
    """
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def own_by_postgres(folder: Path) -> None:
    """Make the user that runs PostgreSQL the owner of a folder and everything in it."""
    if who := who_may_run_postgres():
        for path in (folder, *folder.rglob("*")):
            os.chown(path, int(str(who["user"])), int(str(who["group"])))


def find_postgres() -> Path:
    """Return the folder that contains PostgreSQL's programs."""
    return Path(find_program("initdb", package="postgresql", folders="usr/lib/postgresql/*/bin")).parent


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """Run a PostgreSQL server with its data in `folder`, and yield its URL without a database name.

    Create the data if necessary. The segments of its write-ahead log are small, so that the data can be copied quickly.
    """
    programs, who, port, data = find_postgres(), who_may_run_postgres(), free_port(), folder / "data"
    own_by_postgres(folder)
    if not data.exists():
        options = ["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync", "--wal-segsize", "1"]
        command = [str(programs / "initdb"), "--pgdata", str(data), *options]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **who)
    command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder), "-h", "127.0.0.1", "-p", str(port)]
    url = f"postgres://postgres@127.0.0.1:{port}"
    command += ["-F", "-N", "200"]
    with running(command, lambda: is_answering(f"{url}/postgres"), folder / "log", cwd=folder, **who):
        yield url


def create_database(url: str, name: str, template: str = "template1") -> None:
    """Create a database on the PostgreSQL server at `url` as a copy of `template`."""
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with `arguments`. Only the variables in `environment` affect the settings."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )


def clean_environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for a program: the variables in `ours`, and the variables of this process that it needs.

    Variables of this process that would change the settings are left out.
    """
    theirs = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "SYSTEMROOT", "COVERAGE_PROCESS_CONFIG")
    kept = {name: os.environ[name] for name in theirs if name in os.environ}
    return kept | dict(ours)
