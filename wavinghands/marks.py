"""By what somebody shows that he has an answer already: its ETag, or the moment since which it is as it is."""

import time
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

from wavinghands import release


class Mark(NamedTuple):
    """`modified`: in seconds since 1970; none: in this very second, in which it may be modified once more."""

    etag: str
    modified: int | None

    def answer_to(self, request: HttpRequest) -> HttpResponse | None:
        """What to answer who has it already (304); none: he has to be sent it.

        Who sends both is known by the ETag alone, which differs by language and by all that was told. A date does not:
        who sends nothing else has to keep apart what he has by `Vary`, as browsers do. Source: RFC 9110, 13.1.3.
        """
        found: HttpResponse | None = get_conditional_response(request, self.etag, self.modified)
        return found

    def put_on(self, response: HttpResponse) -> None:
        """Have the response say it."""
        response.headers["ETag"] = self.etag
        if self.modified is not None:
            response.headers["Last-Modified"] = http_date(self.modified)


def mark(*told: object, altered: Iterable[datetime | None] = ()) -> Mark:
    """The mark of what alters with what is `told`, in this language, by this release. `altered`: when it did."""
    text = " ".join(map(str, (*told, get_language(), release.release())))
    latest = max([release.SINCE, *filter(None, altered)])
    modified = int(latest.timestamp())
    return Mark(f'"{sha256(text.encode()).hexdigest()[:20]}"', modified if modified < int(time.time()) else None)
