"""Tests for playing duels with only the keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import PALMS, REST, Duelist

MOST_STOPS = 80


def tab_to(page: Page, place: Locator) -> None:
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if has_focus(place):
            return
    pytest.fail(f"{place} cannot be reached by Tab")


def has_focus(place: Locator) -> bool:
    return place.evaluate("(place) => place === document.activeElement")


def tab_through(page: Page, last: Locator) -> list[str]:
    """Press Tab until `last` has the focus, and return the names of all elements that have had it.

    Assert that the focus is visible on each of them.
    """
    names = []
    while not names or not has_focus(last):
        assert len(names) < MOST_STOPS, names
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches(':focus-visible')")
        names.append(
            page.evaluate(
                """() => {
                    const stop = document.activeElement;
                    return stop.name || stop.ariaLabel || stop.textContent.trim().replace(/\\s+/g, " ");
                }"""
            )
        )
    return names


def in_order(names: list[str], expected: list[str]) -> bool:
    rest = iter(names)
    return all(name in rest for name in expected)


def press_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_visitor_starts_a_duel_plays_it_and_replays_it_by_keyboard(someone):
    page = someone()
    tab_to(page, page.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/duel/**")
    player = Duelist(page, "")
    tab_to(page, page.get_by_role("link", name="Your turn", exact=True))
    page.keyboard.press("Enter")
    tab_to(page, player.gesture("left", "C"))
    for number, (left, right) in enumerate(("SS", "FD", "WW"), 1):
        player.is_asked_for_orders(number)
        expect(player.gesture("left", "C")).to_be_focused()
        page.keyboard.press(left.lower())
        expect(player.gesture("right", "C")).to_be_focused()
        page.keyboard.press(right.lower())
        player.has_picked(left, right)
        if right == "D":
            aim_at_oneself_and_undo_it(page, player.row("aim--right"))
            tab_to(page, page.get_by_role("button", name="Seal orders"))
        page.keyboard.press("Enter")
        player.sees_round(number)
    give_up_at_the_second_try(player)
    expect(page.get_by_role("heading", name="You lose")).to_be_focused()
    names = tab_through(page, page.get_by_role("link", name="Watch replay"))
    assert len(names) < 10, names
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/**")
    page.keyboard.press("ArrowRight")
    expect(page.locator("output")).to_have_text(re.compile("^Round 2 of"))


def aim_at_oneself_and_undo_it(page: Page, row: Locator) -> None:
    tab_to(page, row)
    page.keyboard.press("Enter")
    expect(page.locator(".target[aria-pressed=true]")).to_be_focused()
    tab_to(page, page.locator(".aims summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator(".target").filter(has_text="You"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Magic Missile is aimed at you.")).to_be_visible()
    expect(row).to_be_focused()
    page.keyboard.press("u")
    expect(page.get_by_role("list", name="Warnings").get_by_role("listitem")).to_have_count(0)


def give_up_at_the_second_try(player: Duelist) -> None:
    page, button = player.page, player.page.get_by_role("button", name="Give up")
    tab_to(page, button)
    page.keyboard.press("Enter")
    expect(player.dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(player.dialog).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, player.dialog.get_by_role("button", name="Give up"))
    page.keyboard.press("Enter")


def test_a_duel_can_be_played_by_keyboard_including_a_question(stage, someone):
    rounds = [{"Ines": {"left": hand, "right": "-"}, "Jost": REST} for hand in "PSD"]
    staged = stage(wizards=["Ines", "Jost"], rounds=rounds)
    page = someone(address=staged.url, session=staged.sessions["Ines"])
    ines = Duelist(page, "Ines")
    the_first_stop_skips_the_header(page)
    letters_go_to_one_hand_after_the_other(ines)
    letters_go_into_a_text_that_is_being_written(ines)
    an_arrow_key_goes_to_a_hand(ines)
    the_focus_follows_the_reading_order(page)
    arrow_keys_pick_in_a_group_of_gestures(ines)
    a_question_mark_opens_and_closes_the_help(ines)
    for key, focused in (("b", "#spellbook"), ("/", "#spellbook-search")):
        a_key_brings_the_spell_book_into_view(page, key, focused)
    press_keys(page, "f", "-", "Enter")  # completes Charm Person, which asks a question
    ines.has_sealed("left fingers, Charm Person on Jost; right nothing")
    stage(url=staged.url, number=4, orders={"Jost": REST})
    the_question_is_answered_by_keys(page)
    ines.is_asked_for_orders(5)
    expect(ines.gesture("left", "C")).to_be_focused()
    writing = page.context.new_page()
    writing.goto(staged.url)
    words = writing.get_by_label("Your message")
    words.press_sequentially("Well")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    stage(url=staged.url, number=5, orders={"Ines": REST, "Jost": PALMS})
    the_focus_goes_to_the_result(page)
    the_focus_stays_in_the_text(writing, words)


def the_first_stop_skips_the_header(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name="Your turn", exact=True))


def letters_go_to_one_hand_after_the_other(duelist: Duelist) -> None:
    page = duelist.page
    press_keys(page, "s", "d", "f")
    duelist.has_picked("F", "D")
    page.keyboard.press("Backspace")
    expect(duelist.gesture("left", "F")).not_to_be_checked()
    press_keys(page, "u", "Control+z")
    duelist.has_picked("S", "D")
    page.keyboard.press("Shift+U")
    duelist.has_picked("F", "D")
    page.keyboard.press("Shift+W")
    duelist.has_picked("W", "W")


def letters_go_into_a_text_that_is_being_written(duelist: Duelist) -> None:
    duelist.page.get_by_role("button", name="Chat").press("Enter")
    words = duelist.page.get_by_label("Your message")
    words.press_sequentially("ps?")
    expect(words).to_have_value("ps?")
    duelist.has_picked("W", "W")
    expect(duelist.page.get_by_role("dialog", name="Gestures and keys")).to_be_hidden()
    words.fill("")
    words.blur()


def an_arrow_key_goes_to_a_hand(duelist: Duelist) -> None:
    press_keys(duelist.page, "ArrowRight", ".")
    duelist.has_picked("W", ">")


def the_focus_follows_the_reading_order(page: Page) -> None:
    page.reload()
    names = tab_through(page, page.get_by_role("button", name="Give up"))
    header = ["Skip to content", "Waving Hands", "Menu"]
    assert in_order(names, [*header, "Your turn", "left", "right", "Seal orders", "Give up"])
    assert names.count("left") == names.count("right") == 1


def arrow_keys_pick_in_a_group_of_gestures(duelist: Duelist) -> None:
    duelist.gesture("left", "C").focus()
    press_keys(duelist.page, "s", "d", "ArrowRight")
    duelist.has_picked("S", "F")


def a_question_mark_opens_and_closes_the_help(duelist: Duelist) -> None:
    page, keys = duelist.page, duelist.page.get_by_role("dialog", name="Gestures and keys")
    duelist.gesture("left", "C").focus()
    page.keyboard.press("?")
    expect(keys).to_contain_text("Choose a gesture, first for the left hand, then for the right")
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    expect(duelist.gesture("left", "C")).to_be_focused()


def a_key_brings_the_spell_book_into_view(page: Page, key: str, focused: str) -> None:
    """Assert that pressing `key` focuses the part of the spell book that matches `focused`.

    This must work both at the top of the page, where it must not scroll, and at the bottom.
    """
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press(key)
    expect(page.locator(focused)).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.keyboard.press(key)
    expect(page.locator(focused)).to_be_focused()
    expect(page.locator(".spellbook__head")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")


def the_question_is_answered_by_keys(page: Page) -> None:
    expect(page.get_by_role("radio", name="left hand")).to_be_focused()
    press_keys(page, "Space", "Enter")


def the_focus_goes_to_the_result(page: Page) -> None:
    result = page.get_by_role("heading", name=re.compile("^You (win|lose)"))
    expect(result).to_be_focused()
    expect(result).to_be_in_viewport()


def the_focus_stays_in_the_text(page: Page, words: Locator) -> None:
    expect(page.get_by_role("heading", name=re.compile("^You (win|lose)"))).to_be_visible()
    expect(words).to_be_focused()
    page.keyboard.type(" done")
    expect(words).to_have_value("Well done")
    expect(page.locator("#live")).to_contain_text("The duel is over.")
