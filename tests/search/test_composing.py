import pytest

from wavinghands import engine
from wavinghands.search.composing import SCHEMES, Composed, compose
from wavinghands.search.goals import nearly
from wavinghands.search.mining import NAMES


def some(scheme: str, book: str = "classic") -> list[Composed]:
    found = (compose(number, book, SCHEMES[scheme], NAMES) for number in range(60))
    return [composed for composed in found if composed is not None]


@pytest.mark.parametrize("scheme", ["parry", "ill", "lock"])
def test_composed_positions_are_of_duels_that_could_have_been_played(scheme: str) -> None:
    positions = some(scheme)

    assert len(positions) > 5
    for duel, solver, planned in positions:
        assert solver in duel.acting
        assert engine.load(engine.dump(duel)).wizards == duel.wizards
        engine.check_orders(duel, solver, planned)


def test_three_wizards_are_fighting_in_a_composed_melee() -> None:
    positions = some("crossfire")

    assert len(positions) > 5
    for duel, _, _ in positions:
        assert [wizard.stands for wizard in duel.wizards] == [True] * 3


def test_the_same_number_composes_the_same_position() -> None:
    first, again = (some("parry") for _ in range(2))

    assert [engine.dump(it.duel) for it in first] == [engine.dump(it.duel) for it in again]


def test_the_solver_of_a_lock_can_bind_the_enemy() -> None:
    binding = [
        it
        for it in some("lock")
        if nearly(it.duel, it.duel.wizard(it.solver)) & {"amnesia", "anti_spell", "fear", "paralysis"}
    ]

    assert len(binding) > len(some("lock")) / 2


def test_a_book_without_the_spells_of_a_scheme_gives_nothing() -> None:
    assert some("horde", book="nomonsters") == []
