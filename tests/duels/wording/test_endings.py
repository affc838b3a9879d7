import pytest

from duels.wording.endings import ENDINGS, ending_of
from tests.builders import a_result


@pytest.mark.parametrize(
    ("result", "ending"),
    [
        (a_result(won=["A"], killed=["B"]), "killed"),
        (a_result(won=["A"], surrendered=["B"]), "surrender"),
        (a_result(won=["A"], surrendered=["A"], killed=["B"]), "killed"),
        (a_result(won=["A"], surrendered=["B"], killed=["C"]), "both"),
        (a_result(killed=["A", "B"]), "all_died"),
        (a_result(surrendered=["A", "B"]), "all_gave"),
        (a_result(surrendered=["A"], killed=["B"]), "draw"),
    ],
)
def test_a_result_has_its_ending(result, ending):
    assert ending_of(result) == ending
    assert ENDINGS[ending]


@pytest.mark.parametrize(("orders", "ending"), [({}, "adjudged"), ({"absent": True}, "absent")])
@pytest.mark.parametrize("result", [a_result(won=["A"], surrendered=["B"]), a_result(surrendered=["A", "B"])])
def test_a_duel_decided_by_the_site_has_endings_of_its_own(orders, ending, result):
    last = {"orders": {"A": {}, "B": orders}, "chance": {"adjudged": result["surrendered"]}}
    assert ending_of(result, last=last) == ending
    assert ENDINGS[ending]


def test_a_melee_ended_by_a_timeout_after_a_surrender_is_a_surrender():
    last = {"orders": {"A": {}, "B": {"forfeit": True, "timed_out": True}}}
    assert ending_of(a_result(won=["A"], surrendered=["B"]), last=last) == "timeout"
    assert ending_of(a_result(won=["A"], surrendered=["B", "C"]), last=last) == "surrender"


def test_a_duel_without_orders_for_weeks_is_closed():
    assert ending_of(a_result(won=["A"], surrendered=["B"]), is_closed=True) == "closed"
