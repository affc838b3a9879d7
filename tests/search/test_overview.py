import pytest

from wavinghands.search.overview import accuracy, turning_point, verdicts


def a_move(chance=0.3, best=0.4, *, stake=0.1, wizard="A", number=1, why=(), hands=("S", "D"), is_mistake=False):
    left, right = hands
    return {
        "round": number,
        "wizard": wizard,
        "orders": {"left": left, "right": right},
        "chance": chance,
        "best_chance": best,
        "cost": best - chance,
        "stake": stake,
        "is_mistake": is_mistake,
        "why": list(why),
    }


def a_round(*events):
    return {"number": 1, "events": list(events)}


HIT = {"type": "damage", "subject": "B", "by": "A", "cause": "stab", "points": 1}


def verdict_of(moves, *events, accurate=40):
    found = verdicts([a_round(*events)], {"A": accurate, "B": 90}, moves)
    return [{field: fact for field, fact in one.items() if field != "wizard"} for one in found]


def test_accuracy_compares_losses_with_those_of_blind_moves():
    best, blind, slip = (a_move(0.4 - cost, stake=0.1) for cost in (0.0, 0.1, 0.02))
    assert accuracy([]) == accuracy([best]) == 100
    assert accuracy([best, best]) > accuracy([slip, best]) > accuracy([slip, slip]) > accuracy([blind, blind]) > 30
    assert accuracy([a_move(0.1, stake=0.1)]) < 10


def test_moves_with_little_at_stake_hardly_count():
    assert accuracy([a_move(0.39, stake=0.01), a_move(0.4, stake=0.4)]) > 95


DISEASE = {"wizard": "A", "cures": ["cure_heavy_wounds"], "cast": 2, "chance": {"round": 4}, "reach": []}
FADING = [0.5, 0.5, 0.5, 0.5, 0.5, 0.1]
"""The chances of a wizard whose disease shows only in the last round."""


def turn_of(*, died, mistake=None):
    moves = [a_move(number=number, is_mistake=number == mistake) for number in range(1, 6)]
    return turning_point(["A", "B"], FADING, moves, [died])["round"]


def test_the_turning_point_of_a_disease_is_the_last_round_to_stop_it():
    assert turn_of(died={"wizard": "B", "blows": []}) == 5
    assert turn_of(died=DISEASE) == turn_of(died=DISEASE, mistake=5) == 4
    assert turn_of(died=DISEASE, mistake=3) == 3
    assert turn_of(died=DISEASE | {"chance": None, "reach": ["counter_spell"]}) == 2
    assert turn_of(died=DISEASE | {"chance": None}) == turn_of(died=DISEASE | {"wizard": "B"}) == 5


def test_a_wizard_who_only_rests_is_idle():
    assert verdict_of([a_move(hands=("-", "-"))] * 5) == [{"kind": "idle", "count": 10, "of": 10}]


def test_a_wizard_who_harms_nobody_is_harmless():
    own = {"type": "damage", "subject": "A", "by": "B", "cause": "stab", "points": 1}
    assert verdict_of([a_move()] * 5, own) == [{"kind": "harmless", "foe": "B"}]


@pytest.mark.parametrize(
    "events",
    [
        [HIT],
        [
            {"type": "appears", "monster": "Gog", "owner": "A"},
            {"type": "damage", "subject": "B", "by": "Gog", "cause": "monster", "points": 1},
        ],
        [
            {"type": "cast", "caster": "A", "target": "B", "spell": "amnesia"},
            {"type": "begins", "subject": "B", "effect": "amnesia"},
        ],
    ],
    ids=["stab", "monster", "spell"],
)
def test_harm_leaves_the_sum_of_small_losses(events):
    why = [{"kind": "missed", "spell": "shield"}], [{"kind": "wasted", "hand": "left"}]
    moves = [a_move(why=why[0]), a_move(why=why[1]), a_move(why=why[1]), a_move(0.4, 0.4), a_move()]
    assert verdict_of(moves, *events) == [{"kind": "losses", "count": 4, "of": 5, "by": "idle"}]


def test_there_is_no_verdict_on_accurate_wizards_short_duels_and_mistakes():
    assert verdict_of([a_move()] * 5, HIT, accurate=80) == []
    assert verdict_of([a_move()] * 4, HIT) == []
    assert verdict_of([a_move(is_mistake=True)] * 5, HIT) == []


def test_without_mistakes_the_largest_loss_is_the_turning_point():
    moves = [a_move(number=number) for number in (1, 2, 3)]
    assert turning_point("AB", [0.5, 0.6, 0.3, 0.3, 1], moves) == {"round": 2, "wizard": "A"}
    assert turning_point("AB", [0.5, 0.5], moves) is None
