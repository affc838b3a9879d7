"""What the templates of accounts need to know of the site."""

from typing import Any

from django.http import HttpRequest

from accounts.email_delivery import sends_email


def email(request: HttpRequest) -> dict[str, Any]:
    """``sends_email``: whether e-mails leave this site."""
    return {"sends_email": sends_email()}
