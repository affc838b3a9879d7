"""Answers that never change have an ETag: who has one already is answered 304, before any work is done."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from ninja import NinjaAPI

from wavinghands.release import release


class Known(Exception):
    """Whoever asks has it already."""

    def __init__(self, etag: str) -> None:
        super().__init__(etag)
        self.etag = etag


def unless_known(request: HttpRequest, response: HttpResponse, *about: object) -> None:
    """Mark the answer as that about this, by this code, in this language; raises `Known` where that is known."""
    told = " ".join(map(str, (*about, get_language(), release())))
    etag = f'"{sha256(told.encode()).hexdigest()[:20]}"'
    if isinstance(get_conditional_response(request, etag), HttpResponseNotModified):
        raise Known(etag)
    response["ETag"] = etag


def install(api: NinjaAPI) -> None:
    """Have what is known answered so."""

    @api.exception_handler(Known)
    def known(request: HttpRequest, error: Known) -> HttpResponse:
        return HttpResponseNotModified(headers={"ETag": error.etag})
