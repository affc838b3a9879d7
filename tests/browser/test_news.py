"""News in the browser: what waits is in the title and beside the links of every page; the settings; pushed news."""

import json
import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, accept, challenge, fits, press, sign_up, speak, until
from tests.browser.test_accessibility import looks_right


def shows(page: Page, waiting: int) -> None:
    """So many duels wait, by the title, the link and the icon."""
    badge = page.locator("[data-duels-waiting]")
    if waiting:
        expect(page).to_have_title(re.compile(rf"^\({waiting}\) "))
        expect(badge).to_contain_text(str(waiting))
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-waiting"))
    else:
        expect(page).to_have_title(re.compile(r"^[^(]"))
        expect(badge).to_be_hidden()
        expect(page.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("waiting"))


def test_every_page_shows_what_waits_as_it_changes(stage, someone):
    staged = stage(wizards=["Bedivere", "Bors"])
    page = someone(address="/faq/", session=staged.sessions["Bedivere"])
    shows(page, 1)
    bedivere = Duelist(someone(address=staged.url, session=staged.sessions["Bedivere"]), "Bedivere")
    bors = Duelist(someone(address=staged.url, session=staged.sessions["Bors"]), "Bors")
    shows(bedivere.page, 1)
    expect(bedivere.page).to_have_title(re.compile(r"^\(1\) ● "))
    bedivere.seal("P", "-")
    shows(page, 0)
    shows(bedivere.page, 0)
    bors.seal("-", "-")
    shows(page, 1)
    shows(bedivere.page, 1)


PLACES = "() => [...document.querySelectorAll('.header a, .header button')].map((it) => it.getBoundingClientRect().x)"
GAPS = """() => [...document.querySelectorAll('.nav a')].map((it) => {
  const range = document.createRange();
  range.selectNodeContents(it.firstChild);
  const { left, right } = range.getBoundingClientRect();
  return [left, right];
})"""


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_number_of_what_waits_leaves_no_hole_and_moves_nothing(stage, someone, device, language):
    staged = stage(wizards=["Lucan", "Lamorak"])
    page = someone(device, address="/faq/", session=staged.sessions["Lucan"])
    speak(page, language)
    shows(page, 1)
    before = page.evaluate(PLACES)
    words = page.evaluate(GAPS)
    gaps = [following[0] - word[1] for word, following in pairwise(words)]
    assert max(gaps) - min(gaps) <= 1, gaps
    stage(url=staged.url, number=1, orders={"Lucan": {"left": "S", "right": "-"}})
    page.goto("/faq/")
    shows(page, 0)
    assert page.evaluate(PLACES) == before
    fits(page)


def test_who_looks_elsewhere_is_told_that_his_duel_begins_and_goes_there(someone):
    gareth, gawain = someone(PHONE), someone()
    sign_up(gareth, "gareth", "Gareth")
    sign_up(gawain, "gawain", "Gawain")
    challenge(gareth)
    gareth.goto("/faq/")
    shows(gareth, 0)
    accept(gawain, "Gareth")
    shows(gareth, 1)
    told = gareth.get_by_role("link", name="Your duel begins: Gareth against Gawain")
    expect(told).to_be_visible()
    fits(gareth)
    looks_right(gareth)
    press(told)
    gareth.wait_for_url(gawain.url)


def test_what_was_told_can_be_put_away(someone):
    kay, kahedin = someone(), someone()
    sign_up(kay, "kay", "Kay")
    sign_up(kahedin, "kahedin", "Kahedin")
    challenge(kay)
    kay.goto("/faq/")
    shows(kay, 0)
    accept(kahedin, "Kay")
    press(kay.get_by_role("button", name="Close"))
    expect(kay.get_by_role("button", name="Close")).to_have_count(0)
    shows(kay, 1)


def test_the_settings_are_saved_and_lead_to_all_the_others(someone):
    page = someone()
    sign_up(page, "pellinore", "Pellinore")
    page.goto("/settings/")
    looks_right(page)
    page.get_by_label("Once a day, all together").check()
    page.get_by_label("Show the talk beside duels").uncheck()
    page.get_by_label("About you").fill("I hunt the questing beast.")
    press(page.get_by_role("button", name="Save"))
    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    expect(page.get_by_label("Once a day, all together")).to_be_checked()
    expect(page.get_by_label("Show the talk beside duels")).not_to_be_checked()
    press(page.get_by_role("link", name="Username"))
    page.get_by_label("New username").fill("pellinore2")
    looks_right(page)
    press(page.get_by_role("button", name="Change my username"))
    expect(page.get_by_text("You are pellinore2 from now on")).to_be_visible()
    press(page.get_by_role("link", name="Letters that you were sent"))
    expect(page.get_by_role("heading", name="Letters")).to_be_visible()
    looks_right(page)


