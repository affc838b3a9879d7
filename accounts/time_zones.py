"""Time zones of users.

Browsers send their zone in a cookie. The last zone of a user's browser is stored, for notifications and for a browser
that has not sent its zone yet. Other visitors without the cookie get times in UTC.
"""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User

COOKIE = "zone"
"""The name of the cookie, which `static/js/site/times.js` sets."""

_known = cache(available_timezones)


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone with this name, or UTC if the name is unknown."""
    return ZoneInfo(name if name in _known() else "UTC")


class TimeZoneMiddleware(MiddlewareMixin):
    """Middleware that activates the browser's time zone, and stores it for the user.

    Without the cookie, it activates the user's stored zone.
    """

    def process_request(self, request: HttpRequest) -> None:
        zone = request.COOKIES.get(COOKIE, "")
        if zone not in _known():
            timezone.activate(zone_named(_stored_zone(request)))
            return
        timezone.activate(ZoneInfo(zone))
        if request.user.is_authenticated and request.user.time_zone != zone:
            User.objects.filter(pk=request.user.pk).update(time_zone=zone)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        timezone.deactivate()
        return response


def _stored_zone(request: HttpRequest) -> str:
    """Return the stored zone of the logged-in user, or "". Without a session, this runs no query."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return request.user.time_zone if has_session and request.user.is_authenticated else ""
