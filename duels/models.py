"""Rows of challenges, duels, their rounds and the scores that they leave. The rules live in the engine."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Mage


def new_slug() -> str:
    """A short random name for an address."""
    return secrets.token_urlsafe(8)


class Pace(models.IntegerChoices):
    """Seconds for a round."""

    MINUTE = 60, "1 minute a round"
    TWO_MINUTES = 120, "2 minutes a round"
    FIVE_MINUTES = 300, "5 minutes a round"
    DAY = 86_400, "1 day a round"
    THREE_DAYS = 259_200, "3 days a round"


class Duel(models.Model):
    """A duel: what it is played by, and how far it has come."""

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    book = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seed = models.BigIntegerField()
    pace = models.PositiveIntegerField(null=True, help_text="Seconds for a round; none: no clock.")
    practice = models.BooleanField(default=False)
    counts = models.BooleanField(default=True, help_text="Changes the scores of its mages.")
    round = models.PositiveIntegerField(default=1, help_text="The round for which orders are taken.")
    asking = models.BooleanField(default=False, help_text="Gestures are revealed, answers are awaited.")
    version = models.PositiveIntegerField(default=1, help_text="Goes up with each change that viewers see.")
    changes = models.PositiveIntegerField(default=0, editable=False, help_text="Goes up with each write, seats too.")
    deadline = models.DateTimeField(null=True)
    result = models.JSONField(null=True, blank=True)
    started = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["deadline"], condition=Q(ended=None), name="duel_clocks_running"),
            models.Index(fields=["-started"], name="duel_newest"),
        )

    def __str__(self) -> str:
        return self.slug


class Seat(models.Model):
    """A wizard's place in a duel, with the orders sealed for the present round."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="seats")
    mage = models.ForeignKey(Mage, on_delete=models.PROTECT, related_name="seats", null=True)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    gender = models.CharField(max_length=1)
    orders = models.JSONField(null=True, blank=True)
    answers = models.JSONField(null=True, blank=True)
    due = models.BooleanField(default=True, help_text="The duel waits for this wizard.")
    missed = models.PositiveSmallIntegerField(default=0, help_text="Rounds in a row that timed out.")

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["duel", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["duel", "name"], name="seat_name_once"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        """Whether the house's apprentice plays here."""
        return self.mage_id is None


class Round(models.Model):
    """A resolved round, as the duel record holds it."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, default="normal")
    orders = models.JSONField()
    chance = models.JSONField(default=dict)
    played = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["duel", "number"], name="round_resolved_once"),)

    def __str__(self) -> str:
        return f"{self.duel_id}/{self.number}"


class Line(models.Model):
    """What a duelist says beside the duel."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    text = models.CharField(max_length=300)
    said = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text


class Challenge(models.Model):
    """An offer to duel: open to all, to one mage, or to whoever has its link."""

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        WITHDRAWN = "withdrawn"
        DECLINED = "declined"

    class Audience(models.TextChoices):
        ALL = "all", "Everybody"
        MAGE = "mage", "One mage"
        LINK = "link", "Whoever has the link"

    token = models.SlugField(max_length=16, unique=True, default=new_slug)
    challenger = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="challenges")
    audience = models.CharField(max_length=4, choices=Audience, default=Audience.ALL)
    opponent = models.ForeignKey(Mage, on_delete=models.CASCADE, null=True, blank=True, related_name="challenged_by")
    book = models.CharField(max_length=20, default="classic")
    options = models.JSONField(default=dict, blank=True, help_text="Rule options in which it differs from the book.")
    pace = models.PositiveIntegerField(choices=Pace, default=Pace.TWO_MINUTES)
    comment = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, null=True, blank=True, related_name="challenge")
    posted = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["posted"], condition=Q(state="open"), name="challenge_open"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(audience="mage", opponent__isnull=False) | ~Q(audience="mage") & Q(opponent=None),
                name="challenge_names_a_mage_or_none",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", duel__isnull=False) | ~Q(state="accepted"),
                name="challenge_accepted_has_a_duel",
            ),
        )

    def __str__(self) -> str:
        return self.token


class Standing(models.Model):
    """What a mage's duels have come to. Source: Firetop Mountain, "Winning"."""

    mage = models.OneToOneField(Mage, on_delete=models.CASCADE, related_name="standing")
    score = models.IntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    deaths = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=["-score", "-wins"], name="standing_ladder"),)

    def __str__(self) -> str:
        return f"{self.mage_id}: {self.score}"
