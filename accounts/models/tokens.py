"""API tokens and mail keys, which authenticate programs and e-mails without a password."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Token(models.Model):
    """A secret that lets programs or e-mails act for a user, within its scopes.

    Only a digest of the secret is stored, so it cannot be shown again.
    """

    LONGEST_NAME = 60

    class Scope(models.TextChoices):
        READ = "read", _("Read everything I can read")
        CHALLENGE = "challenge", _("Post, accept and decline challenges")
        PLAY = "play", _("Play my duels")
        MESSAGE = "message", _("Chat, send messages and follow players")
        MAIL = "mail", _("Play and manage duels by e-mail")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME, help_text="The name that its user has given it.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the secret.")
    hint = models.CharField(max_length=16, help_text="The first characters of the secret, to tell tokens apart.")
    scopes = models.JSONField(help_text="The `Scope`s that it grants; a mail key has `mail` alone.")
    created = models.DateTimeField(default=timezone.now)
    last_used = models.DateTimeField(null=True, blank=True, help_text="When it was last used, to the minute.")
    revoked = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.hint}… ({self.name})"

    @property
    def scopes_in_words(self) -> list[str]:
        return [str(self.Scope(scope).label) for scope in self.scopes]

    @property
    def is_mail_key(self) -> bool:
        """Return whether the token authenticates e-mails instead of a program."""
        return self.scopes == [self.Scope.MAIL]


API_SCOPES = tuple(scope for scope in Token.Scope if scope != Token.Scope.MAIL)
"""The scopes that an API token can have."""
