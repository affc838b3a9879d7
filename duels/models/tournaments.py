"""Tournaments of all formats, with their players and pairings."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import NAME_LENGTH, Mage, User
from duels.models.clubs import Club
from duels.models.duels import Duel, new_slug
from duels.models.standings import Outcome

A_DAY = 24 * 60 * 60


class Tournament(models.Model):
    """A tournament.

    An arena runs for a fixed time, during which free players are paired again and again. The other formats have rounds:
    all players are paired at once, and the next round begins when all duels in the round are over. In a melee cup,
    three or four players meet at a table.
    """

    class Format(models.TextChoices):
        ARENA = "arena"
        SWISS = "swiss"
        ROUND_ROBIN = "round_robin"
        KNOCKOUT = "knockout"
        MELEE = "melee"

    class State(models.TextChoices):
        UPCOMING = "upcoming"
        RUNNING = "running"
        FINISHED = "finished"

    LONGEST_NAME = 40

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    format = models.CharField(max_length=11, choices=Format, default=Format.ARENA, db_default=Format.ARENA)
    name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="Empty: a regular tournament of the site.")
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
    club_closed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its club was closed after the start: it goes on for its players, and only they see it in lists.",
    )
    state = models.CharField(max_length=8, choices=State, default=State.UPCOMING)
    starts = models.DateTimeField()
    ends = models.DateTimeField(
        help_text="When an arena makes its last pairings. With rounds: the expected end, and later the actual one."
    )
    rounds = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="The number of rounds; 0: none, or known later."
    )
    round = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="The round that was paired last.")
    round_ends = models.DateTimeField(null=True, blank=True, help_text="The time limit of the round; none: no limit.")
    book = models.CharField(max_length=20, default="classic")
    pace = models.PositiveIntegerField(default=60)
    reserve = models.PositiveIntegerField(default=300)
    friendly = models.BooleanField(default=True, help_text="The duels are casual.")
    bots = models.BooleanField(default=False, help_text="Bots may join.")
    only_bots = models.BooleanField(default=False, db_default=False, help_text="Only bots may join.")
    lowest = models.PositiveIntegerField(null=True, blank=True, help_text="The lowest rating that may join.")
    highest = models.PositiveIntegerField(null=True, blank=True, help_text="The highest rating that may join.")
    account_days = models.PositiveSmallIntegerField(default=0, help_text="The lowest age of an account that may join.")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = (models.Index(fields=["state", "starts"], name="tournament_by_state"),)
        constraints = (
            models.UniqueConstraint(
                fields=["format", "starts", "only_bots"], condition=Q(name=""), name="tournament_of_the_site_once"
            ),
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="tournament_ends_after_it_starts"),
        )

    def __str__(self) -> str:
        return self.name or self.slug

    @property
    def is_upcoming(self) -> bool:
        """Return whether the tournament has not started yet."""
        return self.state == self.State.UPCOMING

    @property
    def is_running(self) -> bool:
        """Return whether the tournament has started and is not over."""
        return self.state == self.State.RUNNING

    @property
    def is_over(self) -> bool:
        """Return whether the results are final."""
        return self.state == self.State.FINISHED

    @property
    def is_arena(self) -> bool:
        """Return whether the tournament is an arena, which has no rounds."""
        return self.format == self.Format.ARENA

    @property
    def is_swiss(self) -> bool:
        """Return whether each round pairs players with similar scores who have not yet played each other."""
        return self.format == self.Format.SWISS

    @property
    def is_round_robin(self) -> bool:
        """Return whether each player meets every other player."""
        return self.format == self.Format.ROUND_ROBIN

    @property
    def is_knockout(self) -> bool:
        """Return whether only the winners of a round advance to the next one."""
        return self.format == self.Format.KNOCKOUT

    @property
    def is_melee(self) -> bool:
        """Return whether the players meet in melees of three or four."""
        return self.format == self.Format.MELEE

    @property
    def is_live(self) -> bool:
        """Return whether the duels have less than a day per round, and so are played in one sitting."""
        return self.pace < A_DAY


class Pairing(models.Model):
    """A pairing of two players in a tournament, of a player with a house wizard (a computer player), or a bye.

    In a melee cup, a pairing is a table: it has neither a first nor a second player, and its players are in `seats`.

    A pairing is saved before its duel begins, so that nothing is lost if the process dies in between. `result` is the
    first player's result. It is set once, in the transaction that ends the duel. A bye has neither a second player nor
    a house wizard. Byes, and wins against players who have withdrawn, have a result from the beginning and no duel.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(
        "Entry", on_delete=models.CASCADE, null=True, related_name="pairings_as_first", help_text="None: a table."
    )
    second = models.ForeignKey(
        "Entry",
        on_delete=models.CASCADE,
        null=True,
        related_name="pairings_as_second",
        help_text="None: a wizard or a bye.",
    )
    wizard = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="The name of the house wizard.")
    round = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="The round of the tournament; 0: an arena."
    )
    board = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="The place in the round, and in a bracket."
    )
    game = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="2: the replay of a drawn duel.")
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
    counted = models.BooleanField(
        default=False, db_default=False, help_text="The standings of a tournament with rounds include the result."
    )

    class Meta:
        indexes = (
            models.Index(fields=["tournament", "-ended"], name="pairing_latest"),
            models.Index(fields=["tournament"], condition=Q(ended=None), name="pairing_open"),
        )
        constraints = (
            models.CheckConstraint(condition=~Q(first=F("second")), name="pairing_of_two"),
            models.CheckConstraint(condition=Q(second=None) | Q(wizard=""), name="pairing_with_one_opponent"),
            *(
                models.UniqueConstraint(
                    fields=["tournament", "round", "game", side],
                    condition=Q(round__gt=0),
                    name=f"pairing_once_as_{side}",
                )
                for side in ("first", "second")
            ),
            models.UniqueConstraint(
                fields=["tournament", "round", "board"], condition=Q(first=None), name="pairing_table_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id or self.wizard}: {self.result}"

    @property
    def is_bye(self) -> bool:
        """Return whether the first player has no opponent in this round."""
        return not self.is_table and self.second_id is None and not self.wizard

    @property
    def is_table(self) -> bool:
        """Return whether this pairing is a table of a melee cup."""
        return self.first_id is None

    @property
    def players(self) -> list["Entry"]:
        """Return the players, without house wizards."""
        if self.is_table:
            return [it.entry for it in self.seats.all() if it.entry is not None]
        return [it for it in (self.first, self.second) if it is not None]


class TableSeat(models.Model):
    """A player or a house wizard at a table of a melee cup.

    House wizards are added when the duel begins. If a player is deleted, their seat has neither a player nor a house
    wizard.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("Entry", on_delete=models.SET_NULL, null=True, related_name="seats")
    wizard = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="The name of the house wizard.")
    place = models.PositiveSmallIntegerField(default=0, help_text="1: the first; 0: none yet, or never came.")
    points = models.FloatField(default=0)
    is_absent = models.BooleanField(default=False, help_text="The player never came, and so has no points.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pairing", "entry"], name="table_seat_once"),)

    def __str__(self) -> str:
        return f"{self.entry_id or self.wizard}: {self.points:g}"


class Entry(models.Model):
    """A player in a tournament.

    A player is free while `pairing` is empty. Because `pairing` is a single column, a player is in one pairing at most.
    In a tournament with rounds, points and tie-breaks are always recalculated from all pairings.
    """

    class State(models.TextChoices):
        ACTIVE = "active"
        PAUSED = "paused"
        REMOVED = "removed"
        OUT = "out"

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
    seed = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="The place by rating at the start; 0: none yet."
    )
    points = models.FloatField(default=0)
    first_tie_break = models.FloatField(
        default=0, db_default=0, help_text="Decides between equal points; its meaning is the format's."
    )
    second_tie_break = models.FloatField(default=0, db_default=0)
    third_tie_break = models.FloatField(default=0, db_default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    draws = models.PositiveSmallIntegerField(default=0)
    streak = models.PositiveSmallIntegerField(default=0, help_text="Wins in a row; from the third on they count twice.")
    absences = models.PositiveSmallIntegerField(default=0, help_text="Duels to which the player never came.")

    class Meta:
        verbose_name_plural = "entries"
        indexes = (
            models.Index(
                fields=[
                    *("tournament", "-points", "-first_tie_break", "-second_tie_break", "-third_tie_break"),
                    *("-wins", "losses", "seed", "id"),
                ],
                name="entry_by_place",
            ),
        )
        constraints = (models.UniqueConstraint(fields=["tournament", "user"], name="entry_once"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points:g}"

    @property
    def is_active(self) -> bool:
        """Return whether the player wants to be paired."""
        return self.state == self.State.ACTIVE

    @property
    def is_removed(self) -> bool:
        """Return whether the player has withdrawn for good, or was removed as a no-show."""
        return self.state == self.State.REMOVED

    @property
    def is_out(self) -> bool:
        """Return whether the player has been knocked out."""
        return self.state == self.State.OUT

    @property
    def played(self) -> int:
        """Return the number of duels that the player has finished."""
        return self.wins + self.losses + self.draws
