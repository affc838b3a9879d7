"""Computer analyses of finished duels: win probabilities per round, and mistakes."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from duels.models.duels import Duel


class Analysis(models.Model):
    """A requested or finished analysis of a duel.

    While the analysis is being repeated, the old result is kept.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        UNDER_WAY = "under_way"
        DONE = "done"
        FAILED = "failed"

    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    done = models.PositiveSmallIntegerField(default=0, help_text="Rounds analysed so far.")
    of = models.PositiveSmallIntegerField(default=0, help_text="Rounds to analyse; 0: not known yet.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="The number of times that a worker has started it.")
    moved = models.DateTimeField(default=timezone.now, help_text="When it was requested, or last made progress.")
    asked_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="analyses")
    result = models.JSONField(null=True, help_text="The analysis of wavinghands.search; none: not finished.")
    version = models.CharField(max_length=64, blank=True, help_text="The version of the search that made the result.")
    made = models.DateTimeField(null=True, help_text="When the result was made.")
    seen = models.DateTimeField(default=timezone.now, help_text="When it was last viewed, to the day.")

    class Meta:
        verbose_name_plural = "analyses"
        indexes = (
            models.Index(
                fields=["moved"], condition=models.Q(state__in=["asked", "under_way"]), name="analysis_awaited"
            ),
            models.Index(fields=["seen"], name="analysis_seen"),
        )

    def __str__(self) -> str:
        return f"{self.duel_id}: {self.state}"

    @property
    def is_awaited(self) -> bool:
        """Return whether the analysis is queued or running."""
        return self.state in {self.State.ASKED, self.State.UNDER_WAY}
