"""Whole duels in two browsers, the replay of one, and whatever may come between."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.duelists import (
    DESKTOP,
    PHONE,
    as_shown,
    assert_all_can_use,
    at_round,
    begin_duel,
    gesture,
    give,
    hit_points,
    pick,
    player,
    seal,
    sealed,
    status,
)
from tests.servers import free_port, running_site

GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def golden_duel(name: str, suffix: str) -> tuple[list[dict], dict[str, list[int]]]:
    """Orders of each round and hit points after each, the wizards' names with a suffix, so that they are free."""
    record = (GOLDEN / f"{name}.json").read_text()
    hit_points = (GOLDEN / f"{name}.expected.json").read_text()
    for wizard in json.loads(record)["wizards"]:
        renamed = f'"{wizard["name"]} {suffix}"'
        record = record.replace(f'"{wizard["name"]}"', renamed)
        hit_points = hit_points.replace(f'"{wizard["name"]}"', renamed)
    return [entry["orders"] for entry in json.loads(record)["rounds"]], json.loads(hit_points)["hp"]


@pytest.mark.parametrize(("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_two_players_duel_as_froodal_and_bung_to_the_end_and_replay_it(browser: Browser, site: str, viewport, scheme):
    rounds, expected = golden_duel("froodal-bung", scheme)
    froodal, bung = expected
    options = {"viewport": viewport, "color_scheme": scheme}
    with player(browser, site, froodal, **options) as one, player(browser, site, bung, **options) as other:
        begin_duel(one, other, "standard")
        assert_all_can_use(one)
        for number, orders in enumerate(rounds, 1):
            give(one, orders[froodal])
            expect(sealed(one)).to_contain_text("Sealed")
            give(other, orders[bung])
            for page in (one, other):
                if number < len(rounds):
                    at_round(page, number + 1)
                for wizard in expected:
                    expect(hit_points(page, wizard)).to_have_text(as_shown(expected[wizard][number - 1]))
        for page in (one, other):
            expect(page.get_by_role("heading", name=f"{froodal} has won: {bung} died.")).to_be_visible()
        assert_all_can_use(other)
        one.get_by_role("link", name="Replay the duel").click()
        _step_through(one, expected)


def _step_through(page, expected) -> None:
    last = len(next(iter(expected.values())))
    expect(page.get_by_text("The beginning", exact=True).first).to_be_visible()
    for number in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(f"/{number}/"))
        for wizard, points in expected.items():
            expect(hit_points(page, wizard)).to_have_text(as_shown(points[number - 1]))
    assert_all_can_use(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("output")).to_have_text(f"Round {last - 1} of {last}")
    page.go_back()
    expect(page.locator("output")).to_have_text(f"Round {last} of {last}")
    page.get_by_role("link", name="watchers").click()
    expect(page.locator("output")).to_have_text(f"Round {last} of {last}")
    expect(page.get_by_role("link", name="watchers")).to_have_attribute("aria-current", "true")


def test_a_round_of_a_replay_has_an_address_of_its_own(browser: Browser, site: str):
    with player(browser, site, "Quick") as one, player(browser, site, "Quicker") as other:
        begin_duel(one, other)
        for page in (one, other):
            pick(page, "W", ">")
            seal(page)
        at_round(one, 2)
        one.get_by_role("button", name="Give up").click()
        one.locator("dialog").get_by_role("button", name="Give up").click()
        expect(other.get_by_role("heading", name="Quicker has won: Quick surrendered.")).to_be_visible()
        page = browser.new_context(base_url=site).new_page()
        page.goto(other.url.replace("/duel/", "/replay/") + "1/")
        expect(page.locator("output")).to_have_text("Round 1 of 2")
        expect(hit_points(page, "Quick")).to_have_text("14")
        page.context.close()


def test_orders_survive_a_reload_and_two_tabs_agree(browser: Browser, site: str):
    with player(browser, site, "Tabitha") as one, player(browser, site, "Silas") as other:
        begin_duel(one, other)
        pick(one, "W", "S")
        one.reload()
        expect(gesture(one, "left", "W")).to_be_checked()  # picked, not sealed yet
        second = one.context.new_page()
        second.goto(one.url)
        at_round(second, 1)
        seal(one)
        expect(sealed(second)).to_contain_text("left wave; right snap")
        expect(status(second)).to_contain_text("Waiting for Silas")
        pick(second, "D", "S")
        seal(second)
        expect(sealed(one)).to_contain_text("left digit; right snap")
        expect(gesture(one, "left", "D")).to_be_checked()
        one.reload()
        expect(sealed(one)).to_contain_text("left digit; right snap")
        expect(status(other)).to_contain_text("Your orders, please")


def test_a_duel_goes_by_keyboard_alone(browser: Browser, site: str):
    with player(browser, site, "Keith") as one, player(browser, site, "Bruce") as other:
        begin_duel(one, other)
        gesture(one, "left", "C").focus()
        one.keyboard.press("s")  # a letter picks, and leads on to the other hand
        one.keyboard.press("d")
        expect(gesture(one, "left", "S")).to_be_checked()
        expect(gesture(one, "right", "D")).to_be_checked()
        one.keyboard.press("ArrowRight")
        expect(gesture(one, "right", "F")).to_be_checked()
        one.keyboard.press("Enter")
        expect(sealed(one)).to_contain_text("left snap; right fingers")
        pick(other, "W", "W")
        seal(other)
        at_round(one, 2)
        expect(gesture(one, "left", "C")).to_be_focused()


def test_a_hand_without_a_gesture_is_asked_for_before_sealing(browser: Browser, site: str):
    with player(browser, site, "Hasty") as one, player(browser, site, "Calm") as other:
        begin_duel(one, other)
        one.locator("label.gesture").filter(has=gesture(one, "left", "W")).click()
        seal(one)
        expect(one.get_by_role("alert")).to_contain_text("right hand")
        expect(status(other)).to_contain_text("Your orders, please")


def test_two_palms_surrender_only_after_a_warning(browser: Browser, site: str):
    with player(browser, site, "Careless", PHONE) as one, player(browser, site, "Patient") as other:
        begin_duel(one, other)
        pick(other, "W", "W")
        seal(other)
        pick(one, "P", "P")
        seal(one)
        warning = one.get_by_role("dialog", name="Surrender?")
        expect(warning).to_be_visible()
        assert_all_can_use(one)
        one.keyboard.press("Escape")
        expect(warning).to_be_hidden()
        expect(sealed(one)).not_to_contain_text("Sealed")
        seal(one)
        warning.get_by_role("button", name="Surrender").click()
        for page in (one, other):
            expect(page.get_by_role("heading", name="Patient has won: Careless surrendered.")).to_be_visible()


def test_what_is_asked_after_the_reveal_is_answered_by_one_and_awaited_by_the_other(browser: Browser, site: str):
    with player(browser, site, "Holder", PHONE) as one, player(browser, site, "Held") as other:
        begin_duel(one, other)
        for number in (1, 2, 3):
            at_round(one, number)
            give(one, {"left": "F", "right": "-"})
            at_round(other, number)
            give(other, {"left": "W", "right": "D"})
        expect(one.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
        assert_all_can_use(one)
        expect(status(other)).to_contain_text("Waiting for Holder")
        expect(other.locator(".chronicle")).to_contain_text("gestures revealed")
        one.get_by_label("left hand").check()
        one.get_by_role("button", name="Answer").click()
        at_round(one, 4)
        at_round(other, 4)
        expect(other.locator("[data-hand=left]")).to_contain_text("Held by Paralysis")
        expect(gesture(other, "left", "P")).to_be_checked()


def test_a_watcher_sees_the_duel_and_gives_no_orders(browser: Browser, site: str):
    with player(browser, site, "Seen") as one, player(browser, site, "Watched") as other:
        begin_duel(one, other)
        watcher = browser.new_context(base_url=site, viewport=PHONE).new_page()
        watcher.goto(one.url)
        expect(watcher.get_by_text("You are watching.")).to_be_visible()
        expect(watcher.get_by_role("button", name=re.compile("Seal|Give up|Say"))).to_have_count(0)
        expect(one.get_by_text("1 watcher")).to_be_visible()
        assert_all_can_use(watcher)
        for page in (one, other):
            pick(page, "P", "W")
            seal(page)
        expect(watcher.locator(".chronicle")).to_contain_text("Round 1")
        watcher.context.close()
        expect(one.get_by_text("1 watcher")).to_be_hidden()


def test_the_duelists_talk(browser: Browser, site: str):
    with player(browser, site, "Chatty") as one, player(browser, site, "Terse", PHONE) as other:
        begin_duel(one, other)
        one.get_by_label("Your words").fill("Hello <b>you</b>")
        one.get_by_role("button", name="Say").click()
        expect(other.get_by_role("log")).to_contain_text("Hello <b>you</b>")
        other.reload()
        expect(other.get_by_role("log")).to_contain_text("Hello <b>you</b>")


def test_sealed_orders_outlive_the_server_and_pages_come_back_by_themselves(browser: Browser, tmp_path):
    port, place = free_port(), {"VAR_DIR": str(tmp_path)}
    with running_site(port, **place) as (site, server):
        one, other = player(browser, site, "Steady"), player(browser, site, "Sturdy")
        with one as steady, other as sturdy:
            begin_duel(steady, sturdy)
            pick(steady, "W", "D")
            seal(steady)
            expect(sealed(steady)).to_contain_text("Sealed")
            server.kill()
            server.wait()
            expect(status(steady)).to_contain_text("Connection lost")
            pick(sturdy, "S", "P")
            seal(sturdy)  # into the void: it is sent as soon as somebody hears it
            expect(sealed(sturdy)).to_contain_text("Sending")
            with running_site(port, **place):
                at_round(steady, 2)
                at_round(sturdy, 2)
                expect(status(steady)).not_to_contain_text("Connection lost")
