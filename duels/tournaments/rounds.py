"""Rounds: pairing the next one when a round is over, and finishing tournaments after the last one.

`advance()` is one transaction that locks the tournament. It is safe to repeat, and to run in two processes at once,
because the number of the round is saved together with its pairings. `duels.tournaments.pairing` starts the duels.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.blocks import blocked_among, blocked_by_each
from duels.ladder.scores import LOST, WON
from duels.models import Entry, Pairing, Tournament
from duels.signals import tournament_changed
from duels.tournaments import formats, notifications
from duels.tournaments.formats import BREAK, COLUMNS, FEWEST_PLAYERS
from duels.tournaments.melees import save_seats
from duels.tournaments.pairing import ensure_mage, save_pairings
from duels.tournaments.rules import knockout, round_robin, swiss, tables
from duels.tournaments.rules.round_robin import Pair
from duels.tournaments.rules.standings import POINTS
from wavinghands.db.after_commit import after_commit

State = Tournament.State
SCORE = ("points", "wins", "losses", "draws", *COLUMNS)


class Board(NamedTuple):
    """A numbered board of a round, and the players who meet there."""

    number: int
    pair: Pair


def seed(tournament: Tournament) -> bool:
    """Seed the players by rating and set the number of rounds, without saving the tournament.

    Return whether there are enough players. Call this in the transaction that starts the tournament.
    """
    entries = sorted(tournament.entries.all(), key=lambda it: (-it.rating, it.pk))
    for place, entry in enumerate(entries, 1):
        entry.seed = place
    Entry.objects.bulk_update(entries, ["seed"])
    tournament.rounds = formats.rounds_for(tournament, len(entries))
    tournament.ends = formats.expected_end(tournament, tournament.starts, len(entries))
    return len(entries) >= FEWEST_PLAYERS


@transaction.atomic
def advance(tournament_id: int, now: datetime) -> None:
    """Add new results to the standings. If the round is over, pair the next one or finish the tournament."""
    rows = Tournament.objects.select_for_update(no_key=True)
    tournament = rows.filter(pk=tournament_id, state=State.RUNNING).exclude(format=Tournament.Format.ARENA).first()
    if tournament is None:
        return
    pairings = _count(tournament, now)
    if _is_in_progress(tournament, now):
        return
    if not pairings:
        pairings = _pairings(tournament)
        _rank(tournament, pairings)  # players may have withdrawn since the last result
    if tournament.round >= tournament.rounds or not _pair(tournament, pairings, now):
        _finish(tournament, now)
    after_commit(tournament_changed.send_robust, None, slug=tournament.slug)


def _pairings(tournament: Tournament) -> list[Pairing]:
    found = tournament.pairings.order_by("round", "board", "game")
    return list(found.prefetch_related("seats") if tournament.is_melee else found)


def _count(tournament: Tournament, now: datetime) -> list[Pairing]:
    """Update the standings if there are new results, and mark these results as counted.

    Return all pairings, or an empty list if there are no new results. If drawn duels are replayed and a replay is
    decided without a duel, count its result too.
    """
    pairings = list[Pairing]()
    while tournament.pairings.filter(counted=False).exclude(ended=None).exists():
        pairings = _pairings(tournament)
        ended = [it.pk for it in pairings if it.ended]
        tournament.pairings.filter(pk__in=ended).update(counted=True)  # before entries are locked
        _rank(tournament, pairings)
        if tournament.is_knockout:
            _knock_out(tournament, pairings)
            _replay(tournament, pairings, now)
    return pairings


def _is_in_progress(tournament: Tournament, now: datetime) -> bool:
    """Return whether a duel of the round, or the break after its last duel, is still in progress."""
    if tournament.pairings.filter(ended=None).exists():
        return True
    played = tournament.pairings.filter(round=tournament.round, duel__isnull=False)
    return tournament.is_live and played.filter(ended__gt=now - BREAK).exists()


def _rank(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Calculate the scores from all pairings, and save those that have changed."""
    entries = list(tournament.entries.all())
    scores = formats.scores_of(tournament, entries, pairings)
    changed = dict[int, tuple[float, ...]]()
    for entry in entries:
        score = scores[entry.pk]
        new = (*score[:4], *score.tie_breaks, *[0.0] * (len(COLUMNS) - len(score.tie_breaks)))
        if new != tuple(getattr(entry, column) for column in SCORE):
            changed[entry.pk] = new
    if not changed:
        return
    locked = Entry.objects.select_for_update(no_key=True).filter(pk__in=changed).order_by("pk")
    for entry in (found := list(locked)):
        for column, value in zip(SCORE, changed[entry.pk], strict=True):
            setattr(entry, column, value)
    Entry.objects.bulk_update(found, SCORE)
    after_commit(tournament_changed.send_robust, None, slug=tournament.slug)


