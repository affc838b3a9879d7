"""Tests for news in the browser: the number of waiting duels, the settings, and push notifications."""

import json
import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.members import members
from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, looks_right, press, speak, until
from tests.browser.push import FAKE_PUSH_SERVICE

PLACES = "() => [...document.querySelectorAll('.header a, .header button')].map((it) => it.getBoundingClientRect().x)"
WORDS = """() => [...document.querySelectorAll('.nav a')].filter((it) => it.checkVisibility()).map((it) => {
  const range = document.createRange();
  range.selectNodeContents(it.firstChild);
  const { left, right } = range.getBoundingClientRect();
  return [left, right];
})"""


def assert_waiting(page: Page, waiting: int) -> None:
    """Assert that the page's title, badge and icon show `waiting` duels."""
    badge, icon = page.locator("[data-duels-waiting]"), page.locator("link[rel=icon]")
    if waiting:
        expect(page).to_have_title(re.compile(rf"^\({waiting}\) "))
        expect(badge).to_contain_text(str(waiting))
        expect(icon).to_have_attribute("href", re.compile("favicon-waiting"))
    else:
        expect(page).to_have_title(re.compile(r"^[^(]"))
        expect(badge).to_be_hidden()
        expect(icon).not_to_have_attribute("href", re.compile("waiting"))


def check_header(page: Page) -> dict[int, list[float]]:
    """Assert that the words in the header are evenly spaced, and return the positions of its parts, by page width."""
    places = {}
    for size in (PHONE["viewport"], DESKTOP["viewport"]):
        page.set_viewport_size(size)
        words = page.evaluate(WORDS)  # empty on a phone, where the links are behind a button
        gaps = [following[0] - word[1] for word, following in pairwise(words)]
        assert not gaps or max(gaps) - min(gaps) <= 1, gaps
        fits(page)
        places[size["width"]] = page.evaluate(PLACES)
    return places


def test_every_page_counts_waiting_duels_without_moving(stage, someone):
    staged = stage(wizards=["Bedivere", "Bors"])
    page = someone(PHONE, session=staged.sessions["Bedivere"])
    bedivere = Duelist(page.context.new_page(), "Bedivere")
    bedivere.page.goto(staged.url)
    bors = Duelist(someone(address=staged.url, session=staged.sessions["Bors"]), "Bors")
    expect(bedivere.page).to_have_title(re.compile(r"^\(1\) ● "))
    for language in ("en", "de"):
        speak(page, language)
        assert_waiting(page, 1)
        with_one = check_header(page)
        bedivere.seal("P", "-")
        assert_waiting(page, 0)
        assert_waiting(bedivere.page, 0)
        assert check_header(page) == with_one
        bors.seal("-", "-")
        assert_waiting(page, 1)
        assert_waiting(bedivere.page, 1)
    offers_to_reload_when_outdated(bors.page)
    leads_to_the_duel_that_waits(page, staged.url)


def offers_to_reload_when_outdated(page: Page) -> None:
    """Assert that the page is up to date, and offers to reload once it learns that it is not."""
    assert page.locator("body").get_attribute("data-assets")
    note = page.get_by_text("The site has been updated.")
    expect(note).to_have_count(0)
    page.evaluate("document.dispatchEvent(new Event('outdated'))")
    expect(note).to_be_in_viewport()
    press(page.get_by_role("button", name="Reload the page"))
    expect(note).to_have_count(0)


def leads_to_the_duel_that_waits(page: Page, address: str) -> None:
    page.reload()
    looks_right(page)
    page.set_viewport_size(PHONE["viewport"])
    press(page.get_by_role("link", name="Bedivere gegen Bors"))
    page.wait_for_url(re.compile(address))


