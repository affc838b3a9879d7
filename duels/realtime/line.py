"""The line between a server and the process of its writer: whole things, in their order, both of whom are ours."""

import pickle
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct("<I")


def packed(thing: Any) -> bytes:
    """A thing as it goes over the line."""
    data = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


class Unpacking:
    """What comes over the line, in whatever pieces."""

    def __init__(self) -> None:
        self._come = bytearray()

    def things(self, piece: bytes) -> Iterator[Any]:
        """The things that are whole with this piece; raises what reading one raises, whatever that is."""
        self._come += piece
        while len(self._come) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._come)
            end = _LENGTH.size + length
            if len(self._come) < end:
                break
            data = bytes(self._come[_LENGTH.size : end])
            del self._come[:end]
            yield pickle.loads(data)  # noqa: S301 - from ourselves
