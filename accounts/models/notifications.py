"""E-mail notifications, and browsers' push subscriptions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class EmailNotification(models.Model):
    """A notification that a user gets by e-mail, possibly together with others.

    It is kept for a while, so that the user can request it again.
    """

    class About(models.TextChoices):
        TURN = "turn", _("It’s your turn")
        ROUND = "round", _("New round in a duel you follow")
        CHALLENGE = "challenge", _("Challenges")
        DUEL = "duel", _("Start or end of a duel")
        MESSAGE = "message", _("Messages and announcements")
        REMINDER = "reminder", _("Reminders")
        MAGE = "mage", _("Your mages")
        FRIEND = "friend", _("Players you follow")
        CLUB = "club", _("Your clubs")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notifications")
    about = models.CharField(max_length=9, choices=About)
    key = models.CharField(max_length=80, blank=True, help_text="The event; a user gets one notification for each key.")
    subject = models.CharField(max_length=200)
    text = models.TextField()
    path = models.CharField(max_length=2000, blank=True, help_text="The page that it links to.")
    written = models.DateTimeField(default=timezone.now)
    ripe = models.DateTimeField(
        default=timezone.now,
        help_text="Not sent before; a turn taken until then is dropped. Moved on by the process that sends it.",
    )
    asked = models.DateTimeField(null=True, blank=True, help_text="When its user asked for it to be sent again.")
    thread = models.CharField(
        max_length=255, blank=True, db_default="", help_text="The Message-ID of its thread, without brackets."
    )
    reply_to = models.EmailField(
        max_length=320, blank=True, db_default="", help_text="The address at which the site reads replies."
    )
    sent = models.DateTimeField(null=True, blank=True)
    dropped = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "accounts_letter"
        ordering = ("-pk",)
        indexes = (models.Index(fields=["ripe"], condition=Q(sent=None, dropped=None), name="letter_on_its_way"),)
        constraints = (models.UniqueConstraint(fields=["user", "key"], condition=~Q(key=""), name="letter_told_once"),)

    def __str__(self) -> str:
        return self.subject

    @property
    def goes_alone(self) -> bool:
        """Return whether the notification needs an e-mail of its own.

        This is the case if it is in a thread or can be answered.
        """
        return bool(self.thread or self.reply_to)


class PushSubscription(models.Model):
    """A browser's subscription to a user's push notifications. Source: the W3C's Push API."""

    LONGEST_ENDPOINT, LONGEST_KEY, LONGEST_AUTH = 500, 200, 100

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=LONGEST_KEY)
    auth = models.CharField(max_length=LONGEST_AUTH)
    added = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.endpoint}"
