"""Answers that never change are marked: who has one already is answered 304, before any work is done."""

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from ninja import NinjaAPI

from wavinghands.marks import Mark, mark


class Known(Exception):
    """Whoever asks has it already."""

    def __init__(self, mark: Mark) -> None:
        super().__init__(mark)
        self.mark = mark


def unless_known(
    request: HttpRequest, response: HttpResponse, *about: object, altered: Iterable[datetime | None] = ()
) -> None:
    """Mark the answer as that about this, by this code, in this language; raises `Known` where that is known.

    `altered`: when what it tells of was.
    """
    its_mark = mark(*about, altered=altered)
    if isinstance(its_mark.answer_to(request), HttpResponseNotModified):
        raise Known(its_mark)
    its_mark.put_on(response)


def install(api: NinjaAPI) -> None:
    """Have what is known answered so."""

    @api.exception_handler(Known)
    def known(request: HttpRequest, error: Known) -> HttpResponse:
        answer = HttpResponseNotModified()
        error.mark.put_on(answer)
        return answer
