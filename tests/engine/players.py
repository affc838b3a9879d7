"""Players at random, who read nothing but requests."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

Json = dict[str, Any]
HANDS = ("left", "right")


class RandomPlayer:
    """One wizard, who weaves towards a `wish` while he has one, and otherwise does anything that he is let."""

    def __init__(self, die: Random, wishes: Iterable[str] = ()) -> None:
        self.die = die
        self.wishes = list(wishes)

    @property
    def wish(self) -> str | None:
        return self.wishes[0] if self.wishes else None

    def orders(self, request: Json) -> Json:
        """Orders for `request`, of those that it lets him give."""
        hands = {hand: self._gesture(request, hand) for hand in HANDS}
        self._help_with_the_other_hand(request, hands)
        if [hands["left"], hands["right"]] in request["surrender"] and self.die.random() < 0.98:
            free = [gesture for gesture in request["hands"]["right"]["gestures"] if gesture != hands["right"]]
            hands["right"] = self.die.choice(free) if free else hands["right"]
        orders: Json = dict(hands)
        orders |= self._casting(request, hands)
        orders |= {"attack": {monster["ref"]: self.die.choice(monster["targets"]) for monster in request["monsters"]}}
        for question in request["questions"]:
            _put(orders, question["field"], self._pick(question))
        return orders

    def answers(self, request: Json) -> Json:
        """An answer to each question of `request`, any of its choices."""
        answers: Json = {}
        for question in request["questions"]:
            _put(answers, question["field"], self._pick(question))
        return answers

    def _gesture(self, request: Json, hand: str) -> str:
        gestures = request["hands"][hand]["gestures"]
        completing = [gesture for gesture in gestures if self._completes(request, hand, gesture)]
        if completing:
            self.wishes.pop(0)
            return completing[0]
        steps = {
            gesture: lead["more"]
            for gesture in gestures
            for lead in request["leads"][hand].get(gesture, ())
            if lead["spell"] == self.wish
        }
        if steps and self.die.random() < 0.97:
            return min(steps, key=lambda gesture: steps[gesture])
        return self.die.choice(gestures)

    def _completes(self, request: Json, hand: str, gesture: str) -> bool:
        found = (*request["completes"][hand].get(gesture, ()), *request["completes"]["both"].get(gesture, ()))
        return any(spell["spell"] == self.wish for spell in found)

    def _help_with_the_other_hand(self, request: Json, hands: dict[str, str]) -> None:
        """Where both hands may have to make the gesture, let them, but for the palm."""
        gesture = hands["left"]
        if gesture in request["hands"]["right"]["gestures"] and gesture != "P" and self.die.random() < 0.6:
            hands["right"] = gesture

    def _casting(self, request: Json, hands: Mapping[str, str]) -> Json:
        """Which of the completed spells, and at whom."""
        completes = request["completes"]
        together = completes["both"].get(hands["left"], []) if hands["left"] == hands["right"] else []
        if together:
            offered = {"both": together}
        else:
            offered = {hand: found for hand in HANDS if (found := completes[hand].get(hands[hand]))}
        cast = {hand: self.die.choice(found)["spell"] for hand, found in offered.items()}
        refs = [target["ref"] for target in request["targets"]] + request["corpses"]
        aimed = [hand for hand in (*offered, *HANDS) if self.die.random() < 0.4]
        target = {hand: self.die.choice(refs) for hand in aimed}
        monsters = [target["ref"] for target in request["targets"] if target["kind"] not in ("wizard", "nobody")]
        charming = [hand for hand, spell in cast.items() if spell == "charm_monster"]
        return {"cast": cast, "target": target | {hand: self.die.choice(monsters) for hand in charming}}

    def _pick(self, question: Json) -> Any:
        if question["kind"] == "direct":
            return {"hand": self.die.choice(question["hands"]), "gesture": self.die.choice(question["gestures"])}
        return self.die.choice(question["choices"])


def _put(table: Json, field: list[str], value: Any) -> None:
    *path, last = field
    for step in path:
        table = table.setdefault(step, {})
    table[last] = value
