"""Tests for the server's limits, which pages pass to their scripts."""

import json
import re

import pytest

from duels.chat.talk import say
from duels.models import Line
from duels.play import drafts, plans
from duels.play.transaction import submit_orders
from duels.wording.refusals import Refused
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db
LIMITS = re.compile(r'<script id="limits" type="application/json">(.*?)</script>')


def test_pages_with_a_board_pass_the_servers_limits_to_scripts(client):
    for path in (f"/duel/{a_duel().slug}/", "/learn/gestures/"):
        limits = json.loads(LIMITS.search(client.get(path).content.decode())[1])
        assert (limits["line"], limits["announcement"]) == (Line.LONGEST, Line.LONGEST_ANNOUNCEMENT)
        assert limits["draft"] == drafts.LARGEST
        assert limits["plan"] == {"rounds": plans.DEEPEST, "lines": plans.MOST_LINES, "pace": plans.SHORTEST_PACE}


def with_orders(duel, text):
    submit_orders(duel=duel, wizard="Black", round_number=1, orders={"left": "-", "right": "-", "say": text})


def in_the_talk(duel, text):
    say(slug=duel.slug, user_id=duel.seats.get(name="Black").mage.owner_id, text=text)


@pytest.mark.parametrize("says", [with_orders, in_the_talk])
def test_words_with_orders_have_the_same_limit_as_other_talk(says):
    duel = a_duel()
    says(duel, "x" * Line.LONGEST)
    with pytest.raises(Refused):
        says(duel, "x" * (Line.LONGEST + 1))
