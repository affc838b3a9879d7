import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, looks_right

ZONE = "Pacific/Auckland"

COUNT_DATES = """() => {
  window.dates = 0;
  Intl.DateTimeFormat = class extends Intl.DateTimeFormat { constructor(...given) { super(...given); dates += 1; } };
}"""


def test_times_are_in_the_visitors_zone_and_stay_up_to_date(someone, stage):
    staged = stage(wizards=["Idris", "Owain"])
    page = someone({**PHONE, "timezone_id": ZONE}, address="about:blank")  # before any cookie is set
    page.clock.install()
    page.context.add_init_script(f"({COUNT_DATES})()")
    dates_are_loaded_only_to_tell_the_zone(page, staged.url)
    page.goto("/duels/")
    ago = page.locator(".duel-row", has=page.locator(f"a[href='{staged.url}']")).locator("time")
    expect(ago).to_have_text(re.compile(r"^\d+ min ago$"))
    began = datetime.fromisoformat(ago.get_attribute("datetime")).astimezone(ZoneInfo(ZONE))
    expect(ago).to_have_attribute("title", re.compile(rf"{began:%A},? {began.day} {began:%B %Y}.* {began:%H:%M}"))
    room = ago.bounding_box()
    page.clock.fast_forward("03:30:00")
    expect(ago).to_have_text("3 hr ago")
    assert ago.bounding_box() == room
    assert datetime.fromisoformat(ago.get_attribute("datetime")).utcoffset() == began.utcoffset()
    looks_right(page)


def dates_are_loaded_only_to_tell_the_zone(page: Page, address: str) -> None:
    """Assert that a page that shows no times formats a date only on the first visit, to report the time zone."""
    for dates in (1, 0):
        page.goto(address)
        expect(page.locator("#duel:not([aria-busy])")).to_be_visible()
        page.clock.run_for("01:00")
        page.wait_for_function("(zone) => document.cookie.includes(`zone=${zone}`)", arg=ZONE)
        assert page.evaluate("dates") == dates
