"""What the clock does from time to time, whoever does it."""

from django.db import models
from django.utils import timezone


class Chore(models.Model):
    """When something is to be done next; who claims it first does it."""

    name = models.CharField(max_length=30, primary_key=True)
    due = models.DateTimeField(default=timezone.now)
    done = models.DateTimeField(null=True, help_text="When it was done last; the clock's own heart-beat too.")

    def __str__(self) -> str:
        return self.name
