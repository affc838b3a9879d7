"""The words of the page's language for its scripts, and the choice of another language."""

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def catalogue_of_scripts() -> str:
    """Where a page in this language has its scripts' words from; empty if they are those that the scripts have."""
    language = get_language() or settings.LANGUAGE_CODE
    return "" if language == settings.LANGUAGE_CODE else static(f"words/{language}.js")


@register.inclusion_tag("_languages.html")
def language_choice() -> dict[str, Any]:
    """A button for each language that this page is not in."""
    return {"languages": [(code, name) for code, name in settings.LANGUAGES if code != get_language()]}
