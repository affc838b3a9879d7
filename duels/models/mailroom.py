"""Letters that have come to the mailroom, what is answered, and who wants to become a user by letter."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import USERNAME_LENGTH, User


class IncomingLetter(models.Model):
    """A letter, written down before it is acknowledged; done once, and answered once or rightly not.

    What it said is forgotten when it is done: it may have a key in it, or orders that nobody else may know.
    """

    LONGEST_ID, LONGEST_ADDRESS = 255, 320

    class Outcome(models.TextChoices):
        DONE = "done"
        REFUSED = "refused"
        STRANGER = "stranger"  # nobody has said who he is
        WRONG_KEY = "wrong key"
        NEWCOMER = "newcomer"
        MACHINE = "machine"
        RETURNED = "returned"
        TOO_MANY = "too many"
        FAILED = "failed"

    message_id = models.CharField(
        max_length=LONGEST_ID, unique=True, help_text="Its Message-ID, or a digest where it has none."
    )
    sender = models.CharField(max_length=LONGEST_ADDRESS, blank=True, help_text="Of the envelope; of bounces, nobody.")
    recipient = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    peer = models.CharField(max_length=60, blank=True, help_text="Who has brought it; empty: our own mail server.")
    content = models.BinaryField(help_text="As it came; nothing once it is done.")
    received = models.DateTimeField(default=timezone.now)
    ripe = models.DateTimeField(default=timezone.now, help_text="Not looked at before; put off by who looks at it.")
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    author = models.CharField(max_length=LONGEST_ADDRESS, blank=True, help_text="Where its answer goes.")
    claimed = models.CharField(max_length=USERNAME_LENGTH, blank=True, help_text="Whose name stands in it, folded.")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        indexes = (
            models.Index(fields=["ripe"], condition=Q(done=None), name="incoming_waiting"),
            models.Index(fields=["-done"], condition=Q(done__isnull=False), name="incoming_done"),
        )

    def __str__(self) -> str:
        return self.message_id


class OutgoingLetter(models.Model):
    """The answer to a letter, on its way; written in the transaction of what was done, and sent at least once.

    Kept, to be sent again, but for one with a mail key in it, which is forgotten when it is sent.
    """

    answers = models.OneToOneField(IncomingLetter, on_delete=models.CASCADE, related_name="answer")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    address = models.CharField(max_length=IncomingLetter.LONGEST_ADDRESS)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    reply_to = models.CharField(max_length=IncomingLetter.LONGEST_ADDRESS, blank=True)
    references = models.TextField(blank=True, help_text="Message-IDs of the thread, the last one that of the letter.")
    written = models.DateTimeField(default=timezone.now)
    ripe = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    sent = models.DateTimeField(null=True, blank=True)
    dropped = models.DateTimeField(null=True, blank=True)
    asked = models.DateTimeField(null=True, blank=True, help_text="When its user asked to have it sent again.")

    class Meta:
        indexes = (
            models.Index(fields=["ripe"], condition=Q(sent=None, dropped=None), name="outgoing_on_its_way"),
            models.Index(fields=["address", "written"], name="outgoing_by_address"),
        )

    def __str__(self) -> str:
        return self.subject


class Newcomer(models.Model):
    """Somebody who wants to become a user by letter, until he answers ours from his address."""

    letter = models.OneToOneField(IncomingLetter, on_delete=models.CASCADE, related_name="newcomer")
    username = models.CharField(max_length=USERNAME_LENGTH)
    address = models.EmailField(max_length=254)
    language = models.CharField(max_length=10, blank=True)
    came = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.username
