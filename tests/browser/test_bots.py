"""Tests that scripts mark bots wherever they show the name of a bot."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import PHONE, fits, is_accessible, open_sheet

ABOUT = "This is a bot account: a program plays its duels."


def mark_in(place: Locator) -> Locator:
    return place.get_by_title(ABOUT)


def test_a_bot_is_marked_on_board_talk_text_mode_and_lobby(stage, someone):
    staged = stage(wizards=["Brain", "Brass"], bots=["Brass"])
    page = someone(PHONE, address=staged.url, session=staged.sessions["Brain"])
    bot = someone(address=f"{staged.url}text/", session=staged.sessions["Brass"])
    is_marked_on_the_board(page)
    expect(bot.get_by_role("log")).to_contain_text("Brass: 15 of 15 hit points; bot")
    type_in_text_mode(bot, "talk Tick")
    is_marked_in_the_talk(page, "Tick")
    fits(page)
    is_accessible(page)
    bot.goto("/lobby/")
    page.goto("/lobby/")
    is_marked_among_those_here(page)
    fits(page)


def is_marked_on_the_board(page: Page) -> None:
    expect(mark_in(page.get_by_role("article", name="Brass"))).to_be_visible()
    expect(mark_in(page.get_by_role("article", name="Brain"))).to_have_count(0)


def type_in_text_mode(page: Page, command: str) -> None:
    page.get_by_role("textbox").fill(command)
    page.keyboard.press("Enter")


def is_marked_in_the_talk(page: Page, words: str) -> None:
    open_sheet(page, "Chat")
    said = page.get_by_role("log", name="Chat messages").get_by_role("listitem")
    expect(said).to_contain_text(words)
    expect(mark_in(said)).to_be_visible()


def is_marked_among_those_here(page: Page) -> None:
    here = page.get_by_role("list").and_(page.locator("[data-lobby-here]")).get_by_role("listitem")
    expect(mark_in(here.filter(has_text="Brass"))).to_be_visible()
    expect(mark_in(here.filter(has_text="Brain"))).to_have_count(0)
