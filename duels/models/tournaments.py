"""Arena tournaments, the players in them, and their pairings."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import NAME_LENGTH, Mage, User
from duels.models.clubs import Club
from duels.models.duels import Duel, new_slug
from duels.models.standings import Outcome


class Tournament(models.Model):
    """An arena: for a fixed time, each player who is free is paired with another, again and again."""

    class State(models.TextChoices):
        UPCOMING = "upcoming"
        RUNNING = "running"
        FINISHED = "finished"

    LONGEST_NAME = 40

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="Empty: the daily arena of the site.")
    host = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        help_text="The user who created it; none: the site.",
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        help_text="Only its members may join; none: anybody.",
    )
    state = models.CharField(max_length=8, choices=State, default=State.UPCOMING)
    starts = models.DateTimeField()
    ends = models.DateTimeField(help_text="When the last pairings are made. Duels in progress are finished.")
    book = models.CharField(max_length=20, default="classic")
    pace = models.PositiveIntegerField(default=60)
    reserve = models.PositiveIntegerField(default=300)
    friendly = models.BooleanField(default=True, help_text="The duels are casual.")
    bots = models.BooleanField(default=False, help_text="Bots may join.")
    lowest = models.PositiveIntegerField(null=True, blank=True, help_text="The lowest rating that may join.")
    highest = models.PositiveIntegerField(null=True, blank=True, help_text="The highest rating that may join.")
    account_days = models.PositiveSmallIntegerField(default=0, help_text="The lowest age of an account that may join.")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = (models.Index(fields=["state", "starts"], name="tournament_by_state"),)
        constraints = (
            models.UniqueConstraint(fields=["starts"], condition=Q(name=""), name="tournament_daily_once"),
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="tournament_ends_after_it_starts"),
        )

    def __str__(self) -> str:
        return self.name or self.slug

    @property
    def is_upcoming(self) -> bool:
        """Return whether the tournament has yet to start."""
        return self.state == self.State.UPCOMING

    @property
    def is_running(self) -> bool:
        """Return whether the tournament has started and is not over."""
        return self.state == self.State.RUNNING

    @property
    def is_over(self) -> bool:
        """Return whether the results are final."""
        return self.state == self.State.FINISHED


class Pairing(models.Model):
    """Two players of a tournament who meet, or one player who meets a house wizard (a computer player).

    It is saved before its duel begins, so that a process that dies in between loses nothing. `result` is the first
    player's. It is set once, in the transaction that ends the duel.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="pairings_as_first")
    second = models.ForeignKey(
        "Entry", on_delete=models.CASCADE, null=True, related_name="pairings_as_second", help_text="None: a wizard."
    )
    wizard = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="The name of the house wizard.")
    duel = models.OneToOneField(
        Duel, on_delete=models.CASCADE, null=True, related_name="pairing", help_text="None: it has yet to begin."
    )
    made = models.DateTimeField(default=timezone.now)
    first_absent = models.BooleanField(default=False, help_text="The first player never came, and so has lost.")
    second_absent = models.BooleanField(default=False, help_text="The second player never came, and so has lost.")
    result = models.CharField(max_length=4, choices=Outcome.Result, blank=True)
    first_points = models.FloatField(default=0)
    second_points = models.FloatField(default=0)
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["tournament", "-ended"], name="pairing_latest"),
            models.Index(fields=["tournament"], condition=Q(ended=None), name="pairing_open"),
        )
        constraints = (
            models.CheckConstraint(condition=~Q(first=F("second")), name="pairing_of_two"),
            models.CheckConstraint(condition=Q(second=None) | Q(wizard=""), name="pairing_with_one_opponent"),
        )

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id or self.wizard}: {self.result}"


class Entry(models.Model):
    """A player in a tournament.

    A player is free while they have no `pairing`. As this is one column, nobody is paired twice.
    """

    class State(models.TextChoices):
        ACTIVE = "active"
        PAUSED = "paused"
        REMOVED = "removed"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="entries")
    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="entries", help_text="The mage that plays.")
    state = models.CharField(max_length=7, choices=State, default=State.ACTIVE)
    joined = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now, help_text="When the player was last there, ready to play.")
    free_since = models.DateTimeField(default=timezone.now, help_text="When the wait for a pairing began.")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", help_text="The one in progress."
    )
    last_opponent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    rating = models.FloatField(default=1500, help_text="The mage's rating when it joined.")
    points = models.FloatField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    draws = models.PositiveSmallIntegerField(default=0)
    streak = models.PositiveSmallIntegerField(default=0, help_text="Wins in a row; from the third on they count twice.")
    absences = models.PositiveSmallIntegerField(default=0, help_text="Duels to which the player never came.")

    class Meta:
        verbose_name_plural = "entries"
        indexes = (models.Index(fields=["tournament", "-points", "-wins", "losses", "id"], name="entry_by_place"),)
        constraints = (models.UniqueConstraint(fields=["tournament", "user"], name="entry_once"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points:g}"

    @property
    def is_active(self) -> bool:
        """Return whether the player wants to be paired."""
        return self.state == self.State.ACTIVE

    @property
    def is_removed(self) -> bool:
        """Return whether the player has been removed, because they did not come to their duels."""
        return self.state == self.State.REMOVED

    @property
    def played(self) -> int:
        """Return the number of duels that the player has finished."""
        return self.wins + self.losses + self.draws
