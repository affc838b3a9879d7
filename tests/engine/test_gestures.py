"""Tests for gestures, hands and completed spells. Source: Bartle, "Spells"; docs/rulings.md, 3.3."""

import pytest

from wavinghands.engine.books import BOOKS
from wavinghands.engine.duel import Duel
from wavinghands.engine.gestures import held, is_gesture, is_half_clap, is_two_handed, woven_on
from wavinghands.engine.record import start
from wavinghands.engine.spells.lexicons import lexicon_of

CLASSIC = start("classic", [{"name": "Black"}, {"name": "White"}])
STANDARD = start("standard", [{"name": "Black"}, {"name": "White"}])


def woven(left: str, right: str) -> tuple[str, str]:
    """Return the gestures of both hands as the engine stores them."""
    pair = ("", "")
    for made in zip(left, right, strict=True):
        pair = woven_on(pair, made)
    return pair


def menu(duel: Duel, left: str, right: str) -> list[dict[str, str]]:
    return [{hand: spell.slug for hand, spell in way.items()} for way in duel.lexicon.menu(woven(left, right))]


def test_a_gesture_is_one_of_six_letters_or_a_stab_or_nothing() -> None:
    assert all(map(is_gesture, "CDFPSW>-"))
    assert not any(map(is_gesture, ["", "c", "X", "CD", "?", None, 1, ["C"]]))


def test_a_gesture_of_both_hands_is_a_small_letter() -> None:
    assert woven("CDP", "CFP") == ("cDp", "cFp")


def completed(woven: str) -> list[str]:
    return [step.spell.slug for step in CLASSIC.lexicon.completed(woven)]


def test_a_pattern_is_completed_by_the_last_gestures() -> None:
    assert completed("WWS") == ["counter_spell"]
    assert completed("PPPwwS") == ["counter_spell"]
    assert completed("WS") == []
    assert completed("WWSP") == ["shield"]


def test_small_letters_need_both_hands_and_capitals_do_not() -> None:
    assert completed("cDpW") == ["dispel_magic"]
    assert completed("CDPW") == []
    assert is_two_handed("SWWc")
    assert not is_two_handed("cDPW")


@pytest.mark.parametrize(("pair", "is_half"), [(("C", "C"), False), (("C", "D"), True), (("-", "C"), True)])
def test_a_half_clap_is_a_clap_of_one_hand(pair: tuple[str, str], is_half: bool) -> None:
    assert is_half_clap(pair) is is_half


def test_a_held_hand_turns_c_into_f_s_into_d_and_w_into_p() -> None:
    assert "".join(held(made, claps_stay=False) for made in "CDFPSW>-") == "FDFPDP>-"


def test_with_para_fc_a_held_hand_turns_f_into_c() -> None:
    assert "".join(held(made, claps_stay=True) for made in "CDFPSW>-") == "CDCPDP>-"


def test_of_invisibility_and_counter_spell_only_one_can_be_cast() -> None:
    """Check Bartle's own example, in which the right hand makes P P W S and the left hand W W W S."""
    assert menu(CLASSIC, "WWWS", "PPWS") == [{"both": "invisibility"}, {"left": "counter_spell"}]


def test_each_hand_may_cast_a_spell_of_its_own() -> None:
    assert menu(CLASSIC, "SD", "SD") == [{"left": "magic_missile", "right": "magic_missile"}]


def test_the_longest_pattern_comes_first() -> None:
    assert menu(CLASSIC, "WWFP", "----") == [
        {"left": "resist_heat"},
        {"left": "cause_light_wounds"},
        {"left": "shield"},
    ]


def test_the_longest_of_both_hands_is_first_and_all_pairs_follow() -> None:
    ways = menu(CLASSIC, "-WFP", "-WPP")
    assert ways[0] == {"left": "cause_light_wounds", "right": "counter_spell"}
    assert len(ways) == 4
    assert {"left": "shield", "right": "shield"} in ways


def test_a_two_handed_spell_comes_before_all_others() -> None:
    assert menu(CLASSIC, "CW", "CW")[0] == {"both": "magic_mirror"}


