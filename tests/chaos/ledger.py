"""A ledger of everything the site has acknowledged to players, for comparison with the database."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.site import Site
from wavinghands.engine import Json

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
"""A query that returns, for each seat, whether its duel is over, the outcome, and the mage's score and record."""

Key = tuple[str, str, int]
"""The slug of a duel, the name of a wizard, and the number of a round."""


@dataclass
class Ledger:
    """All orders, answers and chat lines sent by players, acknowledged or not, and the contradictions found."""

    sealed: dict[Key, Json] = field(default_factory=dict)
    doubtful: dict[Key, list[Json]] = field(default_factory=dict)
    """Orders that were never acknowledged because the socket broke. They may or may not count."""
    answered: dict[Key, Json] = field(default_factory=dict)
    """Answers sent after a reveal, acknowledged or not."""
    sealed_answers: dict[Key, Json] = field(default_factory=dict)
    """Acknowledged answers. Players never withdraw them."""
    said: set[tuple[str, str]] = field(default_factory=set)
    """Acknowledged lines of chat, as pairs of the duel's slug and the text."""
    wrong: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    """Descriptions of actions that took longer than they may on an idle machine."""
    counts: Counter[str] = field(default_factory=Counter)

    def seal(self, key: Key, orders: Json) -> None:
        self.counts["orders acknowledged"] += 1
        self.sealed[key] = orders

    def answer(self, key: Key, answers: Json) -> None:
        """Record answers that a player is about to send. A round may ask several questions, one after another."""
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
        """Return whether the site may have stored `orders` for this wizard and round."""
        return orders == self.sealed.get(key) or orders in self.doubtful.get(key, [])

    def may_have_become(self, key: Key, orders: Json | None) -> bool:
        """Return whether `orders` may be the orders that were played, including the answers to later questions."""
        known = [self.sealed[key], *self.doubtful.get(key, [])]
        known += [merged(given, self.answered.get(key, {})) for given in known]
        return orders is not None and any(is_within(given, orders) for given in known)

    def holds_answers(self, key: Key, found: Json | None) -> bool:
        """Return whether `found` contains all acknowledged answers, or later answers that may have replaced them."""
        sealed = self.sealed_answers.get(key, {})
        known = (sealed, merged(sealed, self.answered.get(key, {})))
        return not sealed or any(is_within(given, found) for given in known)

    def check_orders(self, key: Key, entered: Json | None) -> None:
        """Check that the orders a new socket reports for the current round do not contradict the acknowledged ones."""
        if not self.may_be(key, entered):
            self.complain(f"{key}: {self.sealed.get(key)} was acknowledged, {entered} found")
        elif entered is not None and key not in self.sealed:
            self.sealed[key] = entered  # if the site reports orders, that counts as an acknowledgement

    def check_answers(self, key: Key, found: Json | None, where: str = "") -> None:
        """Check a wizard's answers against the acknowledged answers.

        `found` holds the stored answers or, after the round, the orders that were played, which include the answers.
        """
        if not self.holds_answers(key, found):
            self.complain(f"{key}: the answers {self.sealed_answers[key]} were acknowledged, {found} found{where}")

    def compare(self, site: Site) -> None:
        """Check that the site's database contains everything that was acknowledged."""
        found_rounds, found_seats, lines, settled = site.rows_at_once(ROUNDS, SEATS, LINES, SETTLED)
        rounds = {(slug, number): orders for slug, number, orders in found_rounds}
        seats = {(slug, name): standing for slug, name, *standing in found_seats}
        self.compare_orders(rounds, seats)
        self._compare_rounds(rounds, seats)
        self._compare_talk(lines)
        self.compare_settlements(settled)

    def compare_orders(self, rounds: dict[tuple[str, int], Json], seats: dict[tuple[str, str], Any]) -> None:
        """Check the orders and answers in the database against the acknowledged ones.

        Until a round is played, its orders and answers are in the seats. After that, they are in `rounds`. `seats` maps
        each seat to the number of its current round, its orders and its answers.
        """
        for key in self.sealed | self.sealed_answers:
            slug, wizard, number = key
            now, orders, answers = seats[slug, wizard]
            played = (rounds.get((slug, number)) or {}).get(wizard)
            if key in self.sealed:
                found = orders if number == now else played
                if not (self.may_be(key, found) if number == now else self.may_have_become(key, found)):
                    self.complain(f"{key}: {self.sealed[key]} was acknowledged, {found} found in the rows")
            self.check_answers(key, answers if number == now else played, " in the rows")

    def compare_settlements(self, settled: list[tuple[Any, ...]]) -> None:
        """Check that each finished duel was settled exactly once.

        Each mage fights in only one duel, so its settlement alone must account for their score.
        """
        for slug, wizard, is_over, has_outcome, score, standing, fought in settled:
            counted = score is not None
            self.counts["settlements that count"] += counted
            if has_outcome != is_over or fought != counted or (counted and standing != score):
                self.complain(
                    f"{slug}, {wizard}: over {is_over}, outcome {has_outcome} by which the score is {score};"
                    f" it is {standing} after {fought} duels"
                )

    def _compare_rounds(self, rounds: dict[tuple[str, int], Json], seats: dict[tuple[str, str], Any]) -> None:
        """Check that no round of any duel is missing. The database itself rules out duplicates."""
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
    """Return whether `orders` contains everything in `given`."""
    if isinstance(given, dict) and isinstance(orders, dict):
        return all(name in orders and is_within(value, orders[name]) for name, value in given.items())
    return bool(given == orders)


def merged(given: Json, answers: Json) -> Json:
    """Merge answers into orders, or into earlier answers.

    A new choice of spells replaces the earlier choice completely.
    """
    tables = {name for name in answers if name != "cast" and isinstance(given.get(name), dict)}
    both = {name: merged(given[name], answers[name]) for name in tables}
    return given | answers | both
