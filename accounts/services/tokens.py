"""Creating and revoking API tokens and mail keys.

Their secrets are shown only once. Secrets are long and random, so an unsalted digest protects them against guessing.
"""

import secrets
import string
from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Token, User
from accounts.permissions import demand, standing_of
from accounts.profanity import refuse_forbidden
from accounts.signals import token_revoked
from wavinghands.db.after_commit import after_commit

MOST_TOKENS = 20
"""The maximum number of tokens per user, including mail keys."""
BETWEEN_MARKS = timedelta(minutes=1)
"""The minimum time between two updates of `last_used`."""
KEPT_AFTER = timedelta(days=90)
"""How long the row of a revoked token is kept."""
API_PREFIX, MAIL_PREFIX = "wh_", "mail_"
EASY_TO_TYPE = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits that cannot be confused."""
LENGTH_OF_MAIL_KEY, LENGTH_OF_TOKEN = 20, 40
LENGTH_OF_HINT = 8


@transaction.atomic
def make(*, user: User, name: str, scopes: Collection[str]) -> tuple[Token, str]:
    """Create a token, and return it with its secret.

    The secret cannot be read again. A token with `mail` as its only scope is a mail key. Raise `Forbidden` for guests,
    and `ValidationError` if a scope or the name is invalid, or if the user already has `MOST_TOKENS` tokens.
    """
    demand("tokens", standing_of(user))
    chosen = [scope for scope in Token.Scope if scope in scopes]
    if not chosen or set(scopes) != set(chosen) or (Token.Scope.MAIL in chosen and len(chosen) > 1):
        raise ValidationError({"scopes": _("Select at least one permission.")})
    refuse_forbidden(name)
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if tokens_of(own).count() >= MOST_TOKENS:
        raise ValidationError(
            _("You have %(most)s tokens, which is the limit. Revoke one first.") % {"most": MOST_TOKENS}
        )
    Token.objects.filter(user=own, revoked__lt=timezone.now() - KEPT_AFTER).delete()
    secret = _new_secret(is_mail_key=chosen == [Token.Scope.MAIL])
    hint = secret[:LENGTH_OF_HINT]
    token = Token(user=own, name=name, digest=_digest(secret), hint=hint, scopes=[str(scope) for scope in chosen])
    token.full_clean(exclude={"user", "digest"})
    token.save()
    return token, secret


def tokens_of(user: User) -> QuerySet[Token]:
    """Return the user's valid tokens, newest first."""
    return Token.objects.filter(user=user, revoked=None).order_by("-created", "-pk")


def revoke(token: Token) -> None:
    """Revoke a token.

    Its open connections are closed after the commit.
    """
    _revoke(Q(pk=token.pk))


def revoke_all(user: User) -> None:
    _revoke(Q(user=user))


def _revoke(which: Q) -> None:
    with transaction.atomic():
        tokens = list(Token.objects.select_for_update().filter(which, revoked=None).values_list("pk", flat=True))
        Token.objects.filter(pk__in=tokens).update(revoked=timezone.now())
        if tokens:
            after_commit(token_revoked.send_robust, Token, tokens=tokens)


def of(secret: str, scope: str = "") -> Token | None:
    """Return the token with this secret, with its user loaded, and mark it as used.

    Return `None` if the token is unknown, is revoked or lacks `scope`, or if its user is inactive.
    """
    found = Token.objects.select_related("user").filter(digest=_digest(secret), revoked=None, user__is_active=True)
    token = found.first()
    if token is None or (scope and scope not in token.scopes):
        return None
    _mark(token)
    return token


def _mark(token: Token) -> None:
    now = timezone.now()
    if token.last_used is None or token.last_used <= now - BETWEEN_MARKS:
        Token.objects.filter(pk=token.pk).update(last_used=now)
        token.last_used = now


def _new_secret(*, is_mail_key: bool) -> str:
    prefix, letters, length = (
        (MAIL_PREFIX, EASY_TO_TYPE, LENGTH_OF_MAIL_KEY)
        if is_mail_key
        else (API_PREFIX, string.ascii_letters + string.digits, LENGTH_OF_TOKEN)
    )
    return prefix + "".join(secrets.choice(letters) for _place in range(length))


def _digest(secret: str) -> str:
    """Return the digest of a secret.

    The case of mail keys is ignored, because mail programs may capitalise words.
    """
    plain = secret.strip()
    written = plain.lower() if plain.lower().startswith(MAIL_PREFIX) else plain
    return sha256(written.encode()).hexdigest()