def test_one_pair_never_casts_two_two_handed_spells() -> None:
    ways = menu(CLASSIC, "SWWC", "WSSC")
    assert ways == [{"both": "fire_storm"}, {"both": "ice_storm"}]


def test_a_spell_that_began_with_a_clap_may_end_in_one_hand() -> None:
    assert menu(CLASSIC, "CDPW", "C---") == [{"left": "dispel_magic"}]
    assert menu(CLASSIC, "CDPW", "----") == []


def test_spent_spells_cannot_be_completed() -> None:
    assert CLASSIC.lexicon.menu(woven("WDDC", "WDDC"), frozenset({"clap_of_lightning"})) == ()


def test_a_stab_and_a_rest_are_in_no_spell() -> None:
    assert menu(CLASSIC, "WP>P", "----") == [{"left": "shield"}]


def test_the_gestures_of_each_book_are_its_own() -> None:
    assert menu(CLASSIC, "SPF", "---") == [{"left": "anti_spell"}]
    assert menu(STANDARD, "SPF", "---") == []
    assert menu(STANDARD, "SPFP", "----")[0] == {"left": "anti_spell"}
    assert menu(STANDARD, "CWSSW", "C----") == [{"left": "summon_fire_elemental"}]
    assert menu(STANDARD, "SPPFD", "-----") == [{"left": "time_stop"}]


PATTERNS = {
    "shield": "P",
    "remove_enchantment": "PDWP",
    "magic_mirror": "cw",
    "counter_spell": "WPP WWS",
    "dispel_magic": "cDPW",
    "raise_dead": "DWWFWc",
    "cure_light_wounds": "DFW",
    "cure_heavy_wounds": "DFPW",
    "summon_goblin": "SFW",
    "summon_ogre": "PSFW",
    "summon_troll": "FPSFW",
    "summon_giant": "WFPSFW",
    "magic_missile": "SD",
    "finger_of_death": "PWPFSSSD",
    "lightning_bolt": "DFFDD",
    "clap_of_lightning": "WDDc",
    "cause_light_wounds": "WFP",
    "cause_heavy_wounds": "WPFD",
    "fireball": "FSSDD",
    "fire_storm": "SWWc",
    "ice_storm": "WSSc",
    "amnesia": "DPP",
    "confusion": "DSF",
    "charm_person": "PSDF",
    "charm_monster": "PSDD",
    "paralysis": "FFF",
    "fear": "SWD",
    "protection": "WWP",
    "resist_heat": "WWFP",
    "resist_cold": "SSFP",
    "disease": "DSFFFc",
    "poison": "DWWFWD",
    "blindness": "DWFFd",
    "invisibility": "PPws",
    "haste": "PWPWWc",
    "delay_effect": "DWSSSP",
    "permanency": "SPFPSDW",
}
TWO_ELEMENTALS = {"summon_ice_elemental": "cSWWS", "summon_fire_elemental": "cWSSW"}
BARTLE = PATTERNS | {"anti_spell": "SPF", "time_stop": "SPPc", "summon_elemental": "cSWWS"}
FIRETOP = PATTERNS | {"anti_spell": "SPFP", "time_stop": "SPPc SPPFD"} | TWO_ELEMENTALS
MONSTERS = {"summon_goblin", "summon_ogre", "summon_troll", "summon_giant", "charm_monster", *TWO_ELEMENTALS}
WRITTEN = {
    "classic": BARTLE,
    "standard": FIRETOP,
    "nomonsters": {slug: patterns for slug, patterns in FIRETOP.items() if slug not in MONSTERS},
    "spellcast": BARTLE,
    "warlocks": {slug: patterns for slug, patterns in FIRETOP.items() if slug != "raise_dead"}
    | {"blindness": "DWFFd DFWFd"},
}


def test_every_book_is_listed_here() -> None:
    assert WRITTEN.keys() == BOOKS.keys()


@pytest.mark.parametrize("slug", BOOKS)
def test_a_book_has_the_patterns_of_the_rules(slug: str) -> None:
    book = BOOKS[slug]
    written = {spell: " ".join(patterns) for spell, patterns in lexicon_of(book, book.rules).patterns.items()}
    assert written == WRITTEN[slug]
