"""What is done once a transaction is safe in the database."""

import logging
from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

logger = logging.getLogger(__name__)

P = ParamSpec("P")


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function after the commit of the present transaction, or now if there is none.

    What it raises is logged, and raised no further: what is in the database has been done, and must not look as if it
    had failed, nor keep from the others what they are to hear of it.
    """

    def call() -> None:
        try:
            function(*args, **kwargs)
        except Exception:
            logger.exception("What was to follow a commit has failed: %r", function)

    transaction.on_commit(call)  # noqa: TID251 - the one place
