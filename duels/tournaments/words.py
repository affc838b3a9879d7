"""A tournament's title, terms, rules and scores as texts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from duels.models import Tournament
from duels.tournaments.formats import closes_in
from duels.tournaments.rules.standings import TieBreak
from duels.wording.contests import title_of
from duels.wording.languages import books
from duels.wording.time_controls import MINUTE, control_title, span

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Format = Tournament.Format


class FormatText(NamedTuple):
    """A format's title, and a summary of one or two sentences."""

    title: "StrOrPromise"
    summary: "StrOrPromise"


FORMATS: Final[Mapping[str, FormatText]] = {
    Format.ARENA: FormatText(
        gettext_lazy("Arena"),
        gettext_lazy(
            "For a fixed time, players who are free are paired again and again. Come and go as you like. The player "
            "with the most points wins."
        ),
    ),
    Format.SWISS: FormatText(
        gettext_lazy("Swiss"),
        gettext_lazy(
            "A fixed number of rounds, for up to 128 players. In each round, you meet someone new with about as many "
            "points as you."
        ),
    ),
    Format.ROUND_ROBIN: FormatText(
        gettext_lazy("Round robin"),
        gettext_lazy("Everyone plays everyone else once. For up to 12 players."),
    ),
    Format.KNOCKOUT: FormatText(
        gettext_lazy("Knockout"),
        gettext_lazy(
            "The winner of a duel goes through to the next round, until one player is left. For up to 64 players."
        ),
    ),
    Format.MELEE: FormatText(
        gettext_lazy("Melee cup"),
        gettext_lazy(
            "Three to five rounds, for up to 128 players. In each round, three or four players fight each other at a "
            "table and get points for their places."
        ),
    ),
}
TIE_BREAKS: Final[Mapping[TieBreak, tuple["StrOrPromise", "StrOrPromise"]]] = {
    TieBreak.BUCHHOLZ: (
        gettext_lazy("Buchholz"),
        gettext_lazy("Buchholz: the sum of the points of all your opponents."),
    ),
    TieBreak.SONNEBORN_BERGER: (
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy(
            "Sonneborn-Berger: the points of the opponents you beat, plus half the points of those you drew with."
        ),
    ),
    TieBreak.HEAD_TO_HEAD: (
        gettext_lazy("Head to head"),
        gettext_lazy("Head to head: your points from duels against the players who are still tied with you."),
    ),
}
"""The title and an explanation of each tie-break."""
HALVES: Final = {0.0: "0", 0.5: "½", 1.0: "1"}


def minutes_of(tournament: Tournament) -> int:
    """Return the length of an arena in minutes."""
    return round((tournament.ends - tournament.starts).total_seconds() / MINUTE)


def length_of(tournament: Tournament) -> str:
    """Return the length of a tournament, such as "90 minutes" or "5 rounds"."""
    if tournament.is_arena:
        return minutes_in_words(minutes_of(tournament))
    if tournament.rounds:
        return rounds_in_words(tournament.rounds)
    return _("everyone plays everyone") if tournament.is_round_robin else _("until one player is left")


def minutes_in_words(count: int) -> str:
    """Return a number of minutes, such as "90 minutes"."""
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def rounds_in_words(count: int) -> str:
    """Return a number of rounds, such as "5 rounds"."""
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def round_of(tournament: Tournament) -> str:
    """Return the current round, such as "Round 2 of 5"."""
    return _("Round %(number)s of %(rounds)s") % {"number": tournament.round, "rounds": tournament.rounds}


def occasion_of(tournament: Tournament) -> str:
    """Return the title of the current round, for notifications."""
    named = {"tournament": title_of(tournament), "number": tournament.round, "rounds": tournament.rounds}
    return _("%(tournament)s, round %(number)s of %(rounds)s") % named


def terms_of(tournament: Tournament) -> list[str]:
    """Return short texts for the rule set, clock, stakes and admission."""
    return [
        books()[tournament.book].title,
        control_title(tournament.pace, tournament.reserve),
        _("casual") if tournament.friendly else _("rated: your mage can die"),
        *_admission(tournament),
    ]


