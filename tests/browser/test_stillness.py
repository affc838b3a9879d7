"""Tests that nothing moves under the finger or mouse during playback, at the end of a duel, and in a melee."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.layout import (
    MOVING,
    NAMES,
    SIDEWAYS,
    SMALL,
    TALL,
    TOUCH,
    edges,
    goblins,
    is_one_screen,
    resize,
    stands_still,
    watch_shifts,
)
from tests.browser.pages import DESKTOP, PALMS, PHONE, REST, Duelist, fits, is_accessible, is_touched, until

TWO_COLUMNS = {"viewport": {"width": 1100, "height": 800}}
THREE_COLUMNS = {"viewport": {"width": 1280, "height": 900}}


def test_nothing_moves_in_a_round_or_at_the_end_even_with_a_late_result(stage, someone):
    names = ["Still", "Calm"]
    staged = stage(wizards=names, rounds=goblins(*names))
    still, calm = (
        Duelist(someone({**device, **MOVING}, address=staged.url, session=staged.sessions[name]), name)
        for device, name in ((PHONE, "Still"), (TWO_COLUMNS, "Calm"))
    )
    held = [hold_back(one.page, "**/result.*.js") for one in (still, calm)]
    for one in (still, calm):
        expect(one.page.locator(".presence").first).to_contain_text("thinking")
        expect(one.page.get_by_text("away")).to_have_count(0)
        watch_shifts(one.page)
    seal(still, "S", "W")
    calm.seal("W", "P")
    for one in (still, calm):
        the_round_has_been_played_out(one, 7)
        stands_still(one.page)
    seal(still, "D", "-")
    stage(url=staged.url, number=7, orders={"Calm": PALMS})
    for one, routes in zip((still, calm), held, strict=True):
        nothing_moves_when_the_result_comes(one.page, routes)
    no_room_stays_empty_below(calm.page)


@pytest.mark.thorough
def test_nothing_moves_on_a_desk_of_three_columns(stage, someone):
    names = ["Still", "Calm"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**THREE_COLUMNS, **MOVING}, address=staged.url, session=staged.sessions["Still"])
    still = Duelist(page, "Still")
    held = hold_back(page, "**/result.*.js")
    expect(page.locator(".presence").first).to_contain_text("thinking")
    watch_shifts(page)
    seal(still, "S", "W")
    stage(url=staged.url, number=6, orders={"Calm": {"left": "W", "right": "P"}})
    the_round_has_been_played_out(still, 7)
    stands_still(page)
    seal(still, "D", "-")
    stage(url=staged.url, number=7, orders={"Calm": PALMS})
    nothing_moves_when_the_result_comes(page, held)
    no_room_stays_empty_below(page)


@pytest.mark.parametrize("device", [THREE_COLUMNS, TALL], ids=["desk", "phone"])
@pytest.mark.parametrize("names", [NAMES[:2], NAMES[:5]], ids=["two", "five"])
def test_a_replay_shows_the_round_next_to_its_controls_and_moves_nothing(stage, someone, device, names):
    staged = stage(wizards=list(names), bouts=12)
    page = someone(device, address=f"{staged.url.replace('/duel/', '/replay/')}1/")
    for part in (".steps", ".event-steps", ".replay__cards"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator(".replay__history .headline, .told__gestures").first).to_be_in_viewport(ratio=1)
    watch_shifts(page)
    rounds = page.get_by_role("group", name="Rounds")
    for number in range(2, 13):
        # Browsers do not report shifts that follow a user's click.
        rounds.get_by_role("button", name="Next").dispatch_event("click")
        expect(rounds.get_by_role("status")).to_contain_text(f"Round {number} ")
    stands_still(page)


def hold_back(page: Page, pattern: str) -> list[Route]:
    """Hold back the page's requests to addresses that match `pattern`, and return a list of these requests."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))  # Playwright needs a Python function
    return held


def seal(duelist: Duelist, left: str, right: str) -> None:
    """Submit orders and, on touch screens, scroll back up, because Playwright scrolls to reach a moving button."""
    duelist.seal(left, right)
    duelist.has_sealed()
    if is_touched(duelist.page):
        duelist.page.evaluate("scrollTo(0, 0)")


