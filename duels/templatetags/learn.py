"""Tags for lessons."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html

from duels.learn.lessons import LESSONS

register = template.Library()


@register.simple_tag
def lesson_slugs() -> list[str]:
    """Return the slugs of all lessons in the order in which users take them."""
    return list(LESSONS)


@register.simple_tag(takes_context=True)
def lesson_progress(context: Any) -> str:
    """Return attributes for `static/js/learn/progress.js`, if the user has an account.

    They contain the completed lessons, and the address and token to add to them.
    """
    user = context["user"]
    if not user.is_authenticated or user.is_guest:
        return ""
    return format_html(
        ' data-completed="{}" data-account="{}" data-token="{}"',
        user.lessons,
        reverse("lessons"),
        context["csrf_token"],
    )
