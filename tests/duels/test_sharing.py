"""Tests for the titles, descriptions, addresses and pictures that messengers and search engines show."""

import html
import re
import struct
from collections import Counter

import pytest

from duels.models import Standing
from duels.play.transaction import submit_orders
from duels.sitemaps import PageSitemap
from tests.builders import a_challenge, a_mage
from tests.duels.clubs.clubs import a_club
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.puzzles.made import WIN, a_puzzle
from tests.duels.tables import a_duel
from tests.duels.tournaments.arenas import an_arena

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pictures(settings, tmp_path):
    """Keep the pictures of each test in a folder of its own."""
    settings.SITE_URL = "https://duels.example.org"
    settings.CACHES = {**settings.CACHES, "pictures": settings.CACHES["pictures"] | {"LOCATION": tmp_path}}
    return tmp_path


def shared(client, address):
    """Return a page's metadata for messengers and search engines, by the name of the tag."""
    page = client.get(address).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+|robots|description)" content="([^"]*)">', page)
    assert len(found) == len(dict(found)), "a property is there twice"
    return {name: html.unescape(value) for name, value in found} | dict(
        re.findall(r'<link rel="(canonical)" href="([^"]*)">', page)
    )


def picture_at(client, address):
    """Request a picture, check that it is a PNG of the size that messengers expect, and return the response."""
    answer = client.get(address.removeprefix("https://duels.example.org"))
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    return answer


def test_every_page_has_a_title_a_description_an_address_and_a_picture(client):
    told = shared(client, "/ladder/?sort=name")
    assert told["og:title"] == "Ladder"
    assert told["og:description"] == told["description"] == "The strongest living mages, by rating and by score."
    assert told["og:url"] == told["canonical"] == "https://duels.example.org/ladder/"
    assert told["og:image"] == "https://duels.example.org/static/icons/card.png"
    assert told["twitter:card"] == "summary_large_image"


def test_search_engines_find_the_address_of_a_page_in_each_language(client):
    usual, german = "https://duels.example.org/ladder/", "https://duels.example.org/ladder/?lang=de"
    for address, found in (("/ladder/", usual), ("/ladder/?sort=name&lang=de", german), ("/ladder/?lang=en", usual)):
        page = client.get(address).content.decode()
        assert re.findall(r'<link rel="canonical" href="([^"]*)">', page) == [found]
        languages = dict(re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', page))
        assert languages == {"en": usual, "de": german, "x-default": usual}


def test_public_pages_have_titles_and_descriptions_of_their_own(client):
    mage, arena = a_mage("Black"), an_arena(name="Candlelight")
    pages = {*PageSitemap().items(), "/mage/Black/", f"/user/{mage.owner.username}/", f"/tournaments/{arena.slug}/"}
    pages |= {f"/clubs/{a_club().slug}/", "/challenges/", "/practice/", "/import/"}
    pages -= {"/explorer/"}  # the same page as /explorer/classic/
    found = {page: shared(client, page) for page in pages}
    for name in ("og:title", "description"):
        counts = Counter(told[name] for told in found.values())
        assert [page for page, told in found.items() if counts[told[name]] > 1] == []


def test_a_finished_duel_is_shared_as_its_replay_with_a_picture_of_its_end(client):
    duel = a_finished_duel(a_mage("Black"), a_mage("White"))
    told = shared(client, f"/duel/{duel.slug}/")
    assert told["og:title"] == "Black against White"
    assert told["og:url"] == f"https://duels.example.org/replay/{duel.slug}/"
    last = picture_at(client, told["og:image"])
    third = picture_at(client, shared(client, f"/replay/{duel.slug}/3/")["og:image"])
    assert last.content != third.content
    assert "max-age=86400" in third["Cache-Control"]


def test_the_picture_of_a_running_duel_shows_revealed_rounds_only():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_duel(black, white)
    player, visitor = as_user(black.owner), as_user(a_mage("Ann").owner)
    address = shared(player, f"/duel/{duel.slug}/")["og:image"]
    before = picture_at(visitor, address)
    submit_orders(duel=duel, wizard="Black", round_number=1, orders={"left": "F", "right": "S"})
    assert picture_at(player, address).content == picture_at(visitor, address).content == before.content
    assert "max-age=60" in before["Cache-Control"]
    submit_orders(duel=duel, wizard="White", round_number=1, orders={"left": "P", "right": "W"})
    assert picture_at(visitor, address).content != before.content
    assert visitor.get(f"/replay/{duel.slug}/9.png").status_code == 404


def test_a_picture_is_drawn_once(client, monkeypatch):
    duel = a_finished_duel(a_mage("Black"), a_mage("White"))
    first = picture_at(client, f"/duel/{duel.slug}/card.png")
    monkeypatch.setattr("wavinghands.web.pictures.png", lambda svg: pytest.fail("drawn again"))
    assert picture_at(client, f"/duel/{duel.slug}/card.png").content == first.content


def test_puzzles_and_challenges_have_pictures(client):
    a_puzzle(WIN)
    challenge = a_challenge(a_mage("Merlin"), comment="Rude words")
    for address in ("/puzzles/winner/", f"/challenge/{challenge.token}/"):
        picture_at(client, shared(client, address)["og:image"])
    assert "robots" not in shared(client, f"/challenge/{challenge.token}/")


def test_the_picture_of_a_mage_has_its_results(client):
    black = a_mage("Black")
    before = picture_at(client, shared(client, "/mage/Black/")["og:image"])
    assert before.content != picture_at(client, shared(client, f"/mage/{a_mage('White').name}/")["og:image"]).content
    Standing.objects.create(mage=black, melee=False, wins=3)
    assert picture_at(client, shared(client, "/mage/Black/")["og:image"]).content != before.content
    assert "max-age=3600" in before["Cache-Control"]


def test_search_engines_leave_out_what_only_people_with_the_link_may_find(client):
    duel = a_finished_duel(a_mage("Black"), a_mage("White"), public=False)
    challenge = a_challenge(a_mage("Merlin"), private=True)
    for address in (f"/replay/{duel.slug}/", f"/duel/{duel.slug}/", f"/challenge/{challenge.token}/"):
        assert shared(client, address)["robots"] == "noindex"
