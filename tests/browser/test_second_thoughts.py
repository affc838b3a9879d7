"""What is picked goes along to wherever one is; what is amiss is told; what is sealed is taken back."""

from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, press

REST = {"left": "-", "right": "-"}


def test_what_is_picked_is_found_on_another_device_and_undone_there(stage, someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED")
    staged = stage(wizards=["Wanderer", "Waiter"])
    at = {"address": staged.url, "session": staged.sessions["Wanderer"]}
    desk = Duelist(someone(DESKTOP, **at), "Wanderer")
    desk.pick("S", "P", target={"right": "Waiter"})
    phone = Duelist(someone(PHONE, **at), "Wanderer")
    phone.has_picked("S", "P")
    expect(phone.choice("Your right hand: Shield at")).to_have_value("Waiter")
    fits(phone.page)
    phone.press("Undo")
    expect(phone.choice("Your right hand: Shield at")).to_have_value("Wanderer")
    expect(desk.chips("Your right hand: Shield at").get_by_role("radio", name="yourself")).to_be_checked()
    desk.page.context.set_offline(True)
    desk.pick("W")
    desk.has_picked("W", "P")
    phone.has_picked("S", "P")
    desk.page.context.set_offline(False)
    phone.has_picked("W", "P")
    desk.page.reload()
    desk.press("Undo")
    phone.has_picked("S", "P")
    phone.seal()
    for one in (phone, desk):
        one.has_sealed("left snap; right palm, Shield at yourself")
    other = Duelist(someone(address=staged.url, session=staged.sessions["Waiter"]), "Waiter")
    other.seal("W", "W")
    for one in (phone, desk):
        one.is_asked_for_orders(2)
        expect(one.page.get_by_role("radio", checked=True)).to_have_count(0)


def test_what_is_sealed_is_taken_back_until_the_last_are_in(duelists):
    hasty, slow, third = duelists(PHONE, DESKTOP, DESKTOP, wizards=["Hasty", "Slow", "Third"])
    hasty.seal("W", "S")
    hasty.has_sealed("left wave; right snap")
    third.seal("W", "W")
    third.waits_for("Slow")
    is_for_all(hasty.page)
    hasty.press("Take back")
    hasty.has_sealed_nothing()
    hasty.has_picked("W", "S")
    expect(hasty.status).to_contain_text("Your orders, please")
    third.waits_for("Hasty and Slow")
    hasty.seal("D")
    hasty.has_sealed("left digit; right snap")
    third.waits_for("Slow")
    slow.seal("W", "W")
    hasty.sees_round(1)
    expect(hasty.page.get_by_role("button", name="Take back")).to_have_count(0)


def test_what_is_gravely_amiss_wants_a_second_click_or_one_that_mends_it(duelists):
    twice = [{"Clumsy": REST | {"left": gesture}, "Lucky": REST} for gesture in "SF"]
    clumsy, _ = duelists(PHONE, DESKTOP, wizards=["Clumsy", "Lucky"], rounds=twice)
    clumsy.pick("W", "P", target={"left": "Lucky", "right": "Lucky"})
    warnings = clumsy.page.get_by_role("list", name="Warnings").get_by_role("listitem")
    expect(warnings).to_have_count(2)
    expect(warnings.first).to_contain_text("Summon Goblin is aimed at Lucky: the monster would serve Lucky, not you.")
    expect(warnings.last).to_contain_text("Shield would help Lucky.")
    is_for_all(clumsy.page)
    clumsy.press("Seal orders")
    clumsy.has_sealed_nothing()
    press(warnings.first.get_by_role("button", name="Aim it at yourself"))
    expect(warnings).to_have_count(1)
    clumsy.press("Seal orders")
    clumsy.press("Seal all the same")
    clumsy.has_sealed("left wave, Summon Goblin at yourself (Clumsy); right palm, Shield at Lucky")


def test_a_slip_of_the_hands_is_told_as_it_is_made_and_mended_in_place(duelists):
    clumsy, _ = duelists(
        wizards=["Butterfingers", "Smiling"], rounds=[{"Butterfingers": REST | {"left": "S"}, "Smiling": REST}]
    )
    warnings = clumsy.page.get_by_role("list", name="Warnings").get_by_role("listitem")
    clumsy.pick(">", ">")
    expect(warnings).to_contain_text(["There is only one knife: the right hand has it."])
    clumsy.press("Rest the left hand")
    clumsy.has_picked("-", ">")
    clumsy.pick("C", "W")
    expect(warnings).to_contain_text(["A clap needs both hands: one hand alone does nothing."])
    clumsy.press("Clap with both")
    clumsy.has_picked("C", "C")
    clumsy.pick("D", "-", target={"left": "nobody"})
    expect(warnings).to_contain_text(["Magic Missile is aimed at nobody: it would be lost."])
    clumsy.press("Aim it at Smiling")
    expect(warnings).to_have_count(0)
    clumsy.press("Seal orders")
    clumsy.has_sealed("left digit, Magic Missile at Smiling; right nothing")


def test_a_hand_that_is_bound_says_by_what_and_by_whom(duelists):
    afraid = [{"Bogey": REST | {"left": gesture}, "Timid": {"left": "W", "right": "D"}} for gesture in "SWD"]
    _, timid = duelists(DESKTOP, PHONE, wizards=["Bogey", "Timid"], rounds=afraid)
    for hand in ("left", "right"):
        expect(timid.hand(hand)).to_contain_text("Fear of Bogey: only P W > - are left to it.")
        expect(timid.gesture(hand, "C")).to_be_disabled()
    fits(timid.page)
    is_for_all(timid.page)
