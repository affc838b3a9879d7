import pytest

from duels.achievements.awarding import award_some
from duels.achievements.catalogue import GOALS
from tests.builders import a_mage, a_user
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db


def page(client, address="/achievements/"):
    return client.get(address).content.decode()


def test_a_visitor_sees_all_achievements_without_marks(client):
    a_finished_duel()
    award_some()
    text = page(client)
    assert all(f'id="{slug}"' in text for slug in GOALS)
    assert "Not possible with the rule set “Warlocks”." in text
    assert "Earned on" not in text
    assert "With an account" in text
    assert text.count('<details class="commands" open>') == 1, "the other groups are folded"


def test_a_user_sees_their_own_with_date_and_duel():
    black = a_mage("Black")
    duel = a_finished_duel(black, a_mage())
    award_some()
    count = black.owner.achievements.count()
    text = page(as_user(black.owner))
    assert text.count("Earned on") == count
    assert f'href="/replay/{duel.slug}/"' in text
    assert "1 May 2026" in text
    assert f"You have earned {count} of 40 achievements." in text
    assert "Earned on" not in page(as_user(a_user()))


def test_a_users_page_shows_the_latest_to_everybody_but_no_duel(client):
    black = a_mage("Black", owner=a_user("black"))
    a_finished_duel(black, a_mage(), slug="secret", public=False, practice=True)
    assert "of 40 achievements" not in page(client, "/user/black/")
    assert "0 of 40 achievements" in page(as_user(black.owner), "/user/black/")
    award_some()
    text = page(client, "/user/black/")
    titles = [goal.title for goal in GOALS.values() if f'<li class="badge">{goal.title}</li>' in text]
    assert 0 < len(titles) <= 6
    assert f'<a href="/achievements/">{black.owner.achievements.count()} of 40 achievements' in text
    assert "secret" not in text
