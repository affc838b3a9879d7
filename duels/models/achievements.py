"""Achievements that users have earned."""

from django.db import models

from accounts.models import User
from duels.models.duels import Duel


class Achievement(models.Model):
    """A user's achievement, with the first duel that earned it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="achievements")
    slug = models.CharField(max_length=20, help_text="Which one; duels.achievements.catalogue has the texts.")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="achievements")
    earned = models.DateTimeField(help_text="The end of that duel.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "slug"], name="achievement_once"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.slug}"
