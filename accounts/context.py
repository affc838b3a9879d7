"""Template context processors."""

from typing import Any

from django.http import HttpRequest

from accounts.email_delivery import sends_email
from accounts.legal import page_titles


def legal(request: HttpRequest) -> dict[str, Any]:
    """Return the context variable `legal_pages`.

    It maps slugs to the titles of the operator's pages.
    """
    return {"legal_pages": page_titles()}


def email(request: HttpRequest) -> dict[str, Any]:
    """Return the context variable `sends_email`, which says whether this site sends e-mails."""
    return {"sends_email": sends_email()}
