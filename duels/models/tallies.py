"""Statistics of finished duels. They are counted in advance, so that pages load quickly."""

from django.db import models
from django.db.models import Q

from accounts.models import Mage
from duels.models.duels import Duel, Seat


class Cast(models.Model):
    """The number of times a wizard cast a spell in a duel. The duel search uses it."""

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
    """The number of times something has happened, for one mage or for all, and the results of the wizards involved.

    ``about``: the subject; ``key``: a spell's slug, an ending, an opening such as "DSF WWS" (hands in alphabetical
    order), or a day. ``times``: casts, duels, or wizards with this opening; for a day: duels, rounds or users.
    ``won``, ``lost``, ``drawn``: results of the wizards involved. Totals over all mages are stored per book and once
    more for all books (no book), because adding them up would be slow.
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
