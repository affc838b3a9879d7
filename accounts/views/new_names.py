"""The check of new names while a visitor fills in a form."""

from collections.abc import Callable
from itertools import islice

from allauth.decorators import rate_limit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from accounts.forms.accounts import clean_new_username
from accounts.forms.mages import MageNameField, clean_newcomers_mage_name
from accounts.models import NAME_LENGTH, USERNAME_LENGTH
from accounts.names import LONGEST_NEW_USERNAME

SUGGESTIONS = 3
NUMBERS = range(2, 12)


@require_safe
@rate_limit(action="names", limit_get=True)
def check_username(request: HttpRequest) -> JsonResponse:
    """Return as JSON whether a new user may take the name in `?name=`.

    `why` is the reason if they may not, otherwise "". If the name is taken, `free` lists similar names that are free.
    """
    return _answer(request, clean_new_username, separator="", longest=LONGEST_NEW_USERNAME)


@require_safe
@rate_limit(action="names", limit_get=True)
def check_mage_name(request: HttpRequest) -> JsonResponse:
    """Return as JSON whether a new user may give a mage the name in `?name=`, like `check_username`."""
    field = MageNameField()
    return _answer(
        request, lambda name: clean_newcomers_mage_name(field.clean(name)), separator=" ", longest=NAME_LENGTH
    )


def _answer(request: HttpRequest, clean: Callable[[str], str], *, separator: str, longest: int) -> JsonResponse:
    """Check the name with `clean`.

    Suggestions consist of the name, `separator` and a number, and have at most `longest` characters.
    """
    name = request.GET.get("name", "")[:USERNAME_LENGTH].replace("\0", "").strip()
    why, is_taken = _refusal(name, clean)
    start = name[: longest - len(f"{separator}{NUMBERS[-1]}")].rstrip()
    similar = (f"{start}{separator}{number}" for number in NUMBERS) if is_taken else ()
    free = islice((name for name in similar if not _refusal(name, clean)[0]), SUGGESTIONS)
    return JsonResponse({"why": why, "free": list(free)})


def _refusal(name: str, clean: Callable[[str], str]) -> tuple[str, bool]:
    """Return why a new user may not have this name, or "" if they may, and whether it is taken."""
    try:
        clean(name)
    except ValidationError as error:
        return " ".join(error.messages), any(each.code == "taken" for each in error.error_list)
    return "", False
