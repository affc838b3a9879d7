"""Tests for the lobby: challenges that appear and disappear, invitations by link, and alerts."""

import json
import re
from collections.abc import Collection

from playwright.sync_api import Page, expect

from tests.browser.members import members
from tests.browser.pages import (
    DESKTOP,
    PASSWORD,
    PHONE,
    challenge,
    fits,
    is_accessible,
    looks_right,
    play_as_guest,
    press,
    until,
)
from tests.browser.push import FAKE_PUSH_SERVICE

COMMENT = "I shall be slow but sure, and ask for patience, as I play in the evening alone"

SIZES = (DESKTOP["viewport"], PHONE["viewport"])


class HeldBack:
    """The lists of challenges that a lobby page receives, delayed by the test."""

    def __init__(self, page: Page) -> None:
        self.page, self.frames, self.is_open = page, [], False
        page.route_web_socket("**/ws/lobby/*", self._connect)

    def _connect(self, socket) -> None:
        self.socket = socket
        socket.connect_to_server().on_message(self._receive)

    def _receive(self, frame: str) -> None:
        is_list = json.loads(frame)["type"] == "lobby"
        if is_list:
            self.frames.append(frame)
        if self.is_open or not is_list:
            self.socket.send(frame)

    def let_through(self, *, of: Collection[str] | None = None) -> None:
        """Send the latest list to the page, and wait until the page shows it.

        `of` names the mages whose challenges are kept in the list, by default all.
        """
        until(self.page, lambda: self.frames)
        latest = json.loads(self.frames[-1])
        shown = [it for it in latest["challenges"] if of is None or it["challenger"] in of]
        self.socket.send(json.dumps({**latest, "challenges": shown}))
        expect(self.page.locator("[data-lobby-status]")).to_have_text(re.compile(f"^{len(shown)} open"))

    def open(self) -> None:
        """Send the latest list, and stop delaying lists."""
        self.is_open = True
        self.let_through()


def sees_a_refused_field(page: Page) -> None:
    page.get_by_label("Username").fill("White")
    page.get_by_label("Password").fill("12345678")
    expect(page.get_by_text("This username is taken.")).to_be_visible()
    press(page.get_by_role("button", name="Sign up"))  # the browser does not send the form
    expect(page.get_by_label("Username")).to_be_focused()
    expect(page.get_by_label("Password")).to_have_value("12345678")
    press(page.get_by_role("button", name="White2"))
    expect(page.get_by_label("Username")).to_have_value("White2")
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_text("This password is too common.")).to_be_in_viewport()
    expect(page.get_by_label("Password")).to_be_focused()
    page.get_by_label("Name of your first mage").fill("Black")
    page.get_by_label("Username").fill("arthur")


def signs_up(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_role("heading", name="Lobby", exact=True)).to_be_visible()


