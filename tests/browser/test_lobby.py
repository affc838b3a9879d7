"""The ways into a duel: by the lobby, by a link, against the apprentice."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import (
    DESKTOP,
    PHONE,
    Duelist,
    accept,
    challenge,
    fits,
    frames_of,
    is_for_all,
    looks_right,
    play_as_guest,
    press,
    sign_up,
    unfold_rules,
    until,
)
from tests.servers import manage


def test_two_who_sign_up_meet_in_the_lobby_and_are_both_taken_into_the_duel(someone):
    black, white = someone(), someone(PHONE)
    sign_up(black, "arthur", "Black")
    sign_up(white, "morgan", "White")
    expect(white.get_by_text("Black", exact=True)).to_be_visible()  # who is here
    challenge(black)
    press(white.get_by_role("link", name="Accept the challenge of Black"))
    press(white.get_by_role("button", name="Accept and duel"))
    white.wait_for_url(re.compile("/duel/"))
    black.wait_for_url(white.url)


def test_what_one_presses_stands_beside_the_words_of_a_challenge_however_many(someone):
    wordy = someone()
    sign_up(wordy, "wordy", "Wordy")
    wordy.goto("/challenges/new/")
    wordy.get_by_label("Comment").fill("I shall be slow but sure, and ask for patience, as I play in the evening alone")
    press(wordy.get_by_role("button", name="Challenge", exact=True))
    expect(wordy.get_by_role("heading", name="Your challenge")).to_be_visible()
    for device in (PHONE, DESKTOP):
        page = someone(device, address="/lobby/")
        row = page.get_by_role("listitem").filter(has_text="slow but sure")
        words = row.locator("> span").bounding_box()
        button = row.get_by_role("link", name="Accept the challenge of Wordy").bounding_box()
        assert words["x"] + words["width"] <= button["x"]
        assert words["y"] <= button["y"] <= words["y"] + words["height"]
        fits(page)


class HeldBack:
    """What a page's lobby is pushed, until it is let through."""

    def __init__(self, page) -> None:
        self.page, self.frames = page, []
        page.route_web_socket("**/ws/lobby/", self._open)

    def _open(self, socket) -> None:
        self.socket = socket
        socket.connect_to_server().on_message(lambda frame: self.frames.append(frame))

    def let_through(self, *, only: int | None = None) -> None:
        """The latest list, or so many challenges of it alone; the page has drawn it when this is done."""
        until(self.page, lambda: self.frames)
        self.page.evaluate(
            """() => {
              const status = document.querySelector("[data-lobby-status]");
              const isDrawn = (done) => new MutationObserver(done).observe(status, {childList: true});
              window.drawn = new Promise((done) => isDrawn(() => done()));
            }"""
        )
        latest = json.loads(self.frames[-1])
        self.socket.send(json.dumps({**latest, "challenges": latest["challenges"][:only]}))
        self.page.evaluate("window.drawn")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_nothing_moves_in_the_lobby_when_the_first_challenge_comes(someone, device):
    host, reader = someone(), someone(device)
    play_as_guest(host, f"Claudas of {device['viewport']['width']}")
    press(host.get_by_role("button", name="Live"))
    expect(host.get_by_role("heading", name="Your challenge")).to_be_visible()
    play_as_guest(reader, f"Reader of {device['viewport']['width']}")
    pushes = HeldBack(reader)
    reader.goto("/lobby/")
    pushes.let_through(only=0)
    expect(reader.get_by_text("No open challenges at the moment.")).to_be_visible()
    below = reader.get_by_role("heading", name="Wizards of the house")
    before = below.bounding_box()
    pushes.let_through(only=1)
    expect(reader.get_by_role("link", name="Accept the challenge of")).to_be_visible()
    assert below.bounding_box() == before


def test_a_row_of_the_lobby_that_a_push_leaves_as_it_is_can_be_pressed_across_it(someone):
    host, other = someone(), someone()
    sign_up(host, "lamorak", "Lamorak")
    sign_up(other, "dinadan", "Dinadan")
    challenge(host)
    pushes = HeldBack(other)
    other.goto("/lobby/")
    link = other.get_by_role("link", name="Accept the challenge of Lamorak")
    row = link.element_handle()
    link.hover()
    other.mouse.down()
    pushes.let_through()
    assert row.evaluate("(node) => node.isConnected")
    other.mouse.up()
    other.wait_for_url(host.url)


