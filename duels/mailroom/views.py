"""The page about playing by e-mail."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS
from duels.mailroom.game_options import USAGES
from duels.mailroom.library import INTRODUCTION, MEANINGS, OF_OPTIONS, OPTIONS


@require_safe
def play_by_email(request: HttpRequest) -> HttpResponse:
    """Show how to write e-mails with orders, where to send them, and the purpose of each order."""
    context = {
        "address": settings.MAILROOM_ADDRESS,
        "introduction": INTRODUCTION,
        "commands": [(form, MEANINGS[verb]) for verb, form in COMMANDS.items()],
        "administration": [(form, MEANINGS[verb]) for verb, form in FORMS.items()],
        "of_options": OF_OPTIONS,
        "options": [(usage, OPTIONS[name]) for name, usage in USAGES.items()],
    }
    return render(request, "mailroom/play_by_email.html", context)
