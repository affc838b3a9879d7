"""Tags for the analysis of a duel, used on its pages."""

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from duels.analysis.standing import analysis_of, standing, table_of, turning_round
from duels.models import Duel

register = template.Library()


@register.inclusion_tag("analysis/_analysis.html", takes_context=True)
def analysis(context: Context, duel: Duel) -> dict[str, Any]:
    """Render the analysis of a finished duel for browsers without JavaScript.

    Also render its progress as data for scripts.
    """
    user, address = context["user"], reverse("replay", args=[duel.slug])
    made = analysis_of(duel)
    progress = standing(duel, user, made)
    logs_in = None if user.is_authenticated else f"{reverse('account_login')}?{urlencode({'next': address})}"
    facts = {
        "standing": progress,
        "address": reverse("analysis", args=[duel.slug]),
        "order": reverse("analyse", args=[duel.slug]),
        "retry": reverse("retry", args=[duel.slug, 0, "NAME"]),
        "token": str(context["csrf_token"]),
        "login": logs_in,
    }
    result = made.result if made else None
    return {**facts, "duel": duel, "facts": facts, "rows": table_of(result), "result": result}


@register.simple_tag
def turned(duel: Duel) -> SafeString | str:
    """Return an HTML attribute with the turning point of a finished duel.

    Return an empty string if none is known.
    """
    number = turning_round(duel) if duel.result is not None else None
    return format_html(' data-turned="{}"', number) if number else ""
