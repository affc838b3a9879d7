"""Tests for Web Push, with a local server that acts as the push service."""

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings as site
from django.core.exceptions import ValidationError
from django.test import Client
from py_vapid import Vapid

from accounts.models import EmailNotification, PushSubscription, User
from accounts.services import web_push
from accounts.services.notifications import notify
from accounts.services.web_push import news_of
from tests.builders import a_guest, a_user

pytestmark = pytest.mark.django_db


class Browser:
    """A fake browser that subscribes to push messages and can decrypt them."""

    def __init__(self) -> None:
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), b"sixteen octets.."

    @property
    def keys(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        encoded = {"p256dh": point, "auth": self.auth}
        return {name: urlsafe_b64encode(key).decode().rstrip("=") for name, key in encoded.items()}

    def reads(self, body: bytes) -> dict[str, str]:
        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth))


class Service(HTTPServer):
    """A fake push service that answers every push message with the HTTP status `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.headers, self.pushes, self.came = 201, {}, [], threading.Condition()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def push(self, number: int = 1) -> tuple[dict[str, str], bytes]:
        """Wait for push message `number`, counted from 1, and return its headers and body."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.pushes) >= number, timeout=120)
        return self.pushes[number - 1]


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.server.status)
        for header, content in self.server.headers.items():
            self.send_header(header, content)
        self.end_headers()
        with self.server.came:
            self.server.pushes.append(({name.lower(): text for name, text in self.headers.items()}, body))
            self.server.came.notify_all()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _serving(server: HTTPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def service(settings):
    service = Service()
    settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, service.url]
    with _serving(service):
        yield service


@pytest.fixture
def browser():
    return Browser()


@pytest.fixture
def subscription(service, browser):
    return web_push.subscribe(user=a_user("merlin"), endpoint=f"{service.url}/push/1", **browser.keys)


def a_notification(user):
    return EmailNotification.objects.create(
        user=user, about="duel", subject="Your duel begins", text="Go!", path="/duel/x/", key="begun:1"
    )


def test_only_the_browser_can_decrypt_a_push(service, browser, subscription):
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    headers, body = service.push()
    assert browser.reads(body) == {
        "title": "Your duel begins",
        "text": "Go!",
        "path": "/duel/x/",
        "tag": "begun:1",
    }
    assert b"duel" not in body
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) == web_push.KEPT_BY_SERVICE


def test_the_longest_notification_can_be_pushed(service, browser, subscription):
    notification = a_notification(subscription.user)
    notification.subject, notification.text, notification.path, notification.key = (
        "術" * 200,
        "\N{MAGE}" * 5000,
        "/" + "x" * 199,
        "k" * 80,
    )
    web_push.push(subscription, news_of(notification))
    body = service.push()[1]
    assert len(body) <= 4096
    assert browser.reads(body)["text"] == "\N{MAGE}" * web_push.LONGEST_TEXT


def test_a_push_is_signed_with_the_key_of_the_site(service, subscription):
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    scheme, _, fields = service.push()[0]["authorization"].partition(" ")
    token, key = (field.split("=", 1)[1] for field in fields.split(","))
    assert scheme == "vapid"
    assert key == web_push.public_key(site.VAPID_PRIVATE_KEY)
    assert Vapid.verify(f"vapid t={token},k={key}")
    claims = token.split(".")[1]
    assert json.loads(urlsafe_b64decode(claims + "=="))["aud"] == service.url


@pytest.mark.django_db(transaction=True)
def test_notifications_are_pushed_after_the_commit(service, browser, subscription):
    notify(
        [subscription.user_id, a_user().pk], about="duel", subject="Your duel is over", text="Lost.", path="/replay/x/"
    )
    assert browser.reads(service.push()[1])["title"] == "Your duel is over"


@pytest.mark.django_db(transaction=True)
def test_nothing_is_pushed_to_a_banned_user(service, subscription, monkeypatch):
    pushed = []
    monkeypatch.setattr(web_push._workers, "submit", lambda *work: pushed.append(work))
    for is_active in (True, False):
        User.objects.filter(pk=subscription.user_id).update(is_active=is_active)
        notify([subscription.user_id], about="message", subject="A message", text="Psst")
    assert len(pushed) == 1


@pytest.mark.parametrize("status", [404, 410, 403])
def test_the_subscription_of_a_browser_that_is_gone_is_deleted(service, subscription, status):
    service.status = status
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [429, 500, 413])
def test_a_failing_service_deletes_no_subscription(service, subscription, status):
    service.status = status
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    assert PushSubscription.objects.exists()


def test_an_unreachable_service_deletes_no_subscription(settings, browser):
    settings.PUSH_SERVICES = ["http://127.0.0.1:9"]
    subscription = web_push.subscribe(user=a_user(), endpoint="http://127.0.0.1:9/push/1", **browser.keys)
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_of_a_service_are_not_followed(service, subscription, settings, status):
    elsewhere = Service()
    with _serving(elsewhere):
        service.status, service.headers = status, {"Location": f"{elsewhere.url}/inside/", "Content-Length": "0"}
        web_push.push(subscription, news_of(a_notification(subscription.user)))
    assert len(service.pushes) == 1
    assert not elsewhere.pushes


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/x",
        "https://redis:6379/",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:6379/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/https://fcm.googleapis.com/",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example/.push.services.mozilla.com",
        "https://evil.example?.push.services.mozilla.com",
        "https://evil.example#.push.services.mozilla.com",
        "https://evil@updates.push.services.mozilla.com/x",
        "https://[::1",
        "https://fcm.googleapis.com\t.evil.example/x",
        "https://fcm.googleapis.com\n.evil.example/x",
        "//fcm.googleapis.com/x",
        "ftp://fcm.googleapis.com/x",
        "javascript:alert(1)",
        "",
        "https://fcm.googleapis.com/" + "x" * 500,
    ],
)
def test_an_address_of_no_known_push_service_is_refused(browser, endpoint):
    with pytest.raises(ValidationError, match="don’t support the push service"):
        web_push.subscribe(user=a_user(), endpoint=endpoint, **browser.keys)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://db5.notify.windows.com/w/?token=abc",
    ],
)
def test_the_push_services_of_browsers_are_accepted(browser, endpoint):
    assert web_push.subscribe(user=a_user(), endpoint=endpoint, **browser.keys).endpoint == endpoint


