"""Enforcement of moderators' measures.

Hidden chat messages, puzzles and clubs disappear, and banned users leave their challenges and clubs.
"""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from accounts.models import Mage, Measure, Report
from accounts.signals import measure_taken
from duels.clubs.joining import leave_all
from duels.clubs.running import hide_club
from duels.ladder.retirement import leave_challenges
from duels.models import Club, ClubMessage, Line, Puzzle
from duels.signals import lines_changed
from wavinghands.db.after_commit import after_commit


@receiver(measure_taken)
def follow(measure: Measure, **_: Any) -> None:
    """Enforce a moderator's measure that hides reported content or bans a user.

    Content is shown again when the measure is lifted. A banned user is removed from their challenges and clubs.
    """
    if measure.kind == Measure.Kind.HIDDEN and measure.report is not None:
        _hide(measure.report.about, hidden=measure.lifted is None)
    if measure.kind == Measure.Kind.BANNED and measure.lifted is None:
        mages = list(Mage.objects.filter(owner=measure.user_id).values_list("pk", flat=True))
        after_commit(leave_all, measure.user_id)
        after_commit(leave_challenges, mages)  # after the commit, because challenges are locked before users


def _hide(about: str, *, hidden: bool) -> None:
    """Hide a chat message, a puzzle, a club or a club message, or show it again.

    `about` identifies it, for example as `line:12` or `puzzle:abc`.
    """
    kind, _colon, number = about.partition(":")
    if kind == "puzzle":
        Puzzle.objects.filter(slug=number).update(hidden=hidden)
    if kind == "club":
        _hide_club(int(number), hidden=hidden)
    if kind == "club_message":
        ClubMessage.objects.filter(pk=number).update(hidden=hidden)
    line = Line.objects.select_related("duel").filter(pk=number).first() if kind == "line" else None
    if line is not None:
        Line.objects.filter(pk=line.pk).update(hidden=hidden)
        after_commit(lines_changed.send_robust, None, slug=line.duel.slug if line.duel else "")


def _hide_club(pk: int, *, hidden: bool) -> None:
    """Hide a club, or show it again. Its address changes, and so do the links in reports about it."""
    if Club.objects.filter(pk=pk).exists():
        slug = hide_club(pk=pk, hidden=hidden)
        Report.objects.filter(about=f"club:{pk}").update(path=reverse("club", args=[slug]))
