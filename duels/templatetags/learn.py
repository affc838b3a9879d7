"""Tags for lessons."""

from django import template

from duels.learn.lessons import LESSONS

register = template.Library()


@register.simple_tag
def lesson_slugs() -> list[str]:
    """Return the slugs of all lessons in the order in which users take them."""
    return list(LESSONS)
