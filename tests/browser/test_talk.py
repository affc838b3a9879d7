"""Talk beside a duel, messages, and what one may do about those who misuse them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, open_sheet, press, shut_sheets

CORNERS = [(DESKTOP, "light"), (PHONE, "dark")]


def talk_of(page: Page):
    open_sheet(page, "Talk")
    return page.get_by_role("region", name="Talk")


def log_of(page: Page):
    open_sheet(page, "Talk")
    return page.get_by_role("log", name="What was said")


def say(page: Page, words: str, *, announce: bool = False) -> None:
    if announce:
        talk_of(page).get_by_label(re.compile("Announce it")).check()
    talk_of(page).get_by_label("Your words").fill(words)
    press(talk_of(page).get_by_role("button", name="Announce" if announce else "Say"))


def give_up(page: Page) -> None:
    press(page.get_by_role("button", name="Give up").first)
    press(page.get_by_role("dialog").get_by_role("button", name="Give up"))


def test_watchers_talk_behind_the_duelists_backs_until_the_end(stage, someone):
    staged = stage(wizards=["Talker", "Listener"])
    others = stage(wizards=["Onlooker", "Passer"])
    player = someone(address=staged.url, session=staged.sessions["Talker"])
    onlooker = someone(PHONE, address=staged.url, session=others.sessions["Onlooker"])
    passer = someone(address=staged.url, session=others.sessions["Passer"])
    say(onlooker, "Talker will lose")
    expect(log_of(passer)).to_contain_text("Talker will lose")
    say(player, "How quiet it is")
    for page in (onlooker, passer):
        expect(log_of(page)).to_contain_text("How quiet it is")
    expect(log_of(player)).not_to_contain_text("Talker will lose")
    player.reload()
    expect(log_of(player)).to_contain_text("How quiet it is")
    expect(log_of(player)).not_to_contain_text("Talker will lose")
    fits(onlooker)
    give_up(player)
    expect(log_of(player)).to_contain_text("Talker will lose")


def test_an_announcement_is_a_line_and_a_letter(stage, someone):
    staged = stage(wizards=["Herald", "Hearer"])
    herald = someone(address=staged.url, session=staged.sessions["Herald"])
    hearer = someone(address=staged.url, session=staged.sessions["Hearer"])
    say(herald, "I am away until Monday", announce=True)
    expect(log_of(hearer)).to_contain_text("announces")
    expect(talk_of(herald).get_by_role("button", name="Say")).to_be_visible()
    hearer.goto("/letters/")
    expect(hearer.get_by_text("Herald announces at your duel")).to_be_visible()


def test_who_has_enough_switches_talk_off_at_a_duel_and_it_stays_off(stage, someone):
    staged = stage(wizards=["Chatty", "Calm"])
    chatty = someone(address=staged.url, session=staged.sessions["Chatty"])
    calm = someone(PHONE, address=staged.url, session=staged.sessions["Calm"])
    press(talk_of(calm).get_by_role("button", name="Switch talk off"))
    shut_sheets(calm)
    say(chatty, "Hello? Anybody?")
    expect(log_of(chatty)).to_contain_text("Hello? Anybody?")
    Duelist(chatty, "Chatty").seal("W", "S")
    expect(calm.get_by_role("article", name="Chatty")).to_contain_text("ready")
    expect(calm.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    expect(talk_of(calm)).to_contain_text("You hear nothing of what is said here.")
    calm.reload()
    expect(log_of(calm)).to_have_count(0)
    press(talk_of(calm).get_by_role("button", name="Switch talk on"))
    expect(log_of(calm)).to_contain_text("Hello? Anybody?")


def test_the_newest_line_is_in_sight(stage, someone):
    staged = stage(wizards=["Verbose", "Terse"])
    verbose = someone(address=staged.url, session=staged.sessions["Verbose"])
    for number in range(1, 8):
        say(verbose, f"Line {number}")
        expect(log_of(verbose)).to_contain_text(f"Line {number}")
    expect(log_of(verbose).get_by_text("Line 7")).to_be_in_viewport()
    box, newest = log_of(verbose).bounding_box(), log_of(verbose).get_by_text("Line 7").bounding_box()
    assert box["y"] <= newest["y"] < box["y"] + box["height"]


def test_a_line_is_reported_and_who_has_said_it_muted(stage, someone):
    staged = stage(wizards=["Offender", "Offended"])
    offender = someone(address=staged.url, session=staged.sessions["Offender"])
    offended = someone(PHONE, address=staged.url, session=staged.sessions["Offended"])
    say(offender, "You wave like a windmill")
    press(log_of(offended).get_by_role("link", name="Report what Offender said"))
    expect(offended.get_by_text("You wave like a windmill")).to_be_visible()
    is_for_all(offended)
    offended.get_by_label("What is wrong?").fill("It is an insult to windmills")
    press(offended.get_by_role("button", name="Report"))
    expect(offended.get_by_text("A moderator will look at it.")).to_be_visible()
    press(log_of(offended).get_by_role("link", name="Offender", exact=True))
    press(offended.get_by_role("button", name="Mute"))
    expect(offended.get_by_text("You have muted offender.")).to_be_visible()
    offended.goto(staged.url)
    expect(talk_of(offended)).to_contain_text("Nobody has said anything.")


def test_mages_write_to_each_other(stage, someone):
    staged = stage(wizards=["Scribe", "Reader of Letters"])
    scribe = someone(PHONE, address="/mage/Reader of Letters/", session=staged.sessions["Scribe"])
    press(scribe.get_by_role("link", name="Message", exact=True))
    scribe.get_by_label("From").select_option(label="Scribe")
    scribe.get_by_role("textbox", name="Message").fill("That was a great game!")
    press(scribe.get_by_role("button", name="Send"))
    expect(scribe.get_by_role("heading", name="Messages with reader of letters")).to_be_visible()
    for device, scheme in CORNERS:
        reader = someone(
            device, address="/messages/", session=staged.sessions["Reader of Letters"], color_scheme=scheme
        )
        fits(reader)
        is_for_all(reader)
        press(reader.get_by_role("link", name="scribe", exact=True))
        expect(reader.get_by_text("That was a great game!")).to_be_visible()
        fits(reader)
        is_for_all(reader)
        reader.goto("/blocks/")
        fits(reader)
        is_for_all(reader)


def test_a_duel_is_followed_and_read_while_it_goes_on(stage, someone):
    staged = stage(
        wizards=["Leader", "Led"], rounds=[{"Leader": {"left": "S", "right": "-"}, "Led": {"left": "P", "right": "-"}}]
    )
    others = stage(wizards=["Follower", "Fan"])
    follower = someone(PHONE, address=staged.url, session=others.sessions["Follower"])
    press(follower.get_by_role("button", name="Follow this duel"))
    expect(follower.get_by_role("button", name="Follow no more")).to_be_visible()
    fits(follower)
    press(follower.get_by_role("link", name="Table"))
    expect(follower.get_by_text("Leader")).to_be_visible()
    follower.goto("/duels/")
    expect(follower.get_by_role("heading", name="Duels that you follow")).to_be_visible()
