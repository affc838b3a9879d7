"""Tests for the pages around duels (front page, lobby, ladder, mages, lists), and for their database queries."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from duels.models import Outcome, Standing
from tests.builders import a_challenge, a_guest, a_mage, a_result, a_user, rows_of_a_duel
from wavinghands import engine

pytestmark = pytest.mark.django_db


def body(client, address, **data):
    answer = client.get(address, data)
    assert answer.status_code == 200
    return answer.content.decode()


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


def a_finished_duel(black, white, **fields):
    result = a_result(won=[white.name], surrendered=[black.name])
    return rows_of_a_duel(black, white, **({"ended": timezone.now(), "result": result} | fields))


# Contents of the pages


def test_the_front_page_leads_into_practice_the_lobby_and_duels_to_watch(client):
    a_challenge(a_mage("Merlin"), comment="Come!")
    duel = rows_of_a_duel(a_mage("Black"), a_mage("White"))
    page = body(client, "/")
    assert "Play now" in page
    assert "Merlin" in page
    assert f'href="/duel/{duel.slug}/"' in page


def test_the_offline_page_is_the_same_for_visitors_and_users(client):
    """Check this because the service worker caches a single copy of the page for everyone."""
    page = body(client, "/offline/")
    assert not [address for address in ("/accounts/login/", "/accounts/signup/") if f'<a href="{address}"' in page]
    assert "Display and sound" in page


def test_the_front_page_of_a_user_begins_with_what_waits_for_them():
    black, white = a_mage("Black"), a_mage("White")
    waits, given = rows_of_a_duel(black, white), rows_of_a_duel(black, white)
    given.seats.filter(mage=black).update(due=False)
    challenge = a_challenge(a_mage("Merlin"), opponent=black)
    over = a_finished_duel(black, white)
    page = body(logged_in(black.owner), "/")
    order = ["Your turn", waits.slug, challenge.token, "Play now", given.slug, over.slug, "Your mages"]
    assert [*sorted(order, key=page.index)] == order
    assert "Duels to watch" not in page
    assert "Two wizards, four hands</h1>" not in page


def test_the_front_page_of_a_new_user_shows_challenges_to_them():
    black = a_mage("Black")
    challenge = a_challenge(a_mage("Merlin"), opponent=black)
    assert f'href="/challenge/{challenge.token}/"' in body(logged_in(black.owner), "/")


def test_the_front_page_leads_to_rivals():
    black, white = a_mage("Black"), a_mage("White")
    for won in ("won", "won", "lost"):
        duel = a_finished_duel(black, white)
        for seat, result in zip(duel.seats.all(), (won, "lost" if won == "won" else "won"), strict=True):
            Outcome.objects.create(
                seat=seat, duel=duel, mage=seat.mage, result=result, fate="stood", ended=timezone.now()
            )
    page = body(logged_in(black.owner), "/")
    assert "3 duels: 2 won, 1 lost" in page
    assert 'href="/challenges/new/?opponent=White"' in page


def test_a_house_wizard_is_not_listed_as_a_rival():
    black = a_mage("Black")
    duel = a_finished_duel(black, a_mage("White"))
    for seat, mage, result in zip(duel.seats.all(), (black, None), ("lost", "won"), strict=True):
        Outcome.objects.create(seat=seat, duel=duel, mage=mage, result=result, fate="stood", ended=timezone.now())
    page = body(logged_in(black.owner), "/")
    assert "Your mages" in page
    assert "Your rivals" not in page


def test_the_front_page_shows_a_private_duel_only_to_its_players():
    black = a_mage("Black")
    duel = rows_of_a_duel(black, a_mage("White"), public=False)
    for client in (Client(), logged_in(a_user())):
        assert duel.slug not in body(client, "/")
    assert f'href="/duel/{duel.slug}/"' in body(logged_in(black.owner), "/")


def test_the_lobby_shows_challenges_to_anonymous_visitors(client):
    challenge = a_challenge(a_mage("Merlin"), comment="<b>Come!</b>")
    page = body(client, "/lobby/")
    assert f'href="/challenge/{challenge.token}/"' in page
    assert "&lt;b&gt;Come!&lt;/b&gt;" in page
    assert "data-lobby-live" not in page


def test_the_lobby_hides_challenges_that_are_not_for_the_viewer():
    black, white, third = a_mage("Black"), a_mage("White"), a_mage("Third")
    to_white = a_challenge(black, opponent=white)
    by_link = a_challenge(black, private=True)
    for client in (Client(), logged_in(third.owner)):
        page = body(client, "/lobby/")
        assert to_white.token not in page
        assert by_link.token not in page
    assert to_white.token in body(logged_in(white.owner), "/lobby/")
    assert by_link.token not in body(logged_in(white.owner), "/lobby/")
    assert by_link.token in body(logged_in(black.owner), "/lobby/")


def test_everybody_gets_the_form_of_a_new_challenge(client):
    for viewer in (client, logged_in(a_user()), logged_in(a_mage().owner)):
        assert "Post challenge" in body(viewer, "/challenges/new/")


def test_the_page_of_a_mage_links_to_a_challenge_to_them():
    a_mage("White Owl")
    client = logged_in(a_mage().owner)
    assert 'href="/challenges/new/?opponent=White%20Owl"' in body(client, "/mage/White Owl/")
    assert 'value="White Owl"' in body(client, "/challenges/new/", opponent="White Owl")
    assert client.get("/lobby/?opponent=White%20Owl").url == "/challenges/new/?opponent=White+Owl"


def test_a_challenge_by_link_shows_its_link_to_the_challenger():
    challenge = a_challenge(private=True)
    page = body(logged_in(challenge.challenger.owner), f"/challenge/{challenge.token}/")
    assert f'value="http://testserver/challenge/{challenge.token}/"' in page


def test_the_ladder_is_sorted_by_score_then_wins():
    for name, score, wins in (("Low", 1, 1), ("High", 3, 3), ("Eager", 1, 4)):
        Standing.objects.create(mage=a_mage(name), score=score, wins=wins)
    a_mage("Idle")
    page = body(Client(), "/ladder/")
    assert page.index("High") < page.index("Eager") < page.index("Low")
    assert "Idle" not in page


def test_the_second_page_of_the_ladder_continues_the_numbers(client):
    for number in range(26):
        Standing.objects.create(mage=a_mage(f"Mage no {number}"), score=100 - number)
    assert '<td class="number">26</td>' in body(client, "/ladder/", page="2")
    for odd in ("0", "999", "two", "-1"):
        body(client, "/ladder/", page=odd)


def test_a_mages_page_has_standing_and_duels(client):
    black, white = a_mage("Black Owl"), a_mage("White")
    Standing.objects.create(mage=black, score=-1, losses=1)
    over, running = a_finished_duel(black, white), rows_of_a_duel(black, None, practice=True)
    page = body(client, "/mage/black owl/")
    assert '<td class="number">−1</td>' in page
    assert "provisional" in page
    assert f'href="/replay/{over.slug}/"' in page
    assert f'href="/duel/{running.slug}/"' in page
    assert "White won: Black Owl surrendered" in page
    assert client.get("/mage/Unheard of/").status_code == 404


def test_running_and_finished_duels_are_listed_separately(client):
    black, white = a_mage("Black"), a_mage("White")
    over, running = a_finished_duel(black, white), rows_of_a_duel(black, white)
    practice = rows_of_a_duel(black, None, practice=True)
    under_way, finished = body(client, "/duels/"), body(client, "/duels/", show="finished")
    assert (running.slug in under_way, over.slug in under_way) == (True, False)
    assert (running.slug in finished, over.slug in finished) == (False, True)
    assert practice.slug not in under_way + finished


def test_a_drawn_duel_is_listed_as_a_draw(client):
    drawn = a_result(killed=["Black", "White"])
    rows_of_a_duel(a_mage("Black"), a_mage("White"), ended=timezone.now(), result=drawn)
    assert "a draw" in body(client, "/duels/", show="finished")


def test_every_page_counts_the_duels_that_wait_for_the_user():
    mage, other = a_mage("Black"), a_mage("White")
    for _ in range(2):
        rows_of_a_duel(mage, other)
    given = rows_of_a_duel(mage, other)
    given.seats.filter(mage=mage).update(due=False)
    a_finished_duel(mage, other)
    page = body(logged_in(mage.owner), "/ladder/")
    assert '2<span class="visually-hidden"> your turn' in page


def test_in_the_lobby_ones_duels_that_wait_for_orders_come_first():
    mage, other = a_mage("Black"), a_mage("White")
    waits, given = rows_of_a_duel(mage, other), rows_of_a_duel(mage, other)
    given.seats.filter(mage=mage).update(due=False)
    page = body(logged_in(mage.owner), "/lobby/")
    assert page.index(waits.slug) < page.index(given.slug)
    assert page.count('<span class="badge strong">your turn</span>') == 1


@pytest.mark.parametrize("who", ["a stranger", "a guest", "a user"])
def test_the_front_page_links_to_the_main_pages_for_every_visitor(who):
    client, ways = Client(), {"a stranger": "Log in", "a guest": "Guest", "a user": "Log out"}
    if who == "a guest":
        client = logged_in(a_guest().owner)
    if who == "a user":
        client = logged_in(a_user("arthur"))
    page = body(client, "/")
    assert ways[who] in page
    for address in ("/lobby/", "/duels/", "/ladder/"):
        assert f'href="{address}"' in page


ADDRESSES = [
    "/",
    "/lobby/",
    "/challenges/new/",
    "/duels/",
    "/duels/?show=finished",
    "/ladder/",
    "/mage/Black/",
    "/mages/",
    "/guest/",
]


def test_pages_have_no_inline_script_or_style(client, subtests):
    fill(1)
    user = logged_in(a_mage().owner)
    for address in ADDRESSES:
        with subtests.test(address):
            page = body(user if address == "/mages/" else client, address)
            assert "<script>" not in page
            assert "<style" not in page
            assert " style=" not in page


def test_read_only_pages_refuse_posts(client, subtests):
    fill(1)
    for address in ("/duels/", "/ladder/", "/mage/Black/", "/"):
        with subtests.test(address):
            assert client.post(address).status_code == 405


# The number of queries


def fill(rows):
    """Create this many rows of everything that pages list."""
    black = a_mage("Black")
    for _ in range(rows):
        white = a_mage()
        Standing.objects.create(mage=white, score=1)
        rows_of_a_duel(black, white)
        a_finished_duel(black, white)
        a_challenge(white)
        a_challenge(white, opponent=black)
    return black


MOST_QUERIES = {"/": 40, "/lobby/": 23, "/mage/Black/": 22}
"""The limits for pages with more than two lists. `test_queries` checks that more rows do not cause more queries."""


def test_a_page_takes_few_queries(client, subtests, django_assert_max_num_queries):
    user = logged_in(fill(3).owner)
    for address in ADDRESSES[:-1]:
        for viewer in (user,) if address == "/mages/" else (client, user):
            viewer.get(address)
            with (
                subtests.test(address, is_logged_in=viewer is user),
                django_assert_max_num_queries(MOST_QUERIES.get(address, 18)),
            ):
                assert viewer.get(address).status_code == 200


# The admin


ADMIN = ("accounts/user", "accounts/mage", "duels/duel", "duels/challenge", "duels/standing", "duels/line")


def test_the_admin_lists_and_searches(subtests):
    fill(2)
    client = logged_in(a_user(is_staff=True, is_superuser=True))
    for page in ADMIN:
        with subtests.test(page):
            assert client.get(f"/admin/{page}/?q=Black").status_code == 200


def test_the_admin_shows_no_sealed_orders():
    duel = rows_of_a_duel(a_mage("Black"), a_mage("White"))
    duel.seats.update(orders={"left": "P", "right": "-", "say": "my secret"})
    client = logged_in(a_user(is_staff=True, is_superuser=True))
    page = body(client, f"/admin/duels/duel/{duel.pk}/change/")
    assert "White" in page
    assert "my secret" not in page


@pytest.mark.parametrize(("book", "pattern"), [("classic", "SPF"), ("standard", "SPFP")])
def test_the_spells_of_a_book_have_its_gestures_and_a_line_on_their_effect(client, book, pattern):
    page = client.get(f"/rules/{book}/spells/").content.decode()
    assert f'<span class="book__gestures">{pattern}</span>' in page
    assert '<span class="entry__brief">Stops stabs, missiles and monsters this round.</span>' in page


@pytest.mark.parametrize(("by", "first"), [("name", "Amnesia"), ("gestures", "Dispel Magic"), ("reversed", None)])
def test_the_rules_show_the_spells_of_each_book_in_three_orders(client, by, first, subtests):
    for book in engine.BOOKS:
        with subtests.test(book):
            ((_title, rows),) = client.get(f"/rules/{book}/spells/?by={by}").context["groups"]
            shown = [row["name" if by == "name" else "gestures"].upper() for row in rows]
            assert shown == sorted(shown)
            assert first in (None, rows[0]["name"])
            assert all(row["class"] and row["at"] and row["effect"] and row["stopped_by"] for row in rows)


def test_the_spells_begin_with_the_shortest(client):
    groups = client.get("/rules/classic/spells/").context["groups"]
    assert [str(title) for title, _rows in groups] == [
        "Up to three gestures",
        "Four or five gestures",
        "Six gestures or more",
    ]
    assert groups[0][1][0]["slug"] == "shield"
    assert groups[-1][1][-1]["slug"] == "finger_of_death"


def test_the_spells_are_filtered_by_class(client):
    groups = client.get("/rules/classic/spells/?kind=summons&by=name").context["groups"]
    assert [row["name"] for row in groups[0][1]] == [
        f"Summon {kind}" for kind in ("Elemental", "Giant", "Goblin", "Ogre", "Troll")
    ]
    assert "This rule set has no such spells" in client.get("/rules/nomonsters/spells/?kind=summons").content.decode()


def test_the_rules_show_the_value_of_an_option_in_the_book(client):
    page = client.get("/rules/warlocks/options/").content.decode()
    assert "Maximum hit points: <strong>16</strong>" in page


def test_each_rule_that_an_event_may_refer_to_leads_to_its_place(client, subtests):
    for rule in engine.rule_table():
        with subtests.test(rule):
            page = client.get(f"/rules/classic/rule/{rule}/", follow=True).content.decode()
            assert f'id="rule-{rule}"' in page
    assert client.get("/rules/classic/rule/price/").status_code == 404


def test_a_spell_is_unfolded_for_a_link_to_its_rule(client):
    page = client.get("/rules/classic/rule/fear/", follow=True).content.decode()
    assert 'id="rule-fear" open' in page
    assert page.count('<details class="spell entry"') > page.count(" open>") == 1


def test_the_rules_are_searched_by_name_gestures_and_text(client):
    page = client.get("/rules/?q=fire").content.decode()
    assert page.index(">Fire Storm<") < page.index(">Resist Heat<")
    assert ">Fear<" in client.get("/rules/?q=swd").content.decode()
    assert "No spell or rule contains “price”." in client.get("/rules/?q=price").content.decode()


def test_an_option_that_is_found_has_its_place_in_a_folded_list(client):
    (address,) = re.findall('href="(/rules/classic/options/#[^"]+)"', client.get("/rules/?q=Paralysis is F-D-F").text)
    page, _, place = address.partition("#")
    assert f'<div id="{place}">' in client.get(page).text


def test_the_pages_of_rules_make_no_queries(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/rules/spellcast/")
        client.get("/rules/spellcast/spells/")
        client.get("/how-to-play/")


def test_old_addresses_of_the_spells_redirect_to_their_page(client):
    assert client.get("/rules/?by=reversed").url == "/rules/classic/spells/?by=reversed"


def test_an_unknown_order_or_class_of_spells_is_not_found(client):
    assert client.get("/rules/classic/spells/?by=price").status_code == 404
    assert client.get("/rules/classic/spells/?kind=price").status_code == 404


def test_how_to_play_leads_to_the_first_lesson_and_the_first_spells(client):
    page = client.get("/how-to-play/").content.decode()
    assert 'href="/learn/gestures/"' in page
    assert 'href="/rules/classic/rule/counter_spell/"' in page


def test_how_to_play_names_the_gestures(client):
    page = client.get("/how-to-play/").content.decode()
    for text in ("C clap", "D point", "F fingers", "P palm", "S snap", "W wave", "&gt; stab"):
        assert text in page


def test_the_rules_of_an_unknown_book_are_not_found(client):
    assert client.get("/rules/necronomicon/").status_code == 404
