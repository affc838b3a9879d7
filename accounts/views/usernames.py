"""The check of a new username while a visitor fills in a form."""

from itertools import islice

from allauth.decorators import rate_limit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from accounts.forms.accounts import clean_new_username
from accounts.models import USERNAME_LENGTH
from accounts.names import LONGEST_NEW_USERNAME

SUGGESTIONS = 3
NUMBERS = range(2, 12)


@require_safe
@rate_limit(action="names", limit_get=True)
def check(request: HttpRequest) -> JsonResponse:
    """Return as JSON whether a new user may take the name in `?username=`.

    `why` is the reason if they may not, otherwise "". If the name is taken, `free` lists similar names that are free.
    """
    username = request.GET.get("username", "")[:USERNAME_LENGTH].replace("\0", "").strip()
    why, is_taken = _refusal(username)
    return JsonResponse({"why": why, "free": _free_names_like(username) if is_taken else []})


def _refusal(username: str) -> tuple[str, bool]:
    """Return why a new user may not have this name, or "" if they may, and whether it is taken."""
    try:
        clean_new_username(username)
    except ValidationError as error:
        return " ".join(error.messages), any(each.code == "taken" for each in error.error_list)
    return "", False


def _free_names_like(username: str) -> list[str]:
    """Return some free names that consist of this name and a number."""
    start = username[: LONGEST_NEW_USERNAME - len(str(NUMBERS[-1]))]
    names = (f"{start}{number}" for number in NUMBERS)
    return list(islice((name for name in names if not _refusal(name)[0]), SUGGESTIONS))
