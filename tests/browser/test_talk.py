"""Tests for chat during duels, private messages, and reports of players who misuse them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, Duelist, fits, looks_right, open_sheet, press, shut_sheets


def talk_of(page: Page):
    open_sheet(page, "Chat")
    return page.get_by_role("region", name="Chat")


def log_of(page: Page):
    open_sheet(page, "Chat")
    return page.get_by_role("log", name="Chat messages")


def say(page: Page, words: str, *, announce: bool = False) -> None:
    if announce:
        talk_of(page).get_by_label(re.compile("Also e-mail this")).check()
    talk_of(page).get_by_label("Your message").fill(words)
    press(talk_of(page).get_by_role("button", name="Announce" if announce else "Send"))
    expect(log_of(page)).to_contain_text(words)


def give_up(page: Page) -> None:
    press(page.get_by_role("button", name="Give up").first)
    press(page.get_by_role("dialog").get_by_role("button", name="Give up"))


def test_a_player_can_read_the_talk_of_spectators_after_the_duel(stage, someone):
    staged = stage(wizards=["Talker", "Listener"])
    others = stage(wizards=["Onlooker", "Passer"])
    player = someone(address=staged.url, session=staged.sessions["Talker"])
    onlooker = someone(PHONE, address=staged.url, session=others.sessions["Onlooker"])
    say(onlooker, "Talker will lose")
    fits(onlooker)
    say(player, "I am away until Monday", announce=True)
    expect(log_of(player)).to_contain_text("announcement")
    expect(log_of(onlooker)).to_contain_text("I am away until Monday")
    the_newest_line_is_in_sight(player)
    talk_stays_switched_off(onlooker, player)
    player.reload()
    expect(log_of(player)).to_contain_text("I am away until Monday")
    expect(log_of(player)).not_to_contain_text("Talker will lose")
    give_up(player)
    expect(log_of(player)).to_contain_text("Talker will lose")


def the_newest_line_is_in_sight(page: Page) -> None:
    for number in range(1, 7):
        say(page, f"Line {number}")
    expect(log_of(page).get_by_text("Line 6")).to_be_in_viewport()
    box, newest = log_of(page).bounding_box(), log_of(page).get_by_text("Line 6").bounding_box()
    assert log_of(page).evaluate("log => log.scrollHeight > log.clientHeight"), "the lines do not fill the log"
    assert box["y"] <= newest["y"] < box["y"] + box["height"]


def talk_stays_switched_off(page: Page, other: Page) -> None:
    """Hide the chat on a phone, check that it stays hidden when `other` writes, and show it again."""
    press(talk_of(page).get_by_role("button", name="Hide chat"))
    shut_sheets(page)
    say(other, "Hello? Anyone?")
    Duelist(other, "Talker").seal("W", "S")
    expect(page.get_by_role("article", name="Talker")).to_contain_text("ready")
    expect(page.get_by_role("button", name="Chat", exact=True)).to_be_visible()  # without a count of new lines
    page.reload()
    expect(talk_of(page)).to_contain_text("Chat is hidden.")
    expect(log_of(page)).to_have_count(0)
    press(talk_of(page).get_by_role("button", name="Show chat"))
    expect(log_of(page)).to_contain_text("Hello? Anyone?")


def test_messages_blocks_and_reports_are_usable_on_any_device(stage, someone):
    staged = stage(wizards=["Scribe", "Reader"])
    page = someone(PHONE, address="/mage/Reader/", session=staged.sessions["Scribe"])
    press(page.get_by_role("link", name="Message", exact=True))
    page.get_by_label("From").select_option(label="Scribe")
    page.get_by_role("textbox", name="Message").fill("That was a great game!")
    press(page.get_by_role("button", name="Send"))
    expect(page.get_by_role("heading", name="Messages with reader")).to_be_visible()
    looks_right(page)
    page.goto("/mage/Reader/")
    press(page.get_by_text("More", exact=True))
    press(page.get_by_role("button", name="Mute"))
    expect(page.get_by_text("You have muted reader.")).to_be_visible()
    for address in ("/messages/", "/blocks/"):
        page.goto(address)
        looks_right(page)
    page.goto(f"/report/?duel={staged.url.split('/')[2]}")
    press(page.get_by_role("main").get_by_role("link", name="Reader"))
    expect(page.get_by_label("What is wrong?")).to_be_visible()
    looks_right(page)
