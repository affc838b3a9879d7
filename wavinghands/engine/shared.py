"""Immutable-by-convention tables that are built once and cached."""

from typing import Any, ClassVar


class Shared(dict[str, Any]):
    """A hashable dict that callers share and must never change, so that results derived from it can be cached."""

    __hash__: ClassVar[Any] = object.__hash__


class SharedList(list[Any]):
    """A hashable list that several callers share; like `Shared`."""

    __hash__: ClassVar[Any] = object.__hash__
