from typing import Any

from wavinghands.search.collecting import SHARE, answer_of, pattern_of, varied


def a_puzzle(number: int, spell: str, **fields: Any) -> dict[str, Any]:
    usual = {"id": f"{spell}{number}", "kind": "save", "rounds": 1, "core": [["cast", spell, "A"]], "guards": {}}
    usual["wizard"] = "C"
    return {**usual, "themes": [], "rating": 1500, **fields}


def test_puzzles_solved_by_the_same_spell_share_a_pattern() -> None:
    puzzle = a_puzzle(1, "shield")
    elsewhere = a_puzzle(2, "shield", core=[["cast", "shield", "Somebody"]])

    assert pattern_of(puzzle) == pattern_of(elsewhere)
    assert pattern_of(puzzle) != pattern_of({**puzzle, "kind": "win"})
    assert pattern_of(puzzle) != pattern_of({**puzzle, "themes": ["melee"]})


def test_an_answer_has_spells_and_stabs_or_else_gestures() -> None:
    quiet = a_puzzle(1, "", core=[["hand", "left", "D"], ["hand", "right", "C"]], rounds=2)
    both = a_puzzle(2, "", core=[["stab", "B"], ["attack", "Gog", "B"], ["cast", "shield", "A"]])

    assert answer_of(quiet) == ("C", "D")
    assert answer_of(both) == ("shield", "stab")


def test_mind_spells_that_clash_on_the_solver_are_one_answer() -> None:
    at_me, at_enemy = ([["cast", "fear", target]] for target in ("A", "B"))
    charm = [["cast", "charm_monster", "A"], ["cast", "shield", "A"]]

    assert answer_of(a_puzzle(1, "", core=at_me, wizard="A")) == answer_of(a_puzzle(2, "", core=charm, wizard="A"))
    assert answer_of(a_puzzle(3, "", core=at_enemy, wizard="A")) == ("fear",)


def test_a_varied_choice_limits_what_is_alike() -> None:
    many = [a_puzzle(number, "shield") for number in range(200)]
    others = [a_puzzle(1, spell) for spell in ("fear", "amnesia", "dispel_magic")]

    chosen = [puzzle["id"] for puzzle in varied([*many, *others], 100)]

    assert {puzzle["id"] for puzzle in others} < {*chosen}
    assert len(chosen) == SHARE * 100 + len(others)


def test_rare_themes_and_ratings_come_first_and_known_puzzles_are_preferred() -> None:
    usual = [a_puzzle(number, f"spell{number}", themes=["knife"]) for number in range(3)]
    rare = a_puzzle(1, "fear", themes=["mind"], rating=900)

    assert [puzzle["id"] for puzzle in varied([*usual, rare], 2, ["spell21"])][:1] != ["spell21"]
    assert {puzzle["id"] for puzzle in varied([*usual, rare], 2, ["spell22"])} == {"fear1", "spell22"}
