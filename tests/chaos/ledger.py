"""What players were told is done, and whether it has stayed so."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.site import Site

Json = dict[str, Any]
ROUNDS = "SELECT slug, number, orders FROM duels_round JOIN duels_duel ON duels_duel.id = duel_id"
SEATS = "SELECT slug, name, round, orders, answers FROM duels_seat JOIN duels_duel ON duels_duel.id = duel_id"
LINES = "SELECT slug, text FROM duels_line JOIN duels_duel ON duels_duel.id = duel_id"
SETTLED = """
SELECT slug, duels_seat.name, duels_duel.ended IS NOT NULL, duels_outcome.id IS NOT NULL, duels_outcome.score,
       duels_standing.score, COALESCE(wins + losses + draws, 0)
FROM duels_seat
JOIN duels_duel ON duels_duel.id = duels_seat.duel_id
LEFT JOIN duels_outcome ON seat_id = duels_seat.id
LEFT JOIN duels_standing ON duels_standing.mage_id = duels_seat.mage_id AND duels_standing.melee = duels_duel.melee
"""
"""Of each seat whether its duel is over, what it came to, and how many duels its mage, who has no other, has ended."""

Key = tuple[str, str, int]
"""Slug, wizard, round."""


@dataclass
class Ledger:
    """What was acknowledged, what may have been done as well, and what was found to be wrong."""

    sealed: dict[Key, Json] = field(default_factory=dict)
    doubtful: dict[Key, list[Json]] = field(default_factory=dict)
    """Orders of which nobody has heard whether they were taken: the socket broke before."""
    answered: dict[Key, Json] = field(default_factory=dict)
    """Answers after a reveal, whether they were taken or not."""
    sealed_answers: dict[Key, Json] = field(default_factory=dict)
    """Those that were acknowledged; nobody takes any back."""
    said: set[tuple[str, str]] = field(default_factory=set)
    """Acknowledged lines of talk: slug, text."""
    wrong: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    """What has taken longer than it may on a machine that does nothing else."""
    counts: Counter[str] = field(default_factory=Counter)

    def seal(self, key: Key, orders: Json) -> None:
        self.counts["orders acknowledged"] += 1
        self.sealed[key] = orders

    def answer(self, key: Key, answers: Json) -> None:
        """Note what is about to be sent; a round may ask more than once."""
        self.answered[key] = merged(self.answered.get(key, {}), answers)

    def seal_answers(self, key: Key, answers: Json) -> None:
        self.counts["answers acknowledged"] += 1
        self.sealed_answers[key] = merged(self.sealed_answers.get(key, {}), answers)

    def doubt(self, key: Key, orders: Json) -> None:
        if orders not in self.doubtful.setdefault(key, []):
            self.doubtful[key].append(orders)

    def complain(self, why: str) -> None:
        self.wrong.append(why)

    def may_be(self, key: Key, orders: Json | None) -> bool:
        """Whether these can be what stands of a wizard's orders of a round."""
        return orders == self.sealed.get(key) or orders in self.doubtful.get(key, [])

    def may_have_become(self, key: Key, orders: Json | None) -> bool:
        """Whether these can be what was played of his orders: to them answers after the reveal have been added."""
        known = [self.sealed[key], *self.doubtful.get(key, [])]
        known += [merged(given, self.answered.get(key, {})) for given in known]
        return orders is not None and any(is_within(given, orders) for given in known)

    def holds_answers(self, key: Key, found: Json | None) -> bool:
        """Whether all answers that were acknowledged stand in this, or others that were sent in their places."""
        sealed = self.sealed_answers.get(key, {})
        known = (sealed, merged(sealed, self.answered.get(key, {})))
        return not sealed or any(is_within(given, found) for given in known)

    def look(self, key: Key, entered: Json | None) -> None:
        """Compare what a fresh socket is told to have been sealed, in a round that is not over."""
        if not self.may_be(key, entered):
            self.complain(f"{key}: {self.sealed.get(key)} was acknowledged, {entered} stands")
        elif entered is not None and key not in self.sealed:
            self.sealed[key] = entered  # what was told by the site is as good as acknowledged

    def look_at_answers(self, key: Key, found: Json | None, where: str = "") -> None:
        """Compare what stands of a wizard's answers, by themselves or in the orders that were played."""
        if not self.holds_answers(key, found):
            self.complain(f"{key}: the answers {self.sealed_answers[key]} were acknowledged, {found} stands{where}")

    def compare(self, site: Site) -> None:
        """Compare all that was acknowledged with the rows."""
        found_rounds, found_seats, lines, settled = site.rows_at_once(ROUNDS, SEATS, LINES, SETTLED)
        rounds = {(slug, number): orders for slug, number, orders in found_rounds}
        seats = {(slug, name): standing for slug, name, *standing in found_seats}
        self.compare_orders(rounds, seats)
        self._compare_rounds(rounds, seats)
        self._compare_talk(lines)
        self.compare_settlements(settled)

    def compare_orders(self, rounds: dict[tuple[str, int], Json], seats: dict[tuple[str, str], Any]) -> None:
        """Orders and answers stand at the seat until the round is played, and in the round from then on.

        `seats`: of each the number of the round that is not over, and the orders and answers for that.
        """
        for key in self.sealed | self.sealed_answers:
            slug, wizard, number = key
            now, orders, answers = seats[slug, wizard]
            played = (rounds.get((slug, number)) or {}).get(wizard)
            if key in self.sealed:
                found = orders if number == now else played
                if not (self.may_be(key, found) if number == now else self.may_have_become(key, found)):
                    self.complain(f"{key}: {self.sealed[key]} was acknowledged, {found} stands in the rows")
            self.look_at_answers(key, answers if number == now else played, " in the rows")

    def compare_settlements(self, settled: list[tuple[Any, ...]]) -> None:
        """Each duel that is over was settled, and once: its mages have fought in no other."""
        for slug, wizard, is_over, has_outcome, score, standing, fought in settled:
            counted = score is not None
            self.counts["settlements that count"] += counted
            if has_outcome != is_over or fought != counted or (counted and standing != score):
                self.complain(
                    f"{slug}, {wizard}: over {is_over}, outcome {has_outcome} by which the score is {score};"
                    f" it is {standing} after {fought} duels"
                )

    def _compare_rounds(self, rounds: dict[tuple[str, int], Json], seats: dict[tuple[str, str], Any]) -> None:
        """Each round of a duel is there once (the database sees to that), and none is left out."""
        numbers: dict[str, set[int]] = {}
        for slug, number in rounds:
            numbers.setdefault(slug, set()).add(number)
        for (slug, _), (now, *_standing) in seats.items():
            if numbers.get(slug, set()) != set(range(1, now)):
                self.complain(f"{slug} is in round {now}, and has the rounds {sorted(numbers.get(slug, ()))}")
        self.counts["rounds"] = len(rounds)

    def _compare_talk(self, lines: list[tuple[Any, ...]]) -> None:
        said = Counter(lines)
        self.counts["lines"] = len(said)
        for line in self.said:
            if said[line] != 1:
                self.complain(f"{line} was acknowledged, and is there {said[line]} times")


def is_within(given: Any, orders: Any) -> bool:
    """Whether all that was given stands in these orders, whatever else they hold."""
    if isinstance(given, dict) and isinstance(orders, dict):
        return all(name in orders and is_within(value, orders[name]) for name, value in given.items())
    return bool(given == orders)


def merged(given: Json, answers: Json) -> Json:
    """Orders, or answers, with answers in their places: a choice of spells is replaced as a whole."""
    tables = {name for name in answers if name != "cast" and isinstance(given.get(name), dict)}
    both = {name: merged(given[name], answers[name]) for name in tables}
    return given | answers | both