def test_who_logs_out_in_another_tab_is_seen_to_have_done_so_where_he_waits(someone, console):
    page = someone()
    sign_up(page, "sagramore", "Sagramore")
    lobby, quick = page.context.new_page(), page.context.new_page()
    lobby.goto("/lobby/")
    quick.goto("/quick/")
    expect(quick.get_by_text("Looking for an opponent")).to_be_visible()
    expect(lobby.get_by_role("button", name="Log out")).to_be_visible()
    page.goto("/accounts/logout/")
    press(page.get_by_role("main").get_by_role("button", name="Log out"))
    for left in (lobby, quick):
        expect(left.get_by_role("link", name="Log in")).to_be_visible()


def test_a_friend_follows_a_link_and_duels_as_a_guest_in_one_step(someone):
    host, friend = someone(), someone(PHONE)
    sign_up(host, "uther", "Uther")
    challenge(host, "Whoever has the link")
    friend.goto(host.get_by_label("Send this link to a friend").input_value())
    friend.get_by_label("Name of your mage").fill("Gawain")
    press(friend.get_by_role("button", name="Accept and duel"))
    friend.wait_for_url(re.compile("/duel/"))
    host.wait_for_url(friend.url)


def test_who_waits_for_a_friend_practises_and_is_called_into_the_duel(someone):
    host, friend = someone(PHONE, permissions=["clipboard-read", "clipboard-write"]), someone()
    press(host.get_by_role("button", name="Play a friend"))
    link = host.get_by_label("Send this link to a friend").input_value()
    press(host.get_by_role("button", name="Copy"))
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    looks_right(host)
    press(host.get_by_role("button", name="Practise meanwhile"))
    host.wait_for_url(re.compile("/duel/"))
    expect(host.get_by_role("heading", name="Orders for round 1")).to_be_visible()
    friend.goto(link)
    friend.get_by_label("Name of your mage").fill("Dinadan")
    press(friend.get_by_role("button", name="Accept and duel"))
    friend.wait_for_url(re.compile("/duel/"))
    press(host.get_by_role("link", name=re.compile("^Your duel begins: ")))
    host.wait_for_url(friend.url)


def test_who_is_in_a_live_duel_already_is_led_there_from_where_he_would_wait(stage, someone, console):
    console.expect("status of 409")
    duel = stage(wizards=["Lucan", "Gingalain"])
    page = someone(address="/quick/", session=duel.sessions["Lucan"])
    press(page.get_by_role("link", name="Finish it first."))
    page.wait_for_url(re.compile(duel.url))


def test_a_withdrawn_challenge_leaves_the_lobby_of_others(someone):
    host, other = someone(), someone()
    sign_up(host, "igraine", "Igraine")
    sign_up(other, "nimue", "Nimue")
    challenge(host)
    link = other.get_by_role("link", name="Accept the challenge of Igraine")
    expect(link).to_be_visible()
    of_the_offer = other.locator("[data-lobby-offers]").get_by_role("link", name="Igraine", exact=True)
    expect(of_the_offer).to_have_attribute("href", "/mage/Igraine/")  # who is here is named in the lobby as well
    press(host.get_by_role("button", name="Withdraw"))
    expect(link).to_be_hidden()


def test_a_stranger_is_in_a_duel_with_the_house_by_one_click(someone):
    page = someone(PHONE)
    press(page.get_by_role("button", name="Play now"))
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_text("House · Novice").first).to_be_visible()


def test_a_stranger_accepts_what_a_wizard_of_the_house_offers(someone):
    page = someone(PHONE, address="/lobby/")
    fits(page)
    is_for_all(page)
    press(page.get_by_role("button", name="Duel with Osric: 2 minutes"))
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_text("Osric").first).to_be_visible()


