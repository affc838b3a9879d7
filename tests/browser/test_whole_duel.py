"""Tests for a whole duel from sign-up to replay: Froodal against Bung, as recorded on Firetop Mountain."""

import json
import re
import subprocess
import sys

from playwright.sync_api import Page, expect

from tests.browser.conftest import GOLDEN
from tests.browser.pages import (
    DESKTOP,
    PHONE,
    Duelist,
    accept,
    challenge,
    expect_hit_points,
    fits,
    press,
    sign_up,
)
from tests.servers import ROOT

RECORD = json.loads((GOLDEN / "froodal-bung.json").read_text())
ORDERS = [entry["orders"] for entry in RECORD["rounds"]]
HIT_POINTS = json.loads((GOLDEN / "froodal-bung.expected.json").read_text())["hp"]
LAST = len(ORDERS)


def after(number: int) -> dict[str, int]:
    return {wizard: points[number - 1] for wizard, points in HIT_POINTS.items()}


def test_froodal_and_bung_sign_up_duel_to_the_death_and_replay_it(someone):
    froodal, bung = Duelist(someone(DESKTOP), "Froodal"), Duelist(someone(PHONE), "Bung")
    sign_up(froodal.page, "firetop", "Froodal")
    sign_up(bung.page, "mountain", "Bung")
    meet(froodal, bung)
    for number, orders in enumerate(ORDERS, 1):
        froodal.seal(**orders["Froodal"])
        froodal.has_sealed()
        froodal.waits_for("Bung")
        bung.seal(**orders["Bung"])
        for duelist in (froodal, bung):
            duelist.sees_round(number, after(number))
            fits(duelist.page)
    for duelist in (froodal, bung):
        duelist.sees_result("You win" if duelist is froodal else "You lose")
        expect(duelist.page.get_by_text("Bung: score 0")).to_be_visible()
        expect(duelist.page.get_by_text(re.compile(r"^rating \d"))).to_have_count(0)  # before the third rated duel
    replay(bung)
    ladder_shows(bung.page, "Froodal", ["1", "", "1", "0", "0"])
    graveyard_shows(bung.page, "Bung")
    press(froodal.page.get_by_role("link", name="Watch replay"))
    froodal.page.wait_for_url(re.compile("/replay/"))
    take_home(froodal.page)


def meet(host: Duelist, guest: Duelist) -> None:
    challenge(host.page, book="standard", is_rated=True)
    fits(host.page)
    accept(guest.page, host.name)
    host.page.wait_for_url(guest.page.url)
    for duelist in (host, guest):
        duelist.is_asked_for_orders(1)
        fits(duelist.page)


def ladder_shows(page: Page, name: str, standing: list[str]) -> None:
    """Assert that the ladder shows the mage's score, rating, wins, losses and draws, and the mage's page the score."""
    page.goto(f"/ladder/?q={name}")
    fits(page)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))
    expect(row.get_by_role("cell")).to_contain_text(["", *standing])
    press(row.get_by_role("link", name=name, exact=True))
    expect(page.get_by_role("row", name="Score").get_by_role("cell").first).to_have_text(standing[0])
    expect(page.get_by_role("link", name="Froodal against Bung").first).to_be_visible()
    fits(page)


def graveyard_shows(page: Page, name: str) -> None:
    """Assert that the graveyard lists this mage and leads to the mage's page."""
    page.goto(f"/graveyard/?q={name}")
    fits(page)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))
    press(row.get_by_role("link", name=name, exact=True))
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_text("died on")).to_be_visible()
    fits(page)


def replay(duelist: Duelist) -> None:
    """Step through the first rounds, open others by their addresses, and watch the last from each point of view."""
    page = duelist.page
    press(page.get_by_role("link", name="Watch replay"))
    page.wait_for_url(re.compile("/replay/"))
    home = page.url
    expect_hit_points(page, after(1))
    for number in (2, 3):
        press(page.get_by_role("button", name="Next", exact=True))
        page.wait_for_url(f"{home}{number}/")
        expect_hit_points(page, after(number))
        fits(page)
    for number in (0, LAST):
        page.goto(f"{home}{number}/")
        expect_hit_points(page, after(number) if number else {"Froodal": 15, "Bung": 15})
    press(page.get_by_role("button", name="Back"))
    page.wait_for_url(f"{home}{LAST - 1}/")
    page.go_back()
    page.wait_for_url(f"{home}{LAST}/")
    expect(page.get_by_text("Froodal wins. Bung died.")).to_be_visible()
    all_eyes = page.get_by_role("navigation", name="Point of view")
    for eyes in all_eyes.get_by_role("link").all_inner_texts():
        press(all_eyes.get_by_role("link", name=eyes, exact=True))
        page.wait_for_url(re.compile("eyes="))
        expect_hit_points(page, after(LAST))


def take_home(page: Page) -> None:
    """Assert that replaying the duel record on the command line gives the same result, and that the text page works."""
    record = page.request.get(page.get_by_role("link", name="Record").get_attribute("href")).body()
    command = [sys.executable, "-m", "wavinghands.engine", "replay", "-"]
    replayed = json.loads(subprocess.run(command, input=record, cwd=ROOT, capture_output=True, check=True).stdout)
    assert json.loads(record)["wizards"][0] == {"name": "Froodal", "gender": "x"}
    assert replayed["result"] == RECORD["result"]
    for wizard, points in HIT_POINTS.items():
        assert [entry["wizards"][wizard]["hp"] for entry in replayed["rounds"]] == points
    press(page.get_by_role("link", name="Text"))
    expect(page.get_by_text("Froodal wins the duel.")).to_be_visible()
