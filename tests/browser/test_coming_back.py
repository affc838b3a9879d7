"""Pages that are reloaded, doubled, cut off, or left without a server: nothing is lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.pages import Duelist
from tests.browser.sites import stagehand
from tests.servers import free_port
from tests.sites import running_site


def test_a_reload_keeps_picks_and_sealed_orders(duelists):
    tabitha, silas = duelists(wizards=["Tabitha", "Silas"])
    tabitha.pick("S", "P", cast={"right": "shield"}, target={"right": "Silas"})
    tabitha.page.reload()
    tabitha.has_picked("S", "P")
    expect(tabitha.chips("Your right hand: Shield at").get_by_role("radio", name="Silas")).to_be_checked()
    tabitha.has_sealed_nothing()
    tabitha.seal()
    tabitha.has_sealed("left snap; right palm, Shield at Silas")
    tabitha.page.reload()
    tabitha.has_sealed("left snap; right palm, Shield at Silas")
    tabitha.has_picked("S", "P")
    tabitha.waits_for("Silas")
    silas.seal("W", "W")
    tabitha.sees_round(1)


def test_who_comes_back_finds_what_has_happened_meanwhile(duelists):
    rover, stayer = duelists(wizards=["Rover", "Stayer"])
    rover.seal("D", "P")
    rover.has_sealed()
    address = rover.page.url
    rover.page.goto("/ladder/")
    stayer.seal("W", "-")
    stayer.sees_round(1)
    stayer.seal("P", "-")
    rover.page.goto(address)
    rover.sees_round(1)
    rover.is_asked_for_orders(2)
    rover.has_sealed_nothing()


def test_two_tabs_of_a_player_agree(duelists):
    one, _ = duelists(wizards=["Gemini", "Single"])
    other = Duelist(one.page.context.new_page(), one.name)
    other.page.goto(one.page.url)
    other.is_asked_for_orders(1)
    one.pick("W", "S")
    other.has_picked("W", "S")
    one.press("Seal")
    other.has_sealed("left wave; right snap")
    other.waits_for("Single")
    other.seal(left="D")
    one.has_sealed("left digit; right snap")
    one.has_picked("D", "S")


def test_a_page_whose_session_ends_elsewhere_shows_what_watchers_see(duelists):
    leaver, _ = duelists(wizards=["Leaver", "Remainer"])
    leaver.pick("S", "P")
    tab = leaver.page.context.new_page()
    tab.goto("/accounts/logout/")
    tab.locator("main").get_by_role("button", name="Log out").click()
    expect(leaver.page.get_by_text("You are watching")).to_be_visible()
    expect(leaver.page.get_by_role("heading", name="Orders for round")).to_have_count(0)


def test_a_page_that_was_cut_off_comes_back_by_itself(duelists, console):
    console.expect("ERR_INTERNET_DISCONNECTED")
    island, mainland = duelists(wizards=["Island", "Mainland"])
    island.seal("W", "D")
    island.has_sealed()
    island.page.context.set_offline(True)
    mainland.seal("S", "P")
    mainland.sees_round(1)
    island.is_asked_for_orders(1)
    island.page.context.set_offline(False)
    island.sees_round(1)
    island.seal("D", "D")
    mainland.seal("W", "W")
    for duelist in (island, mainland):
        duelist.sees_round(2)


def test_a_connection_that_dies_without_a_word_is_noticed_by_who_waits(duelists):
    patience, action = duelists(wizards=["Patience", "Action"])
    line = Line()
    patience.page.route_web_socket(re.compile("/ws/duel/"), line.connect)
    patience.page.clock.install()
    patience.page.reload()
    patience.seal("W", "W")
    patience.has_sealed()
    line.is_dead = True
    action.seal("S", "S")
    action.sees_round(1)
    patience.page.clock.fast_forward("00:31")  # it asks whether there is news, and hears nothing
    patience.waits_for("Action")
    line.is_dead = False
    patience.page.clock.fast_forward("00:09")
    patience.sees_round(1)


class Line:
    """A line to the server that may swallow what is said; connections on which it did so are of no more use."""

    def __init__(self) -> None:
        self.is_dead, self.connections = False, 0

    def connect(self, page: WebSocketRoute) -> None:
        self.connections += 1
        number, server = self.connections, page.connect_to_server()
        dead = set()

        def carry(send: Callable[[str], None]) -> Callable[[str], None]:
            def carried(text: str) -> None:
                if self.is_dead:
                    dead.add(number)
                if number not in dead:
                    send(text)

            return carried

        page.on_message(carry(server.send))
        server.on_message(carry(page.send))


@pytest.fixture
def restarting(tmp_path, production):
    """Starts the server of one and the same site, as often as one likes."""
    port, environment = free_port(), {**production, "VAR_DIR": str(tmp_path)}
    return environment, lambda: running_site(port=port, **environment)


def test_sealed_orders_outlive_a_killed_server_and_the_pages_come_back(restarting, someone, console):
    console.expect("WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET")
    environment, start = restarting
    with start() as (url, server), stagehand(environment) as stage:
        staged = stage(wizards=["Steady", "Sturdy"])
        steady, sturdy = (
            Duelist(someone(address=staged.url, at=url, session=session), name)
            for name, session in staged.sessions.items()
        )
        steady.seal("W", "P")
        steady.has_sealed("left wave; right palm")
        server.kill()
        server.wait()
        expect(steady.status).to_contain_text("Connection lost")
        sturdy.seal("S", "D")  # into the void: it is sent as soon as somebody hears it
        expect(sturdy.page.get_by_text("Sending")).to_be_visible()
        sturdy.has_sealed_nothing()
        with start():
            for duelist in (steady, sturdy):
                expect(duelist.status).not_to_contain_text("Connection lost")
                duelist.sees_round(1)
                duelist.is_asked_for_orders(2)
