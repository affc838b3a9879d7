"""The progress and result of a duel's analysis."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.permissions import may
from duels.models import Analysis, Duel
from duels.viewing.duels import roles_at
from wavinghands.engine import Json
from wavinghands.search.analysis import VERSION

MOST_ROUNDS = 120
"""The maximum number of rounds in a duel that can be analysed. Analysing a round takes a quarter of a second."""


def analysis_of(duel: Duel) -> Analysis | None:
    """Return the duel's analysis, which may be unfinished, or `None` if nobody has requested one."""
    return Analysis.objects.filter(duel=duel).first()


def why_unfit(duel: Duel) -> str:
    """Return the reason why this duel cannot be analysed, or "" if it can."""
    if not duel.is_open or duel.result is None:
        return _("A duel can be analysed once it is over.")
    if duel.melee:
        return _("Only one-on-one duels can be analysed.")
    if _played(duel) < 1:
        return _("This duel is too short to analyse.")
    if duel.round - 1 > MOST_ROUNDS:
        return _("This duel is too long to analyse: it has more than %(most)s rounds.") % {"most": MOST_ROUNDS}
    return ""


def _played(duel: Duel) -> int:
    """Return the number of rounds to analyse.

    If the duel ended with a surrender, its last round is left out.
    """
    return duel.round - 1 - bool((duel.result or {}).get("surrendered"))


def is_old(analysis: Analysis) -> bool:
    """Return whether the result was produced by another version of the search, the program that finds good orders."""
    return analysis.version != VERSION


def is_wanted(analysis: Analysis | None) -> bool:
    """Return whether a new analysis is needed.

    It is needed if there is no up-to-date result and no analysis in progress.
    """
    return analysis is None or (not analysis.is_awaited and (analysis.result is None or is_old(analysis)))


def standing(duel: Duel, user: Any, analysis: Analysis | None) -> Json:
    """Return the progress of a duel's analysis as a dictionary with these keys:

    - `state`: one of the states of `Analysis`, or "none"
    - `done`, `of`: how many rounds have been analysed so far, and how many there are to analyse
    - `why`: the reason why there can be no analysis, or ""
    - `result`: whether there is a result
    - `may_ask`: whether this user may request an analysis
    """
    unfit = why_unfit(duel)
    fields = {"state": "none", "done": 0, "of": 0, "result": False, "why": unfit}
    if analysis is not None:
        has_result = analysis.result is not None
        fields |= {"state": analysis.state, "done": analysis.done, "of": analysis.of, "result": has_result}
        if analysis.state == Analysis.State.FAILED and not has_result:
            fields["why"] = unfit or _("This duel couldn’t be analysed.")
    return fields | {"may_ask": not unfit and is_wanted(analysis) and may("analyse", roles_at(duel, user))}


def table_of(result: Json | None) -> list[Json]:
    """Return one row per round from the result of an analysis.

    The list is empty if there is no result. A row contains the round's `number`, each wizard's chance of winning after
    the round as a percentage (`chances`), and the names of the wizards who made a mistake in the round (`mistakes`).
    """
    chances = result["chances"] if result else []
    wrong = [(move["round"], move["wizard"]) for move in result["moves"] if move["is_mistake"]] if result else []
    return [
        {
            "number": number,
            "chances": [round(100 * chance), round(100 * (1 - chance))],
            "mistakes": [name for of, name in wrong if of == number],
        }
        for number, chance in enumerate(chances)
    ]


def turning_round(duel: Duel) -> int | None:
    """Return the number of the round that was the turning point of the duel.

    Return `None` if the duel has not been analysed or if the analysis found no such round.
    """
    return Analysis.objects.filter(duel=duel).values_list("result__turning__round", flat=True).first()