def post_from_dialog(page: Page) -> None:
    """Check the dialog's focus and buttons, and post a challenge with its form."""
    tile, dialog = page.get_by_role("link", name="Post a live challenge"), page.get_by_role("dialog")
    press(tile)
    expect(dialog.get_by_label("Anyone", exact=True)).to_be_focused()
    fits(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(tile).to_be_focused()
    press(tile)
    dialog.get_by_role("radio", name="Rated").check()
    press(dialog.get_by_role("button", name="Post challenge"))
    knows = dialog.get_by_label("I know that my mage can die in a rated duel.")
    expect(knows).to_be_focused()
    assert knows.evaluate("box => box.validationMessage") == "Tick the box first, or choose a casual challenge."
    knows.check()
    assert knows.evaluate("box => box.form.checkValidity()")
    knows.uncheck()
    dialog.get_by_role("radio", name="Casual").check()
    press(dialog.get_by_role("button", name="Post challenge"))


def posts_with_a_long_comment(page: Page) -> None:
    page.goto("/challenges/new/")
    press(page.get_by_text("More rules"))
    page.get_by_label("Message (optional)").fill(COMMENT)
    press(page.get_by_role("button", name="Post challenge"))
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()


def nothing_moves_when_a_challenge_comes(page: Page, pushes: HeldBack) -> None:
    pushes.let_through(of=())
    expect(page.get_by_text("No open challenges right now. Create one, or duel a computer player.")).to_be_visible()
    below = page.get_by_role("heading", name="Computer players")
    before = below.bounding_box()
    pushes.let_through(of=("Black",))
    expect(page.get_by_role("link", name="View Black’s challenge")).to_be_visible()
    assert below.bounding_box() == before


def the_button_is_next_to_the_words(page: Page) -> None:
    row = page.get_by_role("listitem").filter(has_text="slow but sure")
    words = row.locator("> span").bounding_box()
    button = row.get_by_role("link", name="View Black’s challenge").bounding_box()
    assert words["x"] + words["width"] <= button["x"]
    assert words["y"] <= button["y"] <= words["y"] + words["height"]


SHORTER_ROW = """() => {
  const row = document.querySelector('li:has(> .offer)'), other = row.cloneNode(true);
  other.lastElementChild.textContent = '…';
  row.after(other);
  const columns = (one) => [...one.firstElementChild.children].map((it) => it.getBoundingClientRect().left);
  const both = [columns(row), columns(other)];
  other.remove();
  return both;
}"""
"""A script that returns the left edges of the parts of a challenge, and of the same one with a shorter button."""


def buttons_do_not_move_the_columns(page: Page) -> None:
    one, other = page.evaluate(SHORTER_ROW)
    assert one == other


def check_player_in_lobby(page: Page, other: str) -> None:
    """Assert that White can challenge the mage `other` and open their page, but has no way to challenge themselves."""
    of_the_offer = page.locator("[data-lobby-offers]").get_by_role("link", name=other, exact=True)
    expect(of_the_offer).to_have_attribute("href", f"/mage/{other}/")
    to_challenge = page.get_by_role("link", name=f"Challenge {other}")
    expect(to_challenge).to_have_attribute("href", f"/challenges/new/?opponent={other}")
    expect(page.get_by_role("link", name="Challenge White")).to_have_count(0)


def return_to_live_duel(page: Page) -> None:
    """Assert that a player of a live duel who asks for a quick duel gets a link back to the live duel."""
    duel = page.url
    page.goto("/quick/")
    press(page.get_by_role("link", name="Finish it first."))
    page.wait_for_url(duel)


def test_two_players_meet_in_the_lobby_and_both_enter_the_duel(stage, someone, console):
    console.expect("status of 409")
    sessions = members(stage, "White", "Grey")
    black = someone(PHONE, address="/accounts/signup/")
    white = someone(PHONE, address="about:blank", session=sessions["White"])
    sees_a_refused_field(black)
    signs_up(black)
    post_from_dialog(black)
    expect(black.get_by_role("heading", name="Your challenge")).to_be_visible()
    black.context.new_page().goto("/lobby/")
    pushes = HeldBack(white)
    white.goto("/lobby/")
    for size in SIZES:
        white.set_viewport_size(size)
        nothing_moves_when_a_challenge_comes(white, pushes)
    pushes.open()
    check_player_in_lobby(white, "Black")
    press(black.get_by_role("button", name="Cancel challenge"))
    expect(black.get_by_role("heading", name="Open challenges")).to_be_visible()
    link = white.get_by_role("link", name="View Black’s challenge")
    expect(link).to_be_hidden()
    posts_with_a_long_comment(black)
    for size in SIZES:
        white.set_viewport_size(size)
        the_button_is_next_to_the_words(white)
        buttons_do_not_move_the_columns(white)
        fits(white)
    is_accessible(white)
    press(link)
    press(white.get_by_role("button", name="Accept and play"))
    white.wait_for_url(re.compile("/duel/"))
    black.wait_for_url(white.url)
    return_to_live_duel(white)


def test_a_click_across_an_update_of_the_lobby_still_counts(stage, someone):
    sessions = members(stage, "Lamorak", "Dinadan")
    host, other = (someone(address="about:blank", session=sessions[name]) for name in ("Lamorak", "Dinadan"))
    challenge(host)
    pushes = HeldBack(other)
    other.goto("/lobby/")
    link = other.get_by_role("link", name="View Lamorak’s challenge")
    row = link.element_handle()
    link.hover()
    other.mouse.down()
    pushes.let_through()
    assert row.evaluate("(node) => node.isConnected")
    other.mouse.up()
    other.wait_for_url(host.url)


def copies_the_link(page: Page) -> str:
    link = page.get_by_label("Send this link to a friend").input_value()
    press(page.get_by_role("button", name="Copy"))
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    return link


def accepts_as_a_guest(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("Name of your mage").fill("Dinadan")
    press(page.get_by_role("button", name="Accept and play"))
    page.wait_for_url(re.compile("/duel/"))


def close_note(page: Page) -> None:
    """Close the notice about a new duel, and assert that the number of waiting duels stays the same."""
    waiting = page.locator("[data-duels-waiting]")
    expect(waiting).to_contain_text("2")
    press(page.get_by_role("button", name="Close"))
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    expect(waiting).to_contain_text("2")


def test_a_host_who_practises_meanwhile_is_called_into_the_duel(someone):
    host = someone(PHONE, permissions=["clipboard-read", "clipboard-write"])
    friend = someone(address="about:blank")
    press(host.get_by_role("button", name="Play a friend"))
    link = copies_the_link(host)
    looks_right(host)
    host.set_viewport_size(PHONE["viewport"])
    press(host.get_by_role("button", name="Practise while you wait"))
    host.wait_for_url(re.compile("/duel/"))
    expect(host.get_by_role("heading", name="Orders for round 1")).to_be_visible()
    elsewhere = host.context.new_page()
    elsewhere.goto("/faq/")
    expect(elsewhere.locator("[data-duels-waiting]:not([hidden])")).to_be_attached()  # in the menu
    accepts_as_a_guest(friend, link)
    expect(elsewhere.get_by_role("link", name=re.compile("^Your duel has started: "))).to_be_visible()
    looks_right(elsewhere)
    close_note(elsewhere)
    press(host.get_by_role("link", name=re.compile("^Your duel has started: ")))
    host.wait_for_url(friend.url)


def test_a_user_can_request_alerts_about_waiting_players(stage, someone):
    session = members(stage, "Persant", "Perimones")["Persant"]
    page = someone(address="about:blank", session=session, service_workers="allow")
    seeker, host = someone(), someone(address="/guest/")
    page.context.add_init_script(FAKE_PUSH_SERVICE)
    page.goto("/lobby/")
    button = page.get_by_role("button", name="Notify me when someone wants to play")
    press(button)
    expect(page.get_by_text("We’ll notify you while this page is open.")).to_be_visible()
    looks_right(page)
    play_as_guest(host, "Pertolepe")
    press(seeker.get_by_role("button", name="Quick duel"))
    expect(page.get_by_role("link", name="Someone wants a quick duel.")).to_be_visible()
    press(host.get_by_role("link", name="Post a slow challenge"))
    press(host.get_by_role("button", name="Post challenge"))
    expect(page.get_by_role("link", name="Pertolepe is looking for an opponent.")).to_be_visible()
    check_alert_by_push(page, button)


def check_alert_by_push(page: Page, button) -> None:
    """Assert that an alert about new challenges survives reloads until the user turns it off.

    The test first grants the browser's permission for notifications.
    """
    page.context.grant_permissions(["notifications"])
    press(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    press(button)
    expect(page.get_by_text("and once within 12 hours of closing it")).to_be_visible()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("and once within 12 hours of closing it")).to_be_visible()
    with page.expect_response("**/lobby/alert/") as stopped:
        press(button)
    assert stopped.value.ok
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
