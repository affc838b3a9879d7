import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import edges
from tests.browser.pages import PHONE, Duelist, fits, is_accessible, is_usable, press, settled

CROWDED = ("5mmfcwbx", "n9rmkj6z")
"""Two of the site's puzzles that have three monsters each."""


@pytest.fixture(autouse=True, scope="module")
def _puzzles(stage):
    """Load the puzzles used by the tests."""
    stage(shipped=CROWDED)


def said(page: Page, words: str) -> None:
    expect(page.locator(".guide")).to_contain_text(words)


def test_a_puzzle_is_refuted_hinted_and_solved_by_keyboard(stage, someone):
    page = someone(address="/puzzles/", session=stage(wizards=["Solver", "Other"]).sessions["Solver"])
    is_accessible(page)
    page.goto("/puzzles/saver/")
    solver = Duelist(page, "Black")
    said(page, "Find the only move that saves you.")
    a_warning_does_not_move_the_seal(solver)
    solver.seal("F", "S")
    said(page, "You die, as the board shows")
    expect(page.locator(".guide__says")).to_contain_text("Your rating appears after three puzzles.")
    expect(solver.chronicle).to_contain_text("Finger of Death")
    solver.sees_result("You lose")
    is_accessible(page)
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    solver.is_asked_for_orders(8)
    press(page.get_by_role("button", name="Hint"))
    said(page, "Find everything that White can do this round.")
    for key in ("w", "-"):
        page.keyboard.press(key)
    solver.press("Seal")
    said(page, "The solution: wave and nothing (Dispel Magic).")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    is_accessible(page)


def a_warning_does_not_move_the_seal(solver: Duelist) -> None:
    seal = solver.page.locator(".seal__row")
    before = edges(seal)
    solver.pick("P", "P")
    expect(solver.page.locator(".warnings__item").first).to_be_visible()
    assert edges(seal) == before


def test_a_visitor_reads_hands_and_gives_up_on_a_phone(someone):
    page = someone(PHONE, address="/puzzles/reader/")
    a_spell_is_read_at_the_second_try(page)
    is_accessible(page)
    page.goto("/puzzles/winner/")
    the_solution_is_shown_and_the_board_set_up_again(page)
    for slug in CROWDED:
        page.goto(f"/puzzles/{slug}/")
        the_seal_is_above_the_bar(page)
        for hint in ("Hint", "Next hint"):
            press(page.get_by_role("button", name=hint, exact=True))
            expect(page.get_by_role("button", name=hint, exact=True)).to_have_count(0)
            the_seal_is_above_the_bar(page)
    page.goto(f"/puzzles/{CROWDED[0]}/")
    Duelist(page, "Jorund").pick("D", "P")
    expect(page.locator(".asked .aim")).to_have_count(3)
    settled(page)
    last, row = (edges(page.locator(part).last) for part in (".asked .aim", ".seal__row"))
    assert last["bottom"] <= row["top"]


def test_a_storm_counts_down_and_goes_from_puzzle_to_puzzle_on_a_phone(someone):
    page = someone(PHONE, address="/puzzles/")
    press(page.get_by_role("button", name="Puzzle storm"))
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"[0-2]:\d\d"))
    is_usable(page)
    skip = page.get_by_role("button", name="Skip")
    while skip.count():
        given = page.url
        press(skip)
        expect(page).not_to_have_url(given)
    expect(page.get_by_role("heading", name="You solved 0 puzzles.")).to_be_visible()
    is_usable(page)


def a_spell_is_read_at_the_second_try(page: Page) -> None:
    said(page, "Which spell is Black building?")
    fits(page)
    press(page.get_by_role("button", name="Fireball"))
    said(page, "No. Look again")
    press(page.get_by_role("button", name="Try again"))
    press(page.get_by_role("button", name="Finger of Death"))
    said(page, "Black is building Finger of Death.")
    fits(page)


def the_solution_is_shown_and_the_board_set_up_again(page: Page) -> None:
    press(page.get_by_role("button", name="Show solution"))
    expect(page.get_by_role("heading", name="The solution")).to_be_visible()
    expect(page.get_by_text("See above for the next step.")).to_be_hidden()
    Duelist(page, "Black").sees_result("You win")
    is_accessible(page)
    fits(page)
    press(page.get_by_role("button", name="Try once more"))
    said(page, "Win this round, whatever White does.")


def the_seal_is_above_the_bar(page: Page) -> None:
    """Assert that the "Seal" button is below the questions about monsters and above the bar at the bottom."""
    expect(page.locator(".asked .aim")).not_to_have_count(0)
    expect(page.locator(".creature").nth(1)).to_be_attached()
    asked, row, seal, bar = (
        edges(page.locator(part)) for part in (".asked", ".seal__row", ".seal__button", ".duel__sheets")
    )
    assert asked["bottom"] <= row["top"]
    assert seal["bottom"] <= bar["top"]
    assert page.evaluate("scrollY") == 0
    fits(page)
