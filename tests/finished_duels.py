"""Duels for the JavaScript tests, stored in a file that `python -m tests.finished_duels` updates."""

import json
from pathlib import Path

from tests.servers import ROOT
from wavinghands import engine
from wavinghands.engine import Json

FILE = Path(__file__).parent / "js" / "finished-duels.json"
GOLDEN = ROOT / "tests" / "golden"
DUELS = ("bartle-sample", "froodal-bung", "real/warlocks-12813", "real/warlocks-62869", "real/warlocks-68587")
READ = ("cast", "damage", "appears", "dies", "shielded")
"""The types of events that the JavaScript tests read."""
FIELDS = ("type", "caster", "spell", "hand", "target", "subject", "points", "cause", "by", "monster", "owner", "wizard")


def duels() -> Json:
    """Return, by duel name, the complete view of each finished duel together with the facts about its spells.

    Fields that no test reads are left out.
    """
    return {name: _duel(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))) for name in DUELS}


def _duel(kept: Json) -> Json:
    record = kept.get("record", kept)
    *_, last = engine.replay(record)
    view = engine.view(last, engine.EVERYTHING)
    spells = {
        row["slug"]: {field: row[field] for field in ("name", "gestures", "stopped_by", "default")}
        for row in engine.book_table(view["book"])
    }
    wizards = [{"name": wizard["name"], "hp": wizard["hp"]} for wizard in view["wizards"]]
    monsters = [{field: monster[field] for field in ("name", "owner", "alive")} for monster in view["monsters"]]
    return {
        "spells": spells,
        "view": {
            "viewer": None,
            "wizards": wizards,
            "monsters": monsters,
            "rounds": list(map(_round, view["rounds"])),
            "result": view["result"],
        },
    }


def _round(entry: Json) -> Json:
    events = [
        {field: event[field] for field in FIELDS if field in event}
        for event in entry["events"]
        if event["type"] in READ
    ]
    gestures = {name: {hand: made[hand] for hand in ("left", "right")} for name, made in entry["gestures"].items()}
    return {"number": entry["number"], "gestures": gestures, "events": events}


def written() -> str:
    """Return the content of the file, with one line per duel."""
    lines = (f"  {json.dumps(name)}: {json.dumps(duel, separators=(',', ':'))}" for name, duel in duels().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
