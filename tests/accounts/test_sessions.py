from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.selectors import ended_sessions
from tests.builders import a_user

pytestmark = pytest.mark.django_db


def log_in():
    client = Client()
    client.force_login(a_user())
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_expired_and_deleted_sessions_have_ended():
    lasting, expired, deleted = log_in(), log_in(), log_in()
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    Session.objects.filter(pk=deleted).delete()
    assert ended_sessions([lasting, expired, deleted]) == {expired, deleted}
