from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.duels import duel_of, next_round, request_of
from tests.engine.plays import play_duel
from wavinghands import engine
from wavinghands.engine.lookahead import ahead

BOOKS = tuple(engine.BOOKS)
WOVEN = st.text("CDFPSW>-cdfsw", max_size=6)


def hand(duel: engine.Duel, viewer: str | None, name: str, side: str = "left") -> list[dict[str, list[str]]]:
    rounds: list[dict[str, list[str]]] = engine.ahead(duel, viewer)["wizards"][name][side]
    return rounds


def stops(duel: engine.Duel, viewer: str | None, name: str) -> list[dict[str, list[str]]]:
    rounds: list[dict[str, list[str]]] = engine.ahead(duel, viewer)["wizards"][name]["stops"]
    return rounds


def of_both(woven: str) -> dict[str, tuple[str, str]]:
    """Return arguments for `duel_of` in which Black makes these gestures and White rests.

    Both hands make a gesture that is written in lower case. For any other gesture, the right hand rests, or stabs if
    the left hand rests.
    """
    right = "".join(made.upper() if made.islower() else "-" if made != "-" else ">" for made in woven)
    return {"Black": (woven.upper(), right), "White": ("-" * len(woven), "")}


def test_short_spells_can_be_completed_from_the_start() -> None:
    first, second, third = hand(engine.start("classic", [{"name": "Black"}, {"name": "White"}]), "Black", "White")
    assert first == {"P": ["shield"]}
    assert second == {"cw": ["magic_mirror"], "SD": ["magic_missile"]}
    assert third["WPP"] == third["WWS"] == ["counter_spell"]


def test_begun_spells_are_listed_by_their_missing_gestures() -> None:
    duel = duel_of("classic", Black=("WWF", "PPW"), White="---")
    first, second, _ = hand(duel, "White", "Black")
    assert set(first["P"]) == {"resist_heat", "cause_light_wounds", "shield"}
    assert second["FF"] == ["paralysis"]
    assert hand(duel, "White", "Black", "right")[1]["PP"] == ["counter_spell"]


def test_a_small_letter_requires_both_hands() -> None:
    duel = duel_of("classic", Black="SWW", White="---")
    assert hand(duel, None, "Black")[0]["c"] == ["fire_storm"]


@given(st.sampled_from(BOOKS), WOVEN)
def test_lookahead_equals_a_search_over_all_gestures(book: str, woven: str) -> None:
    duel = duel_of(book, **of_both(woven)) if woven else engine.start(book, [{"name": "Black"}, {"name": "White"}])
    if duel.result is not None or duel.paired("Black"):  # in each round, a hastened wizard makes two gestures
        return
    wizard, lexicon = duel.wizard("Black"), duel.lexicon
    told = hand(duel, "White", "Black")
    for count, by_missing in enumerate(told, 1):
        for missing, slugs in by_missing.items():
            assert len(missing) == count
            completed = {step.spell.slug for step in lexicon.completed(wizard.woven[0] + missing, wizard.spent)}
            assert set(slugs) <= completed
    for count in (1, 2, 3):
        possible = {
            step.spell.slug
            for letters in product("cdfpsw", repeat=count)
            for step in lexicon.completed((wizard.woven[0] + "".join(letters))[-12:], wizard.spent)
        }
        sooner = {
            slug for slug, patterns in lexicon.patterns.items() if any(len(pattern) < count for pattern in patterns)
        }
        assert {slug for slugs in told[count - 1].values() for slug in slugs} | sooner == possible | sooner


def test_fear_leaves_the_spells_that_its_gestures_can_begin() -> None:
    duel = duel_of("classic", Black="SWD", White=("--S", "--W"))
    assert hand(duel, "Black", "White")[0] == {"P": ["shield"]}
    second = hand(duel, "Black", "White", "right")[1]
    assert {missing[0].upper() for missing in second} <= set("PW")
    assert second["PP"] == ["counter_spell"]
    assert "SD" not in second


def test_amnesia_leaves_one_gesture() -> None:
    duel = duel_of("classic", Black="DPP", White=("--S", "--W"))
    assert all(missing[0].upper() == "S" for found in hand(duel, "Black", "White") for missing in found)
    assert hand(duel, "Black", "White")[0] == {}


def test_a_two_handed_gesture_needs_both_hands_free() -> None:
    more = {3: {"Black": {"paralyze": {"White": "right"}}}}
    duel = duel_of("classic", Black="FFF", White=("---", "--P"), more=more)
    assert "cw" not in hand(duel, "Black", "White")[1]
    assert "SD" in hand(duel, "Black", "White")[1]


