"""Duels, seats, rounds, chat messages and subscriptions."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH, USERNAME_LENGTH, Mage, User

MISSES_ALLOWED = 2
"""The number of rounds that a wizard may miss in a row. Missing one more forfeits the duel."""


def new_slug() -> str:
    return secrets.token_urlsafe(8)


class Duel(models.Model):
    """A duel: its rules, clock, visibility and progress."""

    slug = models.SlugField(max_length=16, unique=True, default=new_slug)
    book = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seed = models.BigIntegerField()
    melee = models.BooleanField(default=False, help_text="Has more than two wizards.")
    pace = models.PositiveIntegerField(null=True, help_text="Seconds per round; none: no clock.")
    reserve = models.PositiveIntegerField(default=0, help_text="Seconds of reserve per wizard, for the whole duel.")
    mountain = models.BooleanField(
        default=False, help_text="Use the clock of Firetop Mountain: reminders, then closed after weeks."
    )
    vacations = models.BooleanField(
        default=True, db_default=True, help_text="In a slow duel, vacations stop the clocks; not in a tournament."
    )
    practice = models.BooleanField(default=False)
    exhibition = models.BooleanField(
        default=False, help_text="An exhibition of two computer players; unrated practice too."
    )
    counts = models.BooleanField(default=True, help_text="Rated: changes the scores of its mages.")
    public = models.BooleanField(
        default=True, help_text="Listed, searchable and downloadable; otherwise only for people with the link."
    )
    begun_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The duel that this one continues.",
    )
    begun_at = models.PositiveIntegerField(default=0, help_text="The last round taken from that duel.")
    imported = models.BooleanField(default=False, help_text="Played elsewhere and uploaded as a record.")
    round = models.PositiveIntegerField(default=1, help_text="The current round.")
    asking = models.BooleanField(default=False, help_text="The gestures are revealed, and questions are open.")
    version = models.PositiveIntegerField(default=1, help_text="Increases with each change that viewers see.")
    changes = models.PositiveIntegerField(
        default=0, editable=False, help_text="Increases with each write of the duel or its seats."
    )
    opened = models.DateTimeField(null=True, help_text="Start of the current wait, for orders or answers.")
    deadline = models.DateTimeField(null=True, help_text="When the first player to move runs out of time.")
    result = models.JSONField(null=True, blank=True)
    started = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True)
    ending = models.CharField(
        max_length=9, blank=True, help_text="The kind of ending; duels.wording.endings has the texts."
    )
    tallied = models.DateTimeField(null=True, help_text="When the statistics counted it.")
    mined = models.DateTimeField(null=True, help_text="When it was searched for puzzles.")
    explored = models.DateTimeField(null=True, help_text="When the explorer counted its opening, or left it out.")
    awarded = models.DateTimeField(null=True, help_text="When it was searched for achievements, or left out.")
    by_the_book = models.BooleanField(default=False, help_text="No option differs from the rule set; set when counted.")
    spells = models.BigIntegerField(default=0, help_text="The spells cast, one bit each; set when counted.")

    PLAYED = ("round", "asking", "version", "changes", "opened", "deadline", "result", "ended")
    """The fields that may change while the duel is played (see `duels.play`)."""

    class Meta:
        indexes = (
            models.Index(fields=["id"], condition=Q(ended__isnull=False, tallied=None), name="duel_not_tallied"),
            models.Index(fields=["id"], condition=Q(ended__isnull=False, explored=None), name="duel_not_explored"),
            models.Index(fields=["ended"], condition=Q(ended__isnull=False, awarded=None), name="duel_not_awarded"),
            models.Index(fields=["deadline"], condition=Q(ended=None), name="duel_clocks_running"),
            models.Index(fields=["-started"], name="duel_newest"),
            models.Index(fields=["-started"], condition=Q(ended=None), name="duel_under_way"),
            models.Index(fields=["-id"], condition=Q(exhibition=True), name="duel_exhibited"),
            models.Index(  # covers all columns of the duel search, so that it need not read the rows
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
        """Return whether the duel began from a position of another duel.

        If so, its wizards keep the names that they had there, but do not stand for the mages with these names.
        """
        return self.begun_at > 0 or self.begun_from_id is not None

    @property
    def is_open(self) -> bool:
        """Return whether nothing about the duel is secret anymore, because it is over or was imported."""
        return self.result is not None or self.imported


class Seat(models.Model):
    """A wizard's place in a duel, with the orders submitted for the current round."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="seats", db_index=False)
    mage = models.ForeignKey(Mage, on_delete=models.PROTECT, related_name="seats", null=True)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    gender = models.CharField(max_length=1)
    orders = models.JSONField(null=True, blank=True)
    answers = models.JSONField(null=True, blank=True)
    plan = models.JSONField(null=True, blank=True, help_text="Conditional orders for later rounds: duels.play.plans.")
    due = models.BooleanField(default=True, help_text="The duel is waiting for this wizard.")
    due_since = models.DateTimeField(null=True, help_text="Start of the current wait for this wizard.")
    told = models.DateTimeField(null=True, help_text="The `due_since` of the last notification.")
    sealed_by_time = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="The last round in which time ran out and this wizard's picks were sealed; 0: none.",
    )
    missed = models.PositiveSmallIntegerField(default=0, help_text="Consecutive rounds that timed out.")
    reserve = models.FloatField(default=0, help_text="Seconds left of the reserve.")
    spent = models.FloatField(
        default=0, help_text="Seconds of the reserve used until the orders now sealed were sealed."
    )
    team = models.PositiveSmallIntegerField(null=True, blank=True, help_text="None: no team.")
    level = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Strength of the computer player, 1 to 5; none: a person or a bot."
    )
    temperament = models.CharField(
        max_length=20, blank=True, help_text="Style of the computer player; empty: drawn from the seed."
    )
    closed = models.BooleanField(default=False, help_text="Made no move for weeks, so the duel was closed.")

    PLAYED = (
        *("orders", "answers", "plan", "due", "due_since", "missed", "reserve", "spent", "closed"),
        "sealed_by_time",
    )
    """The fields that may change while the duel is played (see `duels.play`). It is enough to add a new field here."""

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
        return self.level is not None


