"""The ways into a duel: by the lobby, by a link, against the apprentice."""

import re

from playwright.sync_api import expect

from tests.browser.pages import PHONE, challenge, press, sign_up


def test_two_who_sign_up_meet_in_the_lobby_and_are_both_taken_into_the_duel(someone):
    black, white = someone(), someone(PHONE)
    sign_up(black, "arthur", "Black")
    sign_up(white, "morgan", "White")
    expect(white.get_by_text("Black", exact=True)).to_be_visible()  # who is here
    challenge(black)
    press(white.get_by_role("link", name="Accept the challenge of Black"))
    press(white.get_by_role("button", name="Accept and duel"))
    white.wait_for_url(re.compile("/duel/"))
    black.wait_for_url(white.url)


def test_a_friend_follows_a_link_and_duels_as_a_guest_in_one_step(someone):
    host, friend = someone(), someone(PHONE)
    sign_up(host, "uther", "Uther")
    challenge(host, "Whoever has the link")
    friend.goto(host.get_by_label("Send this link to a friend").input_value())
    friend.get_by_label("Name of your mage").fill("Gawain")
    press(friend.get_by_role("button", name="Accept and duel"))
    friend.wait_for_url(re.compile("/duel/"))
    host.wait_for_url(friend.url)


def test_a_withdrawn_challenge_leaves_the_lobby_of_others(someone):
    host, other = someone(), someone()
    sign_up(host, "igraine", "Igraine")
    sign_up(other, "nimue", "Nimue")
    challenge(host)
    link = other.get_by_role("link", name="Accept the challenge of Igraine")
    expect(link).to_be_visible()
    expect(other.get_by_role("link", name="Igraine", exact=True)).to_have_attribute("href", "/mage/Igraine/")
    press(host.get_by_role("button", name="Withdraw"))
    expect(link).to_be_hidden()


def test_a_stranger_is_in_a_duel_with_the_apprentice_by_one_click(someone):
    page = someone(PHONE)
    press(page.get_by_role("button", name="Play now"))
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_text("Apprentice").first).to_be_visible()
