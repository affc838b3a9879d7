"""Tests for the computer players' pages, and for a newcomer who beats one level after another."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, REST, Duelist, fits, is_accessible, looks_right, press, speak

GIVES_UP = {"left": "-", "right": "-", "forfeit": True}
FINGER_OF_DEATH = "PWPFSSSD"


def wait_for_duel_with(page: Page, wizard: str) -> Duelist:
    """Wait until a duel with this computer player asks for the first orders, and return the human player."""
    page.wait_for_url(re.compile("/duel/"))
    duelist = Duelist(page, "")
    duelist.is_asked_for_orders(1)
    expect(page.get_by_role("article", name=wizard)).to_be_visible()
    return duelist


def win(duelist: Duelist, wizard: str, order: Callable[..., None]) -> None:
    """Win a duel by making the computer player surrender in the first round."""
    order(1, {wizard: GIVES_UP})
    duelist.pick("S", "W")
    duelist.press("Seal")
    duelist.sees_result("You win")


def lose(page: Page, wizard: str, order: Callable[..., None]) -> None:
    """Lose a duel by doing nothing while the computer player casts a deadly spell."""
    name = page.get_by_role("article").filter(has_not_text="House").first.get_attribute("aria-label")
    for number, gesture in enumerate(FINGER_OF_DEATH, 1):
        order(number, {wizard: {"left": gesture, "right": "-"}, name: REST})


def start_next_duel(page: Page, offered: str) -> None:
    """Press the button `offered` at the end of a duel, and wait for the next page."""
    over = page.url
    press(page.get_by_role("button", name=offered))
    page.wait_for_url(lambda url: url != over)


def has_all_next_steps_in_view(page: Page) -> None:
    """Assert that a phone shows all next steps after a duel, above the bar at the bottom."""
    result = page.locator(".result")
    steps = result.locator(".result__steps button")
    expect(steps).to_be_visible()
    wanted = [
        *result.locator(".result__ways").first.locator(".button:not(.result__replay)").all(),
        *result.get_by_role("link").filter(has_not_text=re.compile("replay|ansehen", re.I)).all()[:3],
        steps,
    ]
    assert (
        len(wanted) >= 6
    )  # buttons for a rematch, an easier or another wizard; links to analysis and lesson; playing on from a round
    expect(result.locator(".result__replay")).to_be_hidden()  # the bar has this link
    expect(page.locator(".duel__sheets a")).to_have_attribute("href", re.compile("^/replay/"))
    bar = page.locator(".duel__sheets").bounding_box()
    for way in wanted:
        box = way.bounding_box()
        assert box["y"] + box["height"] <= bar["y"], way.text_content()
    fits(page)


def test_next_steps_are_in_view_on_a_phone_after_a_win_and_a_loss(someone, stage):
    page = someone(PHONE)

    def order(number: int, orders: dict[str, dict[str, object]]) -> None:
        stage(url=urlsplit(page.url).path, number=number, orders=orders)

    press(page.get_by_role("button", name="Play now"))
    first = wait_for_duel_with(page, "Tansy")
    expect(page.get_by_role("article", name="Tansy").get_by_text("Novice")).to_be_visible()
    fits(page)
    is_accessible(page)
    win(first, "Tansy", order)
    fits(page)
    is_accessible(page)
    start_next_duel(page, "Next: Osric (Apprentice)")
    wait_for_duel_with(page, "Osric")
    lose(page, "Osric", order)
    expect(page.get_by_text("Practice rating")).to_have_count(0)  # shown from the third duel on
    expect(page.get_by_text("▼")).to_have_count(0)  # after a first loss, it would be hundreds and mean little
    expect(page.get_by_role("button", name="Again: Osric (Apprentice)")).to_be_visible()
    expect(page.get_by_role("button", name="Easier: Bramble (Novice)")).to_be_visible()
    has_all_next_steps_in_view(page)
    speak(page, "de")
    has_all_next_steps_in_view(page)


def starts_are_in_view(page: Page) -> None:
    """Assert that the buttons that start a duel are visible without scrolling, on a desktop and on a phone.

    On a desktop, the terms of the duel must be next to the opponents.
    """
    opponents, terms = (page.locator(f".practice__{part}").bounding_box() for part in ("opponents", "terms"))
    assert opponents["x"] + opponents["width"] <= terms["x"]
    for size in (page.viewport_size, PHONE["viewport"]):
        page.set_viewport_size(size)
        for start in ("Duel Tansy", "Start duel"):
            expect(page.get_by_role("button", name=start)).to_be_in_viewport(ratio=1)


def test_the_pages_of_the_house_are_usable(someone):
    page = someone(address="/practice/")
    starts_are_in_view(page)
    looks_right(page)
    page.goto("/house/")
    looks_right(page)
    page.goto("/house/nyx/")
    expect(page.get_by_alt_text(re.compile("winking at you"))).to_be_visible()
    looks_right(page)
