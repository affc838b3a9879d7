"""Tests for robots.txt, the sitemap, the feed, and structured data for search engines."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse
from django.utils import timezone

from duels.models import Duel, Outcome, Standing, Tournament
from tests.builders import a_guest, a_mage
from tests.duels.finished import a_finished_duel
from tests.duels.tables import a_duel
from tests.duels.tournaments.arenas import HOUR, an_arena, joined, with_rounds

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def _address(settings):
    settings.SITE_URL = "https://duels.example.org"


def a_strong_duel(**fields) -> Duel:
    """Return a finished rated duel between mages with a rating of 1600, which is above the initial rating."""
    duel = a_finished_duel(a_mage(), a_mage(), **fields)
    for seat, result in zip(duel.seats.all(), ("won", "lost"), strict=True):
        row = {"duel": duel, "mage": seat.mage, "result": result, "fate": "stood", "ended": duel.ended}
        Outcome.objects.create(seat=seat, rating_before=1600, **row)
        Standing.objects.create(mage=seat.mage)
    return duel


def locations(client):
    found = ET.fromstring(client.get("/sitemap.xml").content)
    return {place.text for place in found.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}


def test_robots_are_sent_to_the_sitemap_and_may_read_what_messengers_preview(client):
    told = client.get("/robots.txt")
    assert told["Content-Type"] == "text/plain; charset=utf-8"
    lines = told.content.decode().splitlines()
    assert "Sitemap: https://duels.example.org/sitemap.xml" in lines
    assert "Disallow: /settings/" in lines
    assert not [
        line for line in lines if line.startswith(("Disallow: /challenge", "Disallow: /duel", "Disallow: /replay"))
    ]


def test_the_sitemap_lists_pages_notable_duels_and_mages_and_nothing_private(client):
    shown = a_strong_duel()
    hidden = [a_strong_duel(public=False), a_strong_duel(practice=True), a_duel(a_mage(), a_mage())]
    a_guest("Passing")
    found = {place.removeprefix("https://duels.example.org") for place in locations(client)}
    assert {"/", "/rules/classic/spells/", "/learn/gestures/", f"/replay/{shown.slug}/"} <= found
    assert {reverse("mage", args=[seat.name]) for seat in shown.seats.all()} <= found
    assert not [place for place in found for duel in hidden if duel.slug in place]
    assert "/mage/Passing/" not in found


def test_every_page_in_the_sitemap_exists(client):
    a_strong_duel()
    places = [place.removeprefix("https://duels.example.org") for place in locations(client)]
    assert [place for place in places if client.get(place).status_code != 200] == []


def entries_of_the_feed(client):
    """Return the link, title and summary of each entry in the feed."""
    entries = ET.fromstring(client.get("/duels/feed.atom").content).findall(f"{ATOM}entry")
    return [
        (it.find(f"{ATOM}link").get("href"), it.find(f"{ATOM}title").text, it.find(f"{ATOM}summary").text)
        for it in entries
    ]


def test_the_feed_has_notable_duels_that_are_over(client):
    shown = a_strong_duel()
    a_finished_duel(a_mage(), a_mage())  # rated, but played by newcomers
    [(link, _title, summary)] = entries_of_the_feed(client)
    assert link == f"https://duels.example.org/replay/{shown.slug}/"
    assert "won" in summary
    for page in ("/", "/duels/", "/tournaments/"):
        assert b"/duels/feed.atom" in client.get(page).content


def test_the_feed_announces_tournaments_and_their_winners_latest_news_first(client):
    now = timezone.now()
    joined(over := an_arena(name="Yesterday"), a_mage("Isolde"), points=3)
    joined(an_arena(name=""), a_mage("Enid"), points=3)  # a daily arena
    Tournament.objects.update(state="finished", starts=now - 25 * HOUR, ends=now - 24 * HOUR)
    soon = with_rounds("swiss", name="Candlelight", starts=now + HOUR, ends=now + 2 * HOUR)
    an_arena(name="", state="upcoming", starts=now + HOUR, ends=now + 2 * HOUR)  # a daily arena
    an_arena(name="Closed", club_closed=True)
    an_arena(name="Machines", bots=True, only_bots=True)
    first, second = entries_of_the_feed(client)
    assert first[:2] == (f"https://duels.example.org/tournaments/{soon.slug}/", "Candlelight")
    assert first[2].startswith("Swiss, starts on ")
    assert second == (f"https://duels.example.org/tournaments/{over.slug}/", "Yesterday", "Arena. Winner: Isolde")


def test_only_the_front_page_has_facts_for_search_engines(client):
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', client.get("/").content.decode())
    assert json.loads(found[0])["url"] == "https://duels.example.org/"
    assert b"ld+json" not in client.get("/lobby/").content
