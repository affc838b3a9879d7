"""Results of duels and melees: mages' scores and ratings, and how each duel changed them."""

from django.db import models
from django.db.models import Q

from accounts.models import Mage, User
from duels.models.duels import Duel, Seat


class Standing(models.Model):
    """A mage's score and rating, either in duels or in melees.

    Sources: for scores, the play-by-mail server Firetop Mountain, "Winning"; for ratings, Glickman's system Glicko-2
    (duels) and the library openskill (melees).
    """

    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="standings")
    melee = models.BooleanField(default=False)
    score = models.IntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    deaths = models.PositiveIntegerField(default=0)
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=350)
    volatility = models.FloatField(default=0.06, help_text="Volatility of Glicko-2; melees do not use it.")
    rated = models.DateTimeField(
        null=True, help_text="When the rating last changed; it grows less certain from then on."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["mage", "melee"], name="standing_once"),)
        indexes = (
            models.Index(fields=["melee", "-score", "-wins"], name="standing_ladder"),
            models.Index(fields=["melee", "-rating"], name="standing_by_rating"),
        )

    def __str__(self) -> str:
        return f"{self.mage_id}: {self.score}"


class Outcome(models.Model):
    """A wizard's result in a finished duel.

    It is saved in the transaction that ends the duel.
    """

    class Result(models.TextChoices):
        WON = "won"
        LOST = "lost"
        DREW = "drew"

    class Fate(models.TextChoices):
        STOOD = "stood", "survived"
        SURRENDERED = "surrendered", "surrendered"
        DIED = "died", "died"

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="outcome")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="outcomes")
    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, null=True, related_name="outcomes")
    melee = models.BooleanField(default=False)
    result = models.CharField(max_length=4, choices=Result)
    fate = models.CharField(max_length=11, choices=Fate)
    points = models.IntegerField(default=0, help_text="The change of the score.")
    repeat = models.PositiveIntegerField(
        default=1, db_default=1, help_text="The number of the win among the winner's latest wins over the same user."
    )
    weight = models.FloatField(default=1, db_default=1, help_text="The share that counted; less for a repeated win.")
    score = models.IntegerField(null=True, help_text="The value after the duel; none if it was unrated.")
    rating_before = models.FloatField(null=True)
    rating = models.FloatField(null=True, help_text="The value after the duel; none if it was unrated.")
    deviation = models.FloatField(null=True)
    hit_points = models.IntegerField(
        null=True, help_text="Hit points at the end; none for duels older than this field."
    )
    ended = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=["mage", "melee", "ended"], name="outcomes_of_mage"),
            models.Index(fields=["ended"], condition=Q(score__isnull=False), name="rated_outcomes"),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.result}"


class SeasonEntry(models.Model):
    """A user's division in a season of the ladder."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="season_entries")
    season = models.CharField(max_length=6, help_text="Its year and quarter, such as 2026-4.")
    division = models.PositiveSmallIntegerField(help_text="Its number, 1 for the lowest.")
    place = models.PositiveIntegerField(null=True, help_text="The place in the division; none before the end.")
    moved = models.SmallIntegerField(default=0, help_text="1: moved up at the end, -1: moved down.")

    class Meta:
        verbose_name_plural = "season entries"
        constraints = (models.UniqueConstraint(fields=["user", "season"], name="season_entered_once"),)
        indexes = (models.Index(fields=["season", "division"], name="season_by_division"),)

    def __str__(self) -> str:
        return f"{self.user_id}: division {self.division} in {self.season}"


class SeasonTrophy(models.Model):
    """A user's place in the top ten of a finished season of the ladder."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="trophies")
    season = models.CharField(max_length=6, help_text="Its year and quarter, such as 2026-4.")
    place = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        verbose_name_plural = "season trophies"
        constraints = (models.UniqueConstraint(fields=["user", "season"], name="trophy_once"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.place} in {self.season}"
