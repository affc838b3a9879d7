"""Tests for whole tournaments: two arenas and a melee cup.

Bots and house wizards (computer players) take part in them.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.members import members
from tests.browser.pages import PALMS, PHONE, Duelist, fits, is_usable, looks_right, press, sign_up
from tests.servers import ROOT, clean_environment

BOT = Path(ROOT, "docs", "examples", "bot.py")
BOTS = ("Tick", "Tock", "Ding", "Dong")
ALONE, LATE, REST = 21, 91, 31
"""Seconds after which a house wizard steps in, a player who has not come loses, and the break of a round is over."""


def creates_a_tournament(page: Page, name: str, *, melee: bool = False, bots: bool = False) -> None:
    page.goto("/tournaments/")
    page.get_by_role("link", name="Create tournament").click()
    page.get_by_role("link", name="Melee cup" if melee else "Arena").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Rounds" if melee else "Length").select_option("3" if melee else "30")
    page.get_by_label("Bots may join").set_checked(bots)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("Players who join will appear here.")).to_be_visible()


def joins(page: Page) -> None:
    press(page.get_by_role("button", name="Join", exact=True))
    expect(page.get_by_text("You have joined.")).to_be_visible()


def comes_to_a_duel(*pages: Page) -> None:
    """Wait until each page shows its player's duel.

    A page opens a new duel by itself. If the duel had already begun, follow the page's link to it.
    """
    for page in pages:
        link = page.get_by_role("link", name="Go to your duel")
        expect(link.or_(page.locator("#duel"))).to_be_visible()
        if link.is_visible():
            press(link)
        page.wait_for_url(re.compile("/duel/"))


def gives_up(page: Page) -> None:
    Duelist(page, "").press("Give up")
    Duelist(page, "").confirm("Give up")


def goes_back(*pages: Page) -> None:
    for page in pages:
        press(page.get_by_role("link", name="Back to the tournament"))
        page.wait_for_url(re.compile("/tournaments/"))


def waits(page: Page) -> None:
    expect(page.get_by_text("Looking for your next opponent.")).to_be_visible()


def test_a_tournament_is_created_joined_played_and_won(someone, stage):
    session = members(stage, "Candlemas", "Lammas")["Candlemas"]
    host, guest = someone(address="about:blank", session=session), someone(PHONE, address="about:blank")
    creates_a_tournament(host, "Candlelight")
    joins(host)
    looks_right(host)
    address = re.search("/tournaments/.*", host.url)[0]
    guest.goto("/")
    press(guest.get_by_role("link", name="Candlelight"))
    joins(guest)
    expect(guest.get_by_role("rowheader")).to_have_count(2)
    fits(guest)
    stage(url=address, column="starts")
    comes_to_a_duel(host, guest)
    gives_up(guest)
    goes_back(host, guest)
    winner = host.get_by_role("row", name=re.compile("Candlemas"))
    expect(winner).to_have_attribute("aria-current", "true")
    expect(winner.get_by_role("cell")).to_have_text(["1", "2", "1", "1"])
    expect(host.get_by_text("Candlemas won")).to_be_visible()
    fits(guest)
    stage(url=address, column="ends")
    for page, told in ((host, "Your final place: 1 of 2."), (guest, "Your final place: 2 of 2.")):
        expect(page.get_by_text(told)).to_be_visible()
    looks_right(host)
    host.goto("/tournaments/")
    expect(host.get_by_role("link", name="Results of Candlelight")).to_be_visible()


# Twelve ---------------------------------------------------------------------------------------------------------------


class Program:
    """A client of the API that lets a bot take part in a tournament. The example bot plays its duels."""

    def __init__(self, site: str, token: str, tournament: str) -> None:
        self.site, self.token, self.tournament = site, token, tournament.rstrip("/")

    @property
    def _request(self) -> Mapping:
        return {"headers": {"Authorization": f"Bearer {self.token}"}, "timeout": 60}

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.site}/api/v1{path}", **self._request)

    def post(self, path: str, **body: int) -> httpx.Response:
        return httpx.post(f"{self.site}/api/v1{path}", json=body, **self._request)

    def joins(self) -> None:
        assert self.post(f"{self.tournament}/join").is_success

    def standings(self) -> list[Mapping]:
        return self.get(f"{self.tournament}/standings").json()["items"]

    def duel(self) -> str:
        """Return the slug of the duel in progress, or an empty string."""
        return self.get(self.tournament).json()["mine"]["duel"].removeprefix("/duel/").rstrip("/")

    def comes_to_a_duel(self) -> str:
        """Wait until a duel has begun, and return its slug."""
        with httpx.stream("GET", f"{self.site}/api/v1/stream/events", **self._request) as answer:
            events = (json.loads(line or "{}") for line in answer.iter_lines())
            return next(it["slug"] for it in events if it.get("type") == "duel_begins")

    def gives_up(self) -> None:
        """Give up the duel in progress, if there is one."""
        while slug := self.duel():
            self.surrenders(slug)

    def surrenders(self, slug: str) -> None:
        now = self.get(f"/duels/{slug}/request")
        if now.is_success:
            self.post(f"/duels/{slug}/forfeit", round=now.json()["round"])


@contextmanager
def example_bots(*programs: Program) -> Iterator[None]:
    """Run the example bot for each of these bots."""
    with ExitStack() as stack:
        for it in programs:
            environment, command = (
                clean_environment({"WAVING_HANDS_TOKEN": it.token}),
                [sys.executable, str(BOT), it.site],
            )
            process = stack.enter_context(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL))
            stack.callback(process.kill)
        yield


def rows_of(page: Page) -> list[list[str]]:
    """Return the name and numbers of each player in the standings on a page."""
    rows = page.locator("[data-part=standings] tbody tr").all()
    return [
        [row.get_by_role("rowheader").get_by_role("link").inner_text(), *row.get_by_role("cell").all_inner_texts()]
        for row in rows
    ]


@pytest.mark.thorough
def test_a_person_a_bot_and_a_house_wizard_play_a_melee_cup(someone, stage, site):
    host = someone()
    sign_up(host, "garnet", "Garnet")
    creates_a_tournament(host, "Three Chairs", melee=True, bots=True)
    address = re.search("/tournaments/.*", host.url)[0]
    joins(host)
    staged = stage(wizards=(names := ["Tick", "Tock"]), bots=names, rounds=[dict.fromkeys(names, PALMS)])
    tick = Program(site, staged.tokens["Tick"], address)
    tick.joins()
    stage(url=address, column="starts")
    for number, points in enumerate(("3", "4.5", "6"), 1):
        comes_to_a_duel(host)
        tick.surrenders(tick.duel())
        if number == 1:  # Garnet holds out longer than the bot
            Duelist(host, "").seal("W", "S")
            Duelist(host, "").sees_round(1)
        gives_up(host)
        goes_back(host)
        own = host.get_by_role("row", name=re.compile("Garnet")).first.get_by_role("cell")
        expect(own).to_have_text(["1", points, "0", f"{number}"])
        table = host.get_by_role("list", name="Table 1").first.get_by_role("listitem")
        expect(table).to_have_count(3)
        expect(table.first).to_contain_text("computer player")
        if number == 1:
            expect(host.get_by_text("Round 1 of 3: your duel is over.")).to_be_visible()
            looks_right(host)
        stage(url=address, seconds=REST)
    expect(host.get_by_text("You won the tournament!")).to_be_visible()
    assert [(it["name"], it["points"]) for it in tick.standings()] == [("Garnet", 6), ("Tick", 3)]


@pytest.mark.thorough
def test_four_people_four_bots_and_four_house_wizards_play_an_arena(someone, stage, site):
    """People take breaks, one misses a duel, house wizards step in twice, and all see the same final standings."""
    host, guest = someone(), someone(PHONE)
    sign_up(host, "ashby", "Ashby")
    creates_a_tournament(host, "Twelve", bots=True)
    address = re.search("/tournaments/.*", host.url)[0]
    staged = stage(wizards=(names := ["Beryl", "Citrine", *BOTS]), bots=BOTS, rounds=[dict.fromkeys(names, PALMS)])
    beryl, citrine = (someone(session=staged.sessions[name]) for name in ("Beryl", "Citrine"))
    people = (host, guest, beryl, citrine)
    tick, tock, ding, dong = (Program(site, token, address) for token in staged.tokens.values())
    people_start(stage, address, *people)
    two_meet_house_wizards_after_a_break(stage, address, host, guest)
    with example_bots(tick, tock):
        one_does_not_come(stage, address, beryl, citrine)
        people_meet_bots(beryl, citrine, (tick, tock))
        bots_meet_house_wizards(stage, address, ding, dong)
        for page in (host, guest):
            gives_up(page)
        goes_back(host, guest)
        comes_to_a_duel(host, guest)
        assert host.url == guest.url
        visitor = someone(address=address)
        with example_bots(ding, dong):
            for name in ("Ding", "Dong"):
                played = visitor.get_by_role("row", name=re.compile(name)).get_by_role("cell").last
                expect(played).to_have_text(re.compile(r"^([2-9]|\d\d+)$"))
        stage(url=address, column="ends")
        for page in (host, beryl, citrine):
            gives_up(page)
        for program in (tick, tock, ding, dong):
            program.gives_up()
        goes_back(*people)
    all_see_the_final_standings(people, tick)


def people_start(stage, address, host, guest, beryl, citrine):
    """Let four people join. All four are paired, although the last one closes the page before the start."""
    joins(host)
    for page in (guest, beryl, citrine):
        page.goto(address)
        joins(page)
    citrine.goto("about:blank")
    stage(url=address, column="starts")
    comes_to_a_duel(host, guest, beryl)
    assert host.url == guest.url != beryl.url


def two_meet_house_wizards_after_a_break(stage, address, host, guest):
    """Let two people who have just played each other wait until they are paired with house wizards.

    One of them takes a break first.
    """
    gives_up(guest)
    goes_back(host, guest)
    waits(host)
    press(guest.get_by_role("button", name="Take a break"))
    expect(guest.get_by_text("You’re taking a break.")).to_be_visible()
    expect(host.get_by_text("on a break")).to_be_visible()
    press(guest.get_by_role("button", name="Return"))
    waits(guest)
    stage(url=address, seconds=ALONE)
    comes_to_a_duel(host, guest)
    assert host.url != guest.url
    for page in (host, guest):
        Duelist(page, "").seal("W", "S")
        Duelist(page, "").sees_round(1)


def one_does_not_come(stage, address, present, absent):
    """Let a player stay on the tournament's page instead of opening the duel, so that they lose it and are paused."""
    absent.goto(address)
    Duelist(present, "").seal("W", "S")
    Duelist(present, "").has_sealed()
    stage(url=address, seconds=LATE)
    goes_back(present)
    waits(present)
    expect(absent.get_by_text("You’re taking a break.")).to_be_visible()


