"""Orders and answers on the page of a duel: what is asked, of whom, and what is warned of."""

import json
import re
from itertools import count

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, open_sheet, press, speak
from tests.browser.test_melee import WATCH_SHIFTS, stands_still
from wavinghands import engine

REST = {"left": "-", "right": "-"}


def test_the_caster_of_a_paralysis_is_asked_for_the_hand_while_the_other_waits(duelists):
    twice = [{"Holder": {"left": "F", "right": "-"}, "Held": {"left": "W", "right": "D"}}] * 2
    holder, held = duelists(PHONE, DESKTOP, wizards=["Holder", "Held"], rounds=twice)
    holder.seal("F", "-")
    held.seal("W", "D")
    expect(holder.page.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
    fits(holder.page)
    held.waits_for("Holder")
    expect(held.chronicle).to_contain_text("gestures revealed")
    expect(held.page.get_by_role("button", name="Answer")).to_have_count(0)
    holder.choose("Held", "left hand")
    holder.press("Answer")
    for duelist in (holder, held):
        duelist.sees_round(3)
        duelist.is_asked_for_orders(4)
    expect(held.hand("left")).to_contain_text("Paralysis")
    expect(held.hand("left").get_by_role("radio")).to_have_count(1)
    expect(held.gesture("left", "P")).to_be_checked()  # a wave is held as a palm
    held.seal(right="D")
    held.has_sealed("left palm")


def confused(seed: int) -> list[dict]:
    """Rounds in which Dizzy is confused with a snap behind him in both hands."""
    gestures = (("D", "-"), ("S", "-"), ("F", "S"))
    return [{"Dazzler": REST | {"left": mine}, "Dizzy": {"left": his, "right": his}} for mine, his in gestures]


def seed_of_a_surprise() -> int:
    """A seed by which Confusion has Dizzy complete a Magic Missile that he did not mean to."""
    for seed in count():
        duel = engine.start("classic", [{"name": name, "gender": "x"} for name in ("Dazzler", "Dizzy")], seed=seed)
        for orders in [*confused(seed), {"Dazzler": REST, "Dizzy": REST}]:
            duel = engine.play(duel, orders, {})
        asked = isinstance(duel, engine.Asked) and engine.request(duel, "Dizzy")
        if asked and "Magic Missile" in asked["questions"][0]["text"]:
            return seed


TOLD_LATER = {
    "en": "What may come after round 3 stands here when that is over.",
    "de": "Was nach Runde 3 kommen kann, steht hier, wenn sie vorbei ist.",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_while_another_is_asked_no_old_threats_are_told(stage, someone, device, language):
    hands = [(("F", "S"), ("W", "D")), (("F", "F"), ("P", "S"))]
    rounds = [{"Holds": pair(*holds), "Waits": pair(*waits)} for holds, waits in hands]
    staged = stage(wizards=["Holds", "Waits"], rounds=rounds)
    page = someone(device, address=staged.url, session=staged.sessions["Waits"])
    speak(page, language)
    holder = Duelist(someone(address=staged.url, session=staged.sessions["Holds"]), "Holds")
    threats, counted = page.locator(".threats"), page.locator(".threats > summary > .small")
    if device is PHONE:
        expect(page.locator(".duel__sheets")).to_be_attached()
        page.keyboard.press("t")
    expect(counted).to_have_count(1)
    stage(url=staged.url, number=3, orders={"Waits": pair("F", "S")})
    page.evaluate(WATCH_SHIFTS)
    holder.seal("F", "W")
    expect(threats).to_contain_text(TOLD_LATER[language])
    expect(counted).to_have_count(0)
    expect(page.locator(".threat")).to_have_count(0)
    stands_still(page)
    holder.choose("Waits", "left hand")
    holder.press("Answer")
    expect(counted).to_have_count(1)
    expect(threats).not_to_contain_text(TOLD_LATER[language])
    stands_still(page)


def pair(left: str, right: str) -> dict[str, str]:
    return {"left": left, "right": right}


def test_a_spell_that_nobody_foresaw_asks_its_caster_for_a_target(duelists):
    seed = seed_of_a_surprise()
    dazzler, dizzy = duelists(wizards=["Dazzler", "Dizzy"], seed=seed, rounds=confused(seed))
    expect(dizzy.hand("left")).to_contain_text("Confusion of Dazzler")
    dizzy.seal("-", "-")
    dazzler.seal("-", "-")
    expect(dizzy.page.get_by_role("heading", name="Round 4: your answer")).to_be_visible()
    dazzler.waits_for("Dizzy")
    dizzy.choose("hand casts Magic Missile. At whom?", "Dizzy")
    dizzy.press("Answer")
    for duelist in (dazzler, dizzy):
        duelist.sees_round(4, {"Dazzler": 15, "Dizzy": 14})


def test_what_is_amiss_does_not_lie_behind_the_seal(duelists):
    hasty, _ = duelists(wizards=["Hasty", "Calm"])
    hasty.page.set_viewport_size({"width": 1024, "height": 768})
    hasty.seal(left="W")
    expect(hasty.page.get_by_role("alert")).to_contain_text("right hand")
    amiss, seal = (hasty.page.locator(place).bounding_box() for place in (".orders > [role=alert]", ".seal"))
    assert amiss["y"] + amiss["height"] <= seal["y"]


def refuse_orders(page: Page, why: str) -> None:
    """As the server would, whatever is sealed on the page; all else goes to and fro."""

    def open_(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str) -> None:
            frame = json.loads(message)
            if frame["type"] != "orders":
                return server.send(message)
            return socket.send(json.dumps({"type": "refused", "id": frame["id"], "code": "illegal", "why": why}))

        socket.on_message(hear)

    page.route_web_socket(re.compile("/ws/"), open_)
    page.reload()


def test_why_orders_were_refused_is_read_whole_until_they_change(duelists):
    rash, _ = duelists(wizards=["Rash", "Cool"])
    refuse_orders(rash.page, "No. " * 60)
    rash.seal("W", "D")
    amiss = rash.page.get_by_role("alert")
    expect(amiss).to_contain_text("No.")
    box, seal = (rash.page.locator(place).bounding_box() for place in (".orders > [role=alert]", ".seal"))
    assert box["y"] + box["height"] <= seal["y"]
    rash.pick("W", "P")
    expect(amiss).to_have_count(0)


def test_a_hand_without_a_gesture_is_asked_for_before_sealing(duelists):
    hasty, calm = duelists(wizards=["Hasty", "Calm"])
    hasty.seal(left="W")
    expect(hasty.page.get_by_role("alert")).to_contain_text("right hand")
    expect(hasty.gesture("right", "C")).to_be_focused()
    hasty.has_sealed_nothing()
    expect(calm.status).to_contain_text("Your orders, please")


def test_the_page_says_which_gestures_a_spell_still_wants(duelists):
    learner, _ = duelists(wizards=["Learner", "Teacher"])
    learner.pick("S", "P")
    expect(learner.hand("left")).to_contain_text("On the way: Magic Missile (D), Summon Goblin (F W), and 6 more.")
    expect(learner.hand("right")).to_contain_text("Completes Shield.")


def test_a_spell_may_be_aimed_at_the_monsters_that_hands_can_summon_in_this_round_and_at_no_others(duelists):
    twice = [{"Summoner": REST | {"left": gesture}, "Other": REST | {"right": gesture}} for gesture in "SF"]
    summoner, _ = duelists(wizards=["Summoner", "Other"], rounds=twice)
    summoner.pick("W", "P")
    aims = summoner.chips("Your right hand: Shield at").locator("label").all_inner_texts()
    assert aims == ["yourself", "Other", "your new one", "Other’s new one", "nobody"]


def test_orders_are_changed_until_the_last_are_in(duelists):
    fickle, firm = duelists(wizards=["Fickle", "Firm"])
    fickle.seal("W", "S")
    fickle.has_sealed("left wave; right snap")
    fickle.seal(left="F")
    fickle.has_sealed("left fingers; right snap")
    firm.seal("D", "D")
    fickle.sees_round(1)
    expect(firm.chronicle).to_contain_text("Fickle wriggles the fingers of their left hand")


def test_the_count_of_duels_that_wait_goes_with_the_orders(duelists):
    quick, slow = duelists(PHONE, DESKTOP, wizards=["Quick", "Slow"])
    menu = quick.page.get_by_role("button", name="Menu")
    waiting = quick.page.get_by_role("link", name="Duels 1 waiting for your orders")

    def is_waited_for(*, is_so: bool) -> None:
        press(menu)
        expect(quick.page.get_by_role("link", name=re.compile("^Duels"))).to_be_visible()
        expect(waiting).to_have_count(int(is_so))
        press(menu)

    is_waited_for(is_so=True)
    quick.seal("W", "S")
    quick.has_sealed()
    is_waited_for(is_so=False)
    slow.seal("W", "S")
    quick.is_asked_for_orders(2)
    is_waited_for(is_so=True)
    quick.press("Give up")
    quick.confirm("Give up")
    quick.sees_result("Slow has won: Quick surrendered.")
    is_waited_for(is_so=False)


def test_two_palms_surrender_only_after_a_warning(duelists):
    careless, patient = duelists(PHONE, DESKTOP, wizards=["Careless", "Patient"])
    patient.seal("W", "W")
    careless.pick("P", "P")
    expect(careless.page.get_by_text("Two palms at once mean surrender")).to_be_visible()
    careless.press("Seal")
    expect(careless.page.get_by_role("dialog", name="Surrender?")).to_be_visible()
    careless.confirm("Change the gestures")
    careless.has_sealed_nothing()
    careless.press("Seal")
    careless.confirm("Surrender")
    for duelist in (careless, patient):
        duelist.sees_result("Patient has won: Careless surrendered.")


def test_giving_up_is_confirmed_first(duelists):
    weary, fresh = duelists(wizards=["Weary", "Fresh"])
    weary.press("Give up")
    weary.confirm("Fight on")
    weary.is_asked_for_orders(1)
    weary.press("Give up")
    expect(weary.dialog).to_contain_text("two palms, the sign of surrender")
    weary.confirm("Give up")
    for duelist in (weary, fresh):
        duelist.sees_result("Fresh has won: Weary surrendered.")


def test_whose_hands_are_bound_is_told_what_giving_up_would_cost(duelists):
    fearful, master = duelists(
        PHONE,
        DESKTOP,
        wizards=["Fearful", "Master"],
        rounds=[
            {"Fearful": REST, "Master": {"left": left, "right": right}} for left, right in ("S-", "FS", "WW", "-D")
        ],
    )
    fearful.press("Give up")
    expect(fearful.dialog).to_contain_text("Your hands are not free")
    expect(fearful.dialog).to_contain_text("1 damage is coming at you.")
    fearful.confirm("Give up")
    master.sees_result("Master has won: Fearful surrendered.")


def test_who_gives_up_among_several_leaves_at_the_end_of_the_round(duelists):
    tired, keen, late = duelists(DESKTOP, PHONE, DESKTOP, wizards=["Tired", "Keen", "Late"])
    tired.seal("W", "S")
    expect(tired.page.get_by_text("You can change them until Keen and Late have sealed too.")).to_be_visible()
    tired.press("Give up")
    expect(tired.dialog).to_contain_text("the others fight on")
    tired.confirm("Give up")
    expect(tired.page.get_by_text("You have given up.")).to_be_visible()
    expect(tired.page.get_by_role("button", name="Seal")).to_have_count(0)
    keen.seal("W", "S")
    late.seal("W", "S")
    keen.is_asked_for_orders(2)
    expect(tired.page.get_by_text("You are out of the duel.")).to_be_visible()


def test_after_a_duel_both_ask_for_a_rematch_and_fight_again_by_the_same_book(duelists):
    loser, winner = duelists(wizards=["Loser", "Winner"], book="standard")
    loser.press("Give up")
    loser.confirm("Give up")
    press(loser.page.get_by_role("button", name="Rematch"))
    loser.page.wait_for_url(re.compile("/challenge/"))
    first = winner.page.url
    press(winner.page.get_by_role("button", name="Rematch"))
    winner.page.wait_for_url(lambda url: "/duel/" in url and url != first)
    winner.is_asked_for_orders(1)
    expect(winner.page.get_by_text(re.compile("^Standard"))).to_be_visible()
    loser.page.wait_for_url(winner.page.url)
    loser.is_asked_for_orders(1)


def test_the_duelists_talk(duelists):
    chatty, terse = duelists(DESKTOP, PHONE, wizards=["Chatty", "Terse"])
    chatty.say("Hello <b>you</b>")
    expect(terse.page.get_by_role("button", name="Talk 1 new line")).to_be_visible()
    expect(terse.page.get_by_role("navigation", name="More of the duel").get_by_role("status")).to_have_text(
        "1 new line"
    )
    open_sheet(terse.page, "Talk")
    expect(terse.page.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    expect(terse.page.get_by_role("log")).to_contain_text("Hello <b>you</b>")
    terse.page.reload()
    open_sheet(terse.page, "Talk")
    expect(terse.page.get_by_role("log")).to_contain_text("Hello <b>you</b>")