def test_begun_spells_are_stopped_by_spells_completed_in_that_round() -> None:
    duel = duel_of("classic", Black="S", White="-")
    first, _, third = stops(duel, "White", "Black")
    assert first == {"magic_missile": ["shield"]}
    assert "counter_spell" in third["fire_storm"]
    ready = duel_of("classic", Black="--S", White="-WP")
    assert stops(ready, "White", "Black")[0] == {"magic_missile": ["counter_spell", "shield"]}


def test_a_shield_stops_a_missile_made_from_nothing_with_two_pairs() -> None:
    duel = duel_of("classic", Black=("PWPWWC", "-----C"), White="------")
    assert stops(duel, "White", "Black")[0]["magic_missile"] == ["shield"]


def test_a_counter_spell_does_not_stop_a_finger_of_death() -> None:
    finger = "PWPFSSS"
    against = {
        "magic_mirror": ("------C", "------C"),
        "raise_dead": ("--DWWFW", ""),
        "dispel_magic": ("----CDP", "----C--"),
        "counter_spell": ("-----WP", ""),
    }
    for spell, hands in against.items():
        duel = duel_of("classic", Black=finger, White=hands)
        told = stops(duel, "White", "Black")[0].get("finger_of_death", [])
        assert told == ([] if spell == "counter_spell" else [spell]), spell


def test_no_mirror_reflects_spells_cast_at_oneself() -> None:
    duel = duel_of("classic", Black="--SF", White=("---C", "---C"))
    assert "magic_mirror" not in stops(duel, "White", "Black")[0].get("summon_goblin", [])
    ready = duel_of("classic", Black="--SF", White="--WP")
    assert stops(ready, "White", "Black")[0]["summon_goblin"] == ["counter_spell"]


def test_spectators_see_the_outlook_without_counters() -> None:
    told = engine.ahead(duel_of("classic", Black="S", White="-"), None)
    assert told["wizards"]["Black"]["left"][0]["D"] == ["magic_missile"]
    assert told["wizards"]["Black"]["stops"] == [{}, {}, {}]
    assert told["attacks"] == {}


def test_shields_stop_knives_and_monsters() -> None:
    duel = duel_of("standard", Black="--SFW", White="---FF")
    attacks = engine.ahead(duel, "White")["attacks"]
    assert attacks == {"monster": ["paralysis", "shield"], "stab": ["shield"]}
    assert engine.ahead(duel, "Black")["attacks"]["stab"] == ["shield"]


def test_a_finished_duel_has_no_spells_ahead() -> None:
    duel = duel_of("classic", Black=("P", "P"), White="-")
    assert engine.ahead(duel, None) == {"wizards": {}, "attacks": {}}


def test_the_request_contains_the_lookahead() -> None:
    duel = duel_of("classic", Black="S", White="-")
    assert request_of(duel, "White")["ahead"] == engine.ahead(duel, "White")


INVISIBLE = ("PPWS", "--WS")
BLINDING = ("DWFFD", "----D")


def unseen(unseen_by_white: tuple[str, str], gestures: str) -> engine.Duel:
    """Return a duel in which Black casts a spell that hides gestures from White, and then makes `gestures`.

    `unseen_by_white` contains the gestures that cast this spell, for the left and the right hand.
    """
    left, right = unseen_by_white
    made = len(left) + len(gestures)
    return duel_of("standard", Black=(left + gestures, right + "-" * len(gestures)), White="-" * made)


@pytest.mark.parametrize("how", [INVISIBLE, BLINDING])
def test_of_hidden_hands_only_new_spells_are_known(how: tuple[str, str]) -> None:
    told = engine.ahead(unseen(how, "S"), "White")["wizards"]["Black"]
    assert told["whole"] is False
    assert told["left"][0] == {"P": ["shield"]}
    assert engine.ahead(unseen(how, "S"), "Black")["wizards"]["Black"]["left"][0]["D"] == ["magic_missile"]


@pytest.mark.parametrize("how", [INVISIBLE, BLINDING])
def test_gestures_seen_since_are_known(how: tuple[str, str]) -> None:
    told = engine.ahead(unseen(how, "SFSWW"), "White")["wizards"]["Black"]
    assert told["whole"] is False
    assert told["left"][0]["P"] == ["protection", "shield"]
    assert told["left"][0]["S"] == ["counter_spell"]
    assert "c" not in told["left"][0], "the storm was begun unseen"


@pytest.mark.parametrize("how", [INVISIBLE, BLINDING])
@given(one=st.text("CW-", min_size=3, max_size=3), other=st.text("CW-", min_size=3, max_size=3))
def test_unseen_gestures_make_no_difference(how: tuple[str, str], one: str, other: str) -> None:
    ways = [unseen(how, gestures) for gestures in (one, other)]
    assert engine.ahead(ways[0], "White") == engine.ahead(ways[1], "White")
    assert request_of(ways[0], "White") == request_of(ways[1], "White")