def has_news_pushed(page: Page) -> None:
    press(page.get_by_role("button", name="Turn on notifications in this browser"))
    expect(page.get_by_text("Notifications are on in this browser")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 of your browsers gets notifications.")).to_be_visible()


def learns_that_the_site_pushes_no_more(page: Page) -> None:
    press(page.get_by_role("button", name="Turn off everywhere"))
    expect(page.get_by_text("This browser no longer gets notifications")).to_be_visible()
    has_news_pushed(page)


PUSHED_TO = "(number) => localStorage.getItem('pushed-to')?.endsWith(`/${number}`)"
EVENT = """([old, endpoint]) => {
    const keys = {
        p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        auth: "A".repeat(22),
    };
    let renewed;
    const made = {
        waitUntil: (promise) => { renewed = promise; },
        oldSubscription: old && { endpoint: old },
        newSubscription: { toJSON: () => ({ endpoint, keys }) },
    };
    self.dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), made));
    return renewed;
}"""
"""A script that dispatches the event that a service worker gets when its push subscription has been replaced."""


def check_replaced_subscription(page: Page) -> None:
    """Assert that the server learns of a replaced subscription, from the next page or from the service worker."""
    page.evaluate("localStorage.setItem('subscribed', '2')")
    page.goto("/users/")
    page.wait_for_function(PUSHED_TO, arg=2)
    worker, service = page.context.service_workers[0], "https://fcm.googleapis.com/fcm/send/"
    worker.evaluate(EVENT, [None, f"{service}4"])
    worker.evaluate(EVENT, [f"{service}2", f"{service}3"])
    page.evaluate("localStorage.setItem('subscribed', '3')")
    page.goto("/settings/")
    expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()
    expect(page.get_by_text("1 of your browsers gets notifications.")).to_be_visible()


def learns_that_the_browser_has_lost_its_subscription(page: Page) -> None:
    page.evaluate("localStorage.removeItem('subscribed')")
    page.reload()
    expect(page.get_by_text("This browser no longer gets notifications.")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on notifications in this browser")).to_be_visible()
    page.evaluate("localStorage.setItem('subscribed', '3')")
    page.reload()
    expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()


def has_no_more_news_pushed(page: Page) -> None:
    press(page.get_by_role("button", name="Turn off notifications in this browser"))
    expect(page.get_by_role("button", name="Turn on notifications in this browser")).to_be_visible()
    page.reload()
    expect(page.get_by_text("of your browsers")).to_have_count(0)


def leads_to_a_page_that_looks_right(page: Page, way: str, heading: str) -> None:
    """Assert that the settings link with the text `way` leads to a usable page with this heading."""
    page.goto("/settings/")
    page.get_by_role("link", name=way).click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    looks_right(page)


def logs_out_and_is_forgotten(page: Page) -> None:
    page.get_by_role("button", name="Log out").first.click()
    page.wait_for_function("() => localStorage.getItem('subscribed') === null")


def test_a_user_gets_push_notifications_until_logging_out(stage, someone):
    session = members(stage, "Pellinore", "Torre")["Pellinore"]
    page = someone(address="about:blank", session=session, permissions=["notifications"], service_workers="allow")
    page.context.add_init_script(FAKE_PUSH_SERVICE)
    page.goto("/settings/")
    has_news_pushed(page)
    expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()
    looks_right(page)
    check_replaced_subscription(page)
    learns_that_the_browser_has_lost_its_subscription(page)
    learns_that_the_site_pushes_no_more(page)
    has_no_more_news_pushed(page)
    press(page.get_by_role("button", name="Turn on notifications in this browser"))
    expect(page.get_by_text("Notifications are on in this browser")).to_be_visible()
    leads_to_a_page_that_looks_right(page, "Username", "Username")
    leads_to_a_page_that_looks_right(page, "Notification history", "Notification history")
    logs_out_and_is_forgotten(page)


SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => all.map(({title, body, data, silent}) => [title, body, data.path, Boolean(silent)]))"""


def shows_notifications(page: Page, *expected: list[object]) -> None:
    page.wait_for_function(
        f"(expected) => {SHOWN}.then((all) => JSON.stringify(all) === expected)", arg=as_js(expected)
    )


def as_js(expected: object) -> str:
    return json.dumps(expected, ensure_ascii=False, separators=(",", ":"))


def test_each_push_shows_a_notification_silently_while_a_page_is_open(stage, someone, site):
    staged = stage(wizards=["Ywain", "Yder"])
    page = someone(
        address="/settings/", session=staged.sessions["Ywain"], permissions=["notifications"], service_workers="allow"
    )
    push = pushes_to(page, site)
    news = {"title": "Your turn", "text": "Ywain, …", "path": staged.url, "tag": "turn:1"}
    push(news)
    shows_notifications(page, ["Your turn", "Ywain, …", staged.url, True])
    page.goto("about:blank")
    push({**news, "title": "Your turn: Ywain against Yder"})
    page.goto("/settings/")
    shows_notifications(page, ["Your turn: Ywain against Yder", "Ywain, …", staged.url, False])


def pushes_to(page: Page, site: str) -> Callable[[dict[str, str]], None]:
    """Return a function that sends a push message to the page's service worker."""
    devtools, workers = page.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready.then(() => 0))")
    until(page, lambda: workers)

    def push(news: dict[str, str]) -> None:
        where = {"origin": site, "registrationId": workers[-1]["registrationId"]}
        devtools.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(news)})

    return push
