"""The duel on the front page, and guessing what comes next."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, looks_right, press

REST = {"left": "-", "right": "-"}
HIGH = {"left": "S", "right": "W"}


@pytest.fixture
def play(stage):
    """Plays one round after the other: `play(duel, White={"left": "S"})`."""
    rounds = {}

    def play(duel, **orders):
        number = rounds[duel.url] = rounds.get(duel.url, 0) + 1
        stage(url=duel.url, number=number, orders={wizard: REST | orders.get(wizard, {}) for wizard in duel.sessions})

    return play


def shown(page: Page, *wizards: str) -> None:
    """The front page shows the duel of these wizards, and follows it."""
    for wizard in wizards:
        expect(page.get_by_role("article", name=wizard)).to_be_visible()
    expect(page.locator("#featured")).to_have_attribute("data-link", "open")


def guess(page: Page, aim: str, gesture: str) -> None:
    """Guess, and wait until the guess is kept."""
    page.locator("label", has_text=re.compile(f"^\\s*{aim}\\s*$")).click()
    page.get_by_role("button", name=gesture, exact=True).click()
    verdict(page, f"you say {gesture}.")


def verdict(page: Page, text: str) -> None:
    expect(page.get_by_role("status").get_by_text(text)).to_be_visible()


def test_the_front_page_follows_a_duel_and_goes_on_to_the_next(stage, someone, play):
    first = stage(wizards=["Uther", "Igraine"])
    page = someone()
    shown(page, "Uther", "Igraine")
    play(first, Uther={"left": ">"})
    expect(page.get_by_text("Uther stabs Igraine for 1 point.")).to_be_visible()
    expect(page.get_by_role("article", name="Igraine")).to_contain_text("14 of 15")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    play(first, Uther={"left": "P", "right": "P"})
    expect(page.get_by_text("Over", exact=True)).to_be_visible()
    second = stage(wizards=["Gorlois", "Brastias"])
    expect(page.get_by_role("article", name="Gorlois")).to_be_visible()
    expect(page.get_by_role("link", name="Watch Gorlois against Brastias")).to_have_attribute("href", second.url)
    play(second, Gorlois={"left": ">"})
    expect(page.get_by_text("Gorlois stabs Brastias for 1 point.")).to_be_visible()


def test_a_stranger_guesses_right_and_wrong_and_his_browser_keeps_the_tally(stage, someone, play):
    duel = stage(wizards=["Balin", "Balan"])
    page = someone()
    shown(page, "Balin", "Balan")
    guess(page, "Balan left", "S, snap")
    looks_right(page)
    play(duel, Balan={"left": "S"})
    verdict(page, "Balan, left hand: S, snap.")
    expect(page.get_by_text("1 of 1 right")).to_be_visible()
    guess(page, "Balin right", "P, palm")
    play(duel, Balin={"right": "W"})
    verdict(page, "Balin, right hand: W, wave, not P, palm.")
    expect(page.get_by_text("1 of 2 right")).to_be_visible()
    looks_right(page)
    page.reload()
    expect(page.get_by_text("0 in a row, 1 at best")).to_be_visible()


def test_of_a_user_the_site_keeps_the_tally_whatever_page_he_guesses_on(stage, someone, play):
    pelleas = stage(wizards=["Pelleas", "Ettard"]).sessions["Pelleas"]
    duel = stage(wizards=["Marhaus", "Nineve"])
    page = someone(PHONE, address=duel.url, session=pelleas)
    guess(page, "Nineve right", "D, digit")
    play(duel, Nineve={"right": "D"})
    verdict(page, "Nineve, right hand: D, digit.")
    looks_right(page)
    guess(page, "Nineve right", "D, digit")
    expect(page.get_by_text("1 of 1 right")).to_be_visible()
    elsewhere = someone(address=duel.url, session=pelleas)
    expect(elsewhere.get_by_role("button", name="D, digit", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(elsewhere.get_by_text("1 of 1 right")).to_be_visible()


def test_who_duels_does_not_guess(duelists):
    accolon, _ = duelists(wizards=["Accolon", "Damas"])
    accolon.is_asked_for_orders(1)
    expect(accolon.page.get_by_role("heading", name="What comes next?")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_without_scripts_it_stands_still_and_with_them_it_looks_the_same(stage, someone, play, width):
    duel = stage(wizards=["Lamorak", "Dornar"])
    for _ in range(3):
        play(duel, Lamorak={"left": ">"}, Dornar=HIGH)
    device = {"viewport": {"width": width, "height": 900}}
    still = someone(device, java_script_enabled=False)
    moving = someone(device)
    shown(moving, "Lamorak", "Dornar")
    expect(moving.locator("[data-moves]")).to_be_visible()
    drawn = [page.locator("#featured [data-glimpse]") for page in (still, moving)]
    first, then = (board.inner_text().split() for board in drawn)
    assert first == then
    assert drawn[0].bounding_box()["height"] == drawn[1].bounding_box()["height"]
    for page in (still, moving):
        page.goto(duel.url)


@pytest.mark.parametrize("device", [PHONE, DESKTOP])
def test_it_stands_below_what_can_be_done_and_is_read_in_the_order_in_which_it_is_seen(stage, someone, device):
    duel = stage(wizards=["Pellinore", "Tor"])
    page = someone(device)
    shown(page, "Pellinore", "Tor")
    parts = [
        page.get_by_role("button", name="Play now"),
        page.get_by_role("button", name="Quick duel"),
        page.get_by_role("region", name="A duel goes on"),
    ]
    places = [part.bounding_box()["y"] for part in parts]
    assert places == sorted(places)
    read = page.evaluate(
        "parts => parts.every((one, at) => !at || parts[at - 1].compareDocumentPosition(one) & 4)",
        [part.element_handle() for part in parts],
    )
    assert read
    looks_right(page)
    page.goto(duel.url)


def test_a_lost_socket_comes_back_and_nothing_is_missed(stage, someone, play, console):
    console.expect("WebSocket|ERR_INTERNET_DISCONNECTED|Failed to")
    duel = stage(wizards=["Dinas", "Meliot"])
    page = someone()
    shown(page, "Dinas", "Meliot")
    page.context.set_offline(True)
    expect(page.locator("#featured")).to_have_attribute("data-link", "lost")
    play(duel, Dinas={"left": ">"})
    page.context.set_offline(False)
    expect(page.get_by_text("Dinas stabs Meliot for 1 point.")).to_be_visible()
    shown(page, "Dinas", "Meliot")


AT_THE_TOP = "section => section.scrollIntoView()"
KEEP_WHAT_IS_SHOWN = """(section) => {
  const round = section.querySelector("[data-round]");
  const look = () => shown.push(round.textContent);
  window.shown = [];
  look();
  new MutationObserver(look).observe(round, { childList: true });
}"""
"""A round is shown for two seconds, in which a laden machine may look at none."""


def shown_one_after_the_other(page: Page) -> list[str]:
    """The rounds that were shown since it is kept: what stood there, and the next two."""
    page.wait_for_function("() => shown.length > 2")
    return page.evaluate("shown.slice(0, 3)")


def test_the_duel_of_the_day_replays_itself_while_one_looks_at_it_and_stops_when_told_to(stage, someone):
    stage(wizards=["Balan", "Ettard"], bouts=60, seed=5)
    page = someone(reduced_motion="no-preference")
    replayed = page.get_by_role("region", name="The duel of the day")
    expect(replayed.get_by_role("button", name="Pause")).to_be_visible()
    outcome = replayed.locator(".featured__outcome")
    expect(outcome).to_be_visible()
    replayed.evaluate(KEEP_WHAT_IS_SHOWN)
    replayed.evaluate(AT_THE_TOP)
    expect(outcome).to_be_hidden()
    last, *first = shown_one_after_the_other(page)
    assert int(last.removeprefix("Round ")) > 2
    assert first == ["Round 1", "Round 2"]
    press(replayed.get_by_role("button", name="Pause"))
    expect(replayed.get_by_role("button", name="Play", exact=True)).to_be_visible()
    looks_right(page)


def test_where_nothing_may_move_the_duel_of_the_day_stands_until_it_is_asked_to_play(stage, someone):
    stage(wizards=["Gaheris", "Lynet"], bouts=60, seed=5)
    page = someone()
    replayed = page.get_by_role("region", name="The duel of the day")
    replayed.evaluate(AT_THE_TOP)
    expect(replayed.locator("[data-moves]")).to_have_count(0)
    replayed.evaluate(KEEP_WHAT_IS_SHOWN)
    press(replayed.get_by_role("button", name="Play", exact=True))
    assert shown_one_after_the_other(page)[1:] == ["Round 1", "Round 2"]


def test_the_duel_of_the_day_rests_while_another_goes_on_in_view(stage, someone):
    stage(wizards=["Ozana", "Sagramore"], bouts=60, seed=5)
    duel = stage(wizards=["Segwarides", "Meliagrance"])
    page = someone({"viewport": {"width": 1280, "height": 2600}}, reduced_motion="no-preference")
    shown(page, "Segwarides", "Meliagrance")
    replayed = page.get_by_role("region", name="The duel of the day")
    expect(replayed.get_by_role("button", name="Pause")).to_be_visible()
    expect(replayed.locator("[data-moves]")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    replayed.evaluate(AT_THE_TOP)
    expect(replayed.locator("[data-moves]")).to_be_visible()
    page.goto(duel.url)


def test_who_is_known_finds_what_waits_for_him(stage, someone):
    duel = stage(wizards=["Tristram", "Lamorat"])
    page = someone(PHONE, session=duel.sessions["Tristram"])
    looks_right(page)
    press(page.get_by_role("link", name="Tristram against Lamorat"))
    page.wait_for_url(re.compile(duel.url))
