"""The wizards of the house: the climb from the front page, the choice of an opponent, their pages."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, Duelist, fits, is_for_all, looks_right, press, settled, until

GIVES_UP = {"left": "-", "right": "-", "forfeit": True}


def plays_with(page: Page, wizard: str) -> Duelist:
    """This page in a duel with this wizard of the house, in which the first orders are asked."""
    page.wait_for_url(re.compile("/duel/"))
    duelist = Duelist(page, "")
    duelist.is_asked_for_orders(1)
    expect(page.get_by_role("article", name=wizard)).to_be_visible()
    return duelist


def wins(duelist: Duelist, wizard: str, stage) -> None:
    """The wizard of the house gives up in the first round."""
    stage(url=urlsplit(duelist.page.url).path, number=1, orders={wizard: GIVES_UP})
    duelist.pick("S", "W")
    duelist.press("Seal")


def loses(duelist: Duelist) -> None:
    duelist.press("Give up")
    duelist.confirm("Give up")


def begins(page: Page, offered: str) -> None:
    """Press what is offered after a duel, once it is over."""
    over = page.url
    press(page.get_by_role("button", name=offered))
    page.wait_for_url(lambda url: url != over)


def test_a_newcomer_climbs_from_the_front_page_and_steps_back_after_two_losses(someone, stage):
    page = someone(PHONE)
    press(page.get_by_role("button", name="Play now"))
    first = plays_with(page, "Tansy")
    expect(page.get_by_text("House · Novice")).to_be_visible()
    fits(page)
    is_for_all(page)
    wins(first, "Tansy", stage)
    expect(page.get_by_text("Rating against the house")).to_be_visible()
    fits(page)
    is_for_all(page)
    begins(page, "Next: Osric (Apprentice)")
    loses(plays_with(page, "Osric"))
    expect(page.get_by_text("A guess as yet")).to_be_visible()
    expect(page.get_by_text("▼")).to_have_count(0)  # a first loss takes hundreds, and says little
    begins(page, "Again: Osric (Apprentice)")
    loses(plays_with(page, "Osric"))
    begins(page, "Easier: Bramble (Novice)")
    plays_with(page, "Bramble")


@pytest.mark.parametrize(("language", "begin"), [("en", "Begin"), ("de", "Anfangen")])
def test_who_has_lost_on_a_phone_has_all_in_view_that_there_is_to_do_next(someone, language, begin):
    page = someone(PHONE, address="/practice/", locale=language)
    page.get_by_label("Osric").check()
    press(page.get_by_role("button", name=begin, exact=True))
    page.wait_for_url(re.compile("/duel/"))
    result = page.locator(".result")
    while not result.count():
        idles(page)
    wanted = [
        *result.locator(".result__ways").first.locator(".button").all(),
        *result.get_by_role("link").filter(has_not_text=re.compile("Replay|ansehen")).all()[:3],
        result.locator(".result__steps button"),
    ]
    assert len(wanted) >= 6  # the same again, easier, somebody else; the analysis, the lesson, the same from a round on
    bar = page.locator(".duel__sheets").bounding_box()
    for way in wanted:
        box = way.bounding_box()
        assert box["y"] + box["height"] <= bar["y"], way.text_content()
    fits(page)


def idles(page: Page) -> None:
    """A round of both hands at rest, if one is asked, and what comes of it."""
    asked, number = page.locator("input[name=left][value='-']"), page.locator(".status__round")
    if asked.count():
        before = number.text_content()
        for hand in ("left", "right"):
            page.locator(f"input[name={hand}][value='-']").check(force=True)
        press(page.locator(".seal__button"))
        until(page, lambda: page.locator(".result").count() or number.text_content() != before)
    settled(page)


def test_an_opponent_is_chosen_with_his_strength(someone):
    page = someone(address="/practice/")
    looks_right(page)
    page.get_by_label("Melisande").check()
    page.get_by_label("Strength").select_option("Novice")
    page.get_by_label("the second").check()
    page.get_by_role("button", name="Begin").click()
    plays_with(page, "Melisande")
    expect(page.get_by_text("House · Novice")).to_be_visible()


def test_the_house_has_a_page_and_each_of_its_wizards_another(someone):
    page = someone(address="/house/")
    looks_right(page)
    page.get_by_role("link", name="Nyx", exact=True).click()
    expect(page.get_by_role("heading", name="Nyx")).to_be_visible()
    expect(page.get_by_alt_text(re.compile("winks at you"))).to_be_visible()
    looks_right(page)
