"""Tables that are made once, and kept."""

from typing import Any, ClassVar


class Shared(dict[str, Any]):
    """A table that is the same for all who ask: nobody may change it, so what is made of it is kept by it."""

    __hash__: ClassVar[Any] = object.__hash__


class SharedList(list[Any]):
    """A list of this kind."""

    __hash__: ClassVar[Any] = object.__hash__
