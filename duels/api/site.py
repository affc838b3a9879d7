"""The API under `/api/v1/`: its routers, its parser and its error handlers."""

from typing import Any

import msgspec
from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.parser import Parser

from duels.api import (
    archive,
    books,
    bots,
    challenges,
    clubs,
    duels,
    etags,
    friends,
    ladder,
    learn,
    problems,
    puzzles,
    quick,
    requests,
    streams,
    tournaments,
    users,
)
from duels.api.auth import anybody
from duels.api.schema import DESCRIPTION, DescribedAPI


class StrictParser(Parser):
    """A parser for strict JSON.

    It rejects NaN, lone surrogates, and null characters, which PostgreSQL cannot store.
    """

    def parse_body(self, request: HttpRequest) -> Any:
        if rb"\u0000" in request.body:
            raise HttpError(400, "a null character")
        return msgspec.json.decode(request.body)


api = DescribedAPI(
    title="Waving Hands",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    openapi_url=None,
    docs_url=None,
    parser=StrictParser(),
    auth=anybody,
)
problems.install(api)
etags.install(api)
requests.install(api)
for subject in (
    users,
    friends,
    ladder,
    duels,
    archive,
    books,
    learn,
    puzzles,
    challenges,
    quick,
    clubs,
    tournaments,
    streams,
    bots,
):
    api.add_router("", subject.router)
