"""Facts about the formats, such as limits and times, and the calculation of scores and places."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet, Window
from django.db.models.functions import Rank

from duels.models import Entry, Pairing, Tournament
from duels.tournaments.rules import knockout, round_robin, standings, tables
from duels.tournaments.rules.knockout import Match
from duels.tournaments.rules.standings import Game, Score, TieBreak

Format = Tournament.Format

ROUNDS: Final[dict[str, range]] = {Format.SWISS: range(3, 10), Format.MELEE: range(3, 6)}
"""The possible numbers of rounds in the formats in which the host chooses the number.

In these formats, players may join late, take a break and return. A round that they miss gives no points.
"""
FEWEST_PLAYERS = 2
MOST_PLAYERS: Final = {Format.SWISS: 128, Format.ROUND_ROBIN: 12, Format.KNOCKOUT: 64, Format.MELEE: 128}
TIE_BREAKS: Final[dict[str, tuple[TieBreak, ...]]] = {
    Format.SWISS: (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD),
    Format.ROUND_ROBIN: (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER),
}
"""The tie-breaks of each format, in order of priority. Their values are stored in the columns `COLUMNS`."""
COLUMNS = ("first_tie_break", "second_tie_break", "third_tie_break")
BEST = ("-points", *(f"-{column}" for column in COLUMNS), "-wins", "losses")
"""The order of places. Equal players share a place. Tie-breaks that a format does not have are 0."""
ORDER = (*BEST, "seed", "pk")
"""The order of the standings in all formats. Among players who share a place, it has no meaning."""
PLACE = Window(Rank(), partition_by="tournament", order_by=BEST)
"""The place of an entry in its tournament."""

MOST_ABSENCES = 2
"""A player who has not shown up for this many duels is removed."""
BREAK = timedelta(seconds=30)
"""The break between the last duel of a live round and the next round."""
ROUNDS_OF_A_DUEL = 30
"""A live round lasts at most as long as this many rounds of a duel, plus the reserves of all wizards."""
SLOW_ROUND = timedelta(days=14)
"""The estimated length of a tournament round in which duels have a day per round."""


def most_players(tournament: Tournament) -> int | None:
    """Return the maximum number of players, or `None` if there is no limit."""
    return MOST_PLAYERS.get(Format(tournament.format))


def tie_breaks_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament, in order of priority."""
    return TIE_BREAKS.get(tournament.format, ())


def may_enter(tournament: Tournament) -> bool:
    """Return whether new players may join now.

    An arena admits players until it is over, a Swiss and a melee cup until round `closes_in()` begins, and the other
    formats only before the start. Nobody new can join a tournament of a closed club.
    """
    if tournament.is_over or tournament.club_closed:
        return False
    if tournament.is_arena or tournament.is_upcoming:
        return True
    return tournament.round < closes_in(tournament)


def closes_in(tournament: Tournament) -> int:
    """Return the round before which players must join a Swiss or a melee cup, or 0 for the other formats.

    Players may join in the first half of the rounds.
    """
    return (tournament.rounds + 1) // 2 if tournament.format in ROUNDS else 0


def has_breaks(tournament: Tournament) -> bool:
    """Return whether players may take a break and return. In the other formats, they can only withdraw for good."""
    return tournament.is_arena or tournament.format in ROUNDS


def may_break(tournament: Tournament) -> bool:
    """Return whether the format has breaks and there are still pairings that a player on a break would miss."""
    return has_breaks(tournament) and (tournament.is_arena or tournament.round < tournament.rounds)


def rounds_for(tournament: Tournament, players: int) -> int:
    """Return the number of rounds for this number of players.

    In a Swiss and a melee cup, the host sets the number, because players may join late. A Swiss ends earlier if all
    players have met.
    """
    if tournament.is_knockout:
        return knockout.rounds_for(players)
    return round_robin.rounds_for(players) if tournament.is_round_robin else tournament.rounds


def time_limit(tournament: Tournament) -> timedelta | None:
    """Return the maximum length of a live round, or `None` in a slow tournament, where only the clocks limit duels."""
    if not tournament.is_live:
        return None
    wizards = tables.LARGEST if tournament.is_melee else 2
    return timedelta(seconds=ROUNDS_OF_A_DUEL * tournament.pace + wizards * tournament.reserve)


