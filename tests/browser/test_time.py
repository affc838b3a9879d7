"""Haste, stopped time and spells that are banked, on the page of a duel."""

from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, challenge, expect_hit_points, fits, is_for_all, press, sign_up

REST = {"left": "-", "right": "-"}


def begun(wizard: str, other: str, left: str, right: str = "", *, cast: dict[int, str] | None = None) -> list[dict]:
    """Rounds in which a wizard makes these gestures at himself, and the other nothing; `cast`: by the left hand."""
    hands = zip(left, right.rjust(len(left), "-"), strict=True)
    rounds = [{"left": a, "right": b, "target": {"both": wizard, "left": wizard}} for a, b in hands]
    for number, spell in (cast or {}).items():
        rounds[number - 1]["cast"] = {"left": spell}
    return [{wizard: orders, other: REST} for orders in rounds]


def test_a_hasted_wizard_gives_two_pairs_of_gestures_in_one_round(duelists):
    swift, slow = duelists(PHONE, DESKTOP, wizards=["Mercury", "Snail"], rounds=begun("Mercury", "Snail", "PWPWW"))
    swift.seal("C", "C", target={"both": "Mercury"})
    slow.seal("-", "-")
    swift.is_asked_for_orders(7)
    swift.pick("S", "-")
    swift.press("Seal")
    expect(swift.page.get_by_role("alert")).to_contain_text("left hand in the second pair")
    expect(swift.gesture("second-left", "C")).to_be_focused()
    swift.page.keyboard.press("d")
    expect(swift.gesture("second-right", "C")).to_be_focused()
    swift.page.keyboard.press("w")
    expect(swift.hand("left", pair="Second pair")).to_contain_text("Completes Magic Missile.")
    fits(swift.page)
    is_for_all(swift.page)
    swift.press("Seal")
    swift.has_sealed("left snap; right nothing; second pair: left digit, Magic Missile at Snail; right wave")
    swift.page.reload()
    expect(swift.gesture("second-left", "D")).to_be_checked()
    slow.seal("W", "-")
    slow.sees_round(7, {"Mercury": 15, "Snail": 14})
    expect(slow.page.get_by_role("cell", name="D, digit; completes Magic Missile")).to_be_attached()
    expect(slow.page.get_by_role("article", name="Mercury")).to_contain_text("Haste, 2 rounds")


def test_two_palms_in_the_second_pair_are_warned_of(duelists):
    rash, _ = duelists(wizards=["Reckless", "Prudence"], rounds=begun("Reckless", "Prudence", "PWPWWC", "C"))
    rash.pick("W", "S")
    rash.pick_second("P", "P")
    expect(rash.page.get_by_text("Second pair: Two palms at once mean surrender")).to_be_visible()
    rash.press("Seal")
    rash.confirm("Change the gestures")
    rash.has_sealed_nothing()


def test_in_a_free_round_the_hasted_acts_and_the_other_sees_that_he_waits(duelists):
    quick, calm = duelists(
        DESKTOP, PHONE, wizards=["Hermes", "Pond"], book="standard", rounds=begun("Hermes", "Pond", "PWPWWC", "C")
    )
    expect(quick.page.get_by_role("heading", name="Orders for round 7, your free round")).to_be_visible()
    expect(calm.status).to_contain_text("Free round: Hermes alone")
    expect(calm.page.get_by_role("button", name="Seal")).to_have_count(0)
    quick.seal("-", ">")
    expect(calm.page.get_by_role("rowheader", name="Round 7 free round")).to_be_attached()
    expect_hit_points(calm.page, {"Pond": 14})
    calm.is_asked_for_orders(8)
    calm.press("Give up")
    calm.confirm("Give up")
    quick.sees_result("Hermes has won: Pond surrendered.")


def test_of_a_stopped_time_the_other_learns_that_something_goes_on_and_no_more(duelists):
    still, blind = duelists(DESKTOP, PHONE, wizards=["Chronos", "Statue"], rounds=begun("Chronos", "Statue", "SPP"))
    still.seal("C", "C", target={"both": "Chronos"})
    blind.seal("-", "-")
    expect(still.page.get_by_role("heading", name="Orders for round 5, stopped time")).to_be_visible()
    expect(blind.status).to_contain_text("Something goes on unseen")
    expect(blind.status).not_to_contain_text("Chronos")
    expect(blind.page.get_by_text("thinking")).to_have_count(0)
    still.seal("W", "-")
    blind.is_asked_for_orders(6)
    expect(still.page.get_by_role("rowheader", name="Round 5 stopped time")).to_be_attached()
    expect(blind.page.get_by_role("rowheader", name="Round 5", exact=True)).to_have_count(0)
    blind.seal("-", "-")
    still.seal("-", "-")
    blind.sees_round(6)
    blind.page.goto(blind.page.url.replace("/duel/", "/replay/") + "6/")
    expect(blind.page.get_by_role("rowheader", name="Round 5", exact=True)).to_have_count(0)
    press(blind.page.get_by_role("button", name="Back"))
    expect(blind.page.locator("output")).to_have_text("Round 4 of 6")


