"""Tests that German pages are entirely in German, including the parts that load later."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import PHONE, speak


def test_a_german_duel_is_in_german_including_parts_loaded_later(stage, someone):
    duel = stage(wizards=["Morgause", "Mordred"])
    page = someone(address=duel.url, session=duel.sessions["Morgause"])
    speak(page, "de")
    expect(page.get_by_role("heading", name="Zug für Runde 1")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Gesten und Tasten")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_three_doors_of_the_front_page_fit_a_phone(someone, language):
    page = someone(PHONE)
    speak(page, language)
    expect(page.locator(".door > .button")).to_have_count(3)
    bottoms = "them => them.map(it => it.getBoundingClientRect().bottom + scrollY)"
    assert max(page.locator(".door > .button").evaluate_all(bottoms)) <= 740
