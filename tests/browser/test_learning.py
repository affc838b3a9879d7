"""Newcomers: lessons and examples without an account, the spell book, the rules of a book."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, expect_hit_points, fits, is_for_all, press, settled
from tests.browser.test_slices import HOLD_FRAMES

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
MOST_CLICKS = 8
IS_SEEN = """(it) => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


BOXES = """(parts) => parts.map((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return { left, top, right, bottom };
})"""


def said(page: Page, words: str) -> None:
    expect(page.locator(".guide")).to_contain_text(words)


def count_clicks(page: Page) -> None:
    page.context.add_init_script(
        "addEventListener('pointerdown', () => (sessionStorage.clicks = +(sessionStorage.clicks ?? 0) + 1), true)"
    )
    page.reload()


def test_a_newcomer_casts_the_first_spell_with_a_few_clicks_and_learns_from_a_wrong_one(someone):
    page = someone()
    count_clicks(page)
    press(page.get_by_role("link", name="Learn in five minutes"))
    novice = Duelist(page, "Novice")
    said(page, "Let your left hand snap")
    novice.seal("S", "-")
    said(page, "Your snap has begun several spells")
    novice.sees_round(1)
    novice.seal("D", "-")
    said(page, "You have learned")
    expect(page.locator(".duel__orders")).to_contain_text("All is played here")
    assert int(page.evaluate("sessionStorage.clicks")) <= MOST_CLICKS
    expect_hit_points(page, {"Novice": 15, "Master": 14})
    is_for_all(page)

    press(page.get_by_role("link", name="Next lesson: A spell in each hand"))
    said(page, "Begin two spells")
    novice.seal("C", "-")
    said(page, "Your left hand made “clap”; for this step it takes “wave”.")
    expect(page.get_by_role("button", name="Take it back")).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("^Seal"))).to_have_count(0)
    press(page.get_by_role("button", name="Take it back"))
    novice.is_asked_for_orders(1)
    said(page, "Begin two spells")

    press(page.get_by_role("link", name="Lessons", exact=True))
    expect(page.locator("[data-lesson=gestures]")).to_contain_text("learned")
    expect(page.locator("[data-lesson=spell]").get_by_text("learned")).to_be_hidden()
    press(page.get_by_role("link", name="Go on"))
    expect(page).to_have_url(re.compile("/learn/spell/"))
    assert "sessionid" not in {cookie["name"] for cookie in page.context.cookies()}


def test_a_duel_is_won_on_a_phone_in_the_last_lesson_against_one_who_shields_in_every_round(someone):
    page = someone(PHONE, address="/learn/wall/")
    novice = Duelist(page, "Novice")
    title = page.get_by_role("heading", name="Lesson 6: Break a shield wall")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth && title.offsetHeight <= 36"), "is cut"
    for number, (left, right) in enumerate(("WP", "FP", "PW", "SF", "DP"), 7):
        novice.is_asked_for_orders(number)
        novice.seal(left, right)
    said(page, "You have learned")
    novice.sees_result("Novice has won: Master died.")
    expect(page.get_by_role("button", name="Practise against the house")).to_be_focused()
    fits(page)


