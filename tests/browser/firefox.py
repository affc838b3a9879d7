"""A page in Firefox, driven through WebDriver BiDi, because Playwright supports only its own builds of Firefox.

Source: W3C, "WebDriver BiDi".
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.servers import PATIENCE, find_program, free_port, is_listening, running
from wavinghands.engine import Json


class FirefoxPage:
    """A page in its own Firefox process.

    `said` contains the errors and warnings from the page's console.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._count = socket, 0
        self.said: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str, *, width: int = 1280, height: int = 900) -> None:
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def wait(self, expression: str) -> str:
        """Evaluate a JavaScript expression until it is truthy, and return its value as a string."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if (found := self._evaluate(expression)) is not None:
                return found
            time.sleep(0.05)
        raise AssertionError(f"never: {expression}; the console says {self.said}")

    def _evaluate(self, expression: str) -> str | None:
        """Return an expression's value as a string, or `None` if it is falsy or the browser is leaving the page."""
        wanted = f"(() => {{ const it = {expression}; return it ? String(it) : null; }})()"
        target = {"context": self._context}
        answer = self._answer("script.evaluate", expression=wanted, target=target, awaitPromise=False)
        found: str | None = answer.get("result", {}).get("result", {}).get("value")
        return found

    def press(self, *keys: str) -> None:
        """Press these keys one after another, in the focused element."""
        actions = [{"type": type_, "value": key} for key in keys for type_ in ("keyDown", "keyUp")]
        self._ask(
            "input.performActions", context=self._context, actions=[{"type": "key", "id": "k", "actions": actions}]
        )

    def _ask(self, method: str, **params: Any) -> Json:
        answer = self._answer(method, **params)
        assert answer["type"] == "success", answer
        return dict(answer["result"])

    def _answer(self, method: str, **params: Any) -> Json:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while (answer := self._hear()).get("id") != self._count:
            pass
        return answer

    def _hear(self) -> Json:
        heard: Json = json.loads(self._socket.recv(PATIENCE))
        if heard.get("method") == "log.entryAdded" and heard["params"]["level"] in ("error", "warn"):
            self.said.append(heard["params"]["text"])
        return heard


@contextmanager
def firefox_page(folder: Path) -> Iterator[FirefoxPage]:
    """Yield a page in a new Firefox process, whose profile is stored in `folder`."""
    port = free_port()
    program = find_program("firefox-esr", "firefox", package="firefox-esr")
    command = [program, "--headless", "--no-remote", f"--remote-debugging-port={port}", "--profile", str(folder)]
    address = f"ws://127.0.0.1:{port}/session"
    with running(command, lambda: is_listening(port), folder / "log"), connect(address, max_size=None) as socket:
        yield FirefoxPage(socket)
