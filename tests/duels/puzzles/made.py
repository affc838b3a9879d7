"""Puzzles for tests, each with a few rounds and one right answer."""

from duels.puzzles.shipping import row_of
from wavinghands import engine

BLACK, WHITE, GREY = "Black", "White", "Grey"
WIZARDS = [{"name": BLACK, "gender": "x"}, {"name": WHITE, "gender": "f"}, {"name": GREY, "gender": "m"}]


def record(black, white, grey=None, book="classic"):
    """Return the record of a duel, or of a melee with `grey`, in which the wizards make these gestures.

    `black`, `white` and `grey` each contain the gestures of the left and the right hand, such as `("SD", "WP")`.
    """
    hands = [hand for hand in (black, white, grey) if hand]
    duel = engine.start(book, WIZARDS[: len(hands)], seed=1)
    for pairs in zip(*(zip(*hand, strict=True) for hand in hands), strict=True):
        orders = {
            wizard["name"]: {"left": left, "right": right}
            for wizard, (left, right) in zip(WIZARDS, pairs, strict=False)
        }
        duel = engine.settle(duel, orders)
    return engine.dump(duel)


def a_line(slug, kind, record, solutions, **more):
    """Return a puzzle in the format of a line of the puzzle file, which contains one puzzle per line."""
    usual = {
        "rounds": 1,
        "book": record["spellbook"],
        "wizard": BLACK,
        "lines": [{"reply": {"left": "-", "right": "-"}}],
    }
    facts = {"proof": {"size": 1, "replies": 1}, "themes": [], "source": {"name": "made up", "round": 8}}
    return {"id": slug, "kind": kind, "record": record, "solutions": solutions, **usual, **facts, **more}


DEATH = record(("PWPFSSS", "-------"), ("-------", "-------"))
"""A duel in which Black can kill White by pointing a finger."""

WIN = a_line(
    "winner",
    "win",
    DEATH,
    [{"left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": WHITE}}],
    themes=["finger", "of_no_name"],
)
WRONG = {
    "orders": {"left": "P", "right": "-", "cast": {"left": "shield"}, "target": {"left": BLACK}},
    "round": {
        "kind": "normal",
        "orders": {
            BLACK: {"left": "P", "right": "-", "cast": {"left": "shield"}, "target": {"left": BLACK}},
            WHITE: {"left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": BLACK}},
        },
    },
}
"""A wrong attempt at the next puzzle, and the round that refutes it."""
SAVE = a_line(
    "saver",
    "save",
    record(("----CDP", "----C--"), ("PWPFSSS", "-------")),
    [{"left": "W", "right": "-", "cast": {"left": "dispel_magic"}}],
    themes=["finger", "cleaning"],
    tries=[WRONG],
)
READ = a_line(
    "reader",
    "read",
    DEATH,
    [{"spell": "finger_of_death", "hand": "left", "choices": ["fireball", "finger_of_death", "disease"]}],
    wizard=WHITE,
    lines=[],
    themes=[],
)
TWO = a_line(
    "second",
    "win",
    record(("PWPFSS", "---SWD"), ("------", "------")),
    [{"left": "S", "right": "-"}],
    rounds=2,
    lines=[{"reply": {"left": "P", "right": "W"}, "then": WIN["solutions"][0]}],
    themes=["two_rounds"],
)
"""A puzzle in which White cannot clap because of Fear, and so has no Magic Mirror when Black points in round two."""
MELEE = a_line(
    "meleer",
    "save",
    record(("----CDP", "----C--"), ("PWPFSSS", "-------"), ("-WPFSSS", "-------")),
    [{"left": "W", "right": "-", "cast": {"left": "dispel_magic"}}],
    lines=[{"replies": {
        WHITE: {"left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": BLACK}},
        GREY: {"left": ">", "right": "-", "target": {"left": BLACK}},
    }}],
    tries=[{
        "orders": WRONG["orders"],
        "round": {"kind": "normal", "orders": {**WRONG["round"]["orders"], GREY: {"left": "-", "right": "-"}}},
    }],
    themes=["finger", "melee"],
)  # fmt: skip
"""A puzzle in which Black can stop White from killing with a finger, while Grey watches."""
ALL = (WIN, SAVE, READ)


def a_puzzle(line=WIN, **fields):
    """Save a puzzle made from a line of the puzzle file, and return it."""
    row = row_of(line)
    for field, value in fields.items():
        setattr(row, field, value)
    row.save()
    return row
