"""Tests for Haste and Delayed Effect on the duel page, for rule options, and for the rule behind an event."""

import re

from playwright.sync_api import expect

from tests.browser.members import members
from tests.browser.pages import DESKTOP, PHONE, REST, Duelist, fits, is_accessible, press


def rounds_with(wizard: str, other: str, left: str, *, cast: dict[int, str] | None = None) -> list[dict]:
    """Return orders for rounds in which `wizard` makes the gestures `left` with the left hand while `other` rests.

    The wizard is the target of their own spells. `cast` contains the spells that the left hand casts, by round number.
    """
    rounds = [{"left": gesture, "right": "-", "target": {"left": wizard}} for gesture in left]
    for number, spell in (cast or {}).items():
        rounds[number - 1]["cast"] = {"left": spell}
    return [{wizard: orders, other: REST} for orders in rounds]


def test_a_hasted_wizard_gives_two_pairs_of_gestures_in_one_round(stage, someone):
    staged = stage(wizards=["Mercury", "Snail"], rounds=rounds_with("Mercury", "Snail", "PWPWW"))
    page = someone(PHONE, address=staged.url, session=staged.sessions["Mercury"])
    swift = Duelist(page, "Mercury")
    stage(url=staged.url, number=6, orders={"Snail": REST})
    swift.seal("C", "C", target={"both": "Mercury"})
    swift.is_asked_for_orders(7)
    swift.pick("S", "-")
    swift.press("Seal")
    expect(page.get_by_role("alert")).to_contain_text("second gesture for your left hand")
    expect(swift.gesture("second-left", "C")).to_be_focused()
    page.keyboard.press("d")
    expect(swift.gesture("second-right", "C")).to_be_focused()
    page.keyboard.press("w")
    expect(swift.hand("left", pair="Second pair")).to_contain_text("Magic Missile")
    fits(page)
    is_accessible(page)
    swift.press("Seal")
    swift.has_sealed("left snap; right nothing; second pair: left point, Magic Missile on Snail; right wave")
    page.reload()
    expect(swift.gesture("second-left", "D")).to_be_checked()
    stage(url=staged.url, number=7, orders={"Snail": {"left": "W", "right": "-"}})
    swift.sees_round(7, {"Mercury": 15, "Snail": 14})
    expect(page.get_by_role("cell", name="D, point; completes Magic Missile", include_hidden=True)).to_be_attached()
    expect(page.get_by_role("article", name="Mercury", include_hidden=True)).to_contain_text(
        re.compile("Haste.*2 rounds")
    )


def test_a_spell_is_banked_and_released_and_an_event_leads_to_its_rule(stage, someone):
    rounds = rounds_with("Squirrel", "Cricket", "DWSSSP", cast={6: "delay_effect"})
    rounds[-1]["Squirrel"]["right"] = "S"
    staged = stage(wizards=["Squirrel", "Cricket"], rounds=rounds)
    page = someone(DESKTOP, address=staged.url, session=staged.sessions["Squirrel"])
    saver = Duelist(page, "Squirrel")
    saver.pick("-", "D")
    expect(page.get_by_text("Delayed Effect stores Magic Missile.", exact=True)).to_be_visible()
    saver.press("Seal")
    saver.has_sealed("left nothing; right point, Magic Missile on Cricket; Delayed Effect stores Magic Missile")
    stage(url=staged.url, number=7, orders={"Cricket": {"left": "P", "right": "-"}})
    saver.sees_round(7, {"Cricket": 15})
    expect(page.get_by_role("article", name="Squirrel")).to_contain_text("Stored: Magic Missile")
    an_event_leads_to_its_rule(saver)
    page.get_by_label("Release the stored Magic Missile on Cricket").check()
    saver.seal("-", "-")
    stage(url=staged.url, number=8, orders={"Cricket": REST})
    saver.sees_round(8, {"Cricket": 14})
    expect(page.get_by_label("Release the stored")).to_have_count(0)


def an_event_leads_to_its_rule(reader: Duelist) -> None:
    press(reader.page.get_by_role("button", name="Explain round 7"))
    press(reader.chronicle.get_by_text("Cricket is shielded"))
    expect(reader.chronicle.get_by_text("Stops stabs, missiles and monsters")).to_be_visible()
    with reader.page.context.expect_page() as opened:
        press(reader.chronicle.get_by_role("link", name="Source: Bartle, Shield. See also this site’s ruling 3.7."))
    rule = opened.value.locator("#rule-shield")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("ruling 3.7")


def test_options_that_contradict_each_other_are_refused_at_the_option(stage, someone):
    address = "/challenges/new/?book=standard&option_elementals=choice"
    host = someone(PHONE, address=address, session=members(stage, "Sycorax", "Ariel")["Sycorax"])
    is_accessible(host)
    expect(host.get_by_text("1 house rule")).to_be_visible()
    aim = host.get_by_label("Target when summoning an elemental")
    expect(aim).to_contain_text("default: none")
    host.get_by_label("Rule set").select_option("classic")
    expect(aim).to_contain_text("default: required")
    host.get_by_label("Rule set").select_option("standard")
    press(host.get_by_role("button", name="Post challenge"))
    expect(host.get_by_text("contradicts elementals: choice")).to_be_in_viewport()
    expect(aim).to_be_focused()
    press(host.get_by_role("link", name="See the defaults"))
    expect(host.get_by_text("You can change each of these when you create a challenge.")).to_be_in_viewport()
