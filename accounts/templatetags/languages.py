"""A template tag for choosing the language."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

register = template.Library()


@register.inclusion_tag("_languages.html")
def language_choice() -> dict[str, Any]:
    """Render a button for each language except the current one."""
    return {"languages": [(code, name) for code, name in settings.LANGUAGES if code != get_language()]}
