import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import PATIENCE, Duelist, is_accessible, looks_right, press

DEADLY = "PWPFSSSD"
"""The gestures of Cain's Finger of Death, which Abel does not counter in time."""
ROUNDS = [
    {"Cain": {"left": left, "right": "-"}, "Abel": {"left": "SD"[number % 2], "right": "-"}}
    for number, left in enumerate(DEADLY)
]
ROUNDS[-1]["Cain"]["cast"] = {"left": "finger_of_death"}
ANALYSIS_TIMEOUT = 5 * PATIENCE
"""Milliseconds that an analysis may take."""
BOTTOM = "{top: panel.scrollHeight, behavior: 'instant'}"
TOP_OF_HISTORY = "document.querySelector('.replay__history').getBoundingClientRect().top"


def analysis(page: Page) -> Locator:
    return page.get_by_role("region", name="Analysis")


def abel(page: Page) -> Locator:
    return analysis(page).get_by_role("article", name="Abel")


def test_the_loser_requests_an_analysis_and_tries_a_mistake_again(stage, someone):
    staged = stage(wizards=["Cain", "Abel"], rounds=ROUNDS)
    replay = staged.url.replace("duel", "replay")
    page = someone(address=f"{replay}#analysis", session=staged.sessions["Abel"])
    the_analysis_arrives_and_moves_nothing(page)
    page.get_by_role("link", name="Round 7: mistake by Abel").click()
    expect(page).to_have_url(f"{replay}7/#analysis")
    the_mistake_is_explained(page)
    looks_right(page)
    page.reload()
    expect(abel(page)).to_contain_text("mistake")
    another_round_is_read_from_its_top(page, replay)
    press(abel(page).get_by_role("link", name="Try it again"))
    the_round_is_tried_twice(page)
    press(page.get_by_role("link", name="Back to the analysis"))
    expect(page).to_have_url(f"{replay}7/#analysis")
    expect(abel(page)).to_contain_text("mistake")


def test_the_end_of_a_duel_leads_to_its_analysed_turning_point(stage, someone):
    staged = stage(wizards=["Romulus", "Remus"], rounds=[renamed(orders) for orders in ROUNDS])
    page = someone(address=staged.url, session=staged.sessions["Remus"])
    press(page.get_by_role("link", name="Analyse", exact=True))
    expect(page).to_have_url(f"{staged.url.replace('duel', 'replay')}7/#analysis", timeout=ANALYSIS_TIMEOUT)
    expect(analysis(page).get_by_role("article", name="Remus")).to_contain_text("mistake")
    page.go_back()
    expect(page).to_have_url(staged.url)


def renamed(orders):
    return json.loads(json.dumps(orders).replace("Cain", "Romulus").replace("Abel", "Remus"))


def the_analysis_arrives_and_moves_nothing(page: Page) -> None:
    order = page.locator("#analysis").get_by_role("button", name="Analyse this duel")
    expect(order).to_be_visible()
    is_accessible(page)
    before = page.evaluate(TOP_OF_HISTORY)
    press(order)
    expect(page.get_by_role("link", name="Round 7: mistake by Abel")).to_be_visible(timeout=ANALYSIS_TIMEOUT)
    assert page.evaluate(TOP_OF_HISTORY) == before  # space was reserved for the curve and the panel
    expect(analysis(page)).to_contain_text("accuracy")


def the_mistake_is_explained(page: Page) -> None:
    expect(abel(page)).to_contain_text("mistake")
    expect(abel(page).get_by_text("Best move with the information available:")).to_be_visible()
    abel(page).get_by_text("moves considered").click()
    expect(abel(page).get_by_role("heading", name="Likely replies")).to_be_visible()
    analysis(page).get_by_text("All rounds as a table").click()
    expect(analysis(page).get_by_role("row", name="Abel").last).to_contain_text("Abel")


def another_round_is_read_from_its_top(page: Page, replay: str) -> None:
    abel(page).get_by_text("moves considered").click()
    assert page.locator("#analysis").evaluate(f"panel => {{ panel.scrollTo({BOTTOM}); return panel.scrollTop }}") > 0
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{replay}6/#analysis")
    assert page.locator("#analysis").evaluate("panel => panel.scrollTop") == 0
    page.keyboard.press("ArrowRight")


def the_round_is_tried_twice(page: Page) -> None:
    guide = page.locator(".guide")
    expect(guide).to_contain_text("Find a better move")
    Duelist(page, "Abel").seal("D", "-")
    expect(guide).to_contain_text("No better than the original move")
    looks_right(page)
    press(page.get_by_role("button", name="Try it again"))
    expect(guide).to_contain_text("Find a better move")
