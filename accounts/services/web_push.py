"""Web Push notifications. Sources: RFC 8030, RFC 8291, RFC 8292 and the W3C's Push API.

A push is sent in addition to an e-mail. It is tried only once, in a background thread. Functions import `pywebpush`
only when they need it, because it imports aiohttp, which would take up a tenth of the startup time of each process.
"""

import json
import logging
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connections, transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _
from py_vapid import Vapid, b64urldecode, b64urlencode

from accounts.models import EmailNotification, PushSubscription, User
from accounts.permissions import demand, standing_of
from accounts.signals import notifications_written

logger = logging.getLogger(__name__)

MOST_BROWSERS = 10  # per user; above that, the oldest subscription is deleted
KEPT_BY_SERVICE = int(timedelta(days=1).total_seconds())
"""Seconds for which a push service keeps a push for a browser that is offline."""
KEPT_BRIEFLY = {EmailNotification.About.FRIEND: int(timedelta(minutes=15).total_seconds())}
"""Seconds for which a push service keeps pushes that are soon out of date, by the kind of notification."""
PATIENCE = 10.0  # seconds that a push service has to answer
LONGEST_TEXT = 500
BYTES_OF_AUTH = 16
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.FORBIDDEN}
"""Status codes for browsers that have unsubscribed or, in the case of FORBIDDEN, used an old key of the site."""


class News(NamedTuple):
    """A notification that a browser shows.

    It replaces an earlier one with the same `tag`. `path` is the page that the notification opens. `keeps` is the
    number of seconds for which a push service stores the notification while the browser is offline.
    """

    title: str
    text: str
    path: str
    tag: str
    keeps: int = KEPT_BY_SERVICE


_workers = ThreadPoolExecutor(4, thread_name_prefix="pushes")


@transaction.atomic
def subscribe(*, user: User, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Subscribe a user's browser to push notifications.

    This ends the same browser's subscription for another user. Raise `Forbidden` if the user is not logged in, and
    `ValidationError` for an invalid address or invalid keys.
    """
    demand("settings", standing_of(user))
    _check_endpoint(endpoint)
    _check_keys(p256dh, auth)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    keys = {"user": user, "p256dh": p256dh, "auth": auth}
    subscription = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=keys)[0]
    newest = PushSubscription.objects.filter(user=user).order_by("-added", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(user=user).exclude(pk__in=list(newest[:MOST_BROWSERS])).delete()
    return subscription


def renew(*, old: str, endpoint: str, p256dh: str, auth: str, user: User | None = None) -> bool:
    """Replace the subscription at the address `old` with one at `endpoint`.

    The two addresses may be the same. Return whether either address was subscribed. Only the browser knows the address
    `old`, so no login is needed. If `user` is given, renew only a subscription of that user. Raise `ValidationError`
    for an invalid address or invalid keys.
    """
    _check_endpoint(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        found = PushSubscription.objects.select_for_update(no_key=True).filter(endpoint__in={old, endpoint})
        known = found.filter(user=user) if user else found
        subscription = known.filter(endpoint=old).first() or known.filter(endpoint=endpoint).first()
        if subscription is None:
            return False
        found.exclude(pk=subscription.pk).delete()
        subscription.endpoint, subscription.p256dh, subscription.auth = endpoint, p256dh, auth
        subscription.save()
    return True


def unsubscribe(*, user: User, endpoint: str | None = None) -> None:
    """Delete the user's subscription with this `endpoint`.

    Without an endpoint, delete all their subscriptions.
    """
    browsers = PushSubscription.objects.filter(user=user)
    (browsers.filter(endpoint=endpoint) if endpoint else browsers).delete()


@cache
def public_key(private_key: str) -> str:
    """Return the site's public key in base64url.

    Browsers need it to subscribe.
    """
    point = Vapid.from_string(private_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


@receiver(notifications_written)
def _push_notifications(notifications: Sequence[EmailNotification], **also: Any) -> None:
    push_soon([(notification.user_id, news_of(notification)) for notification in notifications])


def news_of(notification: EmailNotification) -> News:
    """Return the push message for a notification."""
    keeps = KEPT_BRIEFLY.get(EmailNotification.About(notification.about), KEPT_BY_SERVICE)
    return News(notification.subject, notification.text, notification.path, notification.key, keeps)


def push_soon(news: Sequence[tuple[int, News]]) -> None:
    """Send push notifications to all of the users' browsers, in background threads.

    `news` contains pairs of a user's primary key and a notification.
    """
    users = {user_id for user_id, _ in news}
    browsers = PushSubscription.objects.filter(user__in=users, user__is_active=True)  # excludes banned users
    of_user: dict[int, list[PushSubscription]] = {}
    for browser in browsers:
        of_user.setdefault(browser.user_id, []).append(browser)
    for user_id, notification in news:
        for browser in of_user.get(user_id, ()):
            _workers.submit(_work, browser, notification)


def _work(browser: PushSubscription, news: News) -> None:
    try:
        push(browser, news)
    finally:
        connections.close_all()  # only those of this thread


def push(browser: PushSubscription, news: News) -> None:
    """Push a notification to a browser.

    If the browser has unsubscribed, delete its subscription.
    """
    from pywebpush import WebPushException

    try:
        _send(browser, news)
    except WebPushException as failure:
        if failure.status_code in GONE:
            PushSubscription.objects.filter(pk=browser.pk).delete()
        else:
            logger.warning("A push to %s failed: %s", urlsplit(browser.endpoint).netloc, failure.status_code)
    except Exception:
        logger.exception("A push to %s failed", urlsplit(browser.endpoint).netloc)


def _send(browser: PushSubscription, news: News) -> None:
    from pywebpush import webpush

    _check_endpoint(browser.endpoint)
    fields = {"title": news.title, "text": news.text[:LONGEST_TEXT], "path": news.path, "tag": news.tag}
    with requests.Session() as session:
        session.max_redirects = 0  # a redirect could lead to any address, internal ones included
        webpush(
            {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}},
            data=json.dumps(fields, ensure_ascii=False),  # not escaped, because a push may have at most 4096 bytes
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": settings.VAPID_SUBJECT},
            ttl=news.keeps,
            timeout=PATIENCE,
            requests_session=session,
        )


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), b64urldecode(p256dh.encode()))
        are_keys = len(b64urldecode(auth.encode())) == BYTES_OF_AUTH
    except ValueError:
        are_keys = False
    if not are_keys:
        raise ValidationError(_("Your browser sent invalid keys. Reload the page and try again."))


def _check_endpoint(endpoint: str) -> None:
    """Reject addresses of unknown push services.

    They could make the site call internal servers (SSRF).
    """
    origin = re.match(r"[^/]*//[^/?#]*", endpoint)
    if len(endpoint) > PushSubscription.LONGEST_ENDPOINT or not origin or not _is_of(origin[0], settings.PUSH_SERVICES):
        raise ValidationError(_("We don’t support the push service of this browser. Try another browser."))


def _is_of(origin: str, services: Iterable[str]) -> bool:
    """Return whether the origin matches one of `services`.

    `*` in a service stands for one or more labels of a host.
    """
    patterns = (re.escape(service).replace(r"\*", r"[\w.-]+") for service in services)
    return any(re.fullmatch(pattern, origin, re.ASCII) for pattern in patterns)
