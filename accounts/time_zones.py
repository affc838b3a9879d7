"""By which clock somebody reads: that of his browser, which says so in a cookie; else UTC."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

COOKIE = "zone"
"""Set by `static/js/site/times.js`."""

_known = cache(available_timezones)


class TimeZoneMiddleware(MiddlewareMixin):
    """Has the times of a page told in the time zone of who asks."""

    def process_request(self, request: HttpRequest) -> None:
        zone = request.COOKIES.get(COOKIE, "")
        if zone in _known():
            timezone.activate(ZoneInfo(zone))
        else:
            timezone.deactivate()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        timezone.deactivate()
        return response
