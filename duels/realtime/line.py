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
        """The things that are whole with this piece."""
        self._come += piece
        begin, size = 0, _LENGTH.size
        while len(self._come) >= begin + size:
            (length,) = _LENGTH.unpack_from(self._come, begin)
            if len(self._come) < begin + size + length:
                break
            with memoryview(self._come) as come:
                thing = pickle.loads(come[begin + size : begin + size + length])  # noqa: S301 - from ourselves
            yield thing
            begin += size + length
        del self._come[:begin]
