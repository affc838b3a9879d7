"""Tests for the featured duel and the duel of the day on the front page, and for guesses at the next gesture."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.members import members
from tests.browser.pages import DESKTOP, PALMS, PHONE, REST, looks_right, press, settled


@pytest.fixture
def play(stage) -> Callable[..., None]:
    """Return a function that plays the next round of a duel, as in `play(duel, White={"left": "S"})`."""
    rounds = {}

    def play(duel, **orders):
        number = rounds[duel.url] = rounds.get(duel.url, 0) + 1
        stage(url=duel.url, number=number, orders={wizard: REST | orders.get(wizard, {}) for wizard in duel.sessions})

    return play


def assert_shows_duel_of(page: Page, *wizards: str) -> None:
    """Assert that the front page shows the duel between these wizards, and that the page's socket is open."""
    for wizard in wizards:
        expect(page.get_by_role("article", name=wizard)).to_be_visible()
    expect(page.locator("#featured")).to_have_attribute("data-link", "open")


def has_the_same_order_on_screen_and_in_the_document(page: Page) -> None:
    """Assert that the duel comes after the buttons both on the screen and in the document."""
    parts = [
        page.get_by_role("button", name="Play now"),
        page.get_by_role("button", name="Quick duel"),
        page.get_by_role("region", name="Duels to watch"),
    ]
    for size, axis in ((PHONE["viewport"], "y"), (DESKTOP["viewport"], "x")):  # on a desktop, the duel is on the right
        page.set_viewport_size(size)
        places = [part.bounding_box()[axis] for part in parts]
        assert places == sorted(places), size
    assert page.evaluate(
        "parts => parts.every((one, at) => !at || parts[at - 1].compareDocumentPosition(one) & 4)",
        [part.element_handle() for part in parts],
    )


def misses_nothing_while_it_is_offline(page: Page, play_a_round: Callable[[], None], text: str) -> None:
    page.context.set_offline(True)
    expect(page.locator("#featured")).to_have_attribute("data-link", "lost")
    play_a_round()
    page.context.set_offline(False)
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator("#featured")).to_have_attribute("data-link", "open")


def assert_moves_on_to(page: Page, address: str) -> None:
    """Assert that a few seconds after the result of a duel, the page shows the duel at `address`."""
    page.clock.fast_forward("00:13")
    expect(page.get_by_role("article", name="Gorlois")).to_be_visible()
    expect(page.get_by_role("link", name="Watch Gorlois against Brastias")).to_have_attribute("href", address)


def test_the_front_page_follows_a_duel_and_then_the_next(stage, someone, play, console):
    console.expect("WebSocket|ERR_INTERNET_DISCONNECTED|Failed to")
    first = stage(wizards=["Uther", "Igraine"])
    page = someone(PHONE, address="about:blank")
    page.clock.install()
    page.goto("/")
    assert_shows_duel_of(page, "Uther", "Igraine")
    has_the_same_order_on_screen_and_in_the_document(page)
    looks_right(page)
    play(first, Uther={"left": ">"})
    expect(page.get_by_text("Uther stabs Igraine for 1 point.")).to_be_visible()
    expect(page.get_by_role("article", name="Igraine")).to_contain_text("14 of 15")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    misses_nothing_while_it_is_offline(
        page, lambda: play(first, Igraine={"left": ">"}), "Igraine stabs Uther for 1 point."
    )
    play(first, Uther=PALMS)
    expect(page.get_by_text("Finished", exact=True)).to_be_visible()
    second = stage(wizards=["Gorlois", "Brastias"])
    assert_moves_on_to(page, second.url)
    play(second, Gorlois={"left": ">"})
    expect(page.get_by_text("Gorlois stabs Brastias for 1 point.")).to_be_visible()


def guess(page: Page, aim: str, gesture: str) -> None:
    """Guess a gesture, and wait until the guess has been saved.

    `aim` is the label of the hand, and `gesture` is the label of a button.
    """
    page.locator("label", has_text=re.compile(f"^\\s*{aim}\\s*$")).click()
    page.get_by_role("button", name=gesture, exact=True).click()
    verdict(page, re.compile(f"^Your guess for .*: {gesture}\\.$"))


def verdict(page: Page, text: str | re.Pattern) -> None:
    expect(page.get_by_role("status").get_by_text(text)).to_be_visible()