def test_viewers_who_saw_a_clap_of_lightning_know_it_is_spent() -> None:
    duel = duel_of("classic", Black=("WDDC", "---C"), White="----")
    for gesture in "WDD":
        duel = next_round(duel, Black={"left": gesture})
    assert "c" not in hand(duel, "White", "Black")[0]


def test_an_unseen_clap_of_lightning_is_not_known_to_be_spent() -> None:
    unseen_clap = {6: {"Black": {"target": {"both": "nobody"}}}}
    duel = duel_of("classic", more=unseen_clap, Black=("DWFFDC-----", "--WDDC--WDD"), White="-" * 11)
    assert "c" not in hand(duel, "Black", "Black", "right")[0]
    assert hand(duel, "White", "Black", "right")[0]["c"] == ["clap_of_lightning"]
    assert hand(duel, None, "Black", "right")[0].get("c") is None


@pytest.mark.parametrize("book", BOOKS)
def test_open_duels_need_no_search_through_their_rounds(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    duels = [duel for number in range(6) for duel in play_duel(book, number, rounds=16)]
    cases = [(duel, viewer) for duel in duels for viewer in (None, *(wizard.name for wizard in duel.wizards))]
    at_once = [engine.ahead(duel, viewer) for duel, viewer in cases]
    monkeypatch.setattr(ahead, "_has_been_open", lambda duel: False)
    assert [engine.ahead(duel, viewer) for duel, viewer in cases] == at_once


# Extra rounds


TIME_STOP = ("SPPC", "---C")


def test_wizards_outside_a_stopped_time_look_ahead_as_usual() -> None:
    stopped = duel_of("classic", Black=TIME_STOP, White="----")
    assert (stopped.kind, stopped.acting) == ("time_stop", ("Black",))
    common = duel_of("classic", Black=TIME_STOP, White="----", more={4: {"Black": {"target": {"both": "nobody"}}}})
    assert common.kind == "normal"
    for viewer in ("White", None):
        assert engine.ahead(stopped, viewer) == engine.ahead(common, viewer)
    assert engine.ahead(stopped, "White")["attacks"] == {"monster": ["shield"], "stab": ["shield"]}


def test_wizards_in_a_stopped_time_know_the_spells_begun_in_it() -> None:
    duel = next_round(duel_of("classic", Black=TIME_STOP, White="----"), Black={"left": "S"})
    assert duel.kind == "normal"
    assert hand(duel, "Black", "Black")[0]["D"] == ["magic_missile"]
    for viewer in ("White", None):
        assert "D" not in hand(duel, viewer, "Black")[0]
        assert engine.ahead(duel, viewer)["wizards"]["Black"]["whole"] is False


HASTE = ("PWPWWC", "-----C")


def test_a_hastened_wizards_next_round_has_two_pairs() -> None:
    duel = duel_of("classic", Black=HASTE, White="------")
    first, second, third = hand(duel, "White", "Black")
    assert (first["P"], first["SD"], first["cw"]) == (["shield"], ["magic_missile"], ["magic_mirror"])
    assert second["WPP"] == ["counter_spell"]
    assert {len(missing) for missing in second} <= {3, 4}
    assert {len(missing) for missing in third} <= {5, 6}
    for _ in range(2):
        duel = next_round(duel, Black={"second": {"left": "-", "right": "-"}})
    assert [max(map(len, found)) for found in hand(duel, "White", "Black")] == [2, 3, 4]


def test_a_free_round_comes_before_the_next_round_of_the_others() -> None:
    """Check that White cannot stop a spell that Black completes in an extra round, but can stop one after it."""
    duel = duel_of("standard", Black=HASTE, White="------")
    assert (duel.kind, duel.acting) == ("haste", ("Black",))
    duel = next_round(duel, Black={"left": "S"})
    assert duel.kind == "normal"
    assert stops(duel, "White", "Black")[0] == {"magic_missile": ["shield"]}
    waiting = duel_of("standard", Black=(HASTE[0], HASTE[1][:-2] + "SC"), White="------")
    assert "stab" not in engine.ahead(waiting, "White")["attacks"]
    later = next_round(duel, Black={"left": "-"})
    assert later.kind == "haste"
    begun = next_round(next_round(later, Black={"left": "-"}), Black={"left": "S"})
    assert begun.kind == "haste"
    assert stops(begun, "White", "Black")[0] == {}, "in the free round White does nothing"
    assert "magic_missile" in {slug for found in hand(begun, "White", "Black")[0].values() for slug in found}
