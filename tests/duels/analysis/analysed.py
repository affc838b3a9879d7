"""Analyses for tests, made in this process by a fake search that takes no time."""

from collections.abc import Callable
from typing import Any

from duels.analysis import work
from duels.analysis.asking import ask
from duels.house import orders
from duels.models import Analysis, Duel

VERSION = "of the tests"


def found(record: dict[str, Any], progress: Callable[[int, int], object]) -> dict[str, Any]:
    """Return a fake search result in which the second wizard made a mistake in round 3."""
    black, white = (wizard["name"] for wizard in record["wizards"])
    last = len(record["rounds"])
    for number in range(last):
        progress(number, last)
    orders = record["rounds"][2]["orders"][white]
    best = {"left": "P", "right": "W"}
    move = {
        "round": 3,
        "wizard": white,
        "orders": orders,
        "chance": 0.3,
        "best": best,
        "best_chance": 0.55,
        "cost": 0.25,
        "is_mistake": True,
        "lines": [
            {"orders": best, "leads": [], "is_done": False, "chance": 0.55, "share": 1.0},
            {"orders": orders, "leads": [], "is_done": True, "chance": 0.3, "share": 0.0},
        ],
        "replies": [{"orders": {"left": "S", "right": "-"}, "leads": [], "share": 1.0}],
        "hindsight": {"orders": {"left": "W", "right": "W"}, "leads": [], "chance": 0.6, "done": 0.4},
        "why": [],
    }
    return {
        "version": VERSION,
        "wizards": [black, white],
        "chances": [0.5, 0.5, 0.5, *[0.7] * (last - 3), 1],
        "accuracy": {black: 90, white: 60},
        "moves": [move],
        "turning": {"round": 3, "wizard": white},
    }


def run_queued_tasks() -> None:
    """Run all queued tasks, as a worker would."""
    orders.run_tasks(orders.QUEUE, work.QUEUE)


def analysed(duel: Duel, user: Any) -> Analysis:
    """Request an analysis of this duel as this user, run it, and return it."""
    ask(duel=duel, user=user)
    run_queued_tasks()
    return Analysis.objects.get(duel=duel)