def the_round_has_been_played_out(duelist: Duelist, number: int) -> None:
    duelist.is_asked_for_orders(number)
    expect(duelist.page.locator("[data-step=now]")).to_have_count(0)
    expect(duelist.page.locator(".outcome")).to_be_visible()


def nothing_moves_when_the_result_comes(page: Page, held: list[Route]) -> None:
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.locator("[data-step=now]")).to_have_count(0)
    until(page, lambda: held)
    stands_still(page)
    held[0].continue_()
    expect(page.get_by_role("link", name="Watch replay")).to_be_visible()
    stands_still(page)


def no_room_stays_empty_below(page: Page) -> None:
    height, scrolled = page.evaluate("[document.documentElement.scrollHeight, scrollY]")
    page.unroute("**/result.*.js")
    page.reload()
    expect(page.get_by_role("link", name="Watch replay")).to_be_visible()
    empty = height - page.evaluate("document.documentElement.scrollHeight")
    assert empty < scrolled + TOUCH


def test_on_a_phone_a_melee_marks_attackers_and_nothing_moves_in_it(stage, someone):
    phone, url = a_melee(stage, someone, PHONE)
    the_victim_is_marked(phone, victim=NAMES[3])
    watch_shifts(phone.page)
    seal(phone, "W", "P")
    stage(url=url, number=3, orders={name: orders_to_attack(name, phone.name) for name in NAMES[1:]})
    the_round_has_been_played_out(phone, 4)
    stands_still(phone.page)
    attackers_are_marked(phone.page)
    nothing_moves_at_the_end_of_a_melee(stage, url, 4, phone)


@pytest.mark.thorough
def test_on_a_desk_nothing_moves_in_a_melee(stage, someone):
    desk, url = a_melee(stage, someone, DESKTOP)
    watch_shifts(desk.page)
    seal(desk, "W", "-")
    stage(url=url, number=3, orders=dict.fromkeys(NAMES[1:], REST))
    the_round_has_been_played_out(desk, 4)
    stands_still(desk.page)
    nothing_moves_at_the_end_of_a_melee(stage, url, 4, desk)


def a_melee(stage: Callable[..., Any], someone: Callable[..., Page], device: Mapping[str, Any]) -> tuple[Duelist, str]:
    """Start a melee in which each wizard can summon a goblin in round 3.

    Return a player whose page is open on `device`, and the duel's address.
    """
    begun = [{name: {"left": gesture, "right": "-"} for name in NAMES} for gesture in "SF"]
    staged = stage(wizards=list(NAMES), rounds=begun)
    page = someone({**device, **MOVING}, address=staged.url, session=staged.sessions[NAMES[0]])
    return Duelist(page, NAMES[0]), staged.url


def orders_to_attack(name: str, victim: str) -> dict[str, Any]:
    return {"left": "W", "right": "-", "attack": {f"left:{name}": victim}}


def nothing_moves_at_the_end_of_a_melee(stage: Callable[..., Any], url: str, number: int, duelist: Duelist) -> None:
    watch_shifts(duelist.page)
    seal(duelist, "S", "-")
    stage(url=url, number=number, orders=dict.fromkeys(NAMES[1:], PALMS))
    expect(duelist.page.get_by_role("link", name="Watch replay")).to_be_visible()
    stands_still(duelist.page)


def the_victim_is_marked(phone: Duelist, victim: str) -> None:
    """Pick `victim` as a target. Assert that their card is marked and that the page still fits the screen."""
    page = phone.page
    is_one_screen(page)
    phone.pick("W", "P")
    phone.aim(phone.page.locator(".aim").last.get_attribute("name") or "", victim)
    expect(page.get_by_role("article", name=victim, exact=True)).to_contain_text("your target")


def attackers_are_marked(page: Page) -> None:
    """Assert that wizards whose monsters attack the player are marked, and that the page fits every screen size."""
    for device in (PHONE, SIDEWAYS, SMALL):
        resize(page, device)
        expect(page.locator("[data-step=now]")).to_have_count(0)
        expect(page.locator(".seat__monsters.menacing")).to_have_count(len(NAMES) - 1)
        assert edges(page.locator(".duel__circle"))["bottom"] <= device["viewport"]["height"]
        fits(page)
    is_accessible(page)
    resize(page, PHONE)
