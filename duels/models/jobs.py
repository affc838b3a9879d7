"""The schedule of recurring jobs."""

from django.db import models
from django.utils import timezone


class RecurringJob(models.Model):
    """A recurring job and the time at which it is due.

    The first worker to claim the row runs the job.
    """

    name = models.CharField(max_length=30, primary_key=True)
    due = models.DateTimeField(default=timezone.now)
    done = models.DateTimeField(null=True, help_text="When the job last ran; for the scheduler, its last heartbeat.")

    class Meta:
        db_table = "duels_chore"

    def __str__(self) -> str:
        return self.name
