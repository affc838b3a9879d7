"""Tests for the ladder: its filter on a phone, and names suggested while the user types."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import PALMS, PHONE, REST, fits, looks_right, press

LONGEST = "Blanchefleurdebeaurepair"
"""A mage name of the maximum length, 24 letters."""


def the_score_is_next_to_the_longest_name(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text=LONGEST)
    expect(row.get_by_role("cell").nth(1)).to_be_in_viewport(ratio=1)
    fits(page)


def the_tabs_have_one_row_with_the_current_one_in_view(page: Page) -> None:
    page.goto("/achievements/")
    tabs = page.get_by_role("navigation", name="Community").get_by_role("link")
    expect(tabs.and_(page.locator("[aria-current]"))).to_be_in_viewport(ratio=1)
    assert len({box["y"] for tab in tabs.all() if (box := tab.bounding_box())}) == 1
    tabs.first.focus()
    expect(tabs.first).to_be_in_viewport(ratio=1)
    looks_right(page)
    page.set_viewport_size(PHONE["viewport"])


def the_filter_is_folded(page: Page) -> None:
    places = page.get_by_label("Sort by")
    expect(places).to_be_hidden()
    press(page.get_by_text("Filter"))
    places.select_option("Rating")
    looks_right(page)
    page.set_viewport_size(PHONE["viewport"])
    press(page.get_by_role("button", name="Apply"))
    page.wait_for_url(re.compile("by=rating"))
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(places).to_be_hidden()
    looks_right(page)


def a_name_is_taken_by_keys(page: Page) -> None:
    field, options = page.get_by_role("combobox", name="Search by name"), suggested(page)
    field.press_sequentially("bell")
    expect(options).to_have_count(1)
    expect(options.and_(page.get_by_role("option", name=re.compile("^Bellangere .*last online")))).to_be_visible()
    expect(field).to_have_attribute("aria-expanded", "true")
    looks_right(page)
    field.press("ArrowDown")
    expect(page.get_by_role("listbox").get_by_role("option", selected=True)).to_have_count(1)
    field.press("Enter")
    expect(field).to_have_value("Bellangere")
    expect(options).to_have_count(0)


def a_name_is_taken_by_mouse(page: Page) -> None:
    field, options = page.get_by_role("combobox", name="Search by name"), suggested(page)
    field.fill("")
    field.press_sequentially("bell")
    expect(options).to_have_count(1)
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press_sequentially("a")
    options.click()
    expect(field).to_have_value("Bellangere")


def the_season_and_a_profile_fit(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto("/season/")
    row = page.get_by_role("row").filter(has_text=LONGEST.lower())
    row.scroll_into_view_if_needed()
    for number in range(5):
        expect(row.get_by_role("cell").nth(number)).to_be_in_viewport(ratio=1)
    looks_right(page)
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    looks_right(page)


def suggested(page: Page):
    return page.get_by_role("listbox", name="Mages").get_by_role("option")


def test_the_ladder_is_filtered_and_mages_are_found_by_prefix(stage, someone):
    surrender = {LONGEST: REST, "Bellangere": PALMS}
    duel = stage(wizards=[*surrender], rounds=[surrender])
    page = someone(PHONE, address="/ladder/", session=duel.sessions[LONGEST])
    the_score_is_next_to_the_longest_name(page)
    the_filter_is_folded(page)
    a_name_is_taken_by_keys(page)
    a_name_is_taken_by_mouse(page)
    the_season_and_a_profile_fit(page)
    the_tabs_have_one_row_with_the_current_one_in_view(page)
