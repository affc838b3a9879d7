"""Two streams of JSON lines (NDJSON): one of a user's events, and one of a duel, with the frames of its socket.

They stay open, with empty lines as keep-alive. After a disconnect, a program sends as `Last-Event-ID` the `version` of
a duel's last frame, or the `id` of the last event.
"""

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Header, Router

from duels.api.auth import UserRequest, reader
from duels.api.lines import MEDIA_TYPE, lines_of
from duels.api.named_duels import duel_fought_here
from duels.api.problems import Problem
from duels.api.schema import also
from duels.realtime.streams import DuelStream, EventStream, is_one_too_many
from duels.viewing.duels import listener_of

router = Router(tags=["Streams"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers that prevent proxies from buffering or caching lines."""
LARGEST_ID = 2**53


@router.get("/stream/events", auth=reader, openapi_extra=lines_of("EventLine"))
def events(request: UserRequest, last_event_id: str = Header("", alias="Last-Event-ID")) -> StreamingHttpResponse:
    """Stream my events: challenges by name, duels that begin, wait for me, or end. Starts with the current state."""
    stream = EventStream()
    stream.since = _number(last_event_id)
    return _answer(request, stream)


@router.get("/stream/duels/{slug:slug}", auth=reader, openapi_extra=also(409, **lines_of("DuelLine")))
def duel(
    request: UserRequest, slug: str, last_event_id: str = Header("", alias="Last-Event-ID")
) -> StreamingHttpResponse:
    """Stream a duel as I may know it: the frames of its socket. Starts with the whole duel, unless I have it."""
    stream = DuelStream()
    stream.slug, stream.viewer = slug, listener_of(duel_fought_here(slug), request.user).wizard
    stream.knows = _number(last_event_id)
    return _answer(request, stream)


def _number(last_event_id: str) -> int | None:
    """Parse a Last-Event-ID. Return `None` if it is not one of ours."""
    is_number = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) <= len(str(LARGEST_ID))
    return int(last_event_id) if is_number and 0 < int(last_event_id) < LARGEST_ID else None


def _answer(request: UserRequest, stream: DuelStream | EventStream) -> StreamingHttpResponse:
    if is_one_too_many(request.user.pk):
        told = _("You already have %(most)s open streams. Close one first.") % {"most": settings.STREAMS_A_USER}
        raise Problem(429, told, code="streams", Retry_After="60")
    stream.user_id, stream.token, stream.language = request.user.pk, request.token.pk, get_language()
    return StreamingHttpResponse(stream.run(), content_type=MEDIA_TYPE, headers=HEADERS)
