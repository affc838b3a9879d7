"""The site by daphne, with what daphne does not do by itself.

Twisted begins its time anew at each byte, and reads a body to its end, of whatever length, before anybody hears of it.
A proxy may refuse both before; a site without one has to itself. Autobahn works out for each frame in which colours its
log shall name it, logged or not, which is a twentieth of what a frame costs.
"""

import os

import daphne.server
from autobahn.twisted import websocket
from autobahn.websocket import protocol
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory
from django.conf import settings
from twisted.web.http import HTTPChannel

_TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def serve(application: str, bind: str, port: int, access_log: str | None) -> None:
    """Serve until told to stop."""
    log = access_log or os.devnull
    CommandLineInterface().run(["--bind", bind, "--port", str(port), "--access-log", log, application])


def prepare() -> None:
    """Have daphne's server of this process, which has not begun yet, keep these limits, and paint no names."""
    daphne.server.HTTPFactory = _Factory
    for module in (websocket, protocol):
        for paint in ("hltype", "hlval"):
            setattr(module, paint, _as_it_is)


def _as_it_is(thing: object) -> object:
    return thing


class _Channel(HTTPChannel):
    """A connection. `timeOut`: seconds for a whole request, and between two; none while one is answered."""

    _is_coming = False
    _received = 0

    def resetTimeout(self) -> None:  # noqa: N802 - Twisted's name, which calls it whenever something comes
        if self.timeOut is not None and not self._is_coming:
            self._is_coming = True
            super().resetTimeout()

    def allHeadersReceived(self) -> None:  # noqa: N802
        super().allHeadersReceived()
        self._received = 0
        if self.length is not None and self.length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.length is None:  # a body in pieces, which does not say how long it is
            self._received += len(data)
            if self._received > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                self._refuse()
                return
        super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        self._is_coming = False
        super().allContentReceived()

    def _refuse(self) -> None:
        """Say so, and read no further."""
        self.write(_TOO_LARGE)
        self.loseConnection()


class _Factory(HTTPFactory):
    """Makes such connections."""

    protocol = _Channel

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        self.timeOut = settings.REQUEST_PATIENCE