def test_the_address_is_checked_again_before_each_push(service, subscription, settings):
    settings.PUSH_SERVICES = []
    web_push.push(subscription, news_of(a_notification(subscription.user)))
    assert not service.pushes


@pytest.mark.parametrize(
    "wrong",
    [{"auth": "short"}, {"auth": ""}, {"p256dh": "!" * 87}, {"p256dh": "A" * 87}, {"p256dh": "ü"}, {"auth": "ü"}],
)
def test_invalid_keys_are_refused(service, browser, wrong):
    with pytest.raises(ValidationError, match="sent invalid keys"):
        web_push.subscribe(user=a_user(), endpoint=f"{service.url}/push/1", **{**browser.keys, **wrong})


def test_a_browser_has_one_subscription_and_one_user(service, browser):
    merlin, morgana = a_user("merlin"), a_user("morgana")
    for user in (merlin, merlin, morgana):
        web_push.subscribe(user=user, endpoint=f"{service.url}/push/1", **browser.keys)
    assert [browser.user for browser in PushSubscription.objects.all()] == [morgana]


def test_the_oldest_of_too_many_subscriptions_is_deleted(service, browser):
    merlin = a_user("merlin")
    for number in range(web_push.MOST_BROWSERS + 1):
        web_push.subscribe(user=merlin, endpoint=f"{service.url}/push/{number}", **browser.keys)
    endpoints = PushSubscription.objects.values_list("endpoint", flat=True)
    assert len(endpoints) == web_push.MOST_BROWSERS
    assert f"{service.url}/push/0" not in endpoints


# The page -------------------------------------------------------------------------------------------------------------


def test_a_browser_subscribes_and_unsubscribes(service, browser, client):
    guest = a_guest().owner
    client.force_login(guest)
    endpoint = f"{service.url}/push/1"
    assert client.post("/settings/pushes/", {"endpoint": endpoint, **browser.keys}).status_code == 200
    assert "1 of your browsers gets notifications" in client.get("/settings/").content.decode()
    other = a_user()
    client.force_login(other)
    client.post("/settings/pushes/", {"stop": "1", "endpoint": endpoint})
    assert PushSubscription.objects.filter(user=guest).exists(), "nobody stops what is pushed to another"
    client.force_login(guest)
    assert client.post("/settings/pushes/", {"stop": "1"}).url == "/settings/"
    assert not PushSubscription.objects.exists()


def test_a_refusal_says_why(client):
    client.force_login(a_user())
    answer = client.post("/settings/pushes/", {"endpoint": "https://127.0.0.1/", **Browser().keys})
    assert (answer.status_code, answer.json()) == (
        400,
        {"why": "We don’t support the push service of this browser. Try another browser."},
    )
    assert client.post("/settings/pushes/", {}).status_code == 400


def test_the_settings_page_can_check_the_subscription_of_a_browser(service, browser, client):
    client.force_login(a_user())
    given = {"check": "1", "old": f"{service.url}/push/1", "endpoint": f"{service.url}/push/2", **browser.keys}
    assert client.post("/settings/pushes/", given).json() == {"known": False}
    assert not PushSubscription.objects.exists(), "a check subscribes nothing"
    client.post("/settings/pushes/", {"endpoint": f"{service.url}/push/1", **browser.keys})
    assert client.post("/settings/pushes/", given).json() == {"known": True}
    assert PushSubscription.objects.get().endpoint == f"{service.url}/push/2"
    client.force_login(a_user())
    assert client.post("/settings/pushes/", given).json() == {"known": False}, "it is pushed to another user there"


def test_a_browser_that_gets_a_new_subscription_renews_it_without_a_token(service, browser, subscription):
    client = Client(enforce_csrf_checks=True)
    new = {"endpoint": f"{service.url}/push/new", **Browser().keys}
    renewed = client.post("/settings/pushes/renew/", {"old": subscription.endpoint, **new})
    assert renewed.json() == {"known": True}
    found = PushSubscription.objects.get()
    assert (found.user, found.endpoint, found.p256dh) == (subscription.user, new["endpoint"], new["p256dh"])
    assert client.post("/settings/pushes/renew/", {"old": "https://nobody.example/", **new}).status_code == 200
    evil = {**new, "endpoint": "https://evil.example/"}
    assert client.post("/settings/pushes/renew/", {"old": new["endpoint"], **evil}).status_code == 400
    assert PushSubscription.objects.get().endpoint == new["endpoint"]


def test_an_anonymous_user_cannot_subscribe(client):
    assert client.post("/settings/pushes/", {"endpoint": "https://fcm.googleapis.com/x"}).status_code == 302
    assert not PushSubscription.objects.exists()


def test_the_service_worker_is_at_the_root_under_the_strict_policy(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert b"notificationclick" in answer.getvalue()