def test_a_melee_with_seats_for_the_house_begins_when_the_last_of_the_people_comes(someone):
    host, other = someone(), someone(PHONE)
    sign_up(host, "geraint", "Geraint")
    sign_up(other, "enid", "Enid")
    host.goto("/challenges/new/")
    host.get_by_label("Begins with").select_option("4 wizards")
    host.get_by_label("Seats for the house").select_option("2")
    host.get_by_label("As strong as").select_option("Novice")
    press(host.get_by_role("button", name="Challenge", exact=True))
    expect(host.get_by_text("2 wizards of the house as strong as a Novice: counts nothing")).to_be_visible()
    accept(other, "Geraint")
    host.wait_for_url(other.url)
    duelists = [Duelist(host, "Geraint"), Duelist(other, "Enid")]
    for duelist in duelists:
        duelist.seal("W", "P")
    for duelist in duelists:
        duelist.sees_round(1, {"Geraint": 15})
        expect(duelist.page.get_by_role("article", name="Bramble", exact=True)).to_be_visible()


def gather(host, *others) -> None:
    """An open melee of eight, by its host, that the others have accepted."""
    host.goto("/challenges/new/")
    host.get_by_label("Begins with").select_option("8 wizards")
    press(host.get_by_role("button", name="Challenge", exact=True))
    for other in others:
        other.goto(host.url)
        press(other.get_by_role("button", name="Accept", exact=True))
        expect(other.get_by_role("button", name="Leave")).to_be_visible()


def test_three_change_a_challenge_by_vote_and_begin_by_vote(someone):
    host, knight, squire = someone(), someone(PHONE), someone()
    for page, user, mage in ((host, "bors", "Bors"), (knight, "ector", "Ector"), (squire, "lionel", "Lionel")):
        sign_up(page, user, mage)
    gather(host, knight, squire)
    expect(host.get_by_text("3 of 8 at most have accepted.")).to_be_visible()  # pushed, as they came

    press(knight.get_by_text("Propose a change"))
    knight.get_by_label("Clock").select_option("1 day a round")
    knight.get_by_label("Begins with").select_option("6 wizards")
    press(knight.get_by_role("button", name="Propose", exact=True))
    expect(knight.get_by_text("1 for it, 0 against, of 3")).to_be_visible()

    expect(host.get_by_text("Ector: 1 day a round; begins with 6 wizards")).to_be_visible()
    press(host.get_by_role("button", name="Oppose change 1"))
    expect(host.get_by_text("1 for it, 1 against, of 3")).to_be_visible()
    for page in (host, knight, squire):
        fits(page)
        is_for_all(page)
    press(squire.get_by_role("button", name="Accept change 1"))
    for page in (host, knight, squire):
        expect(page.get_by_text("adopted")).to_be_visible()
        expect(page.get_by_text("begins with 6 wizards", exact=True)).to_be_visible()

    press(squire.get_by_role("button", name="Propose to begin now"))
    press(knight.get_by_role("button", name="Accept change 2"))
    for page in (host, knight, squire):
        page.wait_for_url(re.compile("/duel/"))
    assert len({page.url for page in (host, knight, squire)}) == 1


def test_what_is_being_filled_in_stays_while_the_challenge_changes(someone):
    host, other = someone(), someone()
    sign_up(host, "pelles", "Pelles")
    sign_up(other, "elaine", "Elaine")
    gather(host)
    press(host.get_by_text("Change the terms").or_(host.get_by_text("Propose a change")))
    host.get_by_label("Comment").fill("Half a sen")
    other.goto(host.url)
    press(other.get_by_role("button", name="Accept", exact=True))
    expect(host.get_by_text("Elaine has accepted")).to_be_visible()
    expect(host.get_by_label("Comment")).to_have_value("Half a sen")
    expect(host.get_by_label("Comment")).to_be_focused()


def test_two_strangers_who_want_a_quick_duel_are_in_one(someone):
    one, other = someone(PHONE), someone()
    press(one.get_by_role("button", name="Quick duel"))
    expect(one.get_by_text("Looking for an opponent")).to_be_visible()
    fits(one)
    is_for_all(one)
    press(other.get_by_role("button", name="Quick duel"))
    one.wait_for_url(re.compile("/duel/"))
    other.wait_for_url(one.url)


