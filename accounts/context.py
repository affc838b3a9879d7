"""Template context processors."""

from typing import Any

from django.http import HttpRequest

from accounts.email_delivery import sends_email


def email(request: HttpRequest) -> dict[str, Any]:
    """Return the context variable ``sends_email``, which says whether this site sends e-mails."""
    return {"sends_email": sends_email()}
