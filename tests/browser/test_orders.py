"""Tests for orders and answers on the duel page: questions, refusals, and actions that cannot be undone."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.layout import JUMP, edges, stands_still, watch_shifts
from tests.browser.pages import DESKTOP, PHONE, REST, Duelist, fits, press


def pair(left: str, right: str) -> dict[str, str]:
    return {"left": left, "right": right}


def test_a_caster_answers_for_a_paralysis_while_the_opponent_waits(stage, duelists):
    hands = [(("F", "S"), ("W", "D")), (("F", "F"), ("P", "S"))]
    rounds = [{"Holder": pair(*holder), "Held": pair(*held)} for holder, held in hands]
    holder, held = duelists(PHONE, DESKTOP, wizards=["Holder", "Held"], rounds=rounds)
    held.page.keyboard.press("t")
    counted = held.page.locator(".threats__head > .small")
    expect(counted).to_have_count(1)
    watch_shifts(held.page)
    held.seal("F", "S")
    holder.seal("F", "W")
    expect(holder.page.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
    fits(holder.page)
    the_other_waits(held)
    holder.choose("Held", "left hand")
    holder.press("Answer")
    for duelist in (holder, held):
        duelist.sees_round(3)
        duelist.is_asked_for_orders(4)
    expect(counted).to_have_count(1)
    expect(held.page.get_by_text("will appear here")).to_have_count(0)
    stands_still(held.page, JUMP)
    the_left_hand_is_held(held)


def the_other_waits(held: Duelist) -> None:
    held.waits_for("Holder")
    expect(held.chronicle).to_contain_text("gestures revealed")
    expect(held.page.get_by_role("button", name="Answer")).to_have_count(0)
    expect(held.page.locator(".threats")).to_contain_text("Threats after round 3 will appear here.")
    expect(held.page.locator(".threats__head > .small")).to_have_count(0)
    expect(held.page.locator(".threat")).to_have_count(0)
    stands_still(held.page, JUMP)


def the_left_hand_is_held(held: Duelist) -> None:
    """Assert that the left hand offers only the gesture that Paralysis forces, and that the sealed orders show it."""
    expect(held.hand("left")).to_contain_text("Paralysis")
    expect(held.hand("left").get_by_role("radio")).to_have_count(1)
    expect(held.gesture("left", "F")).to_be_checked()
    held.seal(right="D")
    held.has_sealed("left fingers")


def test_two_palms_and_giving_up_are_confirmed_and_both_ask_for_a_rematch(duelists):
    loser, winner = duelists(PHONE, DESKTOP, wizards=["Loser", "Winner"], book="standard")
    a_duel_waits(loser.page, is_so=True)
    loser.pick("P", "P")
    expect(loser.page.get_by_text("Two palms at once mean surrender")).to_be_visible()
    loser.press("Seal")
    expect(loser.page.get_by_role("dialog", name="Surrender?")).to_be_visible()
    loser.confirm("Change gestures")
    loser.has_sealed_nothing()
    loser.seal("W", "S")
    loser.has_sealed()
    a_duel_waits(loser.page, is_so=False)
    winner.seal("W", "S")
    loser.is_asked_for_orders(2)
    a_duel_waits(loser.page, is_so=True)
    gives_up(loser)
    for duelist in (loser, winner):
        duelist.sees_result("You win" if duelist is winner else "You lose")
    a_duel_waits(loser.page, is_so=False)
    both_ask_for_a_rematch(loser, winner)


def a_duel_waits(page: Page, *, is_so: bool) -> None:
    """Assert that the menu counts one duel waiting for the player's orders, or none if `is_so` is false."""
    press(page.get_by_role("button", name="Menu"))
    press(page.get_by_role("button", name="Other pages"))
    expect(page.get_by_role("link", name=re.compile(r"^Play\b"))).to_be_visible()
    expect(page.get_by_role("link", name="Play 1 your turn")).to_have_count(int(is_so))
    page.keyboard.press("Escape")


def gives_up(duelist: Duelist) -> None:
    duelist.press("Give up")
    duelist.confirm("Keep playing")
    duelist.is_asked_for_orders(2)
    duelist.press("Give up")
    expect(duelist.dialog).to_contain_text("two palms, the sign of surrender")
    duelist.confirm("Give up")


def both_ask_for_a_rematch(loser: Duelist, winner: Duelist) -> None:
    press(loser.page.get_by_role("button", name="Rematch"))
    expect(loser.page.get_by_role("button", name="Waiting for Winner…")).to_be_visible()
    first = winner.page.url
    press(winner.page.get_by_role("button", name="Accept rematch"))
    winner.page.wait_for_url(lambda url: "/duel/" in url and url != first)
    winner.is_asked_for_orders(1)
    expect(winner.page.get_by_role("banner")).to_contain_text("Standard")
    loser.page.wait_for_url(winner.page.url)
    loser.is_asked_for_orders(1)


def test_warnings_are_fixed_in_place_and_a_refusal_is_fully_visible(stage, someone):
    rounds = [{"Clumsy": REST | {"left": gesture}, "Lucky": REST} for gesture in "SF"]
    staged = stage(wizards=["Clumsy", "Lucky"], rounds=rounds)
    page = someone(address="about:blank", session=staged.sessions["Clumsy"])
    refuse_the_first_orders(page, why="No. " * 60)
    page.goto(staged.url)
    clumsy = Duelist(page, "Clumsy")
    clumsy.is_asked_for_orders(3)
    a_mistake_is_corrected(clumsy)
    a_serious_warning_needs_a_second_press(clumsy)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("No.")
    assert edges(page.locator(".orders > [role=alert]"))["bottom"] <= edges(page.locator(".seal"))["top"]
    clumsy.pick("D")
    expect(alert).to_have_count(0)
    clumsy.pick("W")
    clumsy.seal()
    clumsy.has_sealed("left wave, Summon Goblin on yourself (Clumsy); right palm, Shield on Lucky")


def refuse_the_first_orders(page: Page, why: str) -> None:
    """Reject the page's first orders with the reason `why`, in place of the server. Forward all other frames."""
    refusals = [why]

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str) -> None:
            frame = json.loads(message)
            if frame["type"] != "orders" or not refusals:
                return server.send(message)
            refused = {"type": "refused", "id": frame["id"], "code": "illegal", "why": refusals.pop()}
            return socket.send(json.dumps(refused))

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/"), connect)


def a_mistake_is_corrected(clumsy: Duelist) -> None:
    warnings = clumsy.page.get_by_role("list", name="Warnings").get_by_role("listitem")
    clumsy.pick(">", ">")
    expect(warnings).to_contain_text(["You have only one knife, so only the right hand stabs."])
    clumsy.press("Left hand: nothing")
    clumsy.has_picked("-", ">")
    expect(warnings).to_have_count(0)


def a_serious_warning_needs_a_second_press(clumsy: Duelist) -> None:
    warnings = clumsy.page.get_by_role("list", name="Warnings").get_by_role("listitem")
    clumsy.pick("W", "P", target={"left": "Lucky", "right": "Lucky"})
    expect(warnings).to_have_count(2)
    expect(warnings.first).to_contain_text("Summon Goblin targets Lucky. The monster would serve Lucky, not you.")
    clumsy.press("Seal orders")
    clumsy.has_sealed_nothing()
    press(warnings.first.get_by_role("button", name="Target yourself"))
    expect(warnings).to_have_count(1)
    clumsy.press("Seal orders")
    clumsy.press("Seal anyway")