def expected_end(tournament: Tournament, starts: datetime, players: int = 8) -> datetime:
    """Return the time at which a tournament with rounds is expected to end."""
    return starts + rounds_for(tournament, players) * (time_limit(tournament) or SLOW_ROUND)


def places_of(tournament: Tournament) -> dict[int, int]:
    """Return the places of all entries by primary key, best first. Players with equal results share a place."""
    ranked = Entry.objects.filter(tournament=tournament).annotate(place=PLACE)
    return dict(ranked.order_by(*ORDER).values_list("pk", "place"))


def winners_of(tournaments: Collection[int] | QuerySet[Tournament, Any]) -> QuerySet[Entry]:
    """Return the entries in first place in these tournaments. A tournament in which nobody has points has no winner."""
    return Entry.objects.filter(tournament__in=tournaments, points__gt=0).annotate(place=PLACE).filter(place=1)


def scores_of(tournament: Tournament, entries: Iterable[Entry], pairings: Iterable[Pairing]) -> dict[int, Score]:
    """Return the score of each entry, from all finished pairings."""
    entries, pairings = list(entries), list(pairings)
    players = [it.pk for it in entries]
    if tournament.is_knockout:
        return _scores_in_knockout(players, pairings)
    if tournament.is_melee:
        return _scores_in_melee(players, pairings)
    games = games_in(pairings)
    if tournament.is_round_robin:
        games = round_robin.counted(games, cancelled_in(entries, games))
    return standings.scores(players, games, tie_breaks_of(tournament))


def games_in(pairings: Iterable[Pairing]) -> list[Game]:
    """Return all finished pairings as `Game` objects, from which scores are calculated."""
    return [
        Game(it.first_id, it.second_id, it.first_points, it.second_points, is_played=is_played(it))
        for it in pairings
        if it.ended and it.first_id is not None
    ]


def is_played(pairing: Pairing) -> bool:
    """Return whether both players showed up. Only then does a game count for tie-breaks."""
    return pairing.second_id is not None and not pairing.first_absent and not pairing.second_absent


def cancelled_in(entries: Iterable[Entry], games: Iterable[Game]) -> set[int]:
    """Return the players who withdrew from a round robin so early that their results do not count."""
    entries = list(entries)
    return round_robin.cancelled([it.pk for it in entries if it.is_removed], games, len(entries))


def matches_in(pairings: Sequence[Pairing], number: int) -> dict[int, Match]:
    """Return the matches of a knockout round, by board. `pairings` must be in the order in which they are played."""
    found = dict[int, list[Pairing]]()
    for it in pairings:
        if it.round == number:
            found.setdefault(it.board, []).append(it)
    return {board: _match(games) for board, games in found.items()}


def _match(pairings: Sequence[Pairing]) -> Match:
    games = [knockout.Game(it.result, it.first_absent and it.second_absent) for it in pairings]
    return Match(pairings[0].first_id or 0, pairings[0].second_id, games)


def _scores_in_knockout(players: Sequence[int], pairings: Sequence[Pairing]) -> dict[int, Score]:
    """Return the scores in a knockout, where a won match is worth a point. Wins, losses and draws include replays."""
    last = max((it.round for it in pairings), default=0)
    matches = [match for number in range(1, last + 1) for match in matches_in(pairings, number).values()]
    won, duels = knockout.wins(matches), standings.scores(players, games_in(pairings), ())
    return {it: duels[it]._replace(points=float(won.get(it, 0))) for it in players}


def _scores_in_melee(players: Sequence[int], pairings: Sequence[Pairing]) -> dict[int, Score]:
    """Return the scores in a melee cup. A shared first place at a table counts as neither a win nor a loss."""
    found = {it: Score(0.0, 0, 0, 0, ()) for it in players}
    for pairing in (it for it in pairings if it.ended):
        seats = pairing.seats.all()
        first = [it.pk for it in seats if it.place == 1]
        for seat in seats:
            if (own := found.get(seat.entry_id or 0)) and seat.entry_id:
                is_first, is_shared = seat.pk in first, len(first) > 1
                found[seat.entry_id] = Score(
                    own.points + seat.points,
                    own.wins + (is_first and not is_shared),
                    own.losses + (not is_first),
                    own.draws + (is_first and is_shared),
                    (),
                )
    return found
