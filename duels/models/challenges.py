"""Models for challenges and for searches for opponents.

A challenge has invitations, proposed changes and votes.
"""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Mage, User
from duels.models.clubs import Club
from duels.models.duels import Duel, new_slug


class Challenge(models.Model):
    """An offer to duel, whose terms may change until the duel begins.

    Its invitations say which mages take part.
    """

    LONGEST_COMMENT = 200

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        WITHDRAWN = "withdrawn"

    token = models.SlugField(max_length=16, unique=True, default=new_slug)
    challenger = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="challenges")
    book = models.CharField(max_length=20, default="classic")
    options = models.JSONField(default=dict, blank=True, help_text="Rule options that differ from the rule set.")
    pace = models.PositiveIntegerField(default=120, help_text="Seconds per round.")
    reserve = models.PositiveIntegerField(default=0, help_text="Seconds of reserve per wizard, for the whole duel.")
    mountain = models.BooleanField(
        default=False, help_text="Use the clock of Firetop Mountain; `pace` is ignored then."
    )
    is_open = models.BooleanField(default=True, help_text="Any mage may join, except those excluded.")
    per_user = models.PositiveSmallIntegerField(default=1, help_text="Mages per user; 0: any number.")
    limit = models.PositiveSmallIntegerField(
        null=True, blank=True, default=2, help_text="The number of players that starts it; none: all who are named."
    )
    authoritarian = models.BooleanField(default=False, help_text="The challenger alone decides on changes.")
    friendly = models.BooleanField(default=False, help_text="Unrated.")
    bots = models.BooleanField(
        null=True, blank=True, help_text="Bots may join without being named; none: if it is unrated."
    )
    teams = models.PositiveSmallIntegerField(default=0, help_text="The number of teams; 0: no teams.")
    house = models.JSONField(default=list, blank=True, help_text="Names of computer players that join.")
    house_seats = models.PositiveSmallIntegerField(
        default=0, help_text="The number of further computer players that join when it starts."
    )
    house_level = models.PositiveSmallIntegerField(default=2, help_text="Their strength, 1 to 5.")
    private = models.BooleanField(
        default=False, help_text="Open to people with the link; neither it nor its duel is listed."
    )
    lowest = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The lowest rating of a mage that may join."
    )
    highest = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The highest rating of a mage that may join."
    )
    comment = models.CharField(max_length=LONGEST_COMMENT, blank=True)
    club = models.ForeignKey(
        Club,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="challenges",
        help_text="Only its members may join, except those who are named.",
    )
    after = models.ForeignKey(
        Duel,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        help_text="The duel that this is a rematch of.",
    )
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    duel = models.OneToOneField(Duel, on_delete=models.CASCADE, null=True, blank=True, related_name="challenge")
    posted = models.DateTimeField(auto_now_add=True)
    heard = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="When a player who has accepted it was last online."
    )

    class Meta:
        indexes = (models.Index(fields=["posted"], condition=Q(state="open"), name="challenge_open"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(state="accepted", duel__isnull=False) | ~Q(state="accepted"),
                name="challenge_accepted_has_a_duel",
            ),
        )

    def __str__(self) -> str:
        return self.token


class Invitation(models.Model):
    """A mage's status in a challenge.

    The challenger has an invitation too, which is accepted from the start.
    """

    class State(models.TextChoices):
        CHALLENGED = "challenged"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        EXCLUDED = "excluded"

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="invitations")
    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="invitations")
    state = models.CharField(max_length=10, choices=State)
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    everything = models.BooleanField(default=False, help_text="Accepts all future changes too.")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["challenge", "mage"], name="invited_once"),)

    def __str__(self) -> str:
        return f"{self.challenge_id}, {self.mage_id}: {self.state}"


class Change(models.Model):
    """A proposal to change the terms of a challenge.

    The number of the change is unique within the challenge. Source: the play-by-mail server Firetop Mountain,
    "Changegame".
    """

    class State(models.TextChoices):
        PROPOSED = "proposed"
        ADOPTED = "adopted"
        REJECTED = "rejected"
        ABANDONED = "abandoned"

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveSmallIntegerField()
    proposer = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="+")
    terms = models.JSONField(help_text="The proposed terms, with the keys challenge, exclude, all and start.")
    state = models.CharField(max_length=9, choices=State, default=State.PROPOSED)
    proposed = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["challenge", "number"], name="change_numbered_once"),)

    def __str__(self) -> str:
        return f"{self.challenge_id}, change {self.number}"


class Vote(models.Model):
    """A mage's vote on a proposed change.

    Voting again replaces the earlier vote.
    """

    change = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="votes")
    mage = models.ForeignKey(Mage, on_delete=models.CASCADE, related_name="+")
    accepts = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["change", "mage"], name="voted_once"),)

    def __str__(self) -> str:
        return f"{self.mage_id} {'accepts' if self.accepts else 'opposes'} {self.change_id}"


class OpponentAlert(models.Model):
    """A user's request for a push message when someone is looking for an opponent.

    The request is deleted when the message is sent.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="opponent_alert")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} since {self.since:%H:%M:%S}"


class Seeker(models.Model):
    """A mage that is looking for a quick duel.

    If the last heartbeat (`heard`) is more than a few seconds old, the mage is considered gone.
    """

    mage = models.OneToOneField(Mage, on_delete=models.CASCADE, related_name="seeker")
    book = models.CharField(max_length=20, blank=True, help_text="Blank: any rule set.")
    friendly = models.BooleanField(default=False, db_default=False, help_text="The mage wants a casual duel.")
    rating = models.FloatField()
    since = models.DateTimeField(default=timezone.now)
    heard = models.DateTimeField(default=timezone.now)
    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.mage_id} since {self.since:%H:%M:%S}"