def people_meet_bots(waiting, paused, bots):
    """Let two bots join, and let each of them play a round against one of two people.

    The two people have just played each other. One of them takes a break, and returns before the pairing.
    """
    for bot in bots:
        bot.joins()
    press(paused.get_by_role("button", name="Return"))
    people = (waiting, paused)
    comes_to_a_duel(*people)
    assert {page.url.split("/")[4] for page in people} == {bot.duel() for bot in bots}
    for page in people:
        Duelist(page, "").seal("W", "S")
        Duelist(page, "").sees_round(1)


def bots_meet_house_wizards(stage, address, *bots):
    """Let two bots join and play each other. Then let them play house wizards, because nobody else is free."""
    for bot in bots:
        bot.joins()
    assert len({bot.comes_to_a_duel() for bot in bots}) == 1
    bots[0].gives_up()
    for bot in bots:
        bot.joins()
    stage(url=address, seconds=ALONE)
    assert len({bot.comes_to_a_duel() for bot in bots}) == len(bots)


def all_see_the_final_standings(people, program):
    """Assert that pages and API show the same standings, in which players with equal results share a place."""
    standings = program.standings()
    equal = [(it["points"], it["wins"], it["losses"]) for it in standings]
    places = {it["name"]: 1 + equal.index(result) for it, result in zip(standings, equal, strict=True)}
    seen = [
        [
            *(it["name"], f"{places[it['name']]}", f"{it['points']:g}", f"{it['wins']}"),
            f"{it['wins'] + it['losses'] + it['draws']}",
        ]
        for it in standings
    ]
    guest = ({*places} - {"Ashby", "Beryl", "Citrine", *BOTS}).pop()
    results = {it["name"]: (it["points"], it["wins"], it["losses"]) for it in standings}
    names = ("Ashby", guest, "Beryl", "Citrine")
    assert [results[name] for name in names] == [(2, 1, 2), (2, 1, 2), (2, 1, 1), (0, 0, 2)]
    for name, page in zip(names, people, strict=True):
        expect(page.get_by_text(f"Your final place: {places[name]} of 8.")).to_be_visible()
        assert rows_of(page) == seen
        assert page.get_by_role("row", name=re.compile(re.escape(name))).get_attribute("aria-current") == "true"
    is_usable(people[1])


def test_on_a_phone_the_call_to_the_next_duel_does_not_cover_the_result(stage, someone):
    over = stage(wizards=["Elaine", "Ector"], bouts=60)
    page = someone(PHONE, address=over.url, session=over.sessions["Elaine"])
    title = page.locator(".result__title")
    expect(title).to_be_visible()
    page.evaluate("""() => {
        const call = '<p class="notification next-duel"><span>Your next duel has begun. It opens in 10 seconds.</span>'
            + '<a class="button primary" href="/">Go to your duel</a><button class="button">Stay here</button></p>';
        document.body.insertAdjacentHTML("beforeend", `<div class="news">${call}</div>`);
    }""")
    call = page.locator(".next-duel").bounding_box()
    assert call["y"] + call["height"] <= title.bounding_box()["y"]
