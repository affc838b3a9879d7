import re
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from duels.play.actions import Adjudicate
from duels.play.transaction import perform
from tests.builders import a_mage
from tests.duels.finished import a_finished_duel
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel():
    return a_finished_duel(a_mage("Black"), a_mage("White"))


def policy(response):
    directives = (part.strip().partition(" ") for part in response["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in directives}


def test_only_the_embed_page_may_be_framed(duel, client):
    embedded, page = client.get(f"/embed/{duel.slug}/2/"), client.get(f"/replay/{duel.slug}/2/")
    assert policy(embedded)["frame-ancestors"] == "*"
    assert "X-Frame-Options" not in embedded
    assert policy(page)["frame-ancestors"] == "'none'"
    assert page["X-Frame-Options"] == "DENY"


def test_the_embed_page_keeps_the_strict_policy_and_forbids_forms(duel, client):
    embedded, page = policy(client.get(f"/embed/{duel.slug}/")), policy(client.get(f"/replay/{duel.slug}/"))
    assert {name for name in page if page[name] != embedded[name]} == {"frame-ancestors", "form-action"}
    assert embedded["form-action"] == "'none'"
    assert b"<form" not in client.get(f"/embed/{duel.slug}/").content


def test_an_embedded_replay_is_the_same_for_everybody(duel):
    owner = Client()
    owner.force_login(duel.seats.first().mage.owner)
    for eyes in ("", "?eyes=Black", "?eyes=public"):
        assert owner.get(f"/embed/{duel.slug}/3/{eyes}").content == Client().get(f"/embed/{duel.slug}/3/{eyes}").content


def test_a_running_or_private_duel_cannot_be_embedded(duel, client):
    running = a_duel(a_mage("Ann"), a_mage("Bo"))
    assert client.get(f"/embed/{running.slug}/").status_code == 404
    duel.public = False
    duel.save()
    assert client.get(f"/embed/{duel.slug}/").status_code == 404
    assert client.get(f"/embed/{duel.slug}/1/").status_code == 404
    assert "/embed/" not in client.get(f"/replay/{duel.slug}/").content.decode()


def test_a_picture_shows_both_wizards_and_what_happened(duel, client):
    answer = client.get(f"/replay/{duel.slug}/3.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    words = [text.text for text in ET.fromstring(answer.content).iter("{http://www.w3.org/2000/svg}text")]
    assert {"Black against White", "Round 3", "Black", "White"} <= set(words)
    assert "style" not in answer.content.decode()


@pytest.mark.parametrize(("is_absent", "told"), [(False, "Ranked by hit points"), (True, "Didn’t show up in time")])
def test_a_picture_says_how_a_wizard_left(is_absent, told, client):
    duel = a_duel(a_mage("Black"), a_mage("White"))
    perform([Adjudicate(slug=duel.slug, losers=[["Black"]], absent=is_absent)])
    picture = client.get(f"/replay/{duel.slug}/1.svg").text
    assert f">{told}<" in picture
    assert "Surrendered" not in picture


def test_a_picture_has_a_drawing_of_each_gesture(duel, client):
    svg = "{http://www.w3.org/2000/svg}"
    picture = ET.fromstring(client.get(f"/replay/{duel.slug}/3.svg").content)
    drawings = [drawing for drawing in picture.iter(f"{svg}svg") if drawing is not picture]
    assert len(drawings) == 1 + 3 * 4  # the site's logo, and four hands in each of three rounds
    assert all(drawing.find(f".//{svg}path") is not None for drawing in drawings)


def test_a_picture_of_a_melee_holds_all_wizards(client):
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Guy", "Hal"]
    melee = a_finished_duel(*map(a_mage, names))
    picture = ET.fromstring(client.get(f"/replay/{melee.slug}/4.svg").content)
    boxes = picture.findall("{http://www.w3.org/2000/svg}rect")[1:]
    cards = [box for box in boxes if box.get("rx") == "10"]
    assert len(cards) == len(names)
    assert all(float(card.get("x")) + float(card.get("width")) <= 1200 for card in cards)


@pytest.mark.parametrize("rest", ["course.json", "3.svg"])
def test_other_viewpoints_are_closed_while_the_duel_goes_on(client, rest):
    running = a_duel(a_mage("Ann"), a_mage("Bo"))
    rest = rest.replace("3", "0")
    assert client.get(f"/replay/{running.slug}/{rest}").status_code == 200
    for eyes in ("Ann", "everything"):
        assert client.get(f"/replay/{running.slug}/{rest}?eyes={eyes}").status_code == 404


def test_another_viewpoint_is_loaded_as_the_page_needs_it(duel, client):
    course = client.get(f"/replay/{duel.slug}/course.json?eyes=Black").json()
    assert (course["eyes"], course["over"]) == ("Black", True)
    assert course == client.get(f"/replay/{duel.slug}/2/?eyes=Black").context["course"]


def plain(page):
    """Return the part of the page for browsers without JavaScript."""
    content = page.content.decode()
    return re.search(r'<div id="replay".*?<p id="live"', content, re.DOTALL).group()


def test_without_scripts_the_whole_duel_can_be_stepped_through(duel, client):
    last = len(client.get(f"/replay/{duel.slug}/course.json").json()["steps"]) - 1
    address, seen = f"/replay/{duel.slug}/0/?eyes=public", []
    while address:
        found = plain(client.get(address))
        onwards = re.search(r'rel="next" href="([^"]+)"', found)
        address = onwards and onwards.group(1).replace("&amp;", "&")
        seen.append(found)
    assert len(seen) == last + 1
    assert "The wizards bow to each other." in seen[0]
    assert 'rel="prev"' in seen[-1]
    assert all("eyes=public" in link for link in re.findall(r'rel="(?:prev|next)" href="([^"]+)"', "".join(seen)))


def test_without_scripts_a_round_shows_events_and_states(duel, client):
    step = client.get(f"/replay/{duel.slug}/course.json").json()["steps"][3]
    found = plain(client.get(f"/replay/{duel.slug}/3/"))
    assert all(f"{wizard['hp']} of 15 hit points" in found for wizard in step["wizards"])
    assert all(event["text"].split("'")[0] in found for event in step["rounds"][0]["events"])
    assert found.count('<th scope="row">') == 3


def test_without_scripts_a_round_uses_the_chosen_viewpoint(client):
    duel = a_finished_duel(a_mage("Ann"), a_mage("Bo"))
    for eyes in ("Ann", "public", "everything"):
        course = client.get(f"/replay/{duel.slug}/course.json?eyes={eyes}").json()
        page = client.get(f"/replay/{duel.slug}/2/?eyes={eyes}")
        assert page.context["scene"]["events"] == course["steps"][2]["rounds"][0]["events"]
        assert f'href="/replay/{duel.slug}/2/?eyes={eyes}"' in page.content.decode()


def test_rules_are_explained_in_place(client):
    rules = client.get("/rules/texts.json").json()
    assert rules["shield"]["name"] == "Shield"
    assert rules["surrender"]["text"].startswith("Two palms")
