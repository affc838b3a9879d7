"""Statistics about finished duels, counted in advance so that pages load quickly."""

from django.db import models
from django.db.models import Q

from accounts.models import Mage
from duels.models.duels import Duel, Seat


class Cast(models.Model):
    """The number of times that a wizard cast a spell in a duel.

    With these rows, users can search for duels by spell.
    """

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="casts")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="casts", db_index=False)
    spell = models.CharField(max_length=30)
    times = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "spell"], name="cast_counted_once"),)
        indexes = (models.Index(fields=["spell", "duel"], name="cast_by_spell"),)

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.spell} x {self.times}"


class Tally(models.Model):
    """A count in the statistics, for one mage or for all mages, with the results of the wizards involved.

    The meaning of `key` and `times` depends on `about`:

    - `SPELL`: the slug of a spell, and the number of casts
    - `ENDING`: a code for an ending, and the number of duels that ended this way
    - `OPENING`: the gestures of both hands in alphabetical order, such as "DSF WWS", and the number of wizards
    - `DAY`, `ROUND`, `USER`: a day, and its number of duels, rounds or users

    Counts for all mages are stored for each spell book and, with an empty `book`, for all spell books together.
    """

    class About(models.TextChoices):
        SPELL = "spell"
        ENDING = "ending"
        OPENING = "opening"
        DAY = "day"
        ROUND = "round"
        USER = "user"

    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, null=True, blank=True, related_name="tallies")
    book = models.CharField(max_length=20)
    melee = models.BooleanField(default=False)
    about = models.CharField(max_length=7, choices=About)
    key = models.CharField(max_length=40)
    times = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        indexes = (
            models.Index(fields=["about", "book", "melee", "-times"], condition=Q(mage=None), name="tally_of_all_most"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["book", "melee", "about", "key"], condition=Q(mage=None), name="tally_of_all_once"
            ),
            models.UniqueConstraint(
                fields=["mage", "book", "melee", "about", "key"],
                condition=Q(mage__isnull=False),
                name="tally_of_mage_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.about} {self.key}: {self.times}"
