"""Functions that list tournaments, standings and pairings, each with a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, prefetch_related_objects
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from duels.challenges.loading import load_under_way
from duels.clubs.membership import ids_of_clubs
from duels.models import Club, Duel, Entry, Pairing, Puzzle, Tournament
from duels.puzzles.positions import open_puzzles
from duels.tournaments.formats import (
    COLUMNS,
    FEWEST_PLAYERS,
    ORDER,
    PLACE,
    ROUNDS,
    may_enter,
    places_of,
    tie_breaks_of,
    winners_of,
)
from duels.tournaments.rules.scoring import is_on_fire
from duels.tournaments.words import FORMATS, length_of, round_of, terms_of
from duels.wording.contests import title_of
from duels.wording.dates import until
from duels.wording.duel_lists import DuelRow, rows
from duels.wording.languages import listed

State = Tournament.State
ROWS = 50
"""The number of players on a page of the standings."""
MOST_RESULTS = 6
"""The maximum number of results on the page of an arena."""
MOST_BOARDS = 4
"""The maximum number of duels to watch on a tournament's page."""
MOST_COMING = 3
"""The maximum number of tournaments on the front page and in the lobby."""
MOST_WON = 6
"""The maximum number of won tournaments on a profile."""
SEARCHED = 50
"""The number of a user's latest tournaments in which wins are searched for."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shown:
    """A tournament in a list.

    `winner` is the mage in first place in a finished tournament, or all mages who share first place. It is empty if
    nobody has points. `begins` is the time until the start in words, if the tournament starts within a day. `round` is
    the current round in words, or empty. `may_enter` says whether new players may join now.
    """

    tournament: Tournament
    players: int
    url: str
    title: str
    format: str
    summary: str
    length: str
    round: str
    may_enter: bool
    terms: list[str]
    begins: str
    has_joined: bool
    winner: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's row in the standings.

    `points` and `tie_breaks` are texts with as many decimals as needed, at most two. `is_on_fire` says whether the next
    win counts double in an arena.
    """

    entry: int
    place: int
    name: str
    url: str
    is_bot: bool
    is_active: bool
    is_removed: bool
    points: str
    wins: int
    played: int
    tie_breaks: list[str]
    is_on_fire: bool


@dataclass(frozen=True, slots=True)
class Mine:
    """A user's situation in a tournament.

    `is_tied` says whether others share the place. `opponents` and `duel` belong to the current pairing, and are empty
    if there is none. If `is_paired` is true but both are empty, the duel is about to begin. `call` is the duel if it is
    live, so that the page opens it automatically. `has_played` says whether the user's pairing in the current round is
    over, and `has_bye` whether it was a bye. `needs_mage` says whether the mage has died, and the user must choose
    another.
    """

    entry: Entry
    place: int
    is_tied: bool
    players: int
    opponents: list[str]
    is_paired: bool
    duel: str
    call: str
    has_played: bool
    has_bye: bool
    is_on_fire: bool
    needs_mage: bool
    elsewhere: str
    """The address of the user's other live duel, which must end before they are paired, or an empty string."""


def tournaments(*states: str) -> QuerySet[Tournament]:
    """Return the tournaments in these states, each with its number of `players`."""
    return Tournament.objects.filter(state__in=states).select_related("club").annotate(players=Count("entries"))


def open_tournaments(user_id: int | None = None) -> QuerySet[Tournament]:
    """Return the upcoming and running tournaments that this user may see, in the order in which they start.

    `user_id` is `None` for a visitor without an account.
    """
    return tournaments(State.UPCOMING, State.RUNNING).filter(_is_listed_for(user_id)).order_by("starts", "pk")


def finished_tournaments(user_id: int | None = None) -> QuerySet[Tournament]:
    """Return the finished tournaments that this user may see, latest first.

    `user_id` is `None` for a visitor without an account.
    """
    return tournaments(State.FINISHED).filter(_is_listed_for(user_id)).order_by("-starts", "-pk")


def _is_listed_for(user_id: int | None) -> Q:
    """Return a filter for the tournaments in a user's lists.

    A closed club's tournaments are listed only for their players.
    """
    own = Entry.objects.filter(user=user_id or 0).values("tournament")
    return Q(club_closed=False) | Q(pk__in=own)


def tournament_at(slug: str) -> Tournament | None:
    """Return the tournament with this slug and its number of `players`."""
    return tournaments(*State).filter(slug=slug).first()


def awaits_duel(tournament: Tournament, user_id: int) -> bool:
    """Return whether the user may be paired for another live duel in this tournament."""
    if tournament.is_over or not tournament.is_live:
        return False
    states = (Entry.State.ACTIVE, Entry.State.PAUSED)
    return Entry.objects.filter(tournament=tournament, user=user_id, state__in=states).exists()


