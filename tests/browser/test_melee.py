import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.layout import JUMP, NAMES, lies_in, stands_still, watch_shifts
from tests.browser.pages import (
    DESKTOP,
    PALMS,
    PHONE,
    REST,
    Duelist,
    fits,
    is_touched,
    is_usable,
    press,
    shut_sheets,
    speak,
)
from wavinghands.engine import Json

TABLET = {"width": 768, "height": 1024}


def cards(page: Page) -> list[str]:
    return page.get_by_role("article").evaluate_all("cards => cards.map((card) => card.ariaLabel)")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)


def is_in_view(page: Page, what: Locator) -> None:
    box = what.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]


def is_usable_in_its_colours(page: Page) -> None:
    page.emulate_media(color_scheme="dark" if is_touched(page) else "light")
    is_usable(page)


CALM_ROUNDS, PLAYED = 9, 12
AT_DESK, ON_PHONE = "Cordelia", "Dunstan"
ELSEWHERE = [name for name in NAMES if name not in (AT_DESK, ON_PHONE)]


def rounds_of_a_crowded_melee() -> list[Json]:
    """Return the rounds of a melee in which the wizards summon a dozen goblins after some quiet rounds.

    Five wizards summon two goblins each, and two wizards summon one each. Guinevere's right hand begins another
    summons, and Hieronymus begins a Magic Missile.
    """
    rounds = [{name: {"left": "W", "right": "-"} for name in NAMES}] * CALM_ROUNDS
    for number, gesture in enumerate("SFW", 1):
        pairs = {name: {"left": gesture, "right": gesture if place < 5 else "-"} for place, name in enumerate(NAMES)}
        pairs["Guinevere"]["right"] = "-SF"[number - 1]
        pairs["Hieronymus"] = {"left": "S" if number == 3 else "-", "right": "-"}
        if gesture == "W":
            pairs = {name: pair | attacks(name, pair) for name, pair in pairs.items()}
        rounds.append(pairs)
    return rounds


def attacks(name: str, pair: Json) -> Json:
    """Return the part of a wizard's orders that names the targets of their new goblins.

    `pair` contains the wizard's gestures. A hand that makes a W summons a goblin.
    """
    place = NAMES.index(name)
    victims = (NAMES[(place + 3) % 8], NAMES[(place + 5) % 8])
    hands = [hand for hand in ("left", "right") if pair[hand] == "W"]
    return {"attack": dict(zip([f"{hand}:{name}" for hand in hands], victims, strict=False))} if hands else {}


@pytest.mark.thorough
def test_a_melee_of_eight_is_played_and_replayed_on_desktop_and_phone(stage, someone):
    staged = stage(wizards=list(NAMES), rounds=rounds_of_a_crowded_melee())
    desk, phone = (
        Duelist(someone(device, address=staged.url, session=staged.sessions[name]), name)
        for device, name in ((DESKTOP, AT_DESK), (PHONE, ON_PHONE))
    )
    for duelist in (desk, phone):
        every_wizard_and_monster_is_there(duelist)
    expect(card(desk.page, "Anacreon")).to_contain_text("attacks Dunstan")
    expect(card(phone.page, "Anacreon")).to_contain_text("→ you")
    the_history_scrolls_within_its_box(phone.page, "Dunstan", "Hieronymus")
    desk.page.set_viewport_size(TABLET)
    fits(desk.page)
    desk.page.set_viewport_size(DESKTOP["viewport"])
    sensible_targets_come_first(desk)
    others = {**dict.fromkeys(ELSEWHERE, REST), "Hieronymus": PALMS}
    a_round_with_a_surrender_does_not_move_the_page(
        desk, phone, lambda: stage(url=staged.url, number=PLAYED + 1, orders=others)
    )
    phone.pick("P", "P")
    phone.press("Seal")
    phone.confirm("Surrender")
    stage(url=staged.url, number=PLAYED + 2, orders={name: PALMS for name in ELSEWHERE if name != "Hieronymus"})
    desk.seal("-", "-")
    for duelist, verdict in ((desk, "You win"), (phone, "You lose")):
        the_result_lists_everybody(duelist.page, verdict)
    for duelist in (desk, phone):
        the_replay_fits(duelist.page)


