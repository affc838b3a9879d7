"""The addresses at which this computer and others in its network can reach a server."""

import socket
from collections.abc import Iterator
from contextlib import suppress

EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104 - compared only
"""The addresses that a server binds to in order to listen on all addresses of the computer."""
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation (RFC 5737, RFC 3849). Nothing is sent there."""
LOCAL = ["localhost", "127.0.0.1", "[::1]"]


def addresses(bind: str) -> list[str]:
    """Return the addresses at which other machines on the network can reach a server bound to `bind`.

    The addresses have the form that URLs use.
    """
    if bind in EVERYWHERE:
        return [_in_url(address) for address in _own_addresses(EVERYWHERE[bind])]
    return [] if _in_url(bind) in LOCAL else [_in_url(bind)]


def own_address(bind: str) -> str:
    """Return an address at which this computer can reach a server bound to `bind`.

    The address has the form that URLs use.
    """
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(bind) or _in_url(bind)  # noqa: S104 - compared only


def names() -> list[str]:
    name = socket.gethostname().lower()
    return list(dict.fromkeys([name, f"{name.partition('.')[0]}.local"]))


def is_listening(bind: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as client:
        return client.connect_ex((bind, port)) == 0


def _own_addresses(family: socket.AddressFamily) -> list[str]:
    """Return the addresses of this computer, starting with the address that it uses for the internet."""
    found = dict.fromkeys([*_on_the_way_out(family), *_of_the_name(family)])
    return [address for address in found if not address.startswith(("127.", "fe80:", "0.")) and address != "::1"]


def _on_the_way_out(family: socket.AddressFamily) -> Iterator[str]:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR_AWAY[family], 9))
        yield str(probe.getsockname()[0])


def _of_the_name(family: socket.AddressFamily) -> Iterator[str]:
    with suppress(OSError):
        yield from (str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, family))


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address
