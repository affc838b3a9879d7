"""The part of a user's data export that covers play, such as duels, challenges and results."""

from collections.abc import Iterator

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from duels.models import (
    Challenge,
    Draft,
    Duel,
    Entry,
    GuessTally,
    HouseStanding,
    Invitation,
    Line,
    Outcome,
    Pairing,
    PuzzleStanding,
    Round,
    Seat,
    Standing,
    TableSeat,
)
from duels.play.loading import record_of
from duels.viewing.duels import course
from wavinghands.engine import Json

MOST = 5000
"""The maximum number of rows of each kind in the export. Duels count as rows."""
MOST_RUNNING = 200
"""The maximum number of running duels in the export. Each of them is replayed."""
TERMS = ("book", "options", "pace", "reserve", "mountain", "is_open", "per_user", "limit", "authoritarian", "friendly",
         "bots", "teams", "house", "house_seats", "house_level", "private", "lowest", "highest", "comment")  # fmt: skip
SLUG, NAME = F("duel__slug"), F("mage__name")


def played_rows(user: User) -> dict[str, QuerySet]:
    """Return querysets with the data about what a user has played, by their file names in the export.

    Long lists have the newest row first.
    """
    return _posted(user) | _results(user) | _solved(user) | _entered(user)


def _posted(user: User) -> dict[str, QuerySet]:
    challenges = Challenge.objects.filter(challenger__owner=user).order_by("-pk")
    invitations = Invitation.objects.filter(mage__owner=user).order_by("-pk")
    said = Line.objects.filter(Q(user=user) | Q(seat__mage__owner=user)).order_by("-pk")
    followed, analyses = user.subscriptions.order_by("-pk"), user.analyses.order_by("-pk")
    return {
        "challenges": challenges.values("token", "state", "posted", *TERMS, mage=F("challenger__name"), became=SLUG),
        "invitations": invitations.values("state", "team", "since", name=NAME, token=F("challenge__token")),
        "chat": said.values("round", "text", "said", "announced", slug=SLUG),
        "duels_followed": followed.values("since", "open", slug=SLUG),
        "analyses_requested": analyses.values("state", "made", slug=SLUG),
    }


OUTCOME = ("result", "fate", "points", "weight", "rating_before", "rating", "ended")


def _results(user: User) -> dict[str, QuerySet]:
    scores = ("score", "wins", "losses", "draws", "deaths", "rating", "deviation")
    results = Outcome.objects.filter(mage__owner=user).order_by("-pk")
    of_the_house = user.house_outcomes.order_by("-pk")
    return {
        "standings": Standing.objects.filter(mage__owner=user).values("melee", *scores, name=NAME),
        "results": results.values(*OUTCOME, name=NAME, slug=SLUG),
        "trophies": user.trophies.order_by("season").values("season", "place", "points"),
        "divisions": user.season_entries.order_by("season").values("season", "division", "place", "moved"),
        "achievements": user.achievements.order_by("earned", "pk").values("slug", "earned", duel_slug=SLUG),
        "house_standing": HouseStanding.objects.filter(user=user).values("level", "best", "rating", "deviation"),
        "house_results": of_the_house.values("wizard", "level", "result", "rating", "ended", slug=SLUG),
    }


def _solved(user: User) -> dict[str, QuerySet]:
    standing = PuzzleStanding.objects.filter(user=user)
    attempts, runs = user.puzzle_attempts.order_by("-pk"), user.puzzle_runs.order_by("-pk")
    return {
        "puzzle_standing": standing.values("rating", "deviation", "plays", "solved", "streak", "best_streak", "latest"),
        "puzzles": attempts.values(
            "made", "solved", "solved_later", "given_up", "rating_before", "rating", slug=F("puzzle__slug")
        ),
        "puzzle_runs": runs.values("kind", "begun", "ended", "score", "tries"),
        "guesses": GuessTally.objects.filter(user=user).values("guesses", "hits", "streak", "best"),
    }


def _entered(user: User) -> dict[str, QuerySet]:
    points = ("points", "wins", "losses", "draws", "absences", "rating")
    entered = Entry.objects.filter(user=user).order_by("-pk")
    met = Pairing.objects.filter(Q(first__user=user) | Q(second__user=user)).order_by("-pk")
    tables = TableSeat.objects.filter(entry__user=user).order_by("-pk")
    hosted = user.tournaments.order_by("-pk")
    terms = (
        "slug",
        "format",
        "name",
        "rounds",
        "starts",
        "ends",
        "book",
        "pace",
        "reserve",
        "friendly",
        "bots",
        "lowest",
        "highest",
    )
    return {
        "tournaments_hosted": hosted.values(*terms, "account_days", "created", of_club=F("club__name")),
        "tournaments_joined": entered.values("state", "joined", *points, name=NAME, slug=F("tournament__slug")),
        "tournament_duels": met.values("made", "ended", "round", slug=SLUG, arena=F("tournament__slug")),
        "tournament_melees": tables.values(
            *("place", "points", "is_absent"),
            made=F("pairing__made"),
            ended=F("pairing__ended"),
            round=F("pairing__round"),
            slug=F("pairing__duel__slug"),
            cup=F("pairing__tournament__slug"),
        ),
    }


def own_duels(user: User) -> QuerySet[Duel]:
    """Return the duels in which the user has a seat, newest first.

    Duels that are not public are included.
    """
    return Duel.objects.filter(pk__in=Seat.objects.filter(mage__owner=user).values("duel")).order_by("-pk")


def finished_duels(user: User) -> Iterator[Json]:
    """Yield the user's finished duels with their complete records.

    Once a duel is over, everyone may read its record.
    """
    rows = (Prefetch("seats", Seat.objects.order_by("position")), Prefetch("rounds", Round.objects.order_by("number")))
    found = own_duels(user).filter(ended__isnull=False).prefetch_related(*rows)[:MOST]
    for duel in found.iterator(chunk_size=100):
        yield _facts(duel) | {"record": record_of(duel, duel.seats.all(), duel.rounds.all())}


def running_duels(user: User) -> Iterator[Json]:
    """Yield the user's running duels as the user sees them.

    The user's own orders are included, even if they have not been sealed (submitted) yet.
    """
    for duel in own_duels(user).filter(ended=None)[:MOST_RUNNING]:
        own = duel.seats.filter(mage__owner=user)
        orders = list(own.values("name", "orders", "answers", "plan"))
        drafts = list(Draft.objects.filter(seat__in=own).values("round", "content", name=F("seat__name")))
        yield _facts(duel) | {"seen": course(duel, user)["steps"], "orders": orders, "drafts": drafts}


def _facts(duel: Duel) -> Json:
    names = ("slug", "started", "ended", "pace", "public", "practice", "counts")
    return {name: getattr(duel, name) for name in names}
