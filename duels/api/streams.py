"""Streams of JSON lines (NDJSON): a user's events, and the frames of a duel's WebSocket.

Streams stay open, and send empty lines to keep the connection alive. To resume after a disconnect, a program sends the
header `Last-Event-ID`. Its value is the `id` of the last event, or the `version` of the duel in the last frame.
"""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from ninja import Header, Router

from duels.api.auth import UserRequest, reader
from duels.api.lines import MEDIA_TYPE, lines_of
from duels.api.named_duels import duel_fought_here
from duels.api.problems import Problem
from duels.api.schema import also
from duels.api.stream_lines import EventConsumer, lines
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.groups import limits_of
from duels.realtime.process import Process

router = Router(tags=["Streams"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers that prevent proxies from buffering or caching lines."""
LARGEST_ID = 2**53


@router.get("/stream/events", auth=reader, openapi_extra=lines_of("EventLine"))
def events(request: UserRequest, last_event_id: str = Header("", alias="Last-Event-ID")) -> StreamingHttpResponse:
    """Stream your events

    Events are sent for challenges that name one of your mages, and for duels that begin, wait for you or end. The
    stream starts with the current state.
    """
    return _answer(request, EventConsumer(), since=_number(last_event_id))


@router.get("/stream/duels/{slug:slug}", auth=reader, openapi_extra=also(409, **lines_of("DuelLine")))
def duel(
    request: UserRequest, slug: str, last_event_id: str = Header("", alias="Last-Event-ID")
) -> StreamingHttpResponse:
    """Stream the frames of a duel's WebSocket

    The frames contain only what you may see. The stream starts with the whole duel, unless you already have its current
    version.
    """
    duel_fought_here(slug)
    return _answer(request, DuelConsumer(), url_route={"kwargs": {"slug": slug}}, known=_number(last_event_id))


def _number(last_event_id: str) -> int | None:
    """Parse a Last-Event-ID. Return `None` if this site cannot have sent it."""
    is_number = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) <= len(str(LARGEST_ID))
    return int(last_event_id) if is_number and 0 < int(last_event_id) < LARGEST_ID else None


def _answer(request: UserRequest, consumer: SocketConsumer, **scope: Any) -> StreamingHttpResponse:
    process, limits = Process.running(), limits_of({"user": request.user, "token": request.token.pk})
    if process and process.groups.are_full(limits, joining=1):
        text = _("You have too many open streams and pages. Close one first.")
        raise Problem(429, text, code="streams", Retry_After="60")
    return StreamingHttpResponse(lines(consumer, request, **scope), content_type=MEDIA_TYPE, headers=HEADERS)
