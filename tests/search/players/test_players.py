import pytest

from wavinghands import engine
from wavinghands.search.matches import match
from wavinghands.search.players import PLAYERS, POOL
from wavinghands.search.tables import tally

WIZARDS = [{"name": name, "gender": "x"} for name in ("White", "Black")]
BOTH = ("left", "right")


def after(book, white, black):
    """Return a duel after these gestures.

    `white` and `black` contain the gestures of the left and the right hand, such as `("SD", "WP")`.
    """
    duel = engine.start(book, WIZARDS, seed=1)
    for made in zip(*white, *black, strict=True):
        orders = {"White": dict(zip(BOTH, made[:2], strict=True)), "Black": dict(zip(BOTH, made[2:], strict=True))}
        duel = engine.settle(duel, orders)
    return duel


def given(name, duel, wizard="White", seed=1):
    return PLAYERS[name].orders(duel, wizard, seed)


@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize("name", POOL)
def test_every_player_plays_every_book_without_a_fault(book, name):
    outcomes = list(match(name, "random", book=book, duels=1))
    assert [outcome.fault for outcome in outcomes] == [""]


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_gives_the_same_orders_for_the_same_seed(name):
    duel = after("classic", ("SF", "WP"), ("PW", "SD"))
    assert given(name, duel) == given(name, duel)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_does_not_see_the_hands_of_an_invisible_wizard(name):
    """Check that Black's hidden gestures do not affect White's orders."""
    start = after("classic", ("----", "----"), ("PPWS", "DFWS"))
    hidden = [
        engine.settle(start, {"White": {"left": "-", "right": "-"}, "Black": {"left": left, "right": right}})
        for left, right in (("F", "S"), ("D", "W"))
    ]
    assert "invisibility" in {effect for duel in hidden for effect in duel.wizard("Black").effects}
    assert given(name, hidden[0]) == given(name, hidden[1])


@pytest.mark.parametrize("name", [name for name in POOL if name != "random"])
def test_every_player_beats_a_random_player(name):
    assert tally(match(name, "random", duels=6)).score.share > 0.8


def test_a_beginner_makes_missiles_and_goblins():
    assert given("beginner", after("classic", ("S", "S"), ("-", "-"))) == {
        "left": "D",
        "right": "F",
        "cast": {"left": "magic_missile"},
        "target": {"left": "Black"},
    }


def test_a_beginner_shields_against_a_goblin():
    assert given("beginner", after("classic", ("---", "---"), ("SFW", "---")))["right"] == "P"


def test_a_racer_continues_finger_of_death_with_both_hands():
    duel = after("classic", ("PWPF", "-PWP"), ("----", "----"))
    assert [given("finger_racer", duel)[hand] for hand in BOTH] == ["S", "F"]


def test_a_hoarder_completes_the_biggest_monster():
    orders = given("hoarder", after("classic", ("WFPSF", "-----"), ("-----", "-----")))
    assert orders["cast"]["left"] == "summon_giant"


def test_a_cautious_player_reflects_the_finger_of_death():
    duel = after("classic", ("------", "------"), ("PWPFSS", "------"))
    assert [given("cautious", duel)[hand] for hand in BOTH] == ["C", "C"]


def test_a_greedy_player_takes_the_blow_that_kills():
    duel = after("classic", ("PWPFSSS", "-------"), ("-------", "-------"))
    assert given("greedy", duel)["left"] == "D"


def test_the_own_plans_player_completes_the_most_valuable_spell():
    orders = given("own_plans", after("classic", ("FSSD", "----"), ("SFW-", "----")))
    assert orders["cast"]["left"] == "fireball"


def test_a_binder_makes_amnesia_permanent():
    orders = given("binder", after("classic", ("SPFPSD", "----DP"), ("------", "------")))
    assert orders["cast"] == {"left": "permanency", "right": "amnesia"}


def test_a_binder_kills_once_its_opponent_is_bound():
    duel = after("classic", ("SPFPSDW-FSSD", "----DPP-----"), ("------------", "------------"))
    assert given("binder", duel)["cast"]["left"] == "fireball"