def test_who_waits_goes_on_though_an_answer_never_comes(someone):
    one, other = someone(), someone()
    lost, is_lost = [], True
    one.route("**/quick/beat/", lambda route: lost.append(route) if is_lost else route.continue_())
    press(one.get_by_role("button", name="Quick duel"))
    expect(one.get_by_text("The server cannot be reached")).to_be_visible()
    is_lost = False
    press(other.get_by_role("button", name="Quick duel"))
    one.wait_for_url(re.compile("/duel/"))


def asked(page) -> list[str]:
    """What the waiting page asks for from now on, as it asks for it."""
    asked = []
    page.on("request", lambda request: "/quick/beat/" in request.url and asked.append(request.url))
    return asked


SECONDS = re.compile(r"\d0 seconds")
"""What stands there when one has waited for long."""


def test_who_waits_with_an_open_socket_asks_once_and_is_met_long_after(someone):
    one, other = someone(), someone()
    frames = frames_of(one, "/ws/lobby/")
    press(one.get_by_role("button", name="Quick duel"))
    until(one, lambda: frames)
    requests = asked(one)
    expect(one.get_by_text(SECONDS)).to_be_visible()
    assert len(requests) < 2  # one may have been on its way
    press(other.get_by_role("button", name="Quick duel"))
    one.wait_for_url(re.compile("/duel/"))
    other.wait_for_url(one.url)


def test_who_waits_without_a_socket_goes_on_asking(someone):
    one, other = someone(), someone()
    one.route_web_socket("**/ws/lobby/**", lambda socket: socket.close())
    requests = asked(one)
    press(one.get_by_role("button", name="Quick duel"))
    expect(one.get_by_text(SECONDS)).to_be_visible()
    until(one, lambda: len(requests) > 3)
    press(other.get_by_role("button", name="Quick duel"))
    one.wait_for_url(re.compile("/duel/"))
    other.wait_for_url(one.url)


def test_who_waits_practises_meanwhile(someone):
    one, other = someone(), someone()
    press(one.get_by_role("button", name="Quick duel"))
    with one.context.expect_page() as opened:
        press(one.get_by_role("button", name="Practise with the house"))
    opened.value.wait_for_url(re.compile("/duel/"))
    press(other.get_by_role("button", name="Quick duel"))
    other.wait_for_url(re.compile("/duel/"))
    one.wait_for_url(other.url)


MAKE_LONELY = """
from django.db.models import F
from duels.challenges.matchmaking import LONELY
from duels.models import Seeker
Seeker.objects.update(since=F("since") - LONELY)
"""


def waits_for_long(page, place) -> None:
    """Somebody wants a quick duel, and has waited until a wizard of the house is offered."""
    with page.expect_response("**/quick/beat/"):
        press(page.get_by_role("button", name="Quick duel"))
    assert manage("shell", "-c", MAKE_LONELY, **place.environment).returncode == 0


@pytest.mark.parametrize("has_socket", [True, False])
def test_who_meets_nobody_duels_with_a_wizard_of_the_house_meanwhile(someone, place, has_socket):
    page = someone(PHONE)
    if not has_socket:
        page.route_web_socket("**/ws/lobby/**", lambda socket: socket.close())
    waits_for_long(page, place)
    offer = page.get_by_text(re.compile(r"Nobody yet: duel with .* \(Apprentice\) meanwhile\?"))
    expect(offer).to_be_visible()
    assert offer.locator("xpath=..").bounding_box()["height"] < 100, "there is a void about the offer"
    fits(page)
    is_for_all(page)
    press(page.get_by_role("button", name="Duel with the house"))
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_role("heading", name="Orders for round 1")).to_be_visible()


def test_who_would_rather_wait_goes_on_waiting(someone, place):
    one, other = someone(), someone()
    waits_for_long(one, place)
    press(one.get_by_role("button", name="Go on waiting"))
    expect(one.get_by_role("button", name="Duel with the house")).to_be_hidden()
    press(other.get_by_role("button", name="Quick duel"))
    other.wait_for_url(re.compile("/duel/"))
    one.wait_for_url(other.url)


