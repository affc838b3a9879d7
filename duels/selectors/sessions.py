"""Whether those who are connected are still logged in."""

from collections.abc import Collection

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User


def ended_sessions(keys: Collection[str]) -> set[str]:
    """Those of these sessions that are no more."""
    alive = Session.objects.filter(session_key__in=list(keys), expire_date__gt=timezone.now())
    return set(keys).difference(alive.values_list("session_key", flat=True))


def closed_accounts(user_ids: Collection[int]) -> set[int]:
    """Those of these users who may log in no more."""
    return set(User.objects.filter(pk__in=list(user_ids), is_active=False).values_list("pk", flat=True))
