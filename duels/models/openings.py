"""How wizards open, counted when a duel is over, so that nobody has to count when a page is asked for.

A line is what both hands of one wizard made round by round, two letters a round: `duels.explorer.lines`.
"""

from django.db import models

from duels.models.duels import Duel, Seat

LONGEST = 16
"""The letters of the longest line that is kept: eight rounds."""


class Whose(models.TextChoices):
    """Who duelled: people, people with the house, the house with itself."""

    PEOPLE = "people"
    AGAINST = "against"
    HOUSE = "house"


class Opening(models.Model):
    """The line that a wizard opened with in a duel that is counted. `result`: won, drawn, lost, for him."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="opening")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="openings")
    book = models.CharField(max_length=20)
    line = models.CharField(max_length=LONGEST)
    whose = models.CharField(max_length=7, choices=Whose)
    band = models.PositiveSmallIntegerField(help_text="Of his rating before it: duels.explorer.bands.")
    result = models.CharField(max_length=5)

    class Meta:
        indexes = (
            models.Index(fields=["book", "line", "duel", "whose", "band"], name="opening_by_line"),
            models.Index(fields=["book", "-duel", "line", "whose", "band"], name="opening_newest"),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.line}"


class Continuation(models.Model):
    """How often a pair of gestures was made next after a line, by whom, and how those duels ended for who made it."""

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