def test_who_leaves_the_waiting_page_waits_no_more(someone):
    one, other, third = someone(), someone(), someone()
    press(one.get_by_role("button", name="Quick duel"))
    expect(one.get_by_text("Looking for an opponent")).to_be_visible()
    press(one.get_by_role("link", name="To the lobby"))
    expect(one.get_by_role("heading", name="Open challenges")).to_be_visible()
    press(other.get_by_role("button", name="Quick duel"))
    press(third.get_by_role("button", name="Quick duel"))
    other.wait_for_url(re.compile("/duel/"))
    third.wait_for_url(other.url)
    expect(one.get_by_role("heading", name="Open challenges")).to_be_visible()


def unfold(page) -> None:
    """Open whatever is folded on the page, and what is folded within."""
    for fold in page.locator("main details").all():
        if fold.get_attribute("open") is None:
            press(fold.locator("summary").first)


def test_pages_of_challenges_are_for_all_on_a_phone_too(someone):
    host, guest = someone(), someone(PHONE)
    sign_up(host, "balin", "Balin")
    sign_up(guest, "balan", "Balan")
    gather(host)
    guest.goto(host.url)
    for page in (host, guest):
        for address in ("/lobby/", "/challenges/", "/challenges/new/", host.url):
            page.goto(address)
            unfold(page)
            fits(page)
            is_for_all(page)


def test_check_boxes_of_the_rules_follow_the_book_until_they_are_touched(someone):
    page = someone(PHONE)
    play_as_guest(page, "Bedivere")
    page.goto("/challenges/new/")
    unfold_rules(page)
    raised, stab = (page.get_by_role("checkbox", name=name) for name in ("Raise Dead", "Stabbing oneself"))
    expect(raised).to_be_checked()
    press(stab)
    expect(page.get_by_text("1 not by the book")).to_be_visible()
    page.locator("input[name=book][value=warlocks]").check()
    expect(raised).not_to_be_checked()
    expect(stab).to_be_checked()  # as he wants it, and as that book has it
    press(page.get_by_role("checkbox", name="Maladroitness"))
    press(page.get_by_role("button", name="Challenge", exact=True))
    expect(page.locator(".differs li")).to_have_text(["Maladroitness: yes"])


def test_one_press_posts_a_challenge(someone):
    host, guest = someone(), someone(PHONE)
    sign_up(host, "tristan", "Tristan")
    press(host.get_by_role("button", name="A day a round"))
    expect(host.get_by_role("heading", name="Your challenge")).to_be_visible()
    expect(host.get_by_text("Spell book Classic, 1 day a round")).to_be_visible()
    guest.goto("/lobby/")
    expect(guest.get_by_role("link", name="Accept the challenge of Tristan")).to_be_visible()
    press(guest.get_by_role("button", name="Live"))
    expect(guest.get_by_role("heading", name="Your challenge")).to_be_visible()


def test_a_new_challenge_asks_for_what_matters_alone_and_finds_rules(someone):
    page = someone(PHONE)
    play_as_guest(page, "Isolde")
    page.goto("/challenges/new/")
    expect(page.get_by_label("Mages to challenge")).to_be_hidden()
    expect(page.get_by_label("Teams")).to_be_hidden()
    page.get_by_label("The mages that I name").check()
    expect(page.get_by_label("Mages to challenge")).to_be_visible()
    expect(page.get_by_role("group", name="Who may come")).to_be_hidden()
    page.get_by_label("Everybody").check()
    page.get_by_label("Begins with").select_option("4 wizards")
    expect(page.get_by_label("Your team")).to_be_hidden()
    page.get_by_label("Teams").select_option("2 teams")
    expect(page.get_by_label("Your team")).to_be_visible()

    press(page.get_by_text("Rule options"))
    rules = page.locator(".options__rule")
    expect(rules.filter(visible=True)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") < 5000  # with all groups open, twice that
    page.get_by_label("Find a rule").fill("highest hit")
    expect(rules.filter(visible=True)).to_have_count(1)  # its group has opened
    expect(rules.filter(visible=True)).to_contain_text("In the book 15")
    page.get_by_label("Highest hit points").select_option("20")
    expect(page.get_by_text("Not by the book: Highest hit points: 20")).to_be_visible()
    page.get_by_label("Find a rule").fill("no such words")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    page.get_by_label("Find a rule").fill("")
    expect(rules.filter(visible=True)).to_have_count(0)
    is_for_all(page)
    press(page.get_by_role("button", name="Challenge", exact=True))
    expect(page.locator(".terms")).to_contain_text("2 teams")
    expect(page.locator(".differs li")).to_have_text(["Highest hit points: 20"])


def test_without_scripts_a_new_challenge_asks_for_everything(someone):
    page = someone(java_script_enabled=False)
    play_as_guest(page, "Palomides")
    page.goto("/challenges/new/")
    for label in ("Mages to challenge", "Teams", "Mages of one user", "Lowest rating"):
        expect(page.get_by_label(label)).to_be_visible()


def test_on_a_phone_what_the_ladder_is_asked_lies_folded(someone):
    page = someone(PHONE, address="/ladder/")
    expect(page.get_by_label("Places by")).to_be_hidden()
    press(page.get_by_text("What is shown"))
    page.get_by_label("Places by").select_option("Rating")
    looks_right(page)
    press(page.get_by_role("button", name="Show"))
    page.wait_for_url(re.compile("by=rating"))
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_label("Places by")).to_be_visible()
    looks_right(page)


