"""Messages, blocks, reports, and moderators' measures."""

from datetime import timedelta

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models.mages import Mage
from accounts.models.users import User


class Message(models.Model):
    """A message from one user to another.

    It is signed with the name of `mage`, one of the sender's mages, or, without a mage, with the sender's username.
    """

    LONGEST = 2000

    sender = models.ForeignKey(User, on_delete=models.CASCADE, related_name="messages_sent")
    mage = models.ForeignKey(Mage, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recipient = models.ForeignKey(User, on_delete=models.CASCADE, related_name="messages")
    text = models.TextField(max_length=LONGEST)
    sent = models.DateTimeField(default=timezone.now)
    read = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["recipient"], condition=Q(read=None), name="message_unread"),)

    def __str__(self) -> str:
        return self.text[:60]


class Block(models.Model):
    """A block or a mute of one user by another.

    A mute only hides the other user's chat messages.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    mutes_only = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="block_is_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {'mutes' if self.mutes_only else 'blocks'} {self.blocked_id}"


class Report(models.Model):
    """A complaint about another user or about content such as a puzzle.

    It stores the path of the page that the complaint is about.
    """

    LONGEST_WHY = 1000

    class State(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    reporter = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="reports_made")
    accused = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        null=True,
        related_name="reports",
        help_text="None: the report disputes a puzzle.",
    )
    path = models.CharField(max_length=2000, help_text="The page, with the round or the message.")
    about = models.CharField(
        max_length=40, blank=True, help_text="The reported thing on it, such as line:12 or puzzle:abc."
    )
    quote = models.TextField(blank=True, help_text="The reported text.")
    why = models.TextField(max_length=LONGEST_WHY)
    made = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["made"], condition=Q(state="open"), name="report_queue"),)

    def __str__(self) -> str:
        return f"{self.accused or self.about}: {self.why[:60]}"


class Measure(models.Model):
    """A moderator's action against a user or on a report, such as a warning or a ban.

    It can be lifted, but not changed in any other way.
    """

    LONGEST_WHY = 1000

    class Kind(models.TextChoices):
        NOTHING = "nothing", "Nothing: the report is dismissed"
        WARNED = "warned", "Warned"
        SILENCED = "silenced", "May not talk"
        BANNED = "banned", "May not log in"
        HIDDEN = "hidden", "What was said is hidden"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="measures")
    moderator = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="measures_taken")
    report = models.ForeignKey(Report, on_delete=models.SET_NULL, null=True, blank=True, related_name="measures")
    kind = models.CharField(max_length=8, choices=Kind)
    why = models.TextField(max_length=LONGEST_WHY)
    taken = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True, help_text="None: permanent.")
    lifted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.taken:%Y-%m-%d}"

    @property
    def lasts(self) -> timedelta | None:
        """Return the duration of the measure, or `None` if it is permanent."""
        return None if self.until is None else self.until - self.taken
