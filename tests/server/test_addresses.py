import http.server
import socket
import threading
import urllib.request
from contextlib import closing

import pytest

from tests.conftest import skip_or_fail
from tests.servers import MissingError
from wavinghands.server.addresses import addresses, own_address


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost", "0.0.0.0", "::1", "::"])
def test_every_printed_address_reaches_the_server(bind: str):
    family, *_rest, place = socket.getaddrinfo(bind, 0, type=socket.SOCK_STREAM)[0]
    server = type("Server", (http.server.ThreadingHTTPServer,), {"address_family": family})
    try:
        listener = server(place[:2], http.server.SimpleHTTPRequestHandler)
    except OSError:
        skip_or_fail(MissingError("no IPv6 here"))
    with listener:
        threading.Thread(target=listener.serve_forever).start()
        for address in (own_address(bind), *addresses(bind)):
            request = urllib.request.Request(f"http://{address}:{listener.server_port}/", method="HEAD")
            with closing(urllib.request.urlopen(request, timeout=60)) as answer:
                assert answer.status == 200
        listener.shutdown()


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost", "::1"])
def test_friends_get_no_address_that_works_only_on_this_computer(bind: str):
    assert addresses(bind) == []


def test_a_chosen_address_is_printed_for_the_user_and_their_friends():
    assert own_address("fd00::2") == "[fd00::2]"
    assert addresses("fd00::2") == ["[fd00::2]"]
