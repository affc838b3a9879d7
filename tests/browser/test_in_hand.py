"""Tests that the duel page fits on one phone screen, with large buttons and complete texts."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.layout import (
    MOVING,
    OUT_OF_FRAME,
    SIDEWAYS,
    SMALL,
    TALL,
    ZOOMED,
    edges,
    goblins,
    is_one_screen,
    lies_in,
    nothing_is_cut,
    nothing_spills,
    overlap,
    resize,
    the_search_is_not_cut_off,
)
from tests.browser.pages import PALMS, PHONE, REST, Duelist, fits, is_accessible, press, settled, speak, until

COUNT_LOCKS = """() => {
  window.held = 0;
  navigator.wakeLock.request = async () => {
    window.held += 1;
    return { release: async () => { window.held -= 1; } };
  };
  document.dispatchEvent(new Event("visibilitychange"));
}"""
PHONES = (TALL, SIDEWAYS, PHONE)
NOTCH, GRIP = 47, 34
"""Pixels that a phone reserves at the top and bottom of the screen."""


def test_a_round_fits_one_screen_of_every_phone(stage, someone):
    names = ["Ajax", "Hector"]
    staged = stage(wizards=names, rounds=goblins(*names), reserve=600)
    page = someone(PHONE, address=staged.url, session=staged.sessions["Ajax"])
    ajax = Duelist(page, "Ajax")
    expect(page.locator(".creature")).to_have_count(2)
    the_screen_is_kept_awake(page)
    on_every_phone(page, the_last_rounds_are_in_view, the_bar_is_one_line)
    for device in (TALL, PHONE):
        resize(page, device)
        the_turn_is_not_cut_off(page)
        the_bars_of_both_wizards_are_level(page)
    on_small_and_zoomed_screens_nothing_is_lost(page)
    ajax.pick("F", "S")
    on_every_phone(page, the_questions_are_in_view)
    ajax.seal()
    ajax.has_sealed()
    on_every_phone(page)
    stage(url=staged.url, number=6, orders={"Hector": {"left": "P", "right": "-"}})
    a_question_after_the_reveal_is_in_view(page)
    ajax.choose("Hector", "left hand")
    ajax.press("Answer")
    ajax.is_asked_for_orders(7)
    expect(page.locator(".outcome")).to_be_visible()
    in_landscape_the_outcome_is_above_the_bar(page)
    ajax.pick("W")
    expect(page.locator(".outcome")).to_have_count(0)
    expect(page.locator(".news-line")).to_be_visible()
    stays_clear_of_the_notch_and_of_the_keyboard(page)
    ajax.press("Give up")
    ajax.confirm("Give up")
    expect(page.get_by_role("link", name="Watch replay")).to_be_visible()
    page.wait_for_function("() => window.held === 0")  # the screen may turn off again
    the_board_of_a_replay_is_in_view(page, f"{staged.url.replace('/duel/', '/replay/')}5/")


def on_every_phone(page: Page, *checks: Callable[[Page], None]) -> None:
    """Assert that on each phone, the duel page fits on one screen and all `checks` pass."""
    for device in PHONES:
        resize(page, device)
        is_one_screen(page)
        for check in checks:
            check(page)


def the_screen_is_kept_awake(page: Page) -> None:
    """Assert that a visible page requests a wake lock. Afterwards, `window.held` is the number of locks held."""
    page.evaluate(COUNT_LOCKS)
    page.wait_for_function("() => window.held === 1")


def the_last_rounds_are_in_view(page: Page) -> None:
    for number in (3, 4, 5):
        assert lies_in(page.get_by_role("rowheader", name=f"Round {number}"), page.locator(".duel__history"))


def the_bar_is_one_line(page: Page) -> None:
    assert page.locator(".app-bar").bounding_box()["height"] == 44
    expect(page.locator(".header")).to_be_hidden()


def the_turn_is_not_cut_off(page: Page) -> None:
    expect(page.locator(".status__clock")).to_contain_text("10:00")
    expect(page.locator(".status__turn")).to_have_text("Your turn")
    nothing_is_cut(page, ".status__turn")


def the_bars_of_both_wizards_are_level(page: Page) -> None:
    tops = page.locator(".health__pips").evaluate_all("(bars) => bars.map((it) => it.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert len(set(tops)) == 1


def on_small_and_zoomed_screens_nothing_is_lost(page: Page) -> None:
    for device in (SMALL, SIDEWAYS, ZOOMED, PHONE):
        resize(page, device)
        fits(page)
        nothing_is_cut(page, ".menacing .creature__how")
    is_accessible(page)


ATTACKS = ".aim[data-aims^='attack-']"
"""The rows for choosing the targets of the viewer's monsters."""