def every_wizard_and_monster_is_there(duelist: Duelist) -> None:
    """Assert that the player's own card comes first, that nobody is missing, and that the latest round is in view."""
    page = duelist.page
    assert cards(page)[0] == duelist.name
    assert sorted(cards(page)[1:]) == [name for name in NAMES if name != duelist.name]
    if is_touched(page):
        a_row_opens_the_details(page)
    else:
        expect(page.locator(".monster")).to_have_count(12)
        assert len(set(tops_of_names(page))) == 2  # one per row of cards
    is_in_view(page, page.get_by_role("rowheader", name=f"Round {PLAYED}", exact=True))
    own = duelist.name if is_touched(page) else "You"
    is_in_view(page, page.get_by_role("columnheader", name=own, exact=True))
    is_usable_in_its_colours(page)


def tops_of_names(page: Page) -> list[int]:
    names = page.locator(".wizard__name")
    return names.evaluate_all("names => names.map((name) => Math.round(name.getBoundingClientRect().y))")


def a_row_opens_the_details(page: Page) -> None:
    """Assert that all rows of wizards have the same height, and that tapping a row shows the wizard's monsters."""
    heights = page.get_by_role("article").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert set(heights) == {48}
    press(card(page, "Anacreon").get_by_role("button"))
    details = page.locator(".being")
    expect(details.get_by_role("link", name="Anacreon")).to_have_attribute("href", "/mage/Anacreon/")
    expect(details.locator(".creature")).to_have_count(2)
    shut_sheets(page)


def the_history_scrolls_within_its_box(page: Page, own: str, last: str) -> None:
    table = page.get_by_role("region", name="All gestures")
    column = page.get_by_role("columnheader", name=own)
    oldest = page.get_by_role("rowheader", name="Round 1", exact=True)
    assert lies_in(page.get_by_role("rowheader", name=f"Round {PLAYED}", exact=True), table)
    assert not lies_in(oldest, table)
    assert lies_in(column, table)
    table.evaluate("(it) => it.scrollBy(it.scrollWidth, -it.scrollHeight)")
    for shown in (column, page.get_by_role("columnheader", name=last), oldest):
        assert lies_in(shown, table)
    fits(page)


def sensible_targets_come_first(duelist: Duelist) -> None:
    duelist.pick(">", "-")
    press(duelist.row("aim--left"))
    lists = duelist.page.locator(".aims__list")
    expect(lists.first.locator(".target")).to_have_count(len(NAMES) - 1 + 12 - 2)  # not the viewer's own monsters
    press(duelist.page.locator(".aims summary"))
    expect(lists.last).to_contain_text("Nobody")
    expect(lists.last).to_contain_text("You")
    fits(duelist.page)
    duelist.page.keyboard.press("Escape")


def a_round_with_a_surrender_does_not_move_the_page(desk: Duelist, phone: Duelist, others_seal: Callable) -> None:
    number = PLAYED + 1
    desk.seal("W", "S")
    expect(desk.status).to_contain_text("Waiting for 7 of 8 players")
    expect(desk.page.get_by_text("You can still change your orders until 7 others are ready.")).to_be_visible()
    others_seal()
    desk.waits_for(phone.name)
    watch_shifts(desk.page)
    phone.seal("F", "P")
    for duelist in (desk, phone):
        duelist.sees_round(number)
        duelist.is_asked_for_orders(number + 1)
        expect(card(duelist.page, "Hieronymus")).to_contain_text("Surrendered")
    stands_still(desk.page, JUMP)


def the_result_lists_everybody(page: Page, verdict: str) -> None:
    expect(page.get_by_role("heading", name=verdict, exact=True)).to_be_visible()
    places = page.locator(".place")
    expect(places).to_have_count(8)
    expect(places.first).to_contain_text(re.compile(r"1\.\s+Cordelia\s+survived"))
    expect(places.last).to_contain_text(re.compile(rf"8\.\s+Hieronymus\s+surrendered in round {PLAYED + 1}"))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    is_usable_in_its_colours(page)


