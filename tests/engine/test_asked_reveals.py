from wavinghands import engine

WIZARDS = [{"name": "Black", "gender": "m"}, {"name": "White", "gender": "f"}]


def duel_before_a_paralysis() -> engine.Duel:
    duel = engine.start("classic", WIZARDS, seed=3)
    for _ in range(2):
        played = engine.play(duel, {"Black": {"left": "F", "right": "-"}, "White": {"left": "D", "right": "-"}})
        assert isinstance(played, engine.Duel)
        duel = played
    return duel


def test_nothing_that_depends_on_an_answer_is_revealed_before_it():
    orders = {"Black": {"left": "F", "right": "-"}, "White": {"left": "S", "right": "P"}}
    asked = engine.play(duel_before_a_paralysis(), orders, {})
    assert isinstance(asked, engine.Asked)
    for viewer in ("Black", "White", None):
        reveal = engine.view(asked, viewer)["reveal"]
        assert reveal["gestures"]["White"]["left"] == "S"
        assert {event["type"] for event in reveal["events"]} == {"gestures", "cast"}


def test_the_answer_decides_which_hand_will_be_held():
    orders = {"Black": {"left": "F", "right": "-"}, "White": {"left": "S", "right": "P"}}
    for hand in ("left", "right"):
        played = engine.play(duel_before_a_paralysis(), orders, {"Black": {"paralyze": {"White": hand}}})
        assert isinstance(played, engine.Duel)
        assert engine.view(played, None)["wizards"][1]["minds"] == [
            {"effect": "paralysis", "by": "Black", "hand": hand}
        ]
        assert engine.round_record(played)["orders"]["Black"]["paralyze"] == {"White": hand}
