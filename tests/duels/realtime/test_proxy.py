"""Tests for the compose file's proxy in front of real servers.

All sockets of a duel are served by the same server, and deployments cause no interruption.
"""

import asyncio
import re
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
import yaml
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from duels.play.protocol import MOVE
from tests import servers
from tests.duels.realtime import test_servers
from tests.duels.realtime.test_servers import PALM, frame, order, prepared
from tests.sites import running_site

DUELS = 24
"""The number of duels, which makes it very unlikely that one of two servers gets all of them."""
PATIENCE = 300.0
"""The number of seconds that any step may take on a busy machine. On an idle one, a socket reconnects within two."""
TOKEN = "t0ken"
NAMES = struct.Struct("!HHIH4s")


@contextmanager
def names(hosts: list[str]) -> Iterator[int]:
    """Run a name server that resolves every name to these addresses, and yield its port.

    Compose resolves the name `web` in the same way.
    """

    class Answers(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked, client = self.request
            end = asked.index(b"\0", 12) + 5
            is_for_addresses = asked[end - 4 : end - 2] == b"\0\1"
            told = [bytes(map(int, host.split("."))) for host in hosts if is_for_addresses]
            records = b"".join(b"\xc0\x0c" + NAMES.pack(1, 1, 1, 4, address) for address in told)
            client.sendto(
                asked[:2] + struct.pack("!HHHHH", 0x8580, 1, len(told), 0, 0) + asked[12:end] + records,
                self.client_address,
            )

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def caddyfile(port: int, behind: int, resolver: int) -> str:
    """Return the Caddyfile from the compose file, without a certificate and with the addresses used in the test.

    The connection timeout is long, because machines may be busy. No test uses an address that does not answer.
    """
    compose = (servers.ROOT / "docker-compose.yml").read_text()
    text = yaml.safe_load(compose)["configs"]["caddyfile"]["content"]
    text = re.sub(r"\$\{SITE_HOST[^}]*\}", f"http://127.0.0.1:{port}", text)
    text = text.replace("{\n", "{\n  admin off\n", 1).replace("dial_timeout 500ms", "dial_timeout 60s")
    return text.replace("dynamic a web 8000 {", f"dynamic a web {behind} {{\nresolvers udp/127.0.0.1:{resolver}")


@contextmanager
def running_proxy(caddy: str, folder: Path, text: str, port: int) -> Iterator[None]:
    """Run Caddy with the configuration `text`, which makes it listen on `port`."""
    file = folder / "Caddyfile"
    file.write_text(text)
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(file)]
    home = servers.clean_environment({"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
    with servers.running(command, lambda: servers.is_listening(port), folder / "caddy.log", env=home):
        yield


@pytest.fixture
def site(caddy: str, postgres_url: str, redis_url: str, tmp_path: Path):
    """Run a proxy, and return what a test needs to run the site behind it.

    The values are a function that starts a web server, the list of addresses to which the proxy sends requests, the
    proxy's URL, and the prepared duels.
    """
    environment = {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "VAR_DIR": str(tmp_path),
        "METRICS_TOKEN": TOKEN,
        "TRUSTED_PROXIES": "1",
        "DJANGO_SETTINGS_MODULE": "tests.duels.realtime.patient",
    }
    made = prepared(environment, duels=DUELS)
    behind, port, hosts = servers.free_port(), servers.free_port(), []
    with ExitStack() as stack:
        resolver = stack.enter_context(names(hosts))

        def start(host: str):
            """Start a web server at this address. The proxy uses it as soon as the address is in `hosts`."""
            return stack.enter_context(running_site(behind, host, **environment))

        stack.enter_context(running_proxy(caddy, tmp_path, caddyfile(port, behind, resolver), port))
        yield start, hosts, f"http://127.0.0.1:{port}", made


def figure(web: str, name: str) -> int:
    """Return the value of one of a web server's metrics, or 0 if it is missing."""
    with urlopen(Request(f"{web}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}), timeout=PATIENCE) as told:
        return sum(int(float(it)) for it in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", told.read().decode(), re.M))


def status(url: str, body: bytes | None = None) -> int:
    """Request a URL, and return the status code, or 0 if the connection is closed without a response."""
    try:
        with urlopen(Request(url, body), timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code
    except URLError as broken:
        if isinstance(broken.reason, ConnectionError):
            return 0
        raise
    except ConnectionError:
        return 0


async def until(is_so: Callable[[], bool]) -> None:
    while not await asyncio.to_thread(is_so):
        await asyncio.sleep(0.05)


@pytest.mark.thorough
async def test_a_duels_sockets_share_a_process_and_move_together_if_it_dies(site):
    start, hosts, proxy, made = site
    webs = dict([start("127.0.0.2"), start("127.0.0.3")])
    hosts[:] = ["127.0.0.2", "127.0.0.3"]
    async with AsyncExitStack() as sockets:
        for place in range(DUELS):
            for wizard in ("Black", "White"):
                at = await sockets.enter_async_context(test_servers.socket(proxy, made, wizard, place))
                await frame(at, "duel")
        counts = [figure(web, "wavinghands_duels_open") for web in webs]
        assert sum(counts) == DUELS, "the wizards of a duel sit at different servers"
        assert all(counts), "all duels are at home in one server"
        await order(at, PALM)
        await frame(at, "accepted")
        home = next(iter(webs.values()))
        home.kill()
        home.wait()
        for place in range(DUELS):
            async with asyncio.timeout(PATIENCE), test_servers.socket(proxy, made, "White", place) as again:
                assert (await frame(again, "duel"))["entered"] == (PALM if place == DUELS - 1 else None)


@pytest.mark.thorough
async def test_a_new_version_is_deployed_without_a_gap(site):
    start, hosts, proxy, made = site
    old = dict([start("127.0.0.2"), start("127.0.0.3")])
    hosts[:] = ["127.0.0.2", "127.0.0.3"]
    moves: set[int | None] = set()
    here: set[int] = set()

    async def look() -> None:
        while True:
            assert await asyncio.to_thread(status, f"{proxy}/duels/") == 200

    async def stay(place: int) -> None:
        """Stay connected to a duel: reconnect whenever the socket is closed or refused, as a page does."""
        while True:
            with suppress(InvalidHandshake, ConnectionClosed, OSError):
                async with test_servers.socket(proxy, made, "White", place) as at:
                    await frame(at, "duel")
                    here.add(place)
                    await at.wait_closed()
                    moves.add(at.close_code)
            await asyncio.sleep(0.05)

    async with asyncio.timeout(10 * PATIENCE), asyncio.TaskGroup() as doing:
        tasks = [doing.create_task(it) for it in (look(), *map(stay, range(DUELS)))]
        await until(lambda: len(here) == DUELS)
        new = dict([await asyncio.to_thread(start, "127.0.0.4"), await asyncio.to_thread(start, "127.0.0.5")])
        hosts += ["127.0.0.4", "127.0.0.5"]
        for web in new:
            await until(lambda web=web: figure(web, "wavinghands_requests_total") > 0)
        for process in old.values():
            process.terminate()
            await asyncio.to_thread(process.wait)
        hosts[:] = ["127.0.0.4", "127.0.0.5"]
        await until(lambda: sum(figure(web, "wavinghands_duels_open") for web in new) == DUELS)
        for task in tasks:
            task.cancel()
    assert moves == {MOVE}


def test_metrics_and_a_body_that_is_too_large_are_refused(site):
    start, hosts, proxy, _ = site
    start("127.0.0.2")
    hosts[:] = ["127.0.0.2"]
    assert status(f"{proxy}/healthz") == 200
    assert status(f"{proxy}/metrics") == 404
    assert status(f"{proxy}/accounts/login/", b"a" * 2_100_000) in (
        413,
        502,
        0,
    )  # depends on Caddy's version, and on when it closes the connection


def test_a_connection_with_incomplete_headers_is_closed(caddy, tmp_path):
    port = servers.free_port()
    text = caddyfile(port, behind=port, resolver=port).replace("read_header 10s", "read_header 1s")
    with (
        running_proxy(caddy, tmp_path, text, port),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as half,
    ):
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert half.recv(1000) == b""