def shown(found: Iterable[Any], user_id: int | None = None, now: datetime | None = None) -> list[Shown]:
    """Return a `Shown` for each of these tournaments.

    The tournaments must have been loaded with their number of `players`, as `tournaments()` does.
    """
    found, now = list(found), now or timezone.now()
    joined = Entry.objects.filter(user=user_id, tournament__in=found) if user_id else Entry.objects.none()
    mine = set(joined.values_list("tournament", flat=True)) if found else set()
    winners = _winners(it.pk for it in found if it.is_over)
    return [
        Shown(
            tournament=it,
            players=it.players,
            url=reverse("tournament", args=[it.slug]),
            title=title_of(it),
            format=str(FORMATS[it.format].title),
            summary=str(FORMATS[it.format].summary),
            length=length_of(it),
            round=round_of(it) if it.round else "",
            may_enter=may_enter(it),
            terms=terms_of(it),
            begins=until(it.starts, now) if now < it.starts < now + A_DAY else "",
            has_joined=it.pk in mine,
            winner=winners.get(it.pk, ""),
        )
        for it in found
    ]


def _winners(keys: Iterable[int]) -> dict[int, str]:
    """Return the names of the mages in first place in each of these tournaments, by primary key."""
    keys = list(keys)
    if not keys:
        return {}
    found = defaultdict[int, list[str]](list)
    for key, name in winners_of(keys).order_by(*ORDER).values_list("tournament", "mage__name"):
        found[key].append(name)
    return {key: listed(names) for key, names in found.items()}


def won_by(user_id: int) -> Sequence[Tournament]:
    """Return the site's own tournaments that this user has won, latest first.

    A tournament in which only one player has played has no winner.
    """
    played = ~Q(entries__wins=0, entries__losses=0, entries__draws=0)
    own = Entry.objects.filter(user=user_id, points__gt=0).values("tournament")
    found = Tournament.objects.filter(state=State.FINISHED, host=None, name="", pk__in=own)
    contested = found.alias(playing=Count("entries", filter=played)).filter(playing__gte=FEWEST_PLAYERS)
    latest = {it.pk: it for it in contested.order_by("-starts", "-pk")[:SEARCHED]}
    won = {key for key, winner in winners_of(latest).values_list("tournament", "user") if winner == user_id}
    return [it for key, it in latest.items() if key in won][:MOST_WON]


def coming(user_id: int | None) -> list[Shown]:
    """Return the tournaments that this user can join now or soon, for the front page and the lobby.

    Running tournaments with a day per round are left out, because they would stay listed for weeks. So are tournaments
    of clubs that the user does not belong to, and arenas for bots.
    """
    late = Q(format__in=ROUNDS, pace__lt=A_DAY.total_seconds(), rounds__gt=2 * F("round"))
    found = open_tournaments(user_id).filter(Q(state=State.UPCOMING) | Q(format=Tournament.Format.ARENA) | late)
    found = found.filter(Q(club=None) | Q(club__in=ids_of_clubs(user_id)), only_bots=False)
    return shown(found[:MOST_COMING], user_id)


def coming_for_bots() -> list[Shown]:
    """Return the site's running or next arena for bots, as a list of at most one."""
    return shown(open_tournaments().filter(only_bots=True, host=None)[:1])


def coming_in_club(club: Club, user_id: int | None) -> list[Shown]:
    """Return a club's running and upcoming tournaments, for its page."""
    return shown(open_tournaments().filter(club=club)[:MOST_COMING], user_id)


def standings(tournament: Tournament) -> QuerySet[Entry]:
    """Return the players of a tournament, best first."""
    found = Entry.objects.filter(tournament=tournament).order_by(*ORDER)
    return found.select_related("mage", "user").only(
        *("state", "points", "wins", "losses", "draws", "streak", "tournament", "mage__name", "user__is_bot", "seed"),
        *COLUMNS,
    )


def page_of_standings(tournament: Tournament, page: int) -> list[Entry]:
    """Return the players on a page of the standings, each with their `place`."""
    first = (page - 1) * ROWS
    return list(standings(tournament).annotate(place=PLACE)[first : first + ROWS])


def ranks(tournament: Tournament, entries: Iterable[Any]) -> list[Rank]:
    """Return rows for these players, who were loaded by `page_of_standings()`, in the same order."""
    entries = list(entries)
    columns = ("points", *COLUMNS[: len(tie_breaks_of(tournament))])
    figures = [[_plain(getattr(it, column)) for column in columns] for it in entries]
    return [
        Rank(
            entry=it.pk,
            place=it.place,
            name=it.mage.name,
            url=reverse("mage", args=[it.mage.name]),
            is_bot=it.user.is_bot,
            is_active=it.is_active,
            is_removed=it.is_removed,
            points=points,
            wins=it.wins,
            played=it.played,
            tie_breaks=tie_breaks,
            is_on_fire=is_on_fire(it.streak),
        )
        for it, (points, *tie_breaks) in zip(entries, figures, strict=True)
    ]


def _plain(value: float) -> str:
    """Format a number with as many decimals as it needs, at most two: "6", "4.5"."""
    return number_format(f"{round(value, 2):g}")