def test_guesses_are_judged_and_counted_for_guests_and_users(stage, someone, play):
    pelleas = members(stage, "Pelleas", "Ettard")["Pelleas"]
    duel = stage(wizards=["Balin", "Balan"])
    stranger, user = someone(address=duel.url), someone(PHONE, address=duel.url, session=pelleas)
    guess(stranger, "Balan, left hand", "S, snap")
    guess(user, "Balan, left hand", "S, snap")
    play(duel, Balan={"left": "S"})
    for page in (stranger, user):
        verdict(page, "Balan, left hand: S, snap.")
        expect(page.get_by_text("1 of 1 correct")).to_be_visible()
    looks_right(user)
    guess(stranger, "Balin, right hand", "P, palm")
    guess(user, "Balin, right hand", "D, point")
    elsewhere = someone(address=duel.url, session=pelleas)
    expect(elsewhere.get_by_role("button", name="D, point", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(elsewhere.get_by_text("1 of 1 correct")).to_be_visible()
    play(duel, Balin={"right": "W"})
    verdict(stranger, "Balin, right hand: W, wave, not P, palm.")
    expect(stranger.get_by_text("1 of 2 correct")).to_be_visible()
    looks_right(stranger)
    stranger.reload()  # the browser keeps a guest's tally
    expect(stranger.get_by_text("streak 0, best 1")).to_be_visible()


AT_THE_TOP = "section => section.scrollIntoView()"
KEEP_THE_ROUNDS = """(section) => {
  const round = section.querySelector("[data-round]");
  const look = () => shown.push(round.textContent);
  window.shown = [];
  look();
  new MutationObserver(look).observe(round, { childList: true });
}"""
"""A script that records the rounds on the page. A busy machine could miss a round shown for only two seconds."""


def rests_while_another_duel_is_in_view(page: Page, replayed: Locator) -> None:
    """Assert that the duel of the day does not play while a duel in progress is in view."""
    asked = []
    page.on("request", lambda request: "/course.json" in request.url and asked.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 2600})
    page.goto("/")
    assert_shows_duel_of(page, "Segwarides", "Meliagrance")
    expect(replayed.get_by_role("button", name="Pause")).to_be_visible()
    settled(page)
    assert asked == []
    expect(replayed.locator("[data-moves]")).to_have_count(0)
    expect(replayed.locator(".featured__outcome")).to_be_visible()


def is_replayed_from_the_beginning(page: Page) -> None:
    page.wait_for_function("() => shown.length > 2")
    last, *first = page.evaluate("shown.slice(0, 3)")
    assert int(last.removeprefix("Round ")) > 2
    assert first == ["Round 1", "Round 2"]


def replays_itself_in_view(page: Page, replayed: Locator) -> None:
    replayed.evaluate(KEEP_THE_ROUNDS)
    page.set_viewport_size({"width": 1280, "height": 500})
    replayed.evaluate(AT_THE_TOP)
    expect(replayed.locator(".featured__outcome")).to_be_hidden()
    is_replayed_from_the_beginning(page)
    press(replayed.get_by_role("button", name="Pause"))
    expect(replayed.get_by_role("button", name="Play", exact=True)).to_be_visible()
    looks_right(page)


def waits_to_be_played_with_reduced_motion(page: Page, replayed: Locator) -> None:
    replayed.evaluate(AT_THE_TOP)
    expect(replayed.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(replayed.locator("[data-moves]")).to_have_count(0)
    replayed.evaluate(KEEP_THE_ROUNDS)
    press(replayed.get_by_role("button", name="Play", exact=True))
    is_replayed_from_the_beginning(page)


@pytest.mark.thorough
def test_the_duel_of_the_day_replays_itself_only_while_in_view(stage, someone):
    stage(wizards=["Ozana", "Sagramore"], bouts=60, seed=5)
    stage(wizards=["Segwarides", "Meliagrance"])
    page = someone(address="about:blank", reduced_motion="no-preference")
    replayed = page.get_by_role("region", name="Duel of the day")
    rests_while_another_duel_is_in_view(page, replayed)
    replays_itself_in_view(page, replayed)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(DESKTOP["viewport"])
    page.reload()
    waits_to_be_played_with_reduced_motion(page, replayed)
