"""The site's adapter for allauth."""

from base64 import b32encode
from collections.abc import Iterable
from secrets import token_bytes
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauths
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.signals import user_logged_out
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from accounts.email_delivery import sends_email
from accounts.languages import activate_language, visitors_language
from accounts.models import User
from accounts.selectors import why_no_username
from wavinghands.db.after_commit import after_commit

QUEUE = "email"
"""The name of a separate task queue, so that a slow mail server delays no other tasks."""
UNKNOWN_ACCOUNT = "account/email/unknown_account"
"""The template of allauth's e-mail to an address without an account.

The site does not send this e-mail, because anyone can enter any address.
"""

LOGGED_OUT = "account/messages/logged_out.txt"
"""The template of allauth's message after logging out."""


@task(queue_name=QUEUE)
def deliver(subject: str, body: str, sender: str, recipients: list[str]) -> None:
    """Send an e-mail, unless it has no recipients."""
    EmailMessage(subject, body, sender, recipients).send()


class AccountAdapter(DefaultAccountAdapter):
    """An allauth adapter that normalises usernames, queues e-mails and rejects unsafe redirects.

    Failed logins are counted per user and IP address. allauth itself counts them only per user.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "enter_current_password": _(
            "This is not your current password. Type it again, or reset it if you don’t know it."
        ),
        "incorrect_password": _("This is not your password. Type it again, or reset it if you don’t know it."),
        "username_password_mismatch": _("The username or the password is wrong."),
        "unverified_primary_email": _("Confirm your e-mail address first, with the link in our e-mail."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Normalise and validate a new username.

        If `shallow` is true, do not check whether it is taken.
        """
        username = super().clean_username(User.normalize_username(username), shallow=True)
        if not shallow and (why_not := why_no_username(username)):
            raise ValidationError(why_not, code="taken")
        return username

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user with these credentials, or `None` if they are wrong.

        The username is normalised first, like the usernames of new accounts. It is left unchanged if an account has
        exactly this username, because usernames of old accounts might not be normalised.
        """
        username = credentials.get("username")
        if username and not User.objects.filter(username=username).exists():
            credentials["username"] = User.normalize_username(username)
        return super().authenticate(request, **credentials)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log the user in, and activate the account's language, so that the next message is in that language."""
        super().login(request, user)
        activate_language(request)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *given: Any, **more: Any
    ) -> None:
        """Add a message. A message about logging out is in the language of the visitor's next page."""
        language = visitors_language(request) if message_template == LOGGED_OUT else get_language()
        with override(language):
            super().add_message(request, level, message_template, *given, **more)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key for counting failed logins, one per user and IP address.

        A key per user alone would let anyone lock the user out.
        """
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the e-mail for a worker.

        Requests never wait for a mail server. For an address without an account, a task without recipients is queued,
        so that the response time does not reveal whether the account exists. A site that sends no e-mail queues
        nothing.
        """
        if not sends_email():
            return
        request = allauths.request
        context = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        recipients = [] if template_prefix == UNKNOWN_ACCOUNT else [email]
        message = self.render_mail(template_prefix, email, context)
        deliver.enqueue(str(message.subject), str(message.body), message.from_email, recipients)

    def is_safe_url(self, url: str) -> bool:
        """Return whether it is safe to redirect to `url`.

        Unlike allauth's method, this returns `False` if the URL cannot be parsed.
        """
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False


class SessionsAdapter(DefaultUserSessionsAdapter):
    """An adapter that closes users' sockets when it ends their sessions."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End these sessions, and close all sockets of their users.

        Pages with other sessions will reconnect.
        """
        sessions = list(sessions)
        super().end_sessions(sessions)
        for user in {session.user for session in sessions}:
            after_commit(user_logged_out.send_robust, User, request=None, user=user)


class SecondFactorsAdapter(DefaultMFAAdapter):
    """An adapter that encrypts the secrets of second factors in the database, and uses this site's texts."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong or no longer valid. Enter the one that your app shows now."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with a key derived from `SECRET_KEY`."""
        return Fernet(settings.SECOND_FACTORS_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret.

        If `SECRET_KEY` has changed, return a random secret, which no code matches.
        """
        try:
            return Fernet(settings.SECOND_FACTORS_KEY).decrypt(encrypted_text).decode()
        except InvalidToken:
            return b32encode(token_bytes(20)).decode()

    def can_decrypt(self, encrypted_text: str) -> bool:
        """Return whether a secret was encrypted with the current `SECRET_KEY`."""
        try:
            Fernet(settings.SECOND_FACTORS_KEY).decrypt(encrypted_text)
        except InvalidToken:
            return False
        return True

    def get_totp_label(self, user: User) -> str:
        """Return the account's label in an authenticator app: the username."""
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code for this URL as an inline SVG image."""
        return segno.make_qr(url).svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr")

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return a default name for the user's next passkey, such as "Passkey 2"."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey {number}").format(number=number)
