"""Puzzles that are made up: a few rounds, and what is right then."""

from duels.puzzles.shipping import row_of
from wavinghands import engine

BLACK, WHITE = "Black", "White"
WIZARDS = [{"name": BLACK, "gender": "x"}, {"name": WHITE, "gender": "f"}]


def record(black, white, book="classic"):
    """The record of a duel in which the hands of both have made these gestures, left and right."""
    duel = engine.start(book, WIZARDS, seed=1)
    for ours, theirs in zip(zip(*black, strict=True), zip(*white, strict=True), strict=True):
        orders = {name: {"left": left, "right": right} for name, (left, right) in {BLACK: ours, WHITE: theirs}.items()}
        duel = engine.settle(duel, orders)
    return engine.dump(duel)


def told(slug, kind, record, solutions, **more):
    """A line of the file of shipped puzzles."""
    usual = {
        "rounds": 1,
        "book": record["spellbook"],
        "wizard": BLACK,
        "lines": [{"reply": {"left": "-", "right": "-"}}],
    }
    facts = {"proof": {"size": 1, "replies": 1}, "themes": [], "source": {"name": "made up", "round": 8}}
    return {"id": slug, "kind": kind, "record": record, "solutions": solutions, **usual, **facts, **more}


DEATH = record(("PWPFSSS", "-------"), ("-------", "-------"))
"""Black may point, and White is dead."""

WIN = told(
    "winner",
    "win",
    DEATH,
    [{"left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": WHITE}}],
    themes=["finger_of_death", "of_no_name"],
)
SAVE = told(
    "saver",
    "save",
    record(("----CDP", "----C--"), ("PWPFSSS", "-------")),
    [{"left": "W", "right": "-", "cast": {"left": "dispel_magic"}}],
    themes=["dispel_magic"],
)
READ = told(
    "reader",
    "read",
    DEATH,
    [{"spell": "finger_of_death", "hand": "left", "choices": ["fireball", "finger_of_death", "disease"]}],
    wizard=WHITE,
    lines=[],
    themes=["finger_of_death"],
)
TWO = told(
    "second",
    "win",
    record(("PWPFSS", "---SWD"), ("------", "------")),
    [{"left": "S", "right": "-"}],
    rounds=2,
    lines=[{"reply": {"left": "P", "right": "W"}, "then": WIN["solutions"][0]}],
    themes=["finger_of_death", "fear"],
)
"""White is too afraid to clap, and has no mirror when Black points in two rounds."""
ALL = (WIN, SAVE, READ)


def a_puzzle(told=WIN, **fields):
    """A puzzle that is there."""
    row = row_of(told)
    for field, value in fields.items():
        setattr(row, field, value)
    row.save()
    return row
