"""Duels, seats, rounds, talk and subscriptions."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH, USERNAME_LENGTH, Mage, User


def new_slug() -> str:
    """Return a short random slug."""
    return secrets.token_urlsafe(8)


class Duel(models.Model):
    """A duel: its rules, clock, visibility and progress."""

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    book = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seed = models.BigIntegerField()
    melee = models.BooleanField(default=False, help_text="More than two wizards.")
    pace = models.PositiveIntegerField(null=True, help_text="Seconds for a round; none: no clock.")
    reserve = models.PositiveIntegerField(default=0, help_text="Seconds that each wizard has beside, once.")
    mountain = models.BooleanField(default=False, help_text="The Mountain's own clock: reminders, closed after weeks.")
    practice = models.BooleanField(default=False)
    exhibition = models.BooleanField(
        default=False, help_text="Two wizards of the house, for whoever looks; practice, which counts for nothing, too."
    )
    counts = models.BooleanField(default=True, help_text="Changes the scores of its mages.")
    public = models.BooleanField(default=True, help_text="Listed, found and downloaded; else for who has the address.")
    begun_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="It goes on from that duel.",
    )
    begun_at = models.PositiveIntegerField(default=0, help_text="The last round that was taken from elsewhere.")
    imported = models.BooleanField(default=False, help_text="Fought elsewhere: it came as a record, to be replayed.")
    round = models.PositiveIntegerField(default=1, help_text="The round for which orders are taken.")
    asking = models.BooleanField(default=False, help_text="Gestures are revealed, answers are awaited.")
    version = models.PositiveIntegerField(default=1, help_text="Goes up with each change that viewers see.")
    changes = models.PositiveIntegerField(default=0, editable=False, help_text="Goes up with each write, seats too.")
    opened = models.DateTimeField(null=True, help_text="Since when it waits for what it waits for.")
    deadline = models.DateTimeField(null=True, help_text="When the first of those awaited runs out of time.")
    result = models.JSONField(null=True, blank=True)
    started = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True)
    ending = models.CharField(max_length=9, blank=True, help_text="How it ended; duels.wording.endings has the words.")
    tallied = models.DateTimeField(null=True, help_text="When the statistics counted it.")
    mined = models.DateTimeField(null=True, help_text="When puzzles were looked for in it.")
    explored = models.DateTimeField(
        null=True, help_text="When the explorer counted how it opened, or found that it does not count."
    )
    by_the_book = models.BooleanField(default=False, help_text="No option differs from the book; set when counted.")
    spells = models.BigIntegerField(default=0, help_text="The spells cast, a bit for each; set when counted.")

    PLAYED = ("round", "asking", "version", "changes", "opened", "deadline", "result", "ended")
    """The fields that actions change (`duels.play`)."""

    class Meta:
        indexes = (
            models.Index(fields=["id"], condition=Q(ended__isnull=False, tallied=None), name="duel_not_tallied"),
            models.Index(fields=["id"], condition=Q(ended__isnull=False, explored=None), name="duel_not_explored"),
            models.Index(fields=["deadline"], condition=Q(ended=None), name="duel_clocks_running"),
            models.Index(fields=["-started"], name="duel_newest"),
            models.Index(fields=["-started"], condition=Q(ended=None), name="duel_under_way"),
            models.Index(fields=["-id"], condition=Q(exhibition=True), name="duel_exhibited"),
            models.Index(  # covers all columns of the duel search, so that it never reads the row
                fields=["-ended", "practice", "public", "book", "melee", "ending", "round", "by_the_book", "spells"],
                name="duel_found",
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["exhibition"], condition=Q(exhibition=True, ended=None), name="duel_exhibited_once"
            ),
        )

    def __str__(self) -> str:
        return self.slug

    @property
    def is_played_on(self) -> bool:
        """Return whether it goes on from another duel, so that its wizards are mages only by name."""
        return self.begun_at > 0 or self.begun_from_id is not None

    @property
    def is_open(self) -> bool:
        """Return whether everything in it is public: it is over, or was imported."""
        return self.result is not None or self.imported


class Seat(models.Model):
    """A wizard's place in a duel, with the orders sealed for the current round."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="seats", db_index=False)
    mage = models.ForeignKey(Mage, on_delete=models.PROTECT, related_name="seats", null=True)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    gender = models.CharField(max_length=1)
    orders = models.JSONField(null=True, blank=True)
    answers = models.JSONField(null=True, blank=True)
    plan = models.JSONField(null=True, blank=True, help_text="What he will do next, if ...: duels.play.plans.")
    due = models.BooleanField(default=True, help_text="The duel waits for this wizard.")
    due_since = models.DateTimeField(null=True, help_text="Since when it has waited.")
    told = models.DateTimeField(null=True, help_text="Since when it waited when the wizard was last told of it.")
    sealed_by_time = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="The last round in which time ran out and this wizard's picks were sealed; 0: none.",
    )
    missed = models.PositiveSmallIntegerField(default=0, help_text="Rounds in a row that timed out.")
    reserve = models.FloatField(default=0, help_text="Seconds left of the duel's reserve.")
    spent = models.FloatField(default=0, help_text="Seconds of it that went until what is sealed was sealed.")
    team = models.PositiveSmallIntegerField(null=True, blank=True, help_text="None: he stands alone.")
    level = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How strong the house plays here, 1 to 5; none: it does not."
    )
    temperament = models.CharField(
        max_length=20, blank=True, help_text="In what manner the house plays; empty: drawn from the seed."
    )
    closed = models.BooleanField(
        default=False, help_text="Let weeks pass, so that the Mountain closed the duel for him."
    )

    PLAYED = (
        *("orders", "answers", "plan", "due", "due_since", "missed", "reserve", "spent", "closed"),
        "sealed_by_time",
    )
    """The fields that actions change (`duels.play`); a new field need only be added here."""

    class Meta:
        ordering = ("position",)
        indexes = (
            models.Index(fields=["mage"], condition=Q(due=True), name="seat_awaited"),
            models.Index(fields=["duel"], condition=Q(due=True, level__isnull=False), name="seat_of_house_awaited"),
        )
        constraints = (
            models.UniqueConstraint(fields=["duel", "position"], name="seat_position_once"),  # also indexes `duel`
            models.UniqueConstraint(fields=["duel", "name"], name="seat_name_once"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        """Return whether a computer player has this seat."""
        return self.level is not None


class Draft(models.Model):
    """A wizard's unsealed orders; a row of its own, so that saving it locks neither seat nor duel."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    round = models.PositiveIntegerField(help_text="The round that it is for.")
    content = models.JSONField(
        help_text="As the page keeps it; `orders` or `answers` are sealed when time runs out. Empty: nothing is picked."
    )

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.round}"


class Round(models.Model):
    """A resolved round, in the format of the duel record."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, default="normal")
    orders = models.JSONField()
    chance = models.JSONField(default=dict)
    played = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["duel", "number"], name="round_resolved_once"),  # also indexes `duel`
        )

    def __str__(self) -> str:
        return f"{self.duel_id}/{self.number}"