def the_replay_fits(page: Page) -> None:
    press(page.get_by_role("link", name="Watch replay"))
    page.wait_for_url(re.compile("/replay/"))
    fits(page)
    expect(page.locator("output")).to_have_text(f"Round 1 of {PLAYED + 2}")
    page.keyboard.press("9")  # opens the last round
    expect(page.locator("output")).to_have_text(f"Round {PLAYED + 2} of {PLAYED + 2}")
    expect(page.locator(".place").first).to_contain_text("Cordelia")
    if is_touched(page):
        expect(page.locator(".creature")).to_have_count(10)  # Cordelia's two monsters are shown in her row
    else:
        expect(page.locator(".monster")).to_have_count(12)
        scrolling = (
            "parts => parts.filter((part) => part.scrollHeight > part.clientHeight).map((part) => part.textContent)"
        )
        assert page.locator(".replay__cards :is(.circle, .wizard)").evaluate_all(scrolling) == []
    is_usable_in_its_colours(page)


def test_a_new_monster_without_a_target_says_so_and_moves_nothing(stage, someone):
    weaves = [{"Ann": {"left": left, "right": "-"}, "Bea": REST, "Cleo": REST} for left in "SF"]
    staged = stage(wizards=["Ann", "Bea", "Cleo"], rounds=weaves)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Ann"])
    dice_choose_the_victim(page)
    page.keyboard.press("Shift+C")
    page.set_viewport_size(DESKTOP["viewport"])
    speak(page, "de")
    dice_choose_the_victim(page)
    page.set_viewport_size(PHONE["viewport"])
    fits(page)


def dice_choose_the_victim(page: Page) -> None:
    watch_shifts(page)
    ann = Duelist(page, "Ann")
    ann.pick("W", "-")
    row = ann.row("attack--left:Ann")
    expect(row).to_have_class("aim ask")
    fits(page)
    ann.aim("attack--left:Ann", "Cleo")
    expect(row).to_contain_text("Cleo")
    ann.aim("attack--left:Ann", "")
    expect(row).to_have_class("aim ask")
    stands_still(page, JUMP)


def test_members_of_a_team_are_shown_together_and_win_together(stage, someone):
    names = ["Castor", "Romulus", "Pollux", "Remus"]
    staged = stage(wizards=names, teams=[1, 2, 1, 2])
    castor = Duelist(someone(address=staged.url, session=staged.sessions["Castor"]), "Castor")
    page = castor.page
    expect(page.get_by_text("melee in teams, 4 players").first).to_be_visible()
    assert cards(page) == ["Castor", "Pollux", "Romulus", "Remus"]
    expect(card(page, "Pollux")).to_contain_text("your team")
    expect(card(page, "Remus")).to_contain_text("team 2")
    castor.pick(">", "-")
    expect(castor.row("aim--left")).to_have_text("You stab Romulus")
    stage(url=staged.url, number=1, orders={"Romulus": PALMS, "Remus": PALMS, "Pollux": REST})
    castor.press("Seal")
    castor.sees_result("You win")
    places = ((1, "Castor"), (1, "Pollux"), (3, "Romulus"), (3, "Remus"))
    expect(page.locator(".place")).to_have_text([re.compile(rf"^\s*{place}\.\s+{name}") for place, name in places])
    is_usable_in_its_colours(page)


HASTE = [(letter, "C" if letter == "C" else "-") for letter in "PWPWWC"]
TIME_STOP = [("S", "-"), ("P", "-"), ("P", "-"), ("C", "C")]
LITTLE = 1
"""One pixel, because positions may differ by rounding."""


def test_a_phone_does_not_move_when_a_round_of_another_wizard_alone_ends(stage, someone, subtests):
    for case, quick, calm, book, hands in (
        ("free round", "Zephyr", "Boulder", "standard", HASTE),
        ("stopped time", "Kairos", "Pillar", "classic", TIME_STOP),
    ):
        aims = {"target": {"both": quick, "left": quick}}
        rounds = [{quick: {"left": left, "right": right, **aims}, calm: REST} for left, right in hands]
        staged = stage(wizards=[quick, calm], book=book, rounds=rounds)
        waiting = Duelist(someone(PHONE, address=staged.url, session=staged.sessions[calm]), calm)
        number = len(rounds) + 1
        with subtests.test(case):
            expect(waiting.page.get_by_role("button", name="Seal")).to_have_count(0)
            before = top_of_history(waiting.page)
            stage(url=staged.url, number=number, orders={quick: {"left": "-", "right": ">"}})
            waiting.is_asked_for_orders(number + 1)
            assert abs(top_of_history(waiting.page) - before) < LITTLE


def top_of_history(page: Page) -> float:
    return page.locator(".duel__history").evaluate("(it) => it.getBoundingClientRect().y")
