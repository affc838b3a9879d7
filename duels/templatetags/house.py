"""The wizards of the house where they stand among others: marks, portraits, how somebody stands against them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from duels.house.standings import Shown, shown_standing
from duels.house.wizards import BY_NAME, WIZARDS, HouseWizard
from duels.wording.strengths import of_the_house

register = template.Library()

PORTRAIT = '<img class="portrait" src="{}" alt="{}" width="{}" height="{}">'


@register.simple_tag
def house_wizards() -> Sequence[HouseWizard]:
    """All wizards of the house, the weakest first."""
    return WIZARDS


@register.simple_tag
def portrait(wizard: HouseWizard, size: int = 48, alt: str | None = None) -> SafeString:
    """The portrait of a wizard of the house; `alt`: what is said instead of it, if not what it shows."""
    told = wizard.looks if alt is None else alt
    return format_html(PORTRAIT, static(wizard.portrait), told, size, size)


@register.simple_tag
def house_badge(level: int | None) -> SafeString | str:
    """The mark of a wizard of the house; nothing for others."""
    return format_html('<span class="badge">{}</span>', of_the_house(level)) if level else ""


@register.simple_tag
def house_facts(levels: Mapping[str, int], bots: Collection[str] = (), element: str = "house") -> SafeString:
    """Who of a duel is marked, for scripts, by name: of the house, with his portrait and his page if he has them, or
    a bot.
    """
    bot = {"mark": _("bot"), "about": _("A program plays for this account."), "is_bot": True}
    house = {name: _facts(name, level) for name, level in levels.items()}
    return json_script(dict.fromkeys(bots, bot) | house, element)


def _facts(name: str, level: int) -> dict[str, Any]:
    wizard = BY_NAME.get(name)
    known = {"portrait": static(wizard.portrait), "page": reverse("house_wizard", args=[wizard.slug])} if wizard else {}
    return {"mark": of_the_house(level), **known}


@register.filter
def marked(names: Sequence[str], bots: Collection[str]) -> SafeString:
    """Names in a row, those of bots with their mark."""
    if not bots:
        return format_html_join(", ", "{}", ((name,) for name in names))
    mark = mark_safe(" " + render_to_string("wording/_bot.html").strip())  # noqa: S308 - a template's
    return format_html_join(", ", "{}{}", ((name, mark if name in bots else "") for name in names))


@register.inclusion_tag("house/_standing.html")
def house_standing(user_id: int) -> dict[str, Shown | None]:
    """How a user stands against the house."""
    return {"standing": shown_standing(user_id)}


@register.filter
def get(mapping: Mapping[str, Any], key: str) -> Any:
    """The value at a key."""
    return mapping.get(key)