class Draft(models.Model):
    """The orders or answers that a wizard has picked but not yet sealed (submitted).

    They have a table of their own, so that saving them locks neither the seat nor the duel.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    round = models.PositiveIntegerField(help_text="The round that it belongs to.")
    content = models.JSONField(
        help_text="The page's draft; `orders` or `answers` are sealed when time runs out. Empty: nothing picked."
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
    """A chat message in the lobby or in a duel.

    Players see spectators' messages only after the duel.
    """

    LONGEST, LONGEST_ANNOUNCEMENT = 300, 1000

    duel = models.ForeignKey(
        Duel, on_delete=models.CASCADE, null=True, blank=True, related_name="talk", help_text="None: the lobby."
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, blank=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="lines")
    name = models.CharField(max_length=USERNAME_LENGTH, blank=True, help_text="The name of an author without a seat.")
    round = models.PositiveIntegerField(default=1, help_text="The round in which it was sent.")
    announced = models.BooleanField(default=False, help_text="Sent to all players by e-mail too.")
    text = models.CharField(max_length=LONGEST_ANNOUNCEMENT)
    said = models.DateTimeField(default=timezone.now)
    key = models.CharField(
        max_length=40, blank=True, help_text="Identifies its frame, so that a repeated frame is shown once."
    )
    hidden = models.BooleanField(default=False, help_text="Hidden by a moderator.")

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=["id"], condition=Q(duel=None), name="line_in_lobby"),)

    def __str__(self) -> str:
        return self.text


class Subscription(models.Model):
    """A duel that a user follows. Source: the play-by-mail server Firetop Mountain, "Subscribe"."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="subscriptions")
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="subscriptions")
    since = models.DateTimeField(default=timezone.now)
    seen = models.PositiveIntegerField(default=0, help_text="The last round that the user was notified of.")
    open = models.BooleanField(default=True, help_text="More notifications may follow.")

    class Meta:
        indexes = (models.Index(fields=["duel"], condition=Q(open=True), name="subscription_open"),)
        constraints = (models.UniqueConstraint(fields=["user", "duel"], name="subscribed_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.duel_id}"
