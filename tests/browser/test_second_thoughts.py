"""Tests for picks that follow a player to another device, chat messages sent with orders, and withdrawn orders."""

from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_accessible, shut_sheets


def test_picks_follow_a_player_to_another_device_and_can_be_taken_back(stage, someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED")
    staged = stage(wizards=["Wanderer", "Waiter"])
    at = {"address": staged.url, "session": staged.sessions["Wanderer"]}
    desk = Duelist(someone(DESKTOP, **at), "Wanderer")
    desk.pick("S", "P", target={"right": "Waiter"})
    phone = Duelist(someone(PHONE, **at), "Wanderer")
    phone.has_picked("S", "P")
    expect(phone.row("aim--right")).to_have_text("Shield protects Waiter")
    fits(phone.page)
    an_undo_is_seen_on_the_other_device(phone, desk)
    picks_made_offline_arrive_later(desk, phone)
    desk.page.reload()
    desk.press("Undo")
    phone.has_picked("S", "P")
    words_are_said_without_sealing(phone, "Good evening")
    phone.press("Seal")
    for one in (phone, desk):
        one.has_sealed("left snap; right palm, Shield on yourself")
    sealed_orders_are_taken_back(phone, desk)
    phone.seal("D")
    for one in (phone, desk):
        one.has_sealed("left point; right palm, Shield on yourself")
    stage(url=staged.url, number=1, orders={"Waiter": {"left": "W", "right": "W"}})
    for one in (phone, desk):
        one.is_asked_for_orders(2)
        expect(one.page.get_by_role("radio", checked=True)).to_have_count(0)
        expect(one.page.get_by_role("button", name="Take back")).to_have_count(0)


def an_undo_is_seen_on_the_other_device(phone: Duelist, desk: Duelist) -> None:
    phone.press("Undo")
    for one in (phone, desk):
        expect(one.row("aim--right")).to_have_text("Shield protects you")


def picks_made_offline_arrive_later(desk: Duelist, phone: Duelist) -> None:
    desk.page.context.set_offline(True)
    desk.pick("W")
    desk.has_picked("W", "P")
    phone.has_picked("S", "P")
    desk.page.context.set_offline(False)
    phone.has_picked("W", "P")


def words_are_said_without_sealing(phone: Duelist, words: str) -> None:
    phone.say_with_orders(words)
    expect(phone.page.get_by_text(f"With your orders: {words}")).to_be_visible()
    shut_sheets(phone.page)
    phone.has_sealed_nothing()


def sealed_orders_are_taken_back(phone: Duelist, desk: Duelist) -> None:
    is_accessible(phone.page)
    phone.press("Take back")
    for one in (phone, desk):
        one.has_sealed_nothing()
        one.has_picked("S", "P")
    expect(phone.status).to_contain_text("Your turn")
