"""A duel to read: what happened, round by round, in words."""

from wavinghands.engine.duel import Duel
from wavinghands.engine.events import Viewer
from wavinghands.engine.view import EVERYTHING, view


def transcript(duel: Duel, viewer: Viewer = EVERYTHING) -> str:
    """The whole duel in words, as `viewer` saw it."""
    seen = view(duel, viewer)
    names = [wizard["name"] for wizard in seen["wizards"]]
    lines = [f"{' against '.join(names)}. Book: {duel.book.title}.", ""]
    for entry in seen["rounds"]:
        lines.append(f"Round {entry['number']}")
        lines += [f"  {event['text']}" for event in entry["events"]]
        points = ", ".join(f"{name} {entry['hp'][name]}" for name in names)
        lines += [f"  Hit points: {points}.", ""]
    return "\n".join(lines)