@pytest.mark.parametrize("device", [PHONE, SMALL], ids=["phone", "small"])
def test_on_a_phone_what_the_master_points_at_comes_into_view_and_his_words_after_each_round(someone, device):
    page = someone(device, address="/learn/monsters/")
    novice = Duelist(page, "Novice")
    novice.seal("W", "S")
    said(page, "Two goblins")
    novice.pick("P", "D")
    aim = novice.choice("Your right hand: Magic Missile at")
    page.wait_for_function(IS_SEEN, arg=aim.element_handle())
    aim.select_option(label="Skrit")
    novice.press("Seal")
    said(page, "Skrit is gone")
    expect(page.locator(".guide__head")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("device", [PHONE, SMALL], ids=["phone", "small"])
def test_in_a_lesson_on_a_phone_the_seal_lies_over_nothing_and_the_ways_back_have_their_room_before(someone, device):
    page = someone(device, address="/learn/monsters/")
    novice = Duelist(page, "Novice")
    head, says = page.evaluate(BOXES, [".guide__head", ".guide__says"])
    lies_below_what_is_asked(page)
    novice.seal("W", "S")
    said(page, "Two goblins")
    settled(page)
    assert page.evaluate(BOXES, [".guide__head"]) == [head]
    assert page.evaluate(BOXES, [".guide__says"])[0]["top"] == says["top"]
    back, guide = page.evaluate(BOXES, [".guide__ways", ".guide"])
    assert back["bottom"] <= guide["top"] + 48
    assert back["right"] <= guide["right"]
    novice.pick("P", "D")
    lies_below_what_is_asked(page)
    novice.choice("Your right hand: Magic Missile at").select_option(label="Skrit")
    seal = page.get_by_role("button", name="Seal orders")
    page.wait_for_function(IS_SEEN, arg=seal.element_handle())
    is_for_all(page)
    fits(page)
    press(page.get_by_role("button", name="Back a round"))
    said(page, "Each of us has woven")


def test_on_a_slow_phone_a_round_that_comes_before_the_frame_of_the_tap_is_not_moved_by_it(someone):
    page = someone(PHONE, address="/learn/monsters/")
    novice = Duelist(page, "Novice")
    head = page.evaluate(BOXES, [".guide__head"])
    novice.pick("W", "S")
    page.evaluate(HOLD_FRAMES)
    novice.press("Seal")
    said(page, "Two goblins")
    page.evaluate("release()")
    settled(page)
    assert page.evaluate(BOXES, [".guide__head"]) == head


def lies_below_what_is_asked(page: Page) -> None:
    """The seal comes after the hands and what else is asked, and over nothing of it, wherever the page is scrolled."""
    hands, seal, *asked = page.evaluate(BOXES, [".hands", ".seal__row", ".asked"])
    assert max(hands["bottom"], *(one["bottom"] for one in asked)) <= seal["top"] + 0.5


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_who_takes_a_round_back_or_begins_anew_goes_on_at_the_first_hand(someone, device):
    page = someone(device, address="/learn/spell/")
    novice, first = Duelist(page, "Novice"), page.locator("input[name=left]").first
    for way in ("Take it back", "Begin anew"):
        novice.seal("C", "-")
        expect(page.get_by_role("button", name="Take it back")).to_be_focused()
        page.get_by_role("button", name=way).focus()
        page.keyboard.press("Enter")
        expect(first).to_be_focused()
        novice.is_asked_for_orders(1)
    novice.seal("W", "S")
    novice.is_asked_for_orders(2)
    press(page.get_by_role("button", name="Back a round"))
    expect(first).to_be_focused()


def test_a_lesson_is_played_by_keys_alone_and_told_aloud(someone):
    page = someone(address="/learn/shield/")
    novice = Duelist(page, "Novice")
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


def test_a_reader_tries_a_spell_in_another_way_and_looks_it_up_beside_the_board(someone):
    page = someone(PHONE, address="/rules/standard/")
    press(page.get_by_role("link", name="Try Finger of Death"))
    novice = Duelist(page, "Novice")
    novice.seal("D", "-")
    said(page, "No Counter-spell stops a Finger of Death")
    press(page.get_by_role("button", name="against a mirror"))
    novice.is_asked_for_orders(8)
    novice.seal("D", "-")
    said(page, "you fell dead yourself")
    press(page.get_by_role("button", name="Again", exact=True))
    novice.is_asked_for_orders(8)

    press(page.get_by_role("button", name="Spells"))
    book = page.get_by_role("complementary", name="Spell book")
    expect(book.locator(".spell__begun").first).to_have_text(re.compile("left . of"))
    page.keyboard.type("sw")  # letters are looked for in the book, and choose no gestures on the board
    expect(page.locator(".orders [name=left]:checked, .orders [name=right]:checked")).to_have_count(0)
    assert book.locator(".spell__name").all_inner_texts()[:2] == ["Fear", "Fire Storm"]
    press(book.get_by_role("button", name="Last gesture first"))
    expect(book.locator(".spell__pattern").first).to_have_text(re.compile("WS$"))
    press(book.locator("summary").first)
    expect(book).to_contain_text("Stopped by:")
    is_for_all(page)
    fits(page)
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    expect(page.get_by_role("button", name="Spells")).to_be_focused()
