"""Tests for how newcomers without an account use lessons, examples, and the spell book next to the board."""

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.layout import HOLD_FRAMES
from tests.browser.pages import PHONE, Duelist, fits, is_accessible, press, settled

SMALL = {"width": 320, "height": 568}
MOST_CLICKS = 8
IS_SEEN = """(it) => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
BOXES = """(parts) => parts.map((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return { left, top, right, bottom };
})"""
FOUR_ROUNDS = [
    {"left": "W", "right": "P"},
    {"left": "F", "right": "P", "cast": {"right": "amnesia"}},
    {"left": "P", "right": "W", "cast": {"left": "cause_light_wounds"}},
    {"left": "S", "right": "F"},
]
"""The first rounds of the last lesson, in the format in which the page stores them in case it is reloaded."""


def said(page: Page, words: str) -> None:
    expect(page.locator(".guide")).to_contain_text(words)


def test_a_newcomer_learns_the_first_spell_by_mouse_and_keyboard(someone):
    page = someone(address="/learn/")
    count_clicks(page)
    press(page.get_by_role("link", name="Start lesson 1"))
    novice = Duelist(page, "Robin")
    the_first_spell_is_cast_with_few_clicks(page, novice)
    press(page.get_by_role("link", name="Next lesson: A spell in each hand"))
    a_wrong_round_is_explained_and_taken_back_by_keys(page, novice)
    the_list_continues_with_the_next_lesson(page)
    page.goto("/learn/shield/")
    a_lesson_is_played_by_keys_alone(page, novice)
    assert "sessionid" not in {cookie["name"] for cookie in page.context.cookies()}


def count_clicks(page: Page) -> None:
    page.context.add_init_script(
        "addEventListener('pointerdown', () => (sessionStorage.clicks = +(sessionStorage.clicks ?? 0) + 1), true)"
    )
    page.reload()


def the_first_spell_is_cast_with_few_clicks(page: Page, novice: Duelist) -> None:
    said(page, "Snap the fingers of your left hand")
    novice.seal("S", "-")
    said(page, "Your snap has started several spells")
    expect(page.locator(".reveal")).to_contain_text("Nobody casts a spell.")
    expect(page.get_by_role("button", name="Choose D with your left hand")).to_be_visible()
    novice.seal("D", "-")
    said(page, "What you learned")
    expect(page.get_by_role("group", name="Ysolde")).to_contain_text(re.compile("15.*14"))
    expect(page.locator(".waiting-panel")).to_be_hidden()
    assert int(page.evaluate("sessionStorage.clicks")) <= MOST_CLICKS
    expect(page.locator(".health, .duel__history, .duel__aids, .nav").filter(visible=True)).to_have_count(0)
    is_accessible(page)


def a_wrong_round_is_explained_and_taken_back_by_keys(page: Page, novice: Duelist) -> None:
    first = page.locator("input[name=left]").first
    for way in ("Undo round", "Restart"):
        said(page, "start two spells")
        novice.seal("C", "-")
        said(page, "Your left hand played “clap”. This step needs “wave”.")
        expect(page.get_by_role("button", name="Undo round")).to_be_focused()
        expect(page.get_by_role("button", name=re.compile("^Seal"))).to_have_count(0)
        page.get_by_role("button", name=way).focus()
        page.keyboard.press("Enter")
        expect(first).to_be_focused()
        novice.is_asked_for_orders(1)
    novice.seal("W", "S")
    novice.is_asked_for_orders(2)
    press(page.get_by_role("button", name="Undo round"))
    expect(first).to_be_focused()


def the_list_continues_with_the_next_lesson(page: Page) -> None:
    page.goto("/learn/")
    expect(page.locator("[data-lesson=gestures]")).to_contain_text("completed")
    expect(page.locator("[data-lesson=spell]").get_by_text("learned")).to_be_hidden()
    press(page.get_by_role("link", name="Continue"))
    expect(page).to_have_url(re.compile("/learn/spell/"))


def a_lesson_is_played_by_keys_alone(page: Page, novice: Duelist) -> None:
    expect(page.locator(".guide__says")).to_have_attribute("aria-live", "polite")
    for number, (left, right) in enumerate(("ps", ">d", ">-"), 2):
        novice.is_asked_for_orders(number)
        page.keyboard.press(left)
        page.keyboard.press(right)
        novice.has_picked(left.upper(), right.upper())
        page.keyboard.press("Enter")
        novice.sees_round(number)
    expect(page.locator(".guide__says")).to_contain_text("A palm is a Shield for one round.")
    expect(page.get_by_role("link", name="Next lesson: Monsters")).to_be_focused()
    expect(page.get_by_text("not played yet")).to_have_count(0)


def test_on_phones_the_next_step_is_in_view_and_the_guide_does_not_move(someone):
    page = someone(PHONE, viewport=SMALL, address="/learn/monsters/")
    novice = Duelist(page, "Robin")
    the_lesson_keeps_its_layout(page, novice)
    page.set_viewport_size(PHONE["viewport"])
    page.reload()
    the_lesson_keeps_its_layout(page, novice)
    a_round_that_comes_before_the_next_frame_moves_nothing(page, novice)


def the_lesson_keeps_its_layout(page: Page, novice: Duelist) -> None:
    """Play two rounds of the lesson on monsters, undo one, and start over. Assert that the guide stays where it is."""
    said(page, "We’ve both made")
    head, says = page.evaluate(BOXES, [".guide__head", ".guide__says"])
    the_seal_is_below_the_questions(page)
    novice.seal("W", "S")
    said(page, "Two goblins")
    settled(page)
    assert page.evaluate(BOXES, [".guide__head"]) == [head]
    assert page.evaluate(BOXES, [".guide__says"])[0]["top"] == says["top"]
    the_undo_buttons_are_within_the_guide(page)
    novice.pick("P", "D")
    the_seal_is_below_the_questions(page)
    if page.viewport_size != SMALL:
        does_not_scroll(page)
    page.wait_for_function(IS_SEEN, arg=novice.row("aim--right").element_handle())
    novice.aim("aim--right", "Skrit")
    page.wait_for_function(IS_SEEN, arg=page.get_by_role("button", name="Seal orders").element_handle())
    is_accessible(page)
    fits(page)
    novice.press("Seal")
    said(page, "Skrit is gone")
    expect(page.locator(".guide__head")).to_be_in_viewport(ratio=1)
    press(page.get_by_role("button", name="Undo round"))
    said(page, "Two goblins")
    press(page.get_by_role("button", name="Restart"))
    said(page, "We’ve both made")


def the_seal_is_below_the_questions(page: Page) -> None:
    """Assert that the "Seal" button covers neither the hands nor a question."""
    hands, seal, *asked = page.evaluate(BOXES, [".hands", ".seal__row", ".asked"])
    assert max(hands["bottom"], *(one["bottom"] for one in asked)) <= seal["top"] + 0.5


def does_not_scroll(page: Page) -> None:
    """Assert that the whole lesson page is in view, so that it cannot be scrolled."""
    settled(page)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def the_undo_buttons_are_within_the_guide(page: Page) -> None:
    back, guide = page.evaluate(BOXES, [".guide__ways", ".guide"])
    assert back["bottom"] <= guide["bottom"]
    assert back["right"] <= guide["left"] + 64


def a_round_that_comes_before_the_next_frame_moves_nothing(page: Page, novice: Duelist) -> None:
    """Assert that the guide does not move if the round's result arrives before the browser paints the next frame."""
    novice.pick("W", "S")
    page.evaluate("scrollTo(0, 0)")
    head = page.evaluate(BOXES, [".guide__head"])
    page.evaluate(HOLD_FRAMES)
    novice.press("Seal")
    said(page, "Two goblins")
    page.evaluate("release()")
    settled(page)
    assert page.evaluate(BOXES, [".guide__head"]) == head


