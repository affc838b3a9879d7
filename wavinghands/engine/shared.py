"""Containers for tables that are built once, cached and shared.

They must never be changed.
"""

from typing import Any, ClassVar


class Shared(dict[str, Any]):
    """A hashable dict that callers share and must never change.

    It can be used as a cache key.
    """

    __hash__: ClassVar[Any] = object.__hash__


class SharedList(list[Any]):
    """A hashable list that callers share and must never change, like `Shared`."""

    __hash__: ClassVar[Any] = object.__hash__