def test_a_spell_is_banked_and_released(duelists):
    saver, other = duelists(
        DESKTOP,
        PHONE,
        wizards=["Squirrel", "Cricket"],
        rounds=begun("Squirrel", "Cricket", "DWSSSP", "S", cast={6: "delay_effect"}),
    )
    saver.pick("-", "D")
    expect(saver.page.get_by_text("Delayed Effect banks Magic Missile.")).to_be_visible()
    saver.press("Seal")
    saver.has_sealed("left nothing; right digit, Magic Missile at Cricket; Delayed Effect banks Magic Missile")
    other.seal("-", "-")
    saver.sees_round(7, {"Cricket": 15})
    expect(saver.page.get_by_role("article", name="Squirrel")).to_contain_text("Banked: Magic Missile")
    expect(other.page.get_by_role("article", name="Squirrel")).to_contain_text("A spell is banked")
    expect(other.chronicle).not_to_contain_text("Missile")
    saver.page.get_by_label("Release the banked Magic Missile at Cricket").check()
    saver.seal("-", "-")
    other.seal("-", "-")
    other.sees_round(8, {"Cricket": 14})
    expect(saver.page.get_by_label("Release the banked")).to_have_count(0)


def test_a_spell_is_made_permanent_where_its_caster_says_so(duelists):
    rounds = begun("Warden", "Scatterbrain", "SPFPSDW", "WW", cast={4: "shield"})
    keeper, other = duelists(wizards=["Warden", "Scatterbrain"], book="standard", rounds=rounds)
    expect(keeper.page.get_by_text("Permanency waits for a spell")).to_be_visible()
    keeper.pick("-", "P")
    press(keeper.chips("Permanency makes permanent").get_by_text("Protection from Evil, right hand"))
    keeper.press("Seal")
    other.seal("-", "-")
    other.sees_round(8)
    expect(other.page.get_by_role("article", name="Warden")).to_contain_text("Protection from Evil, for good")


def test_a_challenge_with_options_says_everywhere_what_is_not_by_the_book(someone):
    host, guest = someone(PHONE), someone()
    sign_up(host, "ariel", "Ariel")
    challenge(host, book="standard", options={"Highest hit points": "20", "Haste": "two pairs of gestures"})
    for words in ("Haste: two pairs of gestures", "Highest hit points: 20"):
        expect(host.get_by_text(words, exact=True)).to_be_visible()
    guest.goto("/lobby/")
    expect(guest.get_by_text("Highest hit points: 20; Haste: two pairs of gestures")).to_be_visible()
    press(guest.get_by_role("link", name="Accept the challenge of Ariel"))
    guest.get_by_label("Name of your mage").fill("Miranda")
    press(guest.get_by_role("button", name="Accept and duel"))
    host.wait_for_url("**/duel/**")
    expect(
        host.get_by_text("not all by the book: Highest hit points: 20; Haste: two pairs of gestures")
    ).to_be_visible()


def test_options_that_contradict_each_other_are_refused_beside_the_option(someone):
    host = someone()
    sign_up(host, "sycorax", "Sycorax")
    host.goto("/challenges/new/?book=standard&option_elementals=choice")
    is_for_all(host)
    expect(host.get_by_text("1 not by the book")).to_be_visible()
    expect(host.get_by_label("At whom an elemental is summoned")).to_contain_text("by the book: nobody")
    host.locator("input[name=book][value=classic]").check()
    expect(host.get_by_label("At whom an elemental is summoned")).to_contain_text("by the book: a being")
    host.locator("input[name=book][value=standard]").check()
    press(host.get_by_role("button", name="Challenge"))
    expect(host.get_by_text("contradicts elementals: choice")).to_be_in_viewport()
    expect(host.get_by_label("At whom an elemental is summoned")).to_be_focused()


def test_who_wonders_what_the_book_has_of_an_option_is_led_to_the_list(someone):
    host = someone(PHONE)
    sign_up(host, "iris", "Iris")
    host.goto("/challenges/new/")
    press(host.get_by_text("Rule options"))
    press(host.get_by_role("link", name="the pages of the books"))
    expect(host.get_by_text("Who challenges may set each of them otherwise.")).to_be_in_viewport()


def test_an_event_tells_its_rule_in_its_place_and_leads_to_all_of_them(duelists):
    reader, _ = duelists(
        wizards=["Scholar", "Layman"], rounds=[{"Scholar": {"left": "P", "right": "-"}, "Layman": REST}]
    )
    press(reader.chronicle.get_by_text("Scholar is shielded"))
    expect(reader.chronicle.get_by_text("Stops stabs, missiles and monsters")).to_be_visible()
    with reader.page.context.expect_page() as opened:
        press(reader.chronicle.get_by_role("link", name="Bartle, Shield; ruling 3.7"))
    rule = opened.value.locator("#rule-shield")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("ruling 3.7")
