"""A whole duel by typed lines on one side, and by plain forms in a browser without scripts on the other."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, fits, is_for_all, looks_right

FINGER_OF_DEATH = "PWPFSSSD"


@pytest.fixture
def typist(someone, duel) -> Page:
    page = someone(address=f"{duel.url}text/", session=duel.sessions["Froodal"])
    expect(page.get_by_role("log")).to_contain_text("Round 1 begins.")
    return page


@pytest.fixture
def plain(someone, duel) -> Page:
    """Without scripts, on a narrow screen."""
    narrow = {"viewport": {"width": 360, "height": 740}, "java_script_enabled": False}
    return someone(narrow, address=f"{duel.url}plain/", session=duel.sessions["Bung"])


@pytest.fixture
def duel(stage):
    return stage(wizards=["Froodal", "Bung"])


def say(page: Page, *lines: str) -> None:
    for line in lines:
        page.get_by_role("textbox").fill(line)
        page.keyboard.press("Enter")


def fill(page: Page, left: str, right: str) -> None:
    page.get_by_label("Left hand:", exact=True).select_option(left)
    page.get_by_label("Right hand:", exact=True).select_option(right)
    page.get_by_role("button", name="Seal", exact=True).click()


def test_one_types_a_finger_of_death_and_the_other_fills_in_forms_to_the_end(typist, plain):
    for number, letter in enumerate(FINGER_OF_DEATH, 1):
        say(typist, f"left {letter}", "right nothing", "seal")
        expect(typist.get_by_role("log")).to_contain_text("Waiting for Bung.")
        fill(plain, "P" if number == 1 else "-", "-")
        expect(typist.get_by_role("log")).to_contain_text(f"Round {number}.")
    expect(typist.get_by_role("log")).to_contain_text("Froodal has won: Bung died.")
    expect(typist.locator("#turn")).to_have_text("The duel is over")
    expect(plain.get_by_text("The duel is over.")).to_be_visible()
    expect(plain.get_by_text("Bung falls dead at the touch of a finger.")).to_be_visible()


def test_typed_orders_are_read_back_minded_and_taken_back(typist):
    log = typist.get_by_role("log")
    say(typist, "P P")
    expect(log).to_contain_text("Mind: Two palms at once mean surrender: the duel is lost.")
    say(typist, "seal")
    expect(log).to_contain_text("Type “seal” again if you mean it.")
    say(typist, "right stab at me", "right at bung", "seal")
    expect(log).to_contain_text("Sealed.")
    say(typist, "back")
    expect(log).to_contain_text("Nothing is sealed now.")
    say(typist, "left xyzzy", "right at nobody else", "status", "spells fireball", "help")
    for told in (
        "“left xyzzy” is no command", "Nobody here is “nobody else”", "Froodal: 15 of 15 hit points",
        "F S S D D: Fireball", "give up: leave the duel.",
    ):  # fmt: skip
        expect(log).to_contain_text(told)
    looks_right(typist)


def test_forms_without_scripts_show_what_is_sealed_and_what_is_refused(plain, console):
    console.expect("status of 409")
    fill(plain, "S", "W")
    expect(plain.get_by_text("Your orders are sealed.")).to_be_visible()
    plain.get_by_role("button", name="Take back").click()
    expect(plain.get_by_text("You have taken back what was sealed.")).to_be_visible()
    plain.get_by_role("button", name="Give up").click()
    expect(plain.get_by_text("Tick that you mean it, to give up.")).to_be_visible()


@pytest.mark.parametrize("form", ["plain", "text"])
def test_both_can_be_used_by_all_and_are_found_from_the_board(someone, duel, form):
    page = someone(DESKTOP, address=duel.url, session=duel.sessions["Bung"])
    page.get_by_role("link", name={"plain": "Plain forms", "text": "Text mode"}[form], exact=True).click()
    expect(page.get_by_role("heading", name="Froodal against Bung")).to_be_visible()
    is_for_all(page)
    fits(page)


def test_who_logs_out_in_another_tab_is_seen_to_watch(typist):
    tab = typist.context.new_page()
    tab.goto("/accounts/logout/")
    tab.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(typist.get_by_role("link", name="Log in")).to_be_visible()
    say(typist, "left P")
    expect(typist.get_by_role("log")).to_contain_text("Nothing is asked of you now.")