def test_what_is_amiss_in_a_form_is_before_the_eyes_on_a_phone(someone):
    page = someone(PHONE, address="/accounts/signup/")
    page.get_by_label("Username").fill("lamorak")
    page.get_by_label("Password").fill("12345678")
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_text("This password is too common.")).to_be_in_viewport()
    expect(page.get_by_label("Password")).to_be_focused()


def test_letters_are_ticked_to_be_sent_again(stage, someone):
    staged = stage(wizards=["Tor", "Torre"])
    page = someone(PHONE, address="/letters/", session=staged.sessions["Tor"])
    expect(page.get_by_text("You have no confirmed e-mail address.")).to_be_visible()
    page.get_by_role("checkbox", name="Your duel begins: Tor against Torre").check()
    expect(page.get_by_role("button", name="Send again")).to_be_disabled()
    looks_right(page)


FAKE_PUSH_SERVICE = """(() => {
    const p256dh = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
    const made = () => ({
        endpoint: "https://fcm.googleapis.com/fcm/send/of-a-test",
        toJSON() { return { endpoint: this.endpoint, keys: { p256dh, auth: "A".repeat(22) } }; },
        async unsubscribe() { localStorage.removeItem("subscribed"); },
    });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made() : null);
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("no such key");
        localStorage.setItem("subscribed", "1");
        return made();
    };
})()"""


def test_a_browser_has_news_pushed_to_it_until_its_user_wants_no_more_or_logs_out(someone):
    page = someone(permissions=["notifications"], service_workers="allow")
    page.context.add_init_script(FAKE_PUSH_SERVICE)
    sign_up(page, "lamorak", "Lamorak")
    page.goto("/settings/")
    press(page.get_by_role("button", name="Push news to this browser"))
    expect(page.get_by_text("News are pushed to this browser")).to_be_visible()
    page.reload()
    expect(page.get_by_text("News are pushed to 1 browser of yours.")).to_be_visible()
    looks_right(page)
    press(page.get_by_role("button", name="Push no more to this browser"))
    expect(page.get_by_role("button", name="Push news to this browser")).to_be_visible()
    page.reload()
    expect(page.get_by_text("of yours")).to_have_count(0)
    press(page.get_by_role("button", name="Push news to this browser"))
    expect(page.get_by_text("News are pushed to this browser")).to_be_visible()
    page.get_by_role("button", name="Log out").first.click()
    page.wait_for_function("() => localStorage.getItem('subscribed') === null")


def test_who_wants_to_be_told_when_somebody_waits_is_told_by_a_push_too(someone):
    page = someone(permissions=["notifications"], service_workers="allow")
    page.context.add_init_script(FAKE_PUSH_SERVICE)
    sign_up(page, "perimones", "Perimones")
    page.goto("/lobby/")
    button = page.get_by_role("button", name="Tell me when somebody waits")
    press(button)
    expect(page.get_by_text("and once within twelve hours when it is closed")).to_be_visible()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("and once within twelve hours when it is closed")).to_be_visible()
    with page.expect_response("**/lobby/alert/") as stopped:
        press(button)
    assert stopped.value.ok
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => all.map(({title, body, data}) => [title, body, data.path]))"""


def test_pushed_news_are_shown_while_no_page_is_open(stage, someone, site):
    staged = stage(wizards=["Ywain", "Yder"])
    page = someone(
        address="/settings/", session=staged.sessions["Ywain"], permissions=["notifications"], service_workers="allow"
    )
    push = pushes_to(page, site)
    page.context.service_workers[0].evaluate(COUNT_LOOKS)
    push({"title": "Your turn", "text": "The page that he looks at says so itself.", "path": staged.url, "tag": ""})
    (worker,) = page.context.service_workers
    until(page, lambda: worker.evaluate("self.looked"))
    page.goto("about:blank")
    push({"title": "Your turn: Ywain against Yder", "text": "Ywain, …", "path": staged.url, "tag": "turn:1"})
    page.goto("/settings/")
    page.wait_for_function(f"() => {SHOWN}.then((all) => all.length > 0)")
    assert page.evaluate(SHOWN) == [["Your turn: Ywain against Yder", "Ywain, …", staged.url]]


COUNT_LOOKS = """() => {
    const { matchAll } = Clients.prototype;
    self.looked = 0;
    Clients.prototype.matchAll = async function (...which) {
        const found = await matchAll.apply(this, which);
        self.looked++;
        return found;
    };
}"""
"""How often the worker has looked who has a page open."""


def pushes_to(page: Page, site: str) -> Callable[[dict[str, str]], None]:
    """Has the service worker of the page's browser believe that a push service pushes this."""
    devtools, workers = page.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready.then(() => 0))")
    until(page, lambda: workers)

    def push(news: dict[str, str]) -> None:
        where = {"origin": site, "registrationId": workers[-1]["registrationId"]}
        devtools.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(news)})

    return push
