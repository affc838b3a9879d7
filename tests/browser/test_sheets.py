"""Tests for the parts of the duel page that open as sheets on a phone, but belong to the page itself on a desktop."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.layout import (
    SIDEWAYS,
    SMALL,
    edges,
    goblins,
    overlap,
    resize,
    the_search_is_not_cut_off,
)
from tests.browser.pages import DESKTOP, PHONE, REST, Duelist, fits, is_accessible, open_sheet, press, settled

TABLET = {"viewport": {"width": 744, "height": 1133}}
TURNED_TABLET = {"viewport": {"width": 1133, "height": 744}}
DESK = {"viewport": {"width": 1280, "height": 900}}
LOW_DESK = {"viewport": {"width": 1024, "height": 768}}

DRAW_DOWN = """(it) => {
  const touch = (clientY) => new Touch({ identifier: 1, target: it, clientX: 100, clientY });
  const send = (type, y) => it.dispatchEvent(new TouchEvent(type, { bubbles: true, changedTouches: [touch(y)] }));
  send("touchstart", 300);
  send("touchend", 420);
}"""


def test_each_sheet_is_one_tap_away_and_keeps_its_height(stage, duelists):
    names = ["Handy", "Far"]
    handy, far = duelists(PHONE, DESKTOP, wizards=names)
    page = handy.page
    rounds = enumerate(goblins(*names), 1)
    for name, shown in {
        "Rounds": page.get_by_role("rowheader", name="Round 1 not played yet"),
        "Story": page.get_by_role("heading", name="Round 1", exact=True),
        "Threats": page.get_by_role("heading", name="Possible threats"),
        "Chat": page.get_by_label("Your message"),
    }.items():
        open_sheet(page, name)
        expect(shown).to_be_visible()
        is_accessible(page, ".sheet:popover-open")
        fits(page)
        the_sheet_keeps_its_height(handy, stage, *next(rounds))
        press(tab(page, name))
        expect(opened(page)).to_have_count(0)
    press(page.get_by_role("button", name="Hint and what if"))
    expect(page.locator(".what-if__points").first).to_be_visible()
    page.keyboard.press("Escape")
    sheets_are_closed_by_escape_by_dragging_them_down_and_by_a_tap_on_the_dimmed_page(page)
    press(page.locator(".news-line"))
    expect(page.get_by_role("heading", name="Possible threats")).to_be_visible()
    press(tab(page, "Threats"))
    a_new_line_marks_the_sheet_of_the_talk(page, far)
    a_sheet_is_a_part_of_the_page_where_there_is_room(page)


def opened(page: Page) -> Locator:
    return page.locator(".sheet:popover-open")


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="More").get_by_role("button", name=name)


def the_sheet_keeps_its_height(duelist: Duelist, stage: Callable[..., Any], number: int, orders: Any) -> None:
    before = edges(opened(duelist.page))
    stage(url=urlsplit(duelist.page.url).path, number=number, orders=orders)
    duelist.sees_round(number)
    settled(duelist.page)
    assert edges(opened(duelist.page)) == before


def sheets_are_closed_by_escape_by_dragging_them_down_and_by_a_tap_on_the_dimmed_page(page: Page) -> None:
    open_sheet(page, "Story")
    page.keyboard.press("Escape")
    expect(opened(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Story")).to_be_focused()
    open_sheet(page, "Chat")
    page.get_by_role("heading", name="Chat").evaluate(DRAW_DOWN)
    expect(opened(page)).to_have_count(0)
    open_sheet(page, "Rounds")
    dimmed = page.locator(".seat__name").first.bounding_box()
    assert dimmed
    page.touchscreen.tap(dimmed["x"] + 5, dimmed["y"] + 5)
    expect(opened(page)).to_have_count(0)


def a_new_line_marks_the_sheet_of_the_talk(page: Page, other: Duelist) -> None:
    other.say("Hello <b>you</b>")
    expect(page.get_by_role("button", name="Chat 1 new message")).to_be_visible()
    expect(page.get_by_role("navigation", name="More").get_by_role("status")).to_have_text("1 new message")
    open_sheet(page, "Chat")
    expect(page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Hello <b>you</b>")
    press(tab(page, "Chat"))


def a_sheet_is_a_part_of_the_page_where_there_is_room(page: Page) -> None:
    resize(page, TABLET)
    open_sheet(page, "Story")
    resize(page, TURNED_TABLET)
    expect(opened(page)).to_have_count(0)
    expect(page.get_by_role("region", name="What happened")).to_be_visible()
    fits(page)


def test_the_spell_book_is_next_to_the_hands_and_lists_spells_in_force(stage, someone):
    names = ["Breeder", "Bystander"]
    hands = ["SS", "FF", "WW", "SS", "FF", "WW", "S-", "F-", "W-"]
    rounds = [{"Breeder": {"left": a, "right": b}, "Bystander": {"left": "-", "right": "P"}} for a, b in hands]
    for orders in rounds[-2:]:
        orders["Bystander"]["left"] = "W"
    staged = stage(wizards=names, rounds=rounds)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Breeder"])
    expect(page.locator(".creature")).to_have_count(5)
    protects = {"left": "P", "right": "-", "cast": {"left": "protection"}}
    stage(url=staged.url, number=10, orders={"Breeder": REST, "Bystander": protects})
    press(page.get_by_role("button", name="Spell book"))
    for device in (PHONE, SIDEWAYS, DESKTOP):
        resize(page, device)
        the_book_shows_what_is_in_force(page, "Protection from Evil", "on Bystander, 3 rounds")
        the_book_covers_no_hand(page)
        the_book_is_sorted_by_kinds(page)
        fits(page)
    is_accessible(page, "#spellbook")
    resize(page, SMALL)
    the_search_is_not_cut_off(page)
    resize(page, PHONE)
    a_spell_at_the_edge_scrolls_into_view_when_opened(page)
    the_opened_spell_stays_open_in_another_place(page)


def book_of(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Spell book")


def the_book_shows_what_is_in_force(page: Page, spell: str, lasts: str) -> None:
    book_of(page).get_by_label("Filter spells").select_option("In effect now")
    expect(book_of(page).locator(".spell__name")).to_have_text([spell])
    expect(book_of(page).locator(".spell")).to_contain_text(lasts)


def the_book_covers_no_hand(page: Page) -> None:
    Duelist(page, "").pick("S", "F")
    for covered in (".hands", ".seal__row"):
        assert not overlap(edges(book_of(page)), edges(page.locator(covered))), page.viewport_size


def the_book_is_sorted_by_kinds(page: Page) -> None:
    book_of(page).get_by_label("Filter spells").select_option("Damage")
    expect(book_of(page).locator(".spell__name", has_text="Magic Missile")).to_be_visible()
    expect(book_of(page).locator(".spell__name", has_text="Shield")).to_have_count(0)


def a_spell_at_the_edge_scrolls_into_view_when_opened(page: Page) -> None:
    book_of(page).get_by_label("Filter spells").select_option(index=0)
    spells = page.get_by_role("region", name="Spells")
    expect(spells.locator("summary").first).to_be_visible()
    lowest = edges(spells)["bottom"]
    edge = next(spell for spell in spells.locator("summary").all() if edges(spell)["bottom"] > lowest - 45)
    edge.tap(position={"x": 60, "y": 4})
    expect(spells.locator("details[open] > p").first).to_be_in_viewport(ratio=0.9)


def the_opened_spell_stays_open_in_another_place(page: Page) -> None:
    opened = page.get_by_role("region", name="Spells").locator("details[open] .spell__name")
    name = opened.inner_text()
    book_of(page).get_by_role("searchbox").fill(name)
    expect(opened).to_have_text(name)


def test_on_a_desktop_aids_are_tabs_that_cover_nothing_and_keep_the_focus(stage, someone):
    names = ["Chooser", "Talker"]
    staged = stage(wizards=names)
    page = someone(DESK, address=staged.url, session=staged.sessions["Chooser"])
    chooser = Duelist(page, "Chooser")
    a_missing_gesture_is_reported_above_the_seal(chooser)
    for number, orders in enumerate(goblins(*names), 1):
        stage(url=staged.url, number=number, orders=orders)
    chooser.is_asked_for_orders(6)
    threats_are_next_to_the_last_round(chooser)
    talker = Duelist(someone(address=staged.url, session=staged.sessions["Talker"]), "Talker")
    a_tab_counts_new_talk(page, talker)
    page.keyboard.press("r")
    expect(page.locator(".what-if-panel")).to_be_focused()
    expect(page.locator(".what-if__points").first).to_be_in_viewport(ratio=1)
    chooser.seal("-", "-")
    chooser.has_sealed()
    page.keyboard.press("t")
    page.locator(".threat").first.focus()
    talker.seal("D", "-")
    chooser.is_asked_for_orders(7)
    expect(page.locator(".threats :focus")).to_be_visible()


def test_a_fourth_round_has_few_controls_and_the_layouts_show_less_or_more(stage, someone):
    names = ["Calm", "Expert"]
    staged = stage(wizards=names, rounds=[*goblins(*names)[:2], dict.fromkeys(names, REST)])
    page = someone(DESK, address=staged.url, session=staged.sessions["Calm"])
    Duelist(page, "Calm").is_asked_for_orders(4)
    phone = someone(PHONE, address=staged.url, session=staged.sessions["Calm"])
    Duelist(phone, "Calm").is_asked_for_orders(4)
    for one in (page, phone):
        count = one.evaluate(CONTROLS)
        assert count <= 35, (count, one.viewport_size)
    lines = page.locator(".line")
    last = lines.count()
    choose_layout(page, "expert")
    expect(page.get_by_role("heading", name="Possible threats")).to_be_visible()
    assert lines.count() >= last
    rows = [edges(row) for row in page.locator(".history tr.open").all()]
    assert not any(overlap(one, other) for one, other in pairwise(rows)), rows
    page.reload()
    expect(page.get_by_role("heading", name="Possible threats")).to_be_visible()
    choose_layout(page, "calm")
    expect(page.get_by_role("heading", name="Possible threats")).to_be_hidden()
    is_accessible(page)


def choose_layout(page: Page, layout: str) -> None:
    page.get_by_role("button", name="Display and sound").click()
    page.get_by_role("radio", name=layout, exact=True).check()
    page.keyboard.press("Escape")


CONTROLS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(
  (it) => !it.matches(".skip") && (it.labels?.[0] ?? it).checkVisibility({ visibilityProperty: true })).length"""
