from dataclasses import replace

import pytest

from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search.peril import Peril, Prey


def after(gestures, **hit_points):
    """Return a duel after A and B have made these gestures, with these hit points.

    Gestures are given in a form such as `{"A": ("SWW", "---")}`.
    """
    duel = a_duel("classic")
    for number in range(max(len(left) for left, _ in gestures.values())):
        orders = {}
        for name in ("A", "B"):
            left, right = gestures.get(name, ("", ""))
            orders[name] = {"left": left[number : number + 1] or "-", "right": right[number : number + 1] or "-"}
        duel = engine.settle(duel, orders)
    wizards = (wizard._replace(hp=hit_points.get(wizard.name, wizard.hp)) for wizard in duel.wizards)
    return replace(duel, wizards=tuple(wizards))


def those(duel, is_so):
    """Return the gestures of each of A's candidate moves for which `is_so` returns true."""
    return {"".join(candidate.pair) for candidate in engine.candidates(duel, "A") if is_so(candidate)}


def test_only_damage_of_all_remaining_hit_points_is_deadly():
    missile = {"B": ("S", "-")}  # one more gesture completes Magic Missile
    assert not Peril(after(missile, A=2), "A").deadly
    assert Peril(after(missile, A=1), "A").deadly


def test_damage_by_both_hands_and_by_monsters_adds_up():
    missiles = {"B": ("S", "S")}
    assert Peril(after(missiles, A=2), "A").deadly
    assert not Peril(after(missiles, A=3), "A").deadly
    assert Peril(after({"B": ("-SFWS", "-----")}, A=2), "A").deadly  # Summon Goblin, and a missile under way


def test_an_elemental_is_a_danger_to_everybody():
    duel = after({"B": ("CSWWS", "C----")}, A=3)  # Summon Elemental
    assert [bool(monster.kind.element) for monster in duel.living] == [True]
    assert Peril(duel, "A").deadly


def test_a_shield_saves_from_a_missile_and_a_cure_from_less():
    duel = after({"A": ("DF", "--"), "B": ("-S", "-S")}, A=2)
    saved = those(duel, Peril(duel, "A").is_survived)
    assert "DP" in saved
    assert "WD" in saved  # Cure Light Wounds heals one of two points
    assert "DD" not in saved


def test_a_shield_does_not_save_from_a_finger_of_death_and_dispel_magic_does():
    duel = after({"B": ("PWPFSSS", "-------"), "A": ("----CDP", "----C--")})
    assert Peril(duel, "A").deadly
    saved = those(duel, Peril(duel, "A").is_survived)
    assert "DP" not in saved
    assert "WP" in saved


@pytest.mark.parametrize(("hit_points", "dies"), [(5, True), (6, False)])
def test_a_storm_may_kill_an_opponent_without_aiming_at_them(hit_points, dies):
    duel = after({"A": ("SWW", "---")}, B=hit_points)
    assert ("CC" in those(duel, Prey(duel, "A", 0).may_die)) is dies


def test_a_missile_and_a_stab_or_a_monster_kill_together():
    duel = after({"A": ("S", "-")}, B=2)
    deadly = those(duel, Prey(duel, "A", 0).may_die)
    assert "D>" in deadly
    assert "DF" not in deadly
    assert "DF" in those(duel, Prey(duel, "A", 1).may_die)


def test_a_stab_alone_counts_as_no_deadly_spell():
    duel = a_duel("classic")
    assert those(duel, Prey(duel, "A", 20).may_die) == set()
