"""A function that says whether the site sends e-mail, and system checks that warn the operator if it does not."""

from typing import Any, Final

from django.conf import settings
from django.core import checks

DISCARDED: Final = "django.core.mail.backends.dummy.EmailBackend"
PRINTED: Final = "django.core.mail.backends.console.EmailBackend"
HINT: Final = "Set EMAIL_URL, as smtp+tls://user:password@mail.example.org:587: see docs/deploying.md."


def sends_email() -> bool:
    """Return whether this site sends e-mails.

    In production without EMAIL_URL, they are discarded.
    """
    return bool(settings.EMAIL_BACKEND != DISCARDED)


def _warnings() -> list[checks.CheckMessage]:
    if settings.EMAIL_BACKEND == DISCARDED:
        text = "This site sends no e-mail: forgotten passwords cannot be reset, and nobody gets news."
        return [checks.Warning(text, hint=HINT, id="accounts.W001")]
    if settings.EMAIL_BACKEND == PRINTED:
        text = "E-mails are printed into the log, with the links in them that reset passwords."
        return [checks.Warning(text, hint=HINT, id="accounts.W002")]
    return []


@checks.register(checks.Tags.security)
def check_email(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Warn in production if e-mails are discarded or printed."""
    return _warnings() if settings.PRODUCTION else []


@checks.register(checks.Tags.security, deploy=True)
def check_email_for_deployment(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Return the warnings of `check_email()` for `check --deploy`, even in development."""
    return [] if settings.PRODUCTION else _warnings()
