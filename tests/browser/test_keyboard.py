"""Duels without a mouse."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Duelist

MOST_STOPS = 80


def tab_to(page: Page, place: Locator) -> None:
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if has_focus(place):
            return
    pytest.fail(f"{place} cannot be reached by Tab")


def has_focus(place: Locator) -> bool:
    return place.evaluate("(place) => place === document.activeElement")


def stops(page: Page, last: Locator) -> list[str]:
    """What the focus comes by on its way from the top of the page to `last`; at each stop it can be seen."""
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


def test_a_stranger_comes_into_a_duel_plays_it_and_replays_it_without_a_mouse(someone):
    page = someone()
    tab_to(page, page.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/duel/**")
    player = Duelist(page, "")
    tab_to(page, page.get_by_role("link", name="Your orders, please"))
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
            aim_and_think_better_of_it(page, player.chips("Your right hand: Magic Missile at"))
        page.keyboard.press("Enter")
        player.sees_round(number)
    tab_to(page, page.get_by_role("button", name="Give up"))
    page.keyboard.press("Enter")
    expect(player.dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(player.dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Give up")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, player.dialog.get_by_role("button", name="Give up"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("has won"))).to_be_focused()
    names = stops(page, page.get_by_role("link", name="Replay the duel"))
    assert len(names) < 10, names
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/**")
    page.keyboard.press("ArrowRight")
    expect(page.locator("output")).to_have_text(re.compile("^Round 1 of"))


def test_at_the_end_the_focus_goes_to_the_result_but_not_from_who_writes(duelists):
    writer, waiter = duelists(wizards=["Writer", "Waiter"])
    writer.page.get_by_label("Your words").press_sequentially("Well")
    waiter.press("Give up")
    waiter.confirm("Give up")
    for duelist in (writer, waiter):
        duelist.sees_result("Writer has won: Waiter surrendered.")
    expect(waiter.page.get_by_role("heading", name="Writer has won: Waiter surrendered.")).to_be_focused()
    expect(writer.page.get_by_label("Your words")).to_be_focused()
    writer.page.keyboard.type(" done")
    expect(writer.page.get_by_label("Your words")).to_have_value("Well done")
    expect(writer.page.locator("#live")).to_contain_text("The duel is over.")


def aim_and_think_better_of_it(page: Page, targets: Locator) -> None:
    tab_to(page, targets.get_by_role("radio", checked=True))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Magic Missile is aimed at yourself.")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("list", name="Warnings").get_by_role("listitem")).to_have_count(0)


def test_arrow_keys_pick_too_and_enter_seals(duelists):
    keith, bruce = duelists(wizards=["Keith", "Bruce"])
    keith.gesture("left", "C").focus()
    keith.page.keyboard.press("s")
    keith.page.keyboard.press("d")
    keith.page.keyboard.press("ArrowRight")
    keith.has_picked("S", "F")
    keith.page.keyboard.press("Enter")
    keith.has_sealed("left snap; right fingers")
    bruce.seal("W", "W")
    keith.is_asked_for_orders(2)
    expect(keith.gesture("left", "C")).to_be_focused()


def test_letters_go_to_one_hand_after_the_other_from_anywhere_on_the_page(duelists):
    keyla, _ = duelists(wizards=["Keyla", "Lock"])
    page = keyla.page
    for key in "sdf":
        page.keyboard.press(key)
    keyla.has_picked("F", "D")
    page.keyboard.press("Backspace")
    expect(keyla.gesture("left", "F")).not_to_be_checked()
    for key in ("u", "Control+z"):
        page.keyboard.press(key)
    keyla.has_picked("S", "D")
    page.keyboard.press("Shift+U")
    keyla.has_picked("F", "D")
    page.keyboard.press("Shift+W")
    keyla.has_picked("W", "W")
    page.get_by_label("Your words").fill("ps")
    keyla.has_picked("W", "W")
    page.get_by_label("Your words").blur()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(".")
    keyla.has_picked("W", ">")
    page.keyboard.press("Enter")
    keyla.has_sealed("left wave; right stab at Lock")


def test_the_focus_goes_through_the_page_as_one_reads_it(duelists):
    anne, _ = duelists(wizards=["Anne", "Ben"])
    anne.pick("W", "D")
    anne.page.reload()
    names = stops(anne.page, anne.page.get_by_role("button", name="Give up"))
    header = ["Skip to the content", "Waving Hands", "Play", "Lobby", "Ladder"]
    assert in_order(names, [*header, "Your orders, please", "left", "right", "say", "Seal orders", "Give up"])
    assert names.count("left") == names.count("right") == 1


def test_the_first_stop_leads_past_the_header(duelists):
    cara, _ = duelists(wizards=["Cara", "Dirk"])
    cara.page.keyboard.press("Tab")
    expect(cara.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    cara.page.keyboard.press("Enter")
    tab_to(cara.page, cara.page.get_by_role("link", name="Your orders, please"))


def test_the_question_mark_opens_the_help_and_leads_back(duelists):
    elsa, _ = duelists(wizards=["Elsa", "Fred"])
    keys = elsa.page.get_by_role("dialog", name="Gestures and keys")
    elsa.gesture("left", "C").focus()
    elsa.page.keyboard.press("?")
    expect(keys).to_contain_text("Choose a gesture: for the left hand, then for the right")
    elsa.page.keyboard.press("?")
    expect(keys).to_be_hidden()
    expect(elsa.gesture("left", "C")).to_be_focused()
    elsa.page.get_by_label("Your words").fill("what")
    elsa.page.keyboard.press("?")
    expect(elsa.page.get_by_label("Your words")).to_have_value("what?")
    expect(keys).to_be_hidden()


def test_who_plays_by_letters_alone_comes_to_a_question_and_to_the_result(duelists):
    rounds = [{"Ines": {"left": "P", "right": "-"}, "Jost": {"left": "-", "right": "-"}}]
    rounds += [{"Ines": {"left": hand, "right": "-"}, "Jost": {"left": "-", "right": "-"}} for hand in "SD"]
    ines, jost = duelists(wizards=["Ines", "Jost"], rounds=rounds)
    jost.seal("-", "-")
    for key in ("f", "-", "Enter"):  # Charm Person, of a hand that is yet to be named
        ines.page.keyboard.press(key)
    expect(ines.page.get_by_role("radio", name="left hand")).to_be_focused()
    ines.page.keyboard.press("Space")
    ines.page.keyboard.press("Enter")
    ines.is_asked_for_orders(5)
    ines.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    jost.press("Give up")
    jost.confirm("Give up")
    result = ines.page.get_by_role("heading", name="Ines has won")
    expect(result).to_be_focused()
    expect(result).to_be_in_viewport()


@pytest.mark.parametrize(("key", "focused"), [("b", "#spellbook"), ("/", "#spellbook-search")])
def test_the_spell_book_comes_into_view_wherever_the_page_is_scrolled(duelists, key, focused):
    reader, _ = duelists(wizards=[f"Reader {ord(key)}", f"Other {ord(key)}"])
    page = reader.page
    page.keyboard.press(key)
    expect(page.locator(focused)).to_be_focused()
    assert page.evaluate("scrollY") == 0, "it was in view"
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.keyboard.press(key)
    expect(page.locator(focused)).to_be_focused()
    expect(page.locator(".spellbook__head")).to_be_in_viewport(ratio=1)
