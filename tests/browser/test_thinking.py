"""Thinking ahead on the page of a duel: hints, rounds rehearsed, plans that answer."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, open_sheet, shut_sheets

DAY = 24 * 60 * 60


def rounds(*pairs: str) -> list[dict]:
    """Rounds of the gestures of Black's hands, and of White's."""
    return [{"Black": {"left": a, "right": b}, "White": {"left": c, "right": d}} for a, b, c, d in pairs]


def practises(page: Page) -> Duelist:
    """Somebody new in the first round of a practice duel."""
    page.locator("form[action='/practice/'] button").first.click()
    page.wait_for_url(re.compile("/duel/"))
    duelist = Duelist(page, "")
    duelist.is_asked_for_orders(1)
    return duelist


def test_in_practice_a_newcomer_is_told_where_to_look_then_what_to_do_and_tries_it_out_beforehand(someone):
    duelist = practises(someone(PHONE))
    page = duelist.page
    page.keyboard.press("h")
    expect(page.locator(".hint__said")).to_contain_text("No spell of yours is ripe")
    page.keyboard.press("h")
    expect(page.locator(".hint__said")).to_contain_text("I would do this")
    page.get_by_role("button", name="Take it").click()
    expect(page.locator("input[name=left]:checked")).to_have_count(1)
    expect(page.locator("input[name=right]:checked")).to_have_count(1)
    duelist.pick("S", "W")
    page.keyboard.press("r")
    theirs = page.get_by_role("group", name="Tansy, left hand")
    theirs.get_by_role("radio", name="stab").focus()
    page.keyboard.press(">")
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 14 −1")
    page.get_by_role("button", name="Keep beside").click()
    page.get_by_role("button", name="They do nothing").click()
    expect(page.locator(".what-if")).to_have_count(2)
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 15")
    fits(page)
    is_for_all(page)
    shut_sheets(page)
    duelist.press("Seal")
    duelist.sees_round(1)
    open_sheet(page, "Hint")
    expect(page.locator(".what-if")).to_have_count(1)


def test_enter_seals_after_a_rehearsal_and_what_a_hint_advised(someone):
    duelist = practises(someone(DESKTOP))
    page = duelist.page
    for key in "sw":
        page.keyboard.press(key)
    page.keyboard.press("r")
    expect(page.get_by_role("group", name="What if …?")).to_be_focused()
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 15")
    page.keyboard.press("Enter")
    duelist.sees_round(1)
    duelist.is_asked_for_orders(2)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="What would you do?")).to_be_visible()
    page.keyboard.press("h")
    take = page.get_by_role("button", name="Take it")
    take.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".orders input:checked:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    if page.get_by_role("button", name="Seal all the same").count():
        page.keyboard.press("Enter")
    duelist.sees_round(2)


def test_all_threats_are_played_out_and_follow_the_hands_as_they_are_picked(duelists):
    black, _ = duelists(wizards=["Black", "White"], rounds=rounds("--SW", "--FP"))
    black.page.keyboard.press("r")
    black.page.get_by_role("button", name=re.compile("All . threats")).click()
    painful = black.page.locator(".what-if", has_text=re.compile("you 1[0-4] −"))
    expect(painful.first).to_be_visible()
    hurts = painful.count()
    black.pick("P")
    expect(painful).not_to_have_count(hurts)


def test_who_has_foreseen_a_round_need_not_come_back_for_the_next(duelists):
    black, white = duelists(DESKTOP, PHONE, wizards=["Black", "White"], pace=3 * DAY, rounds=rounds("S-S-"))
    expect(black.page.get_by_text("Plan ahead")).to_have_count(0)
    black.seal("W", "-")
    black.has_sealed()
    page = black.page
    page.get_by_text("Plan ahead").click()
    for hand, letter in (
        ("If White’s left hand shows", "d"),
        ("then your left hand does", "d"),
        ("then your right hand does", "s"),
    ):
        page.get_by_role("group", name=hand).get_by_role("radio").first.focus()
        page.keyboard.press(letter)
    expect(page.get_by_label("Fear of the left hand, at")).to_be_visible()
    page.get_by_role("button", name="Add this line").click()
    expect(page.locator(".plan__line")).to_contain_text("If White shows")
    is_for_all(page)
    page.reload()
    expect(page.locator(".plan .badge")).to_have_text("1")
    white.seal("D", "-")
    for one in (black, white):
        one.sees_round(2)
    black.is_asked_for_orders(3)
    black.has_sealed("left digit, Fear")
    expect(page.locator(".duel__assist")).to_contain_text("Your plan held")
    expect(white.page.locator(".duel__assist")).not_to_contain_text("plan")
    white.seal("-", "-")
    black.sees_round(3)


def test_a_stranger_plays_on_from_a_round_of_a_replay(stage, someone):
    over = [*rounds("SFDP", "WPF-"), {"Black": {"left": "D", "right": "-"}, "White": {"left": "P", "right": "P"}}]
    staged = stage(wizards=["Black", "White"], rounds=over)
    page = someone(address=f"{staged.url.replace('duel', 'replay')}2/")
    page.get_by_label("Play on from here as").select_option("White")
    page.get_by_role("button", name="Play on against the house").click()
    page.wait_for_url(re.compile("/duel/"))
    duelist = Duelist(page, "White")
    duelist.is_asked_for_orders(3)
    expect(page.get_by_text("goes on from round 2 of another duel")).to_be_visible()
    expect(page.locator(".wizard.mine")).to_contain_text("White")
    expect(page.locator(".wizard").filter(has_text="away")).to_have_count(0)
    duelist.seal("P", "S")
    duelist.sees_round(3)
