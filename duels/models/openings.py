"""Openings and their continuations.

They are counted after each duel, so that pages load quickly. An opening is stored as a line: the gestures of a wizard's
two hands, with two letters per round. See `duels.explorer.lines`.
"""

from django.db import models

from duels.models.duels import Duel, Seat

LONGEST = 16
"""The maximum number of letters in a stored line, enough for eight rounds."""


class Whose(models.TextChoices):
    """A kind of duel: between people, between people and computer players, or between computer players."""

    PEOPLE = "people"
    AGAINST = "against"
    HOUSE = "house"


class Opening(models.Model):
    """The opening that a wizard played in a finished duel.

    `result` is won, drawn or lost.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="opening")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="openings")
    book = models.CharField(max_length=20)
    line = models.CharField(max_length=LONGEST)
    whose = models.CharField(max_length=7, choices=Whose)
    band = models.PositiveSmallIntegerField(help_text="The rating range before the duel: duels.explorer.rating_ranges.")
    result = models.CharField(max_length=5)

    class Meta:
        indexes = (
            models.Index(fields=["book", "line", "duel", "whose", "band"], name="opening_by_line"),
            models.Index(fields=["book", "-duel", "line", "whose", "band"], name="opening_newest"),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.line}"


class Continuation(models.Model):
    """The numbers of wizards who won, drew and lost after they had continued a line with a certain pair of gestures.

    There is one row per spell book, line, pair of gestures, kind of duel (`whose`) and rating range.
    """

    book = models.CharField(max_length=20)
    after = models.CharField(max_length=LONGEST, blank=True)
    pair = models.CharField(max_length=2)
    whose = models.CharField(max_length=7, choices=Whose)
    band = models.PositiveSmallIntegerField()
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["book", "after", "pair", "whose", "band"], name="continuation_once"),
        )

    def __str__(self) -> str:
        return f"{self.after} {self.pair}: {self.won}/{self.drawn}/{self.lost}"