def test_on_a_phone_an_example_has_variations_and_lessons_lead_to_practice(someone):
    page = someone(PHONE, address="/learn/gestures/")
    for hand in page.locator(".hand__legend .label").all():
        assert hand.evaluate(IS_SEEN), hand.text_content()
    the_hands_stay_where_they_are_in_the_next_lesson(page)
    page.goto("/rules/standard/rule/finger_of_death/")
    press(page.get_by_role("link", name="Try Finger of Death"))
    novice = Duelist(page, "Robin")
    an_example_is_tried_in_another_way(page, novice)
    the_spell_book_is_searched_next_to_the_board(page)
    played = json.dumps({"moves": [{"orders": orders} for orders in FOUR_ROUNDS], "variation": 0})
    page.evaluate("(played) => sessionStorage.setItem('board /learn/wall/', played)", played)
    page.goto("/learn/wall/")
    the_last_lesson_is_won(page, novice)


def the_hands_stay_where_they_are_in_the_next_lesson(page: Page) -> None:
    tops = []
    for slug in ("gestures", "spell"):
        page.goto(f"/learn/{slug}/")
        expect(page.locator(".hands")).to_be_visible()
        settled(page)
        tops.append(page.evaluate(BOXES, [".hands"])[0]["top"])
    assert abs(tops[0] - tops[1]) < 1


def an_example_is_tried_in_another_way(page: Page, novice: Duelist) -> None:
    novice.seal("D", "-")
    said(page, "A Counter-spell can’t stop a Finger of Death")
    press(page.get_by_role("button", name="against a mirror"))
    novice.is_asked_for_orders(8)
    novice.seal("D", "-")
    said(page, "you died")
    press(page.get_by_role("button", name="Again", exact=True))
    novice.is_asked_for_orders(8)


def the_spell_book_is_searched_next_to_the_board(page: Page) -> None:
    press(page.get_by_role("button", name="Spell book"))
    book = page.get_by_role("complementary", name="Spell book")
    expect(book.locator(".spell__begun").first).to_have_text("left: D")
    page.keyboard.type("sw")  # searches the book without picking gestures
    expect(page.locator(".orders [name=left]:checked, .orders [name=right]:checked")).to_have_count(0)
    assert book.locator(".spell__name").all_inner_texts()[:2] == ["Fear", "Fire Storm"]
    expect(book.locator(".spell__pattern").first).to_have_text("SWD")
    press(book.locator("summary").first)
    expect(book).to_contain_text("Stopped by:")
    is_accessible(page, "#spellbook")
    fits(page)
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    expect(page.get_by_role("button", name="Spell book")).to_be_focused()


def the_last_lesson_is_won(page: Page, novice: Duelist) -> None:
    title = page.get_by_role("heading", name="Lesson 6: Break a shield wall")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth && title.offsetHeight <= 36"), "is cut"
    novice.is_asked_for_orders(11)
    novice.pick("D", "P", cast={"right": "cause_light_wounds"})
    does_not_scroll(page)
    novice.press("Seal")
    said(page, "What you learned")
    novice.sees_result("You win")
    expect(page.get_by_role("button", name="Practice against the computer")).to_be_focused()
    fits(page)
