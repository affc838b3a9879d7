"""Random players, which base their moves only on the choices they are offered."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from wavinghands.engine import Json

HANDS = ("left", "right")


class RandomPlayer:
    """A player that makes random legal moves, but works towards the spell `wish` if it has one."""

    def __init__(self, die: Random, wishes: Iterable[str] = ()) -> None:
        self.die = die
        self.wishes = list(wishes)

    @property
    def wish(self) -> str | None:
        return self.wishes[0] if self.wishes else None

    def orders(self, request: Json) -> Json:
        """Return random legal orders for `request`, which lists the legal choices."""
        self._heed(request)
        orders = self._pair(request)
        monsters = [*request["monsters"], *request["claims"]]
        orders["attack"] = {monster["ref"]: self.die.choice(monster["targets"]) for monster in monsters}
        for question in request["questions"]:
            _put(orders, question["field"], self._pick(question))
        second = self._second(request, orders)
        if request["fire"] and self.die.random() < 0.3:
            orders["fire"] = True
        return orders | ({"second": second} if second else {})

    def _heed(self, request: Json) -> None:
        """Sometimes switch to a spell that has just become useful."""
        for spell, found in (("charm_monster", _monsters(request)), ("raise_dead", request["corpses"])):
            if found and spell in self.wishes and self.die.random() < 0.2:
                self.wishes.remove(spell)
                self.wishes.insert(0, spell)
        lasting = request["permanent"]["spells"] if request["permanent"] else []
        if lasting and self.wish not in lasting:
            self.wishes.insert(0, self.die.choice(lasting))

    def _pair(self, request: Json) -> Json:
        """Return a pair of gestures, their spells and targets, and the spells to delay or make permanent."""
        hands = {hand: self._gesture(request, hand) for hand in HANDS}
        self._help_with_the_other_hand(request, hands)
        if [hands["left"], hands["right"]] in request["surrender"] and self.die.random() < 0.98:
            free = [gesture for gesture in request["hands"]["right"]["gestures"] if gesture != hands["right"]]
            hands["right"] = self.die.choice(free) if free else hands["right"]
        casting = self._casting(request, hands)
        return {**hands, **casting, **self._windows(request, casting["cast"])}

    def _windows(self, request: Json, cast: Mapping[str, str]) -> Json:
        """Choose which of the completed spells to store with Delayed Effect or to make permanent with Permanency."""
        chosen = {}
        for window in ("delay", "permanent"):
            waiting = request[window]
            fitting = [hand for hand, spell in cast.items() if waiting and spell in waiting.get("spells", [spell])]
            if fitting and self.die.random() < 0.7:
                chosen[window] = self.die.choice(fitting)
        return chosen

    def _second(self, request: Json, first: Json) -> Json:
        """Return a hastened wizard's second pair of gestures, or second victims for hastened monsters."""
        twice = [monster for monster in request["monsters"] if "second" in monster]
        attack = {monster["ref"]: self.die.choice(monster["targets"]) for monster in twice}
        pair = self._pair(after_first(request, first)) if request["second"] else {}
        return pair | ({"attack": attack} if attack else {})

    def answers(self, request: Json) -> Json:
        """Return a random answer to each question of `request`."""
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
            gesture: len(missing[self.wish])
            for gesture in gestures
            if self.wish in (missing := request["paths"][hand].get(gesture, {}))
        }
        if steps and self.die.random() < 0.97:
            return min(steps, key=lambda gesture: steps[gesture])
        return self.die.choice(gestures)

    def _completes(self, request: Json, hand: str, gesture: str) -> bool:
        found = (*request["completes"][hand].get(gesture, ()), *request["completes"]["both"].get(gesture, ()))
        return any(spell["spell"] == self.wish for spell in found)

    def _help_with_the_other_hand(self, request: Json, hands: dict[str, str]) -> None:
        """Sometimes let the right hand make the same gesture as the left hand, unless it is a palm."""
        gesture = hands["left"]
        if gesture in request["hands"]["right"]["gestures"] and gesture != "P" and self.die.random() < 0.6:
            hands["right"] = gesture

    def _casting(self, request: Json, hands: Mapping[str, str]) -> Json:
        """Choose one of the spells that each hand completes, and targets for both hands."""
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
        fitting = {"charm_monster": _monsters(request), "raise_dead": request["corpses"]}
        aimed_well = {hand: self.die.choice(found) for hand, spell in cast.items() if (found := fitting.get(spell))}
        return {"cast": cast, "target": target | aimed_well}

    def _pick(self, question: Json) -> Any:
        if question["kind"] == "direct":
            return {"hand": self.die.choice(question["hands"]), "gesture": self.die.choice(question["gestures"])}
        return self.die.choice(question["choices"])


def _monsters(request: Json) -> list[str]:
    """Return the monsters that may be targets, except those still being summoned."""
    return [target["ref"] for target in request["targets"] if target["kind"] not in ("wizard", "new", "nobody")]


def after_first(request: Json, first: Json) -> Json:
    """Return the choices for a hastened wizard's second pair of gestures, given the first pair."""
    second = request["second"]
    claps = first["left"] == first["right"]

    def open_to(table: Json, hand: str) -> Json:
        found = table.get(first[hand], {})
        return {gesture: [one for one in ones if claps or not one["first_both"]] for gesture, ones in found.items()}

    together: Json = {}
    for hand in HANDS:
        for gesture, ones in open_to(second["completes"]["both"], hand).items():
            together.setdefault(gesture, []).extend(one for one in ones if one["hand"] == hand)
    completes = {hand: open_to(second["completes"][hand], hand) for hand in HANDS} | {"both": together}
    made = {hand: first[hand].lower() if claps else first[hand] for hand in HANDS}
    paths = {hand: second["paths"][hand].get(made[hand], {}) for hand in HANDS}
    return {**request, "hands": second["hands"], "completes": completes, "paths": paths}


def _put(table: Json, field: list[str], value: Any) -> None:
    *path, last = field
    for step in path:
        table = table.setdefault(step, {})
    table[last] = value
