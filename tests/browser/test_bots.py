"""A bot is marked at a duel as well, wherever scripts write its name."""

from playwright.sync_api import Locator, expect

from tests.browser.pages import PHONE, fits, is_for_all, open_sheet

ABOUT = "A program plays for this account."


def mark_in(place: Locator) -> Locator:
    return place.get_by_title(ABOUT)


def test_a_bot_is_marked_on_the_board_in_the_talk_in_text_mode_and_in_the_lobby(stage, someone):
    staged = stage(wizards=["Brain", "Brass"], bots=["Brass"])
    page = someone(PHONE, address=staged.url, session=staged.sessions["Brain"])
    expect(mark_in(page.get_by_role("article", name="Brass"))).to_be_visible()
    expect(mark_in(page.get_by_role("article", name="Brain"))).to_have_count(0)
    bot = someone(address=staged.url, session=staged.sessions["Brass"])
    bot.get_by_label("Your words").fill("Tick")
    bot.get_by_role("button", name="Say").click()
    open_sheet(page, "Talk")
    said = page.get_by_role("log", name="What was said").get_by_role("listitem")
    expect(said).to_contain_text("Tick")
    expect(mark_in(said)).to_be_visible()
    fits(page)
    is_for_all(page)
    bot.goto(f"{staged.url}text/")
    expect(bot.get_by_role("log")).to_contain_text("Brass: 15 of 15 hit points; bot")
    bot.goto("/lobby/")
    page.goto("/lobby/")
    here = page.get_by_role("list").and_(page.locator("[data-lobby-here]")).get_by_role("listitem")
    expect(mark_in(here.filter(has_text="Brass"))).to_be_visible()
    expect(mark_in(here.filter(has_text="Brain"))).to_have_count(0)
    fits(page)