def _admission(tournament: Tournament) -> list[str]:
    bounds = {
        "lowest": tournament.lowest,
        "highest": tournament.highest,
        "count": tournament.account_days,
        "club": tournament.club and tournament.club.shown_name,
    }
    days = ngettext(
        "account at least %(count)s day old", "account at least %(count)s days old", tournament.account_days
    )
    texts = (
        _("members of %(club)s") if tournament.club else "",
        _("rating %(lowest)s to %(highest)s") if tournament.lowest and tournament.highest
        else _("rating %(lowest)s or more") if tournament.lowest
        else _("rating %(highest)s or less") if tournament.highest
        else "",
        days if tournament.account_days else "",
        _("only bots") if tournament.only_bots else _("bots allowed") if tournament.bots else "",
    )  # fmt: skip
    return [words % bounds for words in texts if words]


def rules_of(tournament: Tournament, limit: float | None) -> list[str]:
    """Return texts about how to win, and about the consequences for players who do not show up.

    `limit` is the maximum length of a round in seconds, if there is one.
    """
    rules = {
        Format.ARENA: _arena_rules,
        Format.SWISS: _swiss_rules,
        Format.ROUND_ROBIN: _round_robin_rules,
        Format.KNOCKOUT: _knockout_rules,
        Format.MELEE: _melee_rules,
    }[Format(tournament.format)]()
    closing_round = closes_in(tournament)
    if tournament.round < closing_round and not tournament.is_over:
        late = _("You can join late, until round %(number)s begins. Rounds that you miss give no points.")
        rules.append(late % {"number": closing_round})
    absent = _("If you don’t show up for a duel within 90 seconds, you lose it. After two such duels you are removed.")
    if tournament.is_arena:
        return [*rules, absent]
    if limit is None:
        return [
            *rules,
            _("Each duel is limited only by its own clock. The next round begins when all duels of a round are over."),
            _("If you never give orders in a duel, you lose it. After two such duels you are removed."),
            _("A vacation doesn’t stop your clocks here, because everyone would have to wait for you."),
        ]
    text = (
        _("A round takes at most %(limit)s. Then its duels end: hit points decide between the wizards who are left.")
        if tournament.is_melee
        else _("A round takes at most %(limit)s. Then its duels end, and the wizard with more hit points wins.")
    )
    return [
        *rules,
        _("The next round begins when all duels of a round are over."),
        text % {"limit": span(limit)},
        absent,
    ]


def _arena_rules() -> list[str]:
    return [
        _("2 points for a win, 1 for a draw."),
        _("From the third win in a row, every win counts double."),
        _("If no opponent is free, you play a computer player for half the points."),
    ]


def _swiss_rules() -> list[str]:
    return [
        _("1 point for a win, half a point for a draw. The player with the most points wins."),
        _("You never meet the same player twice."),
        _("If there is an odd number of players, one has a bye, which counts as a win. Nobody gets two byes."),
        _("You get the point for a bye at once, but the column “Wins” doesn’t include it."),
    ]


def _round_robin_rules() -> list[str]:
    return [
        _("1 point for a win, half a point for a draw. The player with the most points wins."),
        _(
            "If you withdraw, you lose your remaining duels. If you have played less than half of your duels, none of "
            "them count."
        ),
    ]


def _knockout_rules() -> list[str]:
    return [
        _("Win your duel to go through. If you lose, you are out."),
        _("The players are seeded by rating: the two best can meet only in the final. Byes go to the best seeds."),
        _("A drawn duel is replayed once. If that is drawn too, the higher seed goes through."),
    ]


def _melee_rules() -> list[str]:
    return [
        _("At a table of four, the places give 6, 4, 2 and 0 points; at a table of three, 6, 3 and 0."),
        _("The last wizard standing comes first. The others are ranked by how long they held out."),
        _("Wizards who fall in the same round share the points of their places."),
        _("In the first round, all tables are equally strong. Later, players with similar scores meet."),
        _("Computer players fill a table with fewer than three players. Such a duel is casual."),
        _("Computer players have no place in the standings, even if they win a table."),
        _("The player with the most points wins. If players are tied, the one who has won more tables is ahead."),
    ]


def halves(points: float) -> str:
    """Return the points for a duel, such as "½"."""
    return HALVES.get(points) or f"{points:g}"