def _replay(tournament: Tournament, pairings: Sequence[Pairing], now: datetime) -> None:
    """Pair the players of the current round's drawn duels once more. A drawn replay is not replayed."""
    again = {board for board, it in formats.matches_in(pairings, tournament.round).items() if it.needs_replay}
    drawn = [it for it in pairings if it.round == tournament.round and it.board in again]
    if not drawn:
        return
    made = [_new_pairing(tournament, Board(it.board, (it.first_id or 0, it.second_id)), now) for it in drawn]
    for it, earlier in zip(made, drawn, strict=True):
        it.game = earlier.game + 1
    _forfeit(tournament, made, {key for it in made for key in (it.first_id, it.second_id) if key}, now)
    _save(tournament, made, now)


def _knock_out(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Mark the players who have lost a match of the current round."""
    matches = [it for it in formats.matches_in(pairings, tournament.round).values() if it.is_over]
    lost = {player for it in matches for player in (it.first, it.second) if player not in (None, it.winner)}
    if not lost:
        return
    left = tournament.entries.exclude(state__in=[Entry.State.REMOVED, Entry.State.OUT])
    if left.filter(pk__in=lost).update(state=Entry.State.OUT):
        after_commit(tournament_changed.send_robust, None, slug=tournament.slug)


def _pair(tournament: Tournament, pairings: Sequence[Pairing], now: datetime) -> bool:
    """Save the pairings of the next round. Return whether there are any."""
    ready = _ready(tournament)
    if tournament.is_melee:
        return _set_tables(tournament, ready, now)
    boards = _next_round(tournament, pairings, ready)
    if not boards:
        return False
    tournament.round += 1
    keys = {it.pk for it in ready}
    made = [_new_pairing(tournament, board, now) for board in boards]
    _forfeit(tournament, made, keys, now)
    _save(tournament, made, now)
    byes = tournament.entries.filter(pk__in=[it.first_id for it in made if it.is_bye])
    notifications.tell_byes(tournament, list(byes.values_list("user", flat=True)))
    return True


def _set_tables(tournament: Tournament, ready: Sequence[Entry], now: datetime) -> bool:
    """Save the tables of the next round of a melee cup. Return whether there are enough players."""
    if len(ready) < FEWEST_PLAYERS:
        return False
    players = tables.tables([it.pk for it in ready], _barred(ready), is_first_round=tournament.round == 0)
    tournament.round += 1
    made = [Pairing(tournament=tournament, round=tournament.round, board=at, made=now) for at in range(len(players))]
    _save(tournament, made, now)
    save_seats(made, players)
    return True


def _ready(tournament: Tournament) -> list[Entry]:
    """Return the players who can play the next round, in the order of the standings: by points, then by seed."""
    active = tournament.entries.filter(state=Entry.State.ACTIVE).select_related("mage", "user")
    found = [it for it in active if ensure_mage(it, is_rated=not tournament.friendly)]
    return sorted(found, key=lambda it: (-it.points, it.seed, it.pk))


def _next_round(tournament: Tournament, pairings: Sequence[Pairing], ready: Sequence[Entry]) -> list[Board]:
    """Return the boards of the next round, or none if nobody can meet."""
    if tournament.is_swiss:
        return _swiss_round(ready, pairings)
    seeds = dict(tournament.entries.values_list("seed", "pk"))
    if tournament.is_round_robin:
        circle = [seeds.get(it) for it in range(1, tournament.rounds + 2)]
        return [Board(at, pair) for at, pair in enumerate(round_robin.pairs_in(circle, tournament.round + 1))]
    if tournament.round == 0:
        return [Board(at, pair) for at, pair in enumerate(knockout.first_round([seeds[it] for it in sorted(seeds)]))]
    boards = 2 ** (tournament.rounds - tournament.round)
    matches, places = formats.matches_in(pairings, tournament.round), {key: at for at, key in seeds.items()}
    return [Board(at, pair) for at, pair in knockout.next_round(boards, matches, places).items()]


def _swiss_round(ready: Sequence[Entry], pairings: Iterable[Pairing]) -> list[Board]:
    """Return the boards of the next Swiss round, for the players who are ready."""
    barred, byes = _barred(ready), set[int]()
    for it in pairings:
        if it.first_id is not None and it.second_id is not None:
            barred.setdefault(it.first_id, set()).add(it.second_id)
        elif it.first_id is not None:
            byes.add(it.first_id)
    players = [swiss.Player(it.pk, it.points, frozenset(barred[it.pk]), it.pk in byes) for it in ready]
    found = swiss.pairings(players)
    pairs: list[Pair] = [*found.pairs, *([(found.bye, None)] if found.bye is not None else [])]
    return [Board(at, pair) for at, pair in enumerate(pairs)] if found.pairs else []


def _barred(ready: Collection[Entry]) -> dict[int, set[int]]:
    """Return, for each of these players, the players who have blocked them or whom they have blocked."""
    by_user = {it.user_id: it.pk for it in ready}
    return _by_entry(blocked_among(list(by_user)), by_user)


def _new_pairing(tournament: Tournament, board: Board, now: datetime) -> Pairing:
    first, second = board.pair
    return Pairing(
        tournament=tournament, round=tournament.round, board=board.number, first_id=first, second_id=second, made=now
    )


def _forfeit(tournament: Tournament, made: Iterable[Pairing], ready: Collection[int], now: datetime) -> None:
    """Decide byes, and pairings in which a player is not ready or has blocked the opponent. Such a player loses."""
    blocked = _blocked_by_each(tournament)
    for it in made:
        first, second = it.first_id or 0, it.second_id
        it.first_absent = first not in ready or second in blocked.get(first, ())
        it.second_absent = second is not None and (second not in ready or first in blocked.get(second, ()))
        if second is None or it.first_absent or it.second_absent:
            it.ended = now
            it.result = LOST if it.first_absent else WON
            gives_none = second is None and tournament.is_round_robin  # everyone has the same number of byes
            it.first_points = 0.0 if gives_none else POINTS[it.result]
            it.second_points = float(second is not None and it.first_absent and not it.second_absent)


def _blocked_by_each(tournament: Tournament) -> dict[int, set[int]]:
    """Return the players whom each player of a tournament blocks."""
    by_user = dict(tournament.entries.values_list("user", "pk"))
    return _by_entry(blocked_by_each(list(by_user)), by_user)


def _by_entry(blocked: Mapping[int, Collection[int]], by_user: Mapping[int, int]) -> dict[int, set[int]]:
    """Convert `blocked`, the users whom each user blocks, to entries. `by_user` maps all users to their entries."""
    return {entry: {by_user[it] for it in blocked.get(user, ()) if it in by_user} for user, entry in by_user.items()}


def _save(tournament: Tournament, made: Collection[Pairing], now: datetime) -> None:
    limit = formats.time_limit(tournament)
    tournament.round_ends = now + limit if limit else None
    tournament.save(update_fields=["round", "round_ends"])
    save_pairings(made)


def _finish(tournament: Tournament, now: datetime) -> None:
    tournament.state, tournament.round_ends = State.FINISHED, None
    tournament.ends = max(now, tournament.starts + BREAK)
    tournament.save(update_fields=["state", "ends", "round_ends"])
    notifications.tell_finished(tournament)
