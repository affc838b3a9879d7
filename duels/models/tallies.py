"""What is counted of duels that are over, so that nobody has to count when a page is asked for."""

from django.db import models
from django.db.models import Q

from accounts.models import Mage
from duels.models.duels import Duel, Seat


class Cast(models.Model):
    """That a wizard cast a spell in a duel, and how often: by this, duels are found."""

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
    """How often something has happened, to all (no mage) or to one mage, and how it went for who did it.

    ``about`` what is counted, ``key`` which of it: a spell's slug, an ending, an opening as "DSF WWS" (its hands in the
    order of the alphabet), a day. ``times``: casts, duels, wizards who opened so; of a day, duels, rounds, users.
    ``won``, ``lost``, ``drawn``: wizards who did it, by how they fared. What all have done is counted by book and for
    all books together (no book), as it would take too long to add up.
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
