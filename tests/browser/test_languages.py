"""Tests that German pages are entirely in German, including the parts that load later."""

from playwright.sync_api import expect

from tests.browser.pages import speak


def test_a_german_duel_is_in_german_including_parts_loaded_later(stage, someone):
    duel = stage(wizards=["Morgause", "Mordred"])
    page = someone(address=duel.url, session=duel.sessions["Morgause"])
    speak(page, "de")
    expect(page.get_by_role("heading", name="Zug für Runde 1")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Gesten und Tasten")).to_be_visible()
