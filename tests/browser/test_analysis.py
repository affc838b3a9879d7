"""A duel that is over, analysed: ordered, read, and a round of it tried again."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Place
from tests.browser.pages import DESKTOP, PATIENCE, PHONE, Duelist, fits, is_for_all, looks_right, press, speak
from tests.servers import ROOT, clean_environment

DEADLY = "PWPFSSSD"
"""The Finger of Death, which the other does nothing about until it is too late, in the seventh round."""
ROUNDS = [
    {"Cain": {"left": left, "right": "-"}, "Abel": {"left": "SD"[number % 2], "right": "-"}}
    for number, left in enumerate(DEADLY)
]
ROUNDS[-1]["Cain"]["cast"] = {"left": "finger_of_death"}
IDLE = [{"Cain": {"left": ">", "right": "-"}, "Abel": {"left": "-", "right": "-"}}] * 15
"""Of which no round costs much."""
THOUGHT = 5 * PATIENCE
"""Milliseconds that an analysis may take."""
BOTTOM = "{top: panel.scrollHeight, behavior: 'instant'}"
TOP_OF_HISTORY = "document.querySelector('.replay__history').getBoundingClientRect().top"


@pytest.fixture(scope="module")
def worker(place: Place) -> Iterator[None]:
    """A worker beside the site."""
    command = [sys.executable, "manage.py", "worker"]
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment(place.environment)) as process:
        yield
        process.kill()


def analysis(page: Page):
    return page.get_by_role("region", name="Analysis")


def order(page: Page):
    """The button of the page's scripts: before they run there is another, of a form."""
    return page.locator("#analysis").get_by_role("button", name="Analyse this duel")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_who_has_lost_finds_where_it_turned_and_tries_that_round_again(stage, someone, worker, device):
    staged = stage(wizards=["Cain", "Abel"], rounds=ROUNDS)
    page = someone(device, address=staged.url, session=staged.sessions["Abel"])
    press(page.get_by_role("link", name="Find out where it turned"))
    expect(order(page)).to_be_visible()
    before = page.evaluate(TOP_OF_HISTORY) if device is DESKTOP else None
    press(order(page))
    mark = page.get_by_role("link", name="Round 7: a mistake of Abel")
    expect(mark).to_be_visible(timeout=THOUGHT)
    if before is not None:
        assert page.evaluate(TOP_OF_HISTORY) == before  # the curve and the panel had their room
    expect(analysis(page)).to_contain_text("accuracy")

    mark.click()
    expect(page).to_have_url(f"{staged.url.replace('duel', 'replay')}7/#analysis")
    abel = analysis(page).get_by_role("article", name="Abel")
    expect(abel).to_contain_text("mistake")
    expect(abel.get_by_text("Best, with what could be known then:")).to_be_visible()
    abel.get_by_text("lines considered").click()
    expect(abel.get_by_role("heading", name="What the other might do")).to_be_visible()
    analysis(page).get_by_text("All rounds as a table").click()
    expect(analysis(page).get_by_role("row", name="Abel").last).to_contain_text("Abel")
    fits(page)
    page.reload()
    expect(abel).to_contain_text("mistake")

    abel.get_by_text("lines considered").click()
    assert page.locator("#analysis").evaluate(f"panel => {{ panel.scrollTo({BOTTOM}); return panel.scrollTop }}") > 0
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{staged.url.replace('duel', 'replay')}6/#analysis")
    assert page.locator("#analysis").evaluate("panel => panel.scrollTop") == 0  # another round is read from its top
    page.keyboard.press("ArrowRight")

    press(abel.get_by_role("link", name="Try it again"))
    expect(page.locator(".guide")).to_contain_text("find something better")
    Duelist(page, "Abel").seal("D", "-")
    expect(page.locator(".guide")).to_contain_text("no better than what was done")
    press(page.get_by_role("button", name="Try it again"))
    expect(page.locator(".guide")).to_contain_text("find something better")
    press(page.get_by_role("link", name="Back to the analysis"))
    expect(page).to_have_url(f"{staged.url.replace('duel', 'replay')}7/#analysis")
    expect(abel).to_contain_text("mistake")


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_has_lost_by_idle_hands_reads_that_no_single_move_did_it(stage, someone, worker, language):
    staged = stage(wizards=["Cain", "Abel"], rounds=IDLE)
    replay = staged.url.replace("duel", "replay")
    page = someone(PHONE, address=replay, session=staged.sessions["Abel"])
    press(order(page))
    told = "30 of 30 gestures of Abel were none"
    expect(analysis(page)).to_contain_text(told, timeout=THOUGHT)
    if language == "de":
        speak(page, language)
        told = "30 von 30 Gesten von Abel waren keine"
    expect(page.locator("#analysis")).to_contain_text(told)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_where_it_turned_is_not_to_be_found_in_a_duel_given_up_in_its_first_round(stage, someone, device):
    gives_up = {"Cain": {"left": "P", "right": "P"}, "Abel": {"left": "S", "right": "-"}}
    staged = stage(wizards=["Cain", "Abel"], rounds=[gives_up])
    page = someone(device, address=staged.url, session=staged.sessions["Cain"])
    expect(page.get_by_role("link", name="Replay the duel")).to_be_visible()
    expect(page.get_by_role("link", name="Find out where it turned")).to_have_count(0)
    page.goto(staged.url.replace("duel", "replay"))
    expect(analysis(page)).to_contain_text("Nothing was played in this duel.")
    expect(order(page)).to_have_count(0)


def test_a_round_tried_again_asks_after_its_reveal_and_weighs_the_answer(stage, someone, worker):
    twice = [{"Holder": {"left": "F", "right": "-"}, "Held": {"left": "W", "right": "D"}}] * 2
    missed = {"Holder": {"left": "-", "right": "S"}, "Held": {"left": "W", "right": "D"}}
    gives_up = {"Holder": {"left": "P", "right": "P"}, "Held": {"left": "W", "right": "D"}}
    staged = stage(wizards=["Holder", "Held"], rounds=[*twice, missed, gives_up])
    replay = staged.url.replace("duel", "replay")
    page = someone(PHONE, address=replay, session=staged.sessions["Holder"])
    press(order(page))
    expect(analysis(page)).to_contain_text("accuracy", timeout=THOUGHT)
    page.goto(f"{replay}3/retry/Holder/")
    holder = Duelist(page, "Holder")
    holder.seal("F", "W")
    expect(page.locator(".guide")).to_contain_text("Answer what you are asked")
    fits(page)
    holder.choose("Held", "left hand")
    holder.press("Answer")
    expect(page.locator(".guide")).to_contain_text("a chance of")
    expect(page.get_by_role("link", name="Back to the analysis").last).to_be_visible()
    is_for_all(page)


def test_the_analysis_and_the_round_tried_again_can_be_used_by_all(stage, someone, worker):
    staged = stage(wizards=["Cain", "Abel"], rounds=ROUNDS)
    page = someone(address=f"{staged.url.replace('duel', 'replay')}7/", session=staged.sessions["Abel"])
    looks_right(page)
    press(order(page))
    expect(page.get_by_role("link", name="Round 7: a mistake of Abel")).to_be_visible(timeout=THOUGHT)
    looks_right(page)
    visitor = someone(address=page.url)
    expect(analysis(visitor).get_by_role("article", name="Abel")).to_be_visible()
    press(visitor.get_by_role("link", name="Try it again").first)
    expect(visitor.locator(".guide")).to_contain_text("find something better")
    looks_right(visitor)
