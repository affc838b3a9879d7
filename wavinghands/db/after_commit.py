"""Callbacks that run after a commit."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call a function after the current transaction has committed.

    If there is no transaction, call it now. If the function raises an exception, Django only logs it. The data has
    already been committed, so the caller must not see a failure, and the remaining callbacks must still run.
    """

    @wraps(function)
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)  # noqa: TID251 - the one place
