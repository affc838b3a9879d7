from random import Random

import pytest

from wavinghands import engine
from wavinghands.search import apprentice

WIZARDS = [{"name": "Apprentice", "gender": "x"}, {"name": "Novice", "gender": "x"}]


def at_random(request, dice):
    """Return a random pair of gestures that does not surrender."""
    left, right = (request["hands"][hand]["gestures"] for hand in ("left", "right"))
    pairs = [(a, b) for a in left for b in right if [a, b] not in request["surrender"]]
    a, b = dice.choice(pairs or [("P", "P")])
    return {"left": a, "right": b}


def duel(book, seed, opponent, state=None):
    """Play a duel between the apprentice and `opponent`, and yield the position after each round.

    All orders and answers are validated. The duel starts from `state`, by default a new duel.
    """
    state, dice = state or engine.start(book, WIZARDS, seed=seed), Random(seed)
    players = {"Apprentice": apprentice.orders, "Novice": opponent}
    while state.result is None and state.number < 200:
        orders = {
            name: engine.check_orders(state, name, players[name](engine.request(state, name), dice))
            for name in state.acting
        }
        outcome, answers = engine.play(state, orders, {}), {}
        while isinstance(outcome, engine.Asked):
            for name in outcome.asks:
                given = apprentice.answers(engine.request(outcome, name), dice)
                engine.check_answers(outcome, name, given)
                answers[name] = answers.get(name, {}) | given
            outcome = engine.play(state, orders, answers)
        state = outcome
        yield state


def end(book, seed, opponent):
    *_, last = duel(book, seed, opponent)
    return last.result


@pytest.mark.parametrize(
    "number_of_duels", [pytest.param(20, marks=pytest.mark.brief), pytest.param(60, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_apprentice_beats_a_random_player(book, number_of_duels):
    results = [end(book, seed, at_random) for seed in range(number_of_duels)]
    wins = sum(result is not None and result["winners"] == ["Apprentice"] for result in results)
    assert wins > 0.9 * number_of_duels


@pytest.mark.parametrize(
    "number_of_duels", [pytest.param(5, marks=pytest.mark.brief), pytest.param(15, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_apprentice_ends_duels_against_itself_without_surrender(book, number_of_duels):
    results = [end(book, seed, apprentice.orders) for seed in range(number_of_duels)]
    assert all(result is not None and not result["surrendered"] for result in results)


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_apprentice_plays_the_same_with_the_same_dice(book):
    request = engine.request(engine.start(book, WIZARDS), "Apprentice")
    given = [apprentice.orders(request, Random(seed)) for seed in (1, 1)]
    assert given[0] == given[1]
    assert len({str(apprentice.orders(request, Random(seed))) for seed in range(30)}) > 1


def a_request(**fields):
    request = engine.request(engine.start("classic", WIZARDS), "Apprentice")
    return request | fields


def test_the_apprentice_shields_against_a_giant():
    threats = [{"by": "Gog", "attack": 4, "kind": "giant"}]
    given = apprentice.orders(a_request(threats=threats), Random(1))
    assert "P" in (given["left"], given["right"])


@pytest.mark.parametrize("effect", sorted(apprentice.UNSURE))
def test_the_apprentice_makes_no_p_while_the_hands_are_bound(effect):
    free = engine.request(engine.start("classic", WIZARDS), "Apprentice")["hands"]["left"]
    bound = a_request(
        hands={"left": free | {"forced": effect}, "right": free},
        threats=[{"by": "Gog", "attack": 4, "kind": "giant"}],
    )
    for seed in range(20):
        given = apprentice.orders(bound, Random(seed))
        assert "P" not in (given["left"], given["right"])


def test_the_apprentice_makes_no_second_p_next_to_a_held_hand():
    free = engine.request(engine.start("classic", WIZARDS), "Apprentice")["hands"]["left"]
    held = {"gestures": ["P"], "default": "P", "forced": "paralysis"}
    bound = a_request(hands={"left": held, "right": free}, threats=[{"by": "Gog", "attack": 4, "kind": "giant"}])
    assert all(apprentice.orders(bound, Random(seed))["right"] != "P" for seed in range(20))


def after_gestures(book, left, right="", **options):
    """Return a duel in which the apprentice, a simple computer player, has made these gestures and aimed at itself.

    Its opponent has rested.
    """
    state = engine.start(book, WIZARDS, seed=1, options=options)
    for one, other in zip(left, right.rjust(len(left), "-"), strict=True):
        orders = {"left": one, "right": other, "target": {"both": "Apprentice", "left": "Apprentice"}}
        state = engine.play(state, {"Apprentice": orders, "Novice": {"left": "-", "right": "-"}}, None)
    return state


@pytest.mark.parametrize("book", ["classic", "spellcast"])
def test_the_apprentice_gives_two_pairs_when_hasted(book):
    state = after_gestures(book, "PWPWWC", "C")
    given = apprentice.orders(engine.request(state, "Apprentice"), Random(1))
    assert engine.check_orders(state, "Apprentice", given) == given
    assert {"left", "right"} <= given["second"].keys()


def test_the_apprentice_continues_the_first_pair_in_the_second():
    state = after_gestures("classic", "PWPWWC", "C")
    for seed in range(40):
        given = apprentice.orders(engine.request(state, "Apprentice"), Random(seed))
        after = engine.play(state, {"Apprentice": given, "Novice": {"left": "-", "right": "-"}}, None)
        cast = after.last.gestures["Apprentice"].second.cast
        assert set(given["second"].get("cast", {})) == set(cast)


@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize(("left", "right"), [("PWPWWC", "C"), ("SPPC", "C"), ("DWSSSP", ""), ("SPFPSDW", "")])
def test_the_apprentice_plays_on_after_casting_spells_of_time(book, left, right):
    state = after_gestures(book, left, right)
    *_, last = duel(book, 1, apprentice.orders, state)
    assert last.result is not None


def test_the_apprentice_releases_a_banked_spell():
    banked = {"spell": "shield", "name": "Shield", "target": "Apprentice"}
    assert apprentice.orders(a_request(fire=banked), Random(1))["fire"] is True


def test_the_apprentice_completes_a_begun_spell():
    state = engine.start("classic", WIZARDS)
    for left in "SF":
        state = engine.play(state, {"Apprentice": {"left": left, "right": "-"}})
    given = apprentice.orders(engine.request(state, "Apprentice"), Random(1))
    assert given["left"] == "W"
    assert given["cast"]["left"] == "summon_goblin"
    assert given["attack"]["left:Apprentice"] == "Novice"