def entries_of(tournament: Tournament, user_ids: Collection[int]) -> dict[int, Mine]:
    """Return the situation of each user in `user_ids` who has joined the tournament, by the user's primary key."""
    related = ("mage", "pairing__duel", "pairing__first__mage", "pairing__second__mage")
    found = list(Entry.objects.filter(tournament=tournament, user__in=user_ids).select_related(*related))
    if not found:
        return {}
    if tournament.is_melee:
        prefetch_related_objects([it.pairing for it in found if it.pairing], "seats__entry__mage")
    places, latest = places_of(tournament), _latest(tournament, [it.pk for it in found])
    elsewhere = _duels_elsewhere(tournament, found)
    return {
        it.user_id: _mine(tournament, it, places, latest.get(it.pk), elsewhere.get(it.user_id, ""))
        for it in found
        if it.pk in places
    }


def _duels_elsewhere(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, str]:
    """Return the addresses of live duels that keep players from being paired, by the user's primary key."""
    if not tournament.is_live or tournament.state != State.RUNNING:
        return {}
    waiting = [it.user_id for it in entries if it.is_active and it.pairing is None]
    live = {user: it.live for user, it in load_under_way(waiting).items()} if waiting else {}
    return {user: reverse("duel", args=[slug]) for user, slug in live.items() if slug}


def _latest(tournament: Tournament, keys: Collection[int]) -> dict[int, Pairing]:
    """Return the pairing of each of these entries in the current round, by primary key of the entry."""
    if not tournament.round:
        return {}
    pairings = Pairing.objects.filter(tournament=tournament, round=tournament.round).order_by("game")
    if tournament.is_melee:
        tables = pairings.filter(seats__entry__in=keys).annotate(player=F("seats__entry"))
        return {it.player: it for it in tables}
    pairings = pairings.filter(Q(first__in=keys) | Q(second__in=keys))
    return {key: it for it in pairings for key in (it.first_id, it.second_id) if key is not None}


def _mine(tournament: Tournament, entry: Entry, places: dict[int, int], latest: Pairing | None, elsewhere: str) -> Mine:
    pairing = entry.pairing
    duel = reverse("duel", args=[pairing.duel.slug]) if pairing and pairing.duel else ""
    return Mine(
        entry=entry,
        place=places[entry.pk],
        is_tied=[*places.values()].count(places[entry.pk]) > 1,
        players=len(places),
        opponents=_opponents(entry, pairing) if pairing else [],
        is_paired=pairing is not None,
        duel=duel,
        call=duel if tournament.is_live else "",
        has_played=latest is not None and latest.ended is not None,
        has_bye=latest is not None and latest.is_bye,
        is_on_fire=tournament.is_arena and is_on_fire(entry.streak),
        needs_mage=entry.mage.ended is not None and not tournament.friendly,
        elsewhere=elsewhere,
    )


def _opponents(entry: Entry, pairing: Pairing) -> list[str]:
    others = [it.mage.name for it in pairing.players if it.pk != entry.pk]
    wizards = [pairing.wizard, *(it.wizard for it in pairing.seats.all())] if pairing.is_table else [pairing.wizard]
    return [*others, *(_("%(name)s (computer player)") % {"name": name} for name in wizards if name)]


class Highlights(NamedTuple):
    """The best duel of a finished tournament and the most difficult puzzle from its duels, if there are any."""

    duel: DuelRow | None = None
    puzzle: Puzzle | None = None


def highlights_of(tournament: Tournament) -> Highlights:
    """Return the highlights of a tournament. There are none before its end.

    The best duel is the one between the players with the most points. Among equals, and in a melee cup, it is the
    longest duel.
    """
    if not tournament.is_over:
        return Highlights()
    over = Duel.objects.filter(pairing__tournament=tournament, ended__isnull=False, public=True)
    best = over.prefetch_related("seats").order_by(_most("points"), "-round", "pk")[:1]
    puzzles = open_puzzles().filter(duel__pairing__tournament=tournament).order_by("-rating", "pk")
    return Highlights(next(iter(rows(best)), None), puzzles.first())


def latest_results(tournament: Tournament) -> list[DuelRow]:
    """Return a tournament's most recently finished duels, latest first."""
    over = Duel.objects.filter(pairing__tournament=tournament, pairing__ended__isnull=False)
    latest = over.prefetch_related("seats").order_by("-pairing__ended", "-pk")[:MOST_RESULTS]
    return rows(latest, has_contests=False)


def top_duels(tournament: Tournament) -> list[Duel]:
    """Return the running duels of the players with the most points or, among equals, the highest ratings."""
    running = Duel.objects.filter(pairing__tournament=tournament, pairing__ended=None).only("slug", "version")
    return list(running.order_by(_most("points"), _most("rating"), "pk")[:MOST_BOARDS])


def _most(column: str) -> OrderBy:
    """Return an order for duels: by the sum of an `Entry` column over both players, highest first.

    The tables of a melee cup come last.
    """
    total = Coalesce(f"pairing__first__{column}", 0.0) + Coalesce(f"pairing__second__{column}", 0.0)
    return OrderBy(total, descending=True)
