"""Tests that no orders are lost when a page is reloaded, opened twice, disconnected from the server or logged out."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.pages import DESKTOP, PASSWORD, Duelist, challenge, press

LOGGED_OUT = "You have been logged out. Log in to keep playing."
NEW_PASSWORD = "six fingers on one hand"


def open_tab(page: Page, name: str, address: str) -> Duelist:
    """Open the address in a new tab of the same browser, and return the player named `name` on that page."""
    tab = Duelist(page.context.new_page(), name)
    tab.page.goto(address)
    return tab


def keeps_its_picks(duelist: Duelist) -> None:
    duelist.has_picked("S", "P")
    expect(duelist.row("aim--right")).to_have_text("Shield protects Silas")
    duelist.has_sealed_nothing()


def keeps_its_sealed_orders(duelist: Duelist) -> None:
    duelist.has_sealed("left snap; right palm, Shield on Silas")
    duelist.has_picked("S", "P")
    duelist.waits_for("Silas")


def test_reloads_and_tabs_keep_picks_sealed_orders_and_rounds(stage, someone):
    staged = stage(wizards=["Tabitha", "Silas"])
    one = Duelist(someone(address=staged.url, session=staged.sessions["Tabitha"]), "Tabitha")
    one.pick("S", "P", cast={"right": "shield"}, target={"right": "Silas"})
    one.page.reload()
    keeps_its_picks(one)
    other = open_tab(one.page, "Tabitha", staged.url)
    keeps_its_picks(other)
    one.seal()
    for tab in (one, other):
        keeps_its_sealed_orders(tab)
    one.page.reload()
    keeps_its_sealed_orders(one)
    other.seal(left="D")
    one.has_sealed("left point; right palm, Shield on Silas")
    one.has_picked("D", "P")
    one.page.goto("/ladder/")
    stage(url=staged.url, number=1, orders={"Silas": {"left": "W", "right": "W"}})
    other.sees_round(1)
    one.page.goto(staged.url)
    one.sees_round(1)
    one.is_asked_for_orders(2)
    one.has_sealed_nothing()


def test_logging_out_is_shown_on_all_open_pages_of_the_user(stage, someone):
    staged = stage(
        wizards=["Leaver", "Remainer"], pace=24 * 60 * 60
    )  # in a slow duel, because its players may queue for a quick one
    duel = Duelist(someone(address=staged.url, session=staged.sessions["Leaver"]), "Leaver")
    duel.pick("S", "P")
    lobby, front, leaving = (duel.page.context.new_page() for _ in range(3))
    lobby.goto("/lobby/")
    front.goto("/")
    press(front.get_by_role("button", name="Quick duel"))
    expect(front.get_by_text("Looking for an opponent")).to_be_visible()
    leaving.goto("/accounts/logout/")
    press(leaving.get_by_role("main").get_by_role("button", name="Log out"))
    for left in (lobby, front, duel.page):
        expect(left.get_by_role("alert")).to_have_text(LOGGED_OUT)
    expect(duel.page.get_by_text("You’re a spectator.")).to_be_visible()
    expect(duel.page.get_by_role("heading", name="Orders for round")).to_have_count(0)


def log_in(page: Page, username: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    press(page.get_by_role("main").get_by_role("button", name="Log in", exact=True))
    expect(page.get_by_role("heading", name="Open challenges")).to_be_visible()


def set_password(page: Page, password: str, current: str = "") -> None:
    page.goto("/accounts/password/change/")
    if current:
        page.get_by_label("Current Password").fill(current)
    for field in page.get_by_label(re.compile("^(New )?Password", re.IGNORECASE)).all():
        field.fill(password)
    press(page.get_by_role("main").get_by_role("button"))
    expect(page.get_by_text("Password successfully")).to_be_visible()


def test_a_password_change_logs_out_other_browsers_only(stage, someone):
    staged = stage(wizards=["Changer", "Unchanged"], pace=24 * 60 * 60)
    duel = Duelist(someone(address=staged.url, session=staged.sessions["Changer"]), "Changer")
    duel.pick("S", "P")
    text, lobby, challenged, quick, settings = (duel.page.context.new_page() for _ in range(5))
    text.goto(f"{staged.url}text/")
    lobby.goto("/lobby/")
    challenge(challenged)
    quick.goto("/")
    press(quick.get_by_role("button", name="Quick duel"))
    expect(quick.get_by_text("Looking for an opponent")).to_be_visible()
    set_password(settings, PASSWORD)
    elsewhere = someone(address="about:blank")
    log_in(elsewhere, "changer", PASSWORD)
    elsewhere.goto(staged.url)
    opened = (duel.page, text, lobby, challenged, quick)
    for page in opened:
        page.evaluate("window.isFirst = true")
    set_password(settings, NEW_PASSWORD, PASSWORD)
    expect(elsewhere.get_by_role("main").get_by_text(LOGGED_OUT)).to_be_visible()  # after reloading
    for page in opened:
        page.bring_to_front()
        expect(page.get_by_text(LOGGED_OUT)).to_have_count(0)
        assert page.evaluate("window.isFirst"), "the page has been loaded again"
    duel.has_picked("S", "P")
    duel.seal()
    duel.has_sealed("left snap; right palm")


class Line:
    """The connection between a page and the server, which a test can interrupt."""

    def __init__(self, page: Page) -> None:
        self.is_cut, self.is_silent, self.open = False, False, {}
        page.route_web_socket(re.compile("/ws/duel/"), self._connect)

    def cut(self) -> None:
        """Close the connection and refuse new ones, as if the server had been killed."""
        self.is_cut = True
        for connection in self.open.values():
            connection.close()
        self.open.clear()

    def restore(self) -> None:
        self.is_cut = self.is_silent = False

    def fall_silent(self) -> None:
        """Drop all messages from now on, while connections stay open."""
        self.is_silent = True

    def _connect(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            page.close()
            return
        server, silent = page.connect_to_server(), []
        self.open[id(page)] = page

        def carry(send: Callable[[str], None]) -> Callable[[str], None]:
            def carried(text: str) -> None:
                if self.is_silent:
                    silent.append(text)
                if not silent and not self.is_cut:
                    send(text)

            return carried

        page.on_message(carry(server.send))
        server.on_message(carry(page.send))


ARE_LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/assist-panel'))"
"""An expression that is true once the last of the lazily loaded modules has been loaded."""


def reconnects_after_a_lost_network(island: Duelist, end_round: Callable[[int], None]) -> None:
    island.seal("W", "D")
    island.has_sealed()
    island.page.wait_for_function(f"() => {ARE_LOADED}")
    island.page.context.set_offline(True)
    island.page.keyboard.press("t")
    expect(island.page.get_by_role("region", name="Threats").get_by_role("table")).to_have_count(2)
    island.page.keyboard.press("t")
    end_round(1)
    island.is_asked_for_orders(1)
    island.page.context.set_offline(False)
    island.sees_round(1)
    island.is_asked_for_orders(2)


def sends_orders_that_were_sealed_without_a_server(
    island: Duelist, line: Line, end_round: Callable[[int], None]
) -> None:
    line.cut()
    expect(island.status).to_contain_text("Connection lost")
    island.seal("D", "D")
    expect(island.page.locator(".seal").get_by_text("Not sealed yet: no connection. Trying again…")).to_be_visible()
    island.has_sealed_nothing()
    line.restore()
    expect(island.status).not_to_contain_text("Connection lost")
    island.has_sealed("left point; right point")
    end_round(2)
    island.sees_round(2)


def notices_a_connection_that_was_lost_silently(island: Duelist, line: Line, end_round: Callable[[int], None]) -> None:
    island.page.clock.install()
    island.page.reload()
    island.seal("W", "W")
    island.has_sealed()
    line.fall_silent()
    end_round(3)
    island.page.clock.fast_forward("00:04")  # the page pings the server, and gets no answer
    island.waits_for("Mainland")
    line.restore()
    island.page.clock.fast_forward("00:05")
    island.sees_round(3)


def test_a_disconnected_page_reconnects_by_itself(stage, someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED")
    staged = stage(wizards=["Island", "Mainland"])
    page = someone(DESKTOP, address="about:blank", session=staged.sessions["Island"])
    line, island = Line(page), Duelist(page, "Island")
    page.goto(staged.url)

    def end_round(number: int) -> None:
        stage(url=staged.url, number=number, orders={"Mainland": {"left": "S", "right": "-"}})

    reconnects_after_a_lost_network(island, end_round)
    sends_orders_that_were_sealed_without_a_server(island, line, end_round)
    notices_a_connection_that_was_lost_silently(island, line, end_round)
