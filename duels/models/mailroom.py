"""Incoming e-mails, the replies to them, and sign-ups by e-mail."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import USERNAME_LENGTH, User


class IncomingEmail(models.Model):
    """An incoming e-mail.

    It is stored before it is acknowledged. It is processed exactly once, and gets at most one reply. Its content is
    deleted after processing, because it may contain a mail key or secret orders.
    """

    LONGEST_ID, LONGEST_ADDRESS = 255, 320

    class Outcome(models.TextChoices):
        DONE = "done"
        REFUSED = "refused"
        STRANGER = "stranger"  # an e-mail whose sender cannot be identified
        WRONG_KEY = "wrong key"
        NEWCOMER = "newcomer"
        MACHINE = "machine"
        RETURNED = "returned"
        TOO_MANY = "too many"
        FAILED = "failed"

    message_id = models.CharField(
        max_length=LONGEST_ID, unique=True, help_text="Its Message-ID, or a digest if it has none."
    )
    sender = models.CharField(
        max_length=LONGEST_ADDRESS, blank=True, help_text="The envelope sender; empty for bounces."
    )
    recipient = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    peer = models.CharField(
        max_length=60, blank=True, help_text="The address that delivered it; empty: our own mail server."
    )
    content = models.BinaryField(help_text="The message as received; empty once it is processed.")
    received = models.DateTimeField(default=timezone.now)
    ripe = models.DateTimeField(
        default=timezone.now, help_text="The earliest time to process it; moved on by the process that does."
    )
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    author = models.CharField(max_length=LONGEST_ADDRESS, blank=True, help_text="The address for the reply.")
    claimed = models.CharField(
        max_length=USERNAME_LENGTH, blank=True, help_text="The username given in it, case-folded."
    )
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "duels_incomingletter"
        indexes = (
            models.Index(fields=["ripe"], condition=Q(done=None), name="incoming_waiting"),
            models.Index(fields=["-done"], condition=Q(done__isnull=False), name="incoming_done"),
        )

    def __str__(self) -> str:
        return self.message_id


class OutgoingEmail(models.Model):
    """The reply to an e-mail.

    It is saved in the same transaction as the actions that it reports. It is sent at least once, and is kept so that it
    can be sent again. Replies that contain a mail key are not kept.
    """

    answers = models.OneToOneField(IncomingEmail, on_delete=models.CASCADE, related_name="answer")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    address = models.CharField(max_length=IncomingEmail.LONGEST_ADDRESS)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    reply_to = models.CharField(max_length=IncomingEmail.LONGEST_ADDRESS, blank=True)
    references = models.TextField(
        blank=True, help_text="Message-IDs of the thread; the last is that of the message replied to."
    )
    written = models.DateTimeField(default=timezone.now)
    ripe = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    sent = models.DateTimeField(null=True, blank=True)
    dropped = models.DateTimeField(null=True, blank=True)
    asked = models.DateTimeField(null=True, blank=True, help_text="When its user asked for it to be sent again.")

    class Meta:
        db_table = "duels_outgoingletter"
        indexes = (
            models.Index(fields=["ripe"], condition=Q(sent=None, dropped=None), name="outgoing_on_its_way"),
            models.Index(fields=["address", "written"], name="outgoing_by_address"),
        )

    def __str__(self) -> str:
        return self.subject


class Newcomer(models.Model):
    """A person who is signing up by e-mail and has not confirmed their address yet.

    They confirm it by replying to the site's e-mail.
    """

    incoming_email = models.OneToOneField(
        IncomingEmail, on_delete=models.CASCADE, related_name="newcomer", db_column="letter_id"
    )
    username = models.CharField(max_length=USERNAME_LENGTH)
    address = models.EmailField(max_length=254)
    language = models.CharField(max_length=10, blank=True)
    came = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.username