def the_questions_are_in_view(page: Page) -> None:
    ajax = Duelist(page, "Ajax")
    expect(ajax.row("aim--left")).to_be_in_viewport()
    expect(page.locator(ATTACKS)).to_be_in_viewport()
    nothing_is_cut(page, ".aim__text")


def a_question_after_the_reveal_is_in_view(page: Page) -> None:
    expect(page.get_by_role("heading", name="Round 6: your answer")).to_be_visible()
    for part in (".status", ".question", ".seal__row"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    nothing_spills(page)
    assert page.evaluate("scrollY") == 0
    is_accessible(page)


def in_landscape_the_outcome_is_above_the_bar(page: Page) -> None:
    resize(page, SIDEWAYS)
    assert edges(page.locator(".duel__news"))["bottom"] <= edges(page.locator(".duel__sheets"))["top"]
    resize(page, PHONE)


def stays_clear_of_the_notch_and_of_the_keyboard(page: Page) -> None:
    resize(page, TALL)
    browser = page.context.new_cdp_session(page)
    insets = {"top": NOTCH, "bottom": GRIP, "left": 0, "right": 0}
    browser.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.wait_for_function(f"() => document.querySelector('.app-bar').offsetHeight >= {NOTCH} + 44")
    settled(page)
    is_one_screen(page)
    opener = page.get_by_role("button", name="Chat", exact=True)
    assert edges(opener)["bottom"] <= TALL["viewport"]["height"] - GRIP
    opener.tap()
    words = page.get_by_label("Your message")
    expect(words).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 420})
    words.tap()
    until(page, lambda: edges(words)["top"] >= NOTCH and edges(words)["bottom"] <= 420 - GRIP)
    browser.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    resize(page, PHONE)
    page.keyboard.press("Escape")


def the_board_of_a_replay_is_in_view(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".creature")).to_have_count(2)
    expect(page.locator(".replay__cards")).to_be_in_viewport(ratio=1)
    expect(page.locator(".eyes [aria-current]")).to_be_in_viewport(ratio=1)
    is_accessible(page)
    fits(page)


def test_four_questions_are_in_view_on_a_high_phone(stage, someone):
    staged = stage(wizards=["Bartholomew", "Constantina"], bouts=11)
    page = someone(TALL, address=staged.url, session=staged.sessions["Bartholomew"])
    Duelist(page, "Bartholomew").pick("D", "P")
    rows = page.locator(".asked :is(.choice-field, .aim)")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
    is_one_screen(page)


def test_on_a_small_phone_the_page_scrolls_to_questions_and_the_result(stage, someone):
    names = ["Low", "Lower", "Lowest"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone({**PHONE, **MOVING}, address=staged.url, session=staged.sessions["Low"])
    low = Duelist(page, "Low")
    names_cover_no_round(page)
    resize(page, SMALL)
    for hands, row in ((("F", "S"), low.row("aim--left")), (("S", "-"), page.locator(ATTACKS))):
        page.evaluate("scrollTo(0, 0)")
        low.pick(*hands)
        expect(row).to_be_in_viewport(ratio=1)
        assert not overlap(edges(row), edges(page.locator(".seal__row")))
        the_questions_are_not_cut_off(page)
    low.seal()
    low.has_sealed()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".seal__state")).to_be_in_viewport(ratio=1)
    assert not overlap(edges(page.locator(".seal__state")), edges(page.locator(".seal__row")))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    stage(url=staged.url, number=6, orders=dict.fromkeys(names[1:], PALMS))
    expect(page.locator(".result h2")).to_be_in_viewport(ratio=1)  # after the round has been played out


