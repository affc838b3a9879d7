from playwright.sync_api import expect

from tests.browser.members import members
from tests.browser.pages import PHONE, challenge, looks_right, press


def test_a_player_is_followed_by_keyboard_and_their_challenge_is_news(stage, someone):
    sessions = members(stage, "Bedivere", "Bors")
    page = someone(PHONE, address="/lobby/", session=sessions["Bedivere"])
    bors = someone(address="/lobby/", session=sessions["Bors"])
    page.get_by_role("button", name="Follow bors", exact=True).press("Enter")
    unfollow = page.get_by_role("button", name="Unfollow bors", exact=True)
    expect(unfollow).to_be_focused()
    challenge(bors.context.new_page())  # while the other page stays in the lobby
    news = page.get_by_role("link", name="Bors is looking for an opponent")
    expect(news).to_be_visible()
    expect(page.get_by_role("link", name="View Bors’s challenge")).to_be_visible()
    expect(unfollow).to_be_focused()  # lists from the server keep the button
    looks_right(page)
    for address in ("/users/", "/friends/"):
        page.goto(address)
        expect(page.get_by_role("button", name="Unfollow bors", exact=True)).to_be_visible()
        looks_right(page)
    press(page.get_by_role("button", name="Unfollow bors", exact=True))
    expect(page.get_by_text("Players you follow will appear here")).to_be_visible()
