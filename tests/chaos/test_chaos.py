"""Nothing is lost, nothing is done twice and nobody is stuck, whatever breaks; `make chaos` tries it at length."""

import asyncio

import pytest

from tests import servers
from tests.chaos.faults import KINDS
from tests.chaos.ledger import Ledger, is_within, merged
from tests.chaos.run import unleash
from tests.chaos.site import site
from tests.conftest import unable

KEY = ("slug", "Black", 3)
PALM, REST = {"left": "P", "right": "-"}, {"left": "-", "right": "-"}


@pytest.fixture(scope="module")
def running_site():
    """The whole site, in processes of its own."""
    try:
        with site() as running:
            yield running
    except servers.MissingError as why:
        unable(why)


def test_faults_of_every_kind_lose_nothing_double_nothing_and_leave_nobody_stuck(running_site):
    report = asyncio.run(unleash(running_site, faults=len(KINDS), seed=1))
    assert report.ledger.wrong == []
    assert report.ledger.counts["orders acknowledged"] > 0


def test_the_ledger_tells_of_orders_that_are_gone_and_of_others_in_their_place():
    ledger = Ledger()
    ledger.seal(KEY, PALM)
    ledger.look(KEY, PALM)
    assert ledger.wrong == []
    ledger.look(KEY, None)
    ledger.look(KEY, REST)
    assert len(ledger.wrong) == 2


def test_the_ledger_takes_orders_of_which_nobody_has_heard_as_done_or_not_done():
    ledger = Ledger()
    ledger.doubt(KEY, PALM)
    ledger.look(KEY, None)
    ledger.look(KEY, PALM)
    assert ledger.wrong == []
    ledger.look(KEY, None)
    assert len(ledger.wrong) == 1


def test_orders_that_were_played_may_hold_answers_besides_but_nothing_else_instead():
    assert is_within(PALM, PALM | {"target": {"left": "White"}})
    assert is_within({"target": {"left": "White"}}, {"target": {"left": "White", "right": "Black"}})
    assert not is_within(PALM, REST)
    assert not is_within(PALM | {"target": {"left": "White"}}, PALM | {"target": {"left": "Black"}})
    assert not is_within(PALM, {"left": "P"})
    ordered, answers = PALM | {"cast": {"left": "shield", "right": "fear"}}, {"cast": {"right": "charm_person"}}
    assert merged(ordered, answers) == PALM | {"cast": {"left": "shield", "right": "charm_person"}}