def names_cover_no_round(page: Page) -> None:
    history = page.locator(".duel__history")
    names_end = edges(history.locator(".history__sides").first)["bottom"]
    for number in (4, 5):
        played = edges(history.get_by_role("row", name=f"Round {number}"))
        assert played["top"] >= names_end - 1
        assert played["bottom"] <= edges(history)["bottom"] + 1


def test_german_words_fit_a_small_phone(stage, someone):
    names = ["Purple Peacock 83", "Silver Nightjar 17"]
    pairs = [("W", "-"), ("P", "S"), ("F", "F")]
    rounds = [{name: {"left": left, "right": right} for name in names} for left, right in pairs]
    staged = stage(wizards=names, rounds=rounds, guests=True)
    page = someone(PHONE, locale="de")
    expect(page.get_by_role("link", name="Registrieren").first).to_be_visible()
    assert page.locator(".header").bounding_box()["height"] <= 56
    page.context.add_cookies([{"name": "sessionid", "value": staged.sessions[names[0]], "url": page.url}])
    page.goto(staged.url)
    speak(page, "de")
    the_bar_is_one_line(page)
    long_questions_are_not_cut_off(page)
    the_spell_book_is_not_cut_off(page)
    stage(url=staged.url, number=4, orders={names[0]: PALMS, names[1]: REST})
    keep = page.get_by_role("link", name=f"{names[0]} behalten")
    expect(keep).to_be_visible()
    settled(page)
    assert edges(keep)["bottom"] <= edges(page.locator(".duel__sheets"))["top"]


def long_questions_are_not_cut_off(page: Page) -> None:
    for hand, letter in {"left": "D", "right": "W"}.items():  # Cause Heavy Wounds, and a goblin with a target
        page.locator(f".gesture:has(input[name={hand}][value={letter}])").tap()
    expect(page.locator(".asked .aim")).to_have_count(2)
    for width in (320, 360):
        resize(page, {"viewport": {"width": width, "height": 740}})
        the_questions_are_not_cut_off(page)


def the_questions_are_not_cut_off(page: Page) -> None:
    nothing_is_cut(page, ".asked .aim__text")
    outside = page.evaluate(OUT_OF_FRAME)
    assert outside == [], (outside, page.viewport_size)
    fits(page)


def the_spell_book_is_not_cut_off(page: Page) -> None:
    resize(page, SMALL)
    press(page.locator(".duel__sheets .spellbook__opener"))
    the_search_is_not_cut_off(page)
    page.keyboard.press("Escape")
    resize(page, PHONE)


def test_text_twice_as_large_scrolls_only_vertically(stage, someone):
    names = ["Large", "Small"]
    staged = stage(wizards=names, rounds=goblins(*names))
    device = {"viewport": SMALL["viewport"], "has_touch": True}
    page = someone(device, address="about:blank", session=staged.sessions["Large"])
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.goto(staged.url)
    large = Duelist(page, "Large")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for size in (PHONE, ZOOMED, SMALL):
        resize(page, size)
        fits(page)
        nothing_is_cut(page, ".gesture__face, .seal__button")
    large.seal("W", "P")
    large.has_sealed()
    for size in (PHONE, ZOOMED, SMALL):
        resize(page, size)
        fits(page)
        assert not overlap(edges(page.locator(".hands")), edges(page.locator(".seal__row"))), size
