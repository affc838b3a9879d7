"""Computer analyses of finished duels: win probabilities per round, and mistakes."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from duels.models.duels import Duel


class Analysis(models.Model):
    """The analysis of a duel, requested or finished. A repeated analysis keeps the old result until it is done."""

    class State(models.TextChoices):
        ASKED = "asked"
        UNDER_WAY = "under_way"
        DONE = "done"
        FAILED = "failed"

    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    done = models.PositiveSmallIntegerField(default=0, help_text="Rounds that are looked into so far.")
    of = models.PositiveSmallIntegerField(default=0, help_text="Of so many; 0: it is not known yet.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="How often a worker has begun it.")
    moved = models.DateTimeField(default=timezone.now, help_text="When it was asked for, or last went on.")
    asked_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="analyses")
    result = models.JSONField(null=True, help_text="As wavinghands.search gives it; none: there is none yet.")
    version = models.CharField(max_length=64, blank=True, help_text="Of the search that the result is by.")
    made = models.DateTimeField(null=True, help_text="When the result was.")
    seen = models.DateTimeField(default=timezone.now, help_text="When somebody last looked at it, to the day.")

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
