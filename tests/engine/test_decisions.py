"""Tests for this project's rulings (docs/rulings.md, "Time" and "Harm and the end") that no golden duel covers."""

from tests.engine.duels import duel_of, last_round, next_round
from wavinghands import engine
from wavinghands.engine import Json


def events(duel: engine.Duel, type: str, viewer: str | None = engine.EVERYTHING) -> list[Json]:
    return [event for event in last_round(duel, viewer)["events"] if event["type"] == type]


def hit_points_lost(duel: engine.Duel, name: str) -> int:
    assert duel.before is not None
    return duel.before.wizard(name).hp - duel.wizard(name).hp


def test_a_monster_hastened_in_a_free_round_attacks_twice_for_three_rounds() -> None:
    duel = duel_of(
        "standard", Black=("-PWPWW", "-SFW--"), White=("PWPWWC", "-----C"), more={6: aim_at("White", "Black")}
    )
    assert (duel.kind, duel.acting) == ("haste", ("Black",))
    duel = next_round(duel, Black={"left": "C", "right": "C", "target": {"both": name_of_the_monster(duel)}})
    attacks = []
    while len(attacks) < 4:
        duel = next_round(duel)
        attacks += [hit_points_lost(duel, "White")] if last_round(duel)["kind"] == "normal" else []
    assert attacks == [2, 2, 2, 1]


def aim_at(caster: str, subject: str) -> dict[str, Json]:
    """Return orders with which `caster` aims a two-handed spell at `subject`."""
    return {caster: {"target": {"both": subject}}}


def test_time_stop_on_a_monster_makes_it_attack_in_a_round_without_attacks() -> None:
    duel = duel_of("standard", Black=("PWPWWC-SPP", "--SFWC----"), White="----------")
    assert duel.kind == "haste"
    duel = next_round(duel, Black={"left": "C", "right": "C", "target": {"both": name_of_the_monster(duel)}})
    assert [event["monster"] for event in events(duel, "stops_time")] == [name_of_the_monster(duel)]
    assert hit_points_lost(duel, "White") == 1


def name_of_the_monster(duel: engine.Duel) -> str:
    (monster,) = engine.view(duel, engine.EVERYTHING)["monsters"]
    return str(monster["name"])


def test_wizards_outside_a_stopped_time_choose_no_elemental_in_it() -> None:
    duel = duel_of("classic", Black=("SPPC", "---C"), White=("C---", "CSWW"), more={4: aim_at("Black", "White")})
    assert duel.acting == ("White",)
    orders = {"left": "-", "right": "S", "cast": {"right": "summon_elemental"}, "target": {"right": "Black"}}
    played = engine.play(duel, {"White": orders}, {})
    assert isinstance(played, engine.Duel)
    assert [event["kind"] for event in events(played, "appears")] == ["fire_elemental"]


def test_outsiders_do_not_learn_of_a_monsters_fall_in_a_stopped_time() -> None:
    duel = duel_of("classic", Black=("SPPC", "---C"), White="----", Grey="-SFW", more={4: aim_at("Black", "White")})
    goblin = name_of_the_monster(duel)
    duel = next_round(duel, White={"right": ">", "target": {"right": goblin}})
    for viewer in ("White", "Grey", engine.EVERYTHING):
        assert [event["monster"] for event in events(duel, "dies", viewer)] == [goblin]
    for viewer in ("Black", None):
        assert [entry["number"] for entry in engine.view(duel, viewer)["rounds"]] == [1, 2, 3, 4]
    duel = next_round(duel)
    assert [entry["number"] for entry in engine.view(duel, "Black")["rounds"]] == [1, 2, 3, 4, 6]


def test_a_deadly_forfeit_precedes_other_causes_of_death() -> None:
    duel = duel_of("warlocks", Black="PWPFSSSD", White="--------", more={8: {"White": {"forfeit": True}}})
    assert [event["cause"] for event in events(duel, "dies")] == ["forfeit"]
    assert [event["spell"] for event in events(duel, "doomed")] == ["finger_of_death"]


def test_a_wizard_who_shows_two_palms_does_not_die_of_a_forfeit() -> None:
    palms = {"left": "P", "right": "P", "forfeit": True}
    duel = next_round(duel_of("warlocks", Black="-", White="-"), White=palms)
    assert duel.result == {"outcome": "victory", "winners": ["Black"], "surrendered": ["White"], "killed": []}


def test_finger_of_death_and_raise_dead_leave_a_monsters_corpse_dead() -> None:
    black, white = ("PWPFSSS", "SFW----"), ("--DWWFW", "--->---")
    first = duel_of("classic", Black=(black[0][:3], black[1][:3]), White=(white[0][:3], white[1][:3]))
    goblin = name_of_the_monster(first)
    duel = duel_of("classic", Black=black, White=white, more={4: {"White": {"target": {"right": goblin}}}})
    killing = {"left": "D", "target": {"left": goblin}}
    raising = {"left": "C", "right": "C", "target": {"both": goblin}}
    raised = next_round(duel, White=raising)
    assert [event["subject"] for event in events(raised, "raised")] == [goblin]
    duel = next_round(duel, Black=killing, White=raising)
    assert {(event["spell"], event["why"]) for event in events(duel, "fails")} == {
        ("finger_of_death", "cancelled"),
        ("raise_dead", "cancelled"),
    }
    assert not any(monster["alive"] for monster in engine.view(duel, engine.EVERYTHING)["monsters"])
