"""Users' results against computer players: the level they have reached, and a separate rating."""

from django.db import models

from accounts.models import NAME_LENGTH, User
from duels.models.duels import Duel
from duels.models.standings import Outcome


class HouseStanding(models.Model):
    """A user's or guest's overall results against computer players."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="house_standing")
    level = models.PositiveSmallIntegerField(default=1, help_text="The strength offered next.")
    best = models.PositiveSmallIntegerField(default=0, help_text="The highest strength beaten; 0: none yet.")
    lost_in_a_row = models.PositiveSmallIntegerField(
        default=0, help_text="Duels lost in a row at that strength or below."
    )
    won_in_a_row = models.PositiveSmallIntegerField(default=0)
    rating = models.FloatField(default=1000)
    deviation = models.FloatField(default=350)
    volatility = models.FloatField(default=0.06)

    def __str__(self) -> str:
        return f"{self.user_id}: {round(self.rating)}"


class HouseOutcome(models.Model):
    """The result of a user's duel against a computer player."""

    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, primary_key=True, related_name="house_outcome")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="house_outcomes")
    wizard = models.CharField(max_length=NAME_LENGTH)
    level = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=4, choices=Outcome.Result)
    rating_before = models.FloatField()
    rating = models.FloatField(help_text="The rating afterwards.")
    ended = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=["user", "wizard", "result"], name="house_outcomes_of_user"),
            models.Index(fields=["wizard", "result"], name="house_outcomes_of_wizard"),
        )

    def __str__(self) -> str:
        return f"{self.duel_id}: {self.result}"