"""A script that counts the links, buttons and fields that are visible without focusing anything."""


def a_missing_gesture_is_reported_above_the_seal(duelist: Duelist) -> None:
    resize(duelist.page, LOW_DESK)
    duelist.seal(left="W")
    expect(duelist.page.get_by_role("alert")).to_contain_text("right hand")
    expect(duelist.gesture("right", "C")).to_be_focused()
    duelist.has_sealed_nothing()
    amiss, seal = (edges(duelist.page.locator(place)) for place in (".orders > [role=alert]", ".seal"))
    assert amiss["bottom"] <= seal["top"]
    resize(duelist.page, DESK)


HEIGHT = "document.documentElement.scrollHeight"


def threats_are_next_to_the_last_round(chooser: Duelist) -> None:
    page = chooser.page
    chooser.pick("F", "S")
    expect(page.locator(".history tr.open")).to_be_in_viewport(ratio=1)
    height = page.evaluate(HEIGHT)
    page.keyboard.press("t")
    assert page.evaluate(HEIGHT) == height
    board = page.locator(".threats")
    expect(board.get_by_role("heading", name="Talker")).to_be_in_viewport()
    expect(board.locator(".threat").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".history tr.open")).to_be_in_viewport(ratio=1)
    assert page.locator(".duel__drawer").bounding_box()["height"] >= 280
    assert not overlap(edges(page.locator(".duel__drawer")), edges(page.locator(".duel__history")))


def a_tab_counts_new_talk(page: Page, talker: Duelist) -> None:
    talker.say("Beware of my goblin.")
    chat = page.get_by_role("button", name="Chat 1 new message")
    expect(chat).to_be_in_viewport(ratio=0.5)
    chat.click()
    expect(page.get_by_label("Your message")).to_be_focused()
    expect(page.get_by_label("Also e-mail this to all players")).to_be_in_viewport(ratio=1)
    expect(chat).to_have_count(0)
    page.locator(".panel-title").first.click()
