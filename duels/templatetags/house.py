"""Tags for house wizards on all pages: marks, portraits, and records against them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from duels.house.records import Shown, shown_standing
from duels.house.wizards import BY_NAME, WIZARDS, HouseWizard
from duels.wording.strengths import of_the_house

register = template.Library()

PORTRAIT = '<img class="portrait" src="{}" alt="{}" width="{}" height="{}">'


@register.simple_tag
def house_wizards() -> Sequence[HouseWizard]:
    """Return all house wizards, weakest first."""
    return WIZARDS


@register.simple_tag
def portrait(wizard: HouseWizard, size: int = 48, alt: str | None = None) -> SafeString:
    """Return the portrait of a house wizard. `alt` is the alternative text, by default a description."""
    told = wizard.looks if alt is None else alt
    return format_html(PORTRAIT, static(wizard.portrait), told, size, size)


@register.simple_tag
def house_badge(level: int | None) -> SafeString | str:
    """Return the badge of a house wizard of this level, or an empty string without a level."""
    return format_html('<span class="badge">{}</span>', of_the_house(level)) if level else ""


@register.simple_tag
def house_facts(levels: Mapping[str, int], bots: Collection[str] = (), element: str = "house") -> SafeString:
    """Return JSON for scripts: the mark, portrait and page of each house wizard, and the mark of each bot, by name."""
    bot = {"mark": _("bot"), "about": _("This account is played by a program."), "is_bot": True}
    house = {name: _facts(name, level) for name, level in levels.items()}
    return json_script(dict.fromkeys(bots, bot) | house, element)


def _facts(name: str, level: int) -> dict[str, Any]:
    wizard = BY_NAME.get(name)
    known = {"portrait": static(wizard.portrait), "page": reverse("house_wizard", args=[wizard.slug])} if wizard else {}
    return {"mark": of_the_house(level), **known}


@register.filter
def marked(names: Sequence[str], bots: Collection[str]) -> SafeString:
    """Join names, marking those of bots."""
    if not bots:
        return format_html_join(", ", "{}", ((name,) for name in names))
    mark = mark_safe(" " + render_to_string("wording/_bot.html").strip())  # noqa: S308 - a template's
    return format_html_join(", ", "{}{}", ((name, mark if name in bots else "") for name in names))


@register.inclusion_tag("house/_standing.html")
def house_standing(user_id: int) -> dict[str, Shown | None]:
    """Render a user's standing against house wizards."""
    return {"standing": shown_standing(user_id)}


@register.filter
def get(mapping: Mapping[str, Any], key: str) -> Any:
    """Return the value at a key."""
    return mapping.get(key)
