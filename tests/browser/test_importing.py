"""A duel that was fought elsewhere, brought as a record by file or by paste, and replayed."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import GOLDEN
from tests.browser.pages import expect_hit_points, looks_right

FILE = GOLDEN / "froodal-bung.json"


def test_a_record_is_brought_by_file_or_by_paste_and_replayed(someone, console):
    console.expect("status of 400")
    page = someone(address="/import/")
    page.get_by_label("Or its text").fill("abracadabra")
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_text("This is no duel record")).to_be_visible()
    expect(page.get_by_label("Or its text")).to_be_focused()
    looks_right(page)
    page.get_by_label("A file").set_input_files(FILE)
    page.get_by_label("Or its text").fill("")
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_url(re.compile("/replay/"))
    first = page.url
    page.keyboard.press("End")
    page.wait_for_url(re.compile("/11/"))
    expect_hit_points(page, {"Froodal": 7, "Bung": -2})
    page.goto("/import/")
    page.get_by_label("Or its text").fill(FILE.read_text())
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_url(first)
