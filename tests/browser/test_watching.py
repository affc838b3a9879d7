"""Those who look on, and those who practise."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, frames_of, press, settled, until


def test_a_watcher_who_is_logged_out_sees_what_is_public_as_it_happens(duelists, someone):
    seen, watched = duelists(wizards=["Seen", "Watched"])
    watcher = Duelist(someone(PHONE), "")
    frames = frames_of(watcher.page)
    watcher.page.goto(seen.page.url)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.page.get_by_role("button", name=re.compile("Seal|Give up|Say"))).to_have_count(0)
    expect(watcher.page.locator(".duel__orders").get_by_role("radio")).to_have_count(0)
    expect(seen.page.get_by_text("1 watcher")).to_be_visible()
    seen.page.get_by_label("Say everybody hears it").fill("Abracadabra")
    seen.seal("D", ">")
    seen.has_sealed()
    expect(watcher.status).to_have_text(re.compile("Waiting for Watched(?! and)"))
    until(watcher.page, lambda: frames)
    assert not any("Abracadabra" in frame or re.search('"(left|right)":"[D>]"', frame) for frame in frames)
    watched.seal("P", "W")
    watcher.sees_round(1, {"Seen": 15, "Watched": 15})
    expect(watcher.chronicle).to_contain_text("Abracadabra")
    fits(watcher.page)
    watcher.page.goto("/rules/")
    expect(seen.page.get_by_text("1 watcher")).to_be_hidden()


def test_everybody_is_told_who_lets_the_time_pass_and_when_that_has_lost_the_duel(stage, someone):
    late = stage(wizards=["Tardy", "Sleepy"], lapses=2)
    page = someone(address=late.url)
    for wizard in late.sessions:
        expect(page.get_by_role("article", name=wizard)).to_contain_text(
            "Out of time twice in a row; once more forfeits"
        )
    lost = stage(wizards=["Dawdler", "Laggard"], lapses=3)
    page = someone(address=lost.url)
    expect(page.get_by_text("Dawdler was out of time three rounds in a row.")).to_be_visible()


def test_a_player_without_a_seat_watches_too(duelists, someone, stage):
    uma, _ = duelists(wizards=["Uma", "Vera"])
    elsewhere = stage(wizards=["Xaver", "Yann"])
    stranger = someone(address=uma.page.url, session=elsewhere.sessions["Xaver"])
    expect(stranger.get_by_text("You are watching.")).to_be_visible()
    expect(stranger.locator(".duel__orders").get_by_role("radio")).to_have_count(0)


def test_the_book_is_read_on_a_phone_without_scrolling_sideways(duelists):
    reader, _ = duelists(PHONE, DESKTOP, wizards=["Reader", "Writer"])
    press(reader.page.get_by_role("button", name="Spells"))
    book = reader.page.get_by_role("region", name="Spells")
    press(book.locator("summary", has_text="Amnesia"))
    expect(book.get_by_text("Next round the subject repeats the gestures of this one.")).to_be_visible()
    assert book.evaluate("book => book.scrollWidth <= book.clientWidth")
    fits(reader.page)


def test_a_newcomer_plays_the_house_to_the_end(someone):
    """Within three clicks; with a knife, and with palms against missiles, until one of both is done for."""
    player = Duelist(someone(PHONE), "")
    press(player.page.get_by_role("button", name="Play now"))
    player.page.wait_for_url(re.compile("/duel/"))
    over = player.page.get_by_role("link", name="Replay the duel")
    for number in range(1, 26):
        play(player, number)
        expect(asked(player).or_(over)).to_be_visible()
        if over.is_visible():
            break
    else:
        player.press("Give up")
        player.confirm("Give up")
    press(player.page.get_by_role("link", name="Replay the duel"))
    expect(player.page.get_by_text("The beginning").first).to_be_visible()
    fits(player.page)
    player.page.go_back()
    press(player.page.get_by_role("button", name=re.compile("Again|Next")).first)
    player.is_asked_for_orders(1)


GESTURES = ("PSDWFS", ">DS>WF")
TITLE = "document.querySelector('#orders-title')?.textContent"
QUESTIONS = "[...document.querySelectorAll('.question')].map((it) => it.textContent).join()"


def asked(player: Duelist) -> Locator:
    """That orders are asked for: of which round, dice and the house decide."""
    return player.page.get_by_role("heading", name=re.compile("^Orders for round"))


def play(player: Duelist, number: int) -> None:
    """Make the next gestures as far as the hands are free, and take what is asked as it stands."""
    expect(asked(player)).to_be_visible()
    title = player.page.evaluate(TITLE)
    for hand, gestures in zip(("left", "right"), GESTURES, strict=True):
        wanted = player.gesture(hand, gestures[number % len(gestures)])
        if wanted.count() and wanted.is_enabled():
            press(player.page.locator("label", has=wanted))
        elif not player.hand(hand).get_by_role("radio", checked=True).count():
            press(player.hand(hand).locator("label", has=player.page.locator("input:enabled")).first)
    player.press("Seal")
    player.means_it()
    settled(player.page)
    if player.dialog.is_visible():
        player.confirm("Surrender")
    player.page.wait_for_function(f"(was) => {TITLE} !== was", arg=title)
    while player.page.get_by_role("button", name="Answer").is_visible():
        questions = player.page.evaluate(QUESTIONS)
        player.press("Answer")
        player.page.wait_for_function(f"(were) => {QUESTIONS} !== were", arg=questions)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_search_shows_what_it_found(stage, someone, device):
    palms, rest = {"left": "P", "right": "P"}, {"left": "-", "right": "-"}
    stage(wizards=["Sought", "Seeker"], rounds=[{"Sought": palms, "Seeker": rest}])
    page = someone(device, address="/duels/?show=finished")
    press(page.locator("summary", has_text="Search"))
    page.get_by_label("Mage", exact=True).fill("Sought")
    press(page.get_by_role("button", name="Search"))
    expect(page.get_by_text("1 duel found.")).to_be_in_viewport(ratio=1)
    found = page.get_by_role("link", name="Sought against Seeker")
    expect(found).to_be_in_viewport(ratio=1)
    assert (page.evaluate("scrollY") == 0) == (device is DESKTOP)