class Line(models.Model):
    """A duelist's chat message, or a spectator's, which duelists see only after the duel."""

    LONGEST, LONGEST_ANNOUNCEMENT = 300, 1000

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, blank=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="lines")
    name = models.CharField(max_length=USERNAME_LENGTH, blank=True, help_text="What a watcher is called.")
    round = models.PositiveIntegerField(default=1, help_text="The round in which it was said.")
    announced = models.BooleanField(default=False, help_text="Sent to all participants by e-mail too.")
    text = models.CharField(max_length=LONGEST_ANNOUNCEMENT)
    said = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=40, blank=True, help_text="Its frame: what comes twice is said once.")
    hidden = models.BooleanField(default=False, help_text="By a moderator.")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text


class Subscription(models.Model):
    """A duel that a user follows. Source: Firetop Mountain, "Subscribe"."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="subscriptions")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="subscriptions")
    since = models.DateTimeField(default=timezone.now)
    seen = models.PositiveIntegerField(default=0, help_text="The last round of which the user was told.")
    open = models.BooleanField(default=True, help_text="There is something to tell of it yet.")

    class Meta:
        indexes = (models.Index(fields=["duel"], condition=Q(open=True), name="subscription_open"),)
        constraints = (models.UniqueConstraint(fields=["user", "duel"], name="subscribed_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.duel_id}"