def test_on_a_phone_the_score_is_in_view_beside_a_name_as_long_as_can_be(stage, someone):
    surrender = {"Blanchefleurdebeaurepair": {"left": "-", "right": "-"}, "Perceval": {"left": "P", "right": "P"}}
    stage(wizards=[*surrender], rounds=[surrender])
    page = someone(PHONE, address="/ladder/")
    row = page.get_by_role("row").filter(has_text="Blanchefleurdebeaurepair")
    expect(row.get_by_role("cell").nth(1)).to_be_in_viewport(ratio=1)
    fits(page)


def test_names_are_suggested_as_one_types_and_taken_by_keys_or_by_mouse(stage, someone):
    duel = stage(wizards=["Bersules", "Bellangere"])
    page = someone(address="/ladder/", session=duel.sessions["Bersules"])
    field = page.get_by_role("combobox", name="Name has")
    suggested = page.get_by_role("listbox", name="Mages")
    field.press_sequentially("bell")
    expect(suggested.get_by_role("option")).to_have_count(1)
    expect(suggested.get_by_role("option", name=re.compile("^Bellangere .*last seen"))).to_be_visible()
    expect(field).to_have_attribute("aria-expanded", "true")
    looks_right(page)
    field.press("ArrowDown")
    expect(suggested.get_by_role("option", selected=True)).to_have_count(1)
    field.press("Enter")
    expect(field).to_have_value("Bellangere")
    expect(suggested.get_by_role("option")).to_have_count(0)
    field.fill("")
    field.press_sequentially("bell")
    expect(suggested.get_by_role("option")).to_have_count(1)
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press_sequentially("a")
    suggested.get_by_role("option").click()
    expect(field).to_have_value("Bellangere")


def test_who_is_here_can_be_challenged_at_once(someone):
    one, other = someone(PHONE), someone()
    play_as_guest(one, "Epinogris")
    play_as_guest(other, "Galeshin")
    press(one.get_by_role("link", name="Challenge Galeshin"))
    expect(one.get_by_label("Mages to challenge")).to_have_value("Galeshin")
    expect(one.get_by_role("link", name="Challenge Epinogris")).to_have_count(0)
    looks_right(one)


def test_who_leaves_the_page_open_is_told_when_somebody_waits(someone):
    page, other, third = someone(), someone(), someone()
    play_as_guest(page, "Persant")
    page.goto("/")
    press(page.get_by_role("button", name="Tell me when somebody waits"))
    expect(page.get_by_text("You are told as long as this page is open.")).to_be_visible()
    looks_right(page)
    play_as_guest(third, "Pertolepe")
    third.goto("/lobby/")
    expect(third.get_by_role("link", name="Challenge Persant")).to_be_visible()
    press(other.get_by_role("button", name="Quick duel"))
    expect(page.get_by_role("link", name="Somebody wants a quick duel.")).to_be_visible()
    press(third.get_by_role("button", name="A day a round"))
    expect(page.get_by_role("link", name="Pertolepe waits for an opponent.")).to_be_visible()
