"""The page that lists a user's sessions.

It lets the user end all sessions except the current one.
"""

from typing import Any

from allauth.decorators import rate_limit
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator

from accounts.sessions import not_for_guests


@method_decorator((login_required, not_for_guests, rate_limit(action="settings")), name="dispatch")
class SessionsView(ListUserSessionsView):
    """A version of allauth's list of sessions that always includes the current session.

    allauth itself omits a session that began before sessions were recorded.
    """

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        UserSession.objects.create_from_request(request)
        return super().get(request, *args, **kwargs)
