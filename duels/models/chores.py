"""Recurring jobs."""

from django.db import models
from django.utils import timezone


class Chore(models.Model):
    """The due time of a recurring job; the first worker to claim it runs it."""

    name = models.CharField(max_length=30, primary_key=True)
    due = models.DateTimeField(default=timezone.now)
    done = models.DateTimeField(null=True, help_text="When the job last ran; for the scheduler, its last heartbeat.")

    def __str__(self) -> str:
        return self.name
