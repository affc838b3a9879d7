"""Spectators' guesses at gestures, and tallies of correct guesses."""

from django.db import models

from accounts.models import NAME_LENGTH, User
from duels.models.duels import Duel


class Guess(models.Model):
    """A spectator's guess at a gesture in the current round.

    It is deleted after the round has been played.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="guesses")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="guesses")
    round = models.PositiveIntegerField(help_text="The round that it belongs to.")
    wizard = models.CharField(max_length=NAME_LENGTH, help_text="The wizard whose hand it is about.")
    hand = models.CharField(max_length=5)
    gesture = models.CharField(max_length=1)

    class Meta:
        verbose_name_plural = "guesses"
        constraints = (models.UniqueConstraint(fields=["user", "duel"], name="guess_once"),)

    def __str__(self) -> str:
        return f"{self.wizard}, {self.hand}: {self.gesture}"


class GuessTally(models.Model):
    """A tally of a user's guesses.

    `hits` is the number of correct guesses. `streak` is the current number of correct guesses in a row.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="guess_tally")
    guesses = models.PositiveIntegerField(default=0)
    hits = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0, help_text="The longest streak so far.")

    def __str__(self) -> str:
        return f"{self.hits}/{self.guesses}"
