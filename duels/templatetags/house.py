"""Tags and filters for computer players (house wizards).

They render badges, portraits, and users' results against computer players.
"""

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
from duels.house.wizards import BY_NAME, HouseWizard
from duels.wording.strengths import STRENGTHS, of_the_house

register = template.Library()

PORTRAIT = '<img class="portrait" src="{}" alt="{}" width="{}" height="{}">'


@register.simple_tag
def portrait(wizard: HouseWizard, size: int = 48, alt: str | None = None) -> SafeString:
    """Return a computer player's portrait as an HTML image.

    `size` is the width and height in pixels. `alt` is the alternative text, by default a description of the portrait.
    """
    text = wizard.looks if alt is None else alt
    return format_html(PORTRAIT, static(wizard.portrait), text, size, size)


@register.simple_tag
def house_badge(level: int | None) -> SafeString | str:
    """Return the badge for computer players of this level.

    Return an empty string if `level` is `None`.
    """
    return format_html('<span class="badge">{}</span>', of_the_house(level)) if level else ""


@register.simple_tag
def house_facts(levels: Mapping[str, int], bots: Collection[str] = (), element: str = "house") -> SafeString:
    """Return a script element with JSON about computer players and bots, by name.

    The JSON contains each computer player's badge, level, portrait and page, and each bot's badge. `levels` contains
    the levels of the computer players, by name. `element` is the id of the script element.
    """
    bot = {"mark": _("bot"), "about": _("This is a bot account: a program plays its duels."), "is_bot": True}
    house = {name: _facts(name, level) for name, level in levels.items()}
    return json_script(dict.fromkeys(bots, bot) | house, element)


def _facts(name: str, level: int) -> dict[str, Any]:
    wizard = BY_NAME.get(name)
    known = {"portrait": static(wizard.portrait), "page": reverse("house_wizard", args=[wizard.slug])} if wizard else {}
    return {"mark": of_the_house(level), "level": str(STRENGTHS[level]), **known}


@register.filter
def marked(names: Sequence[str], bots: Collection[str]) -> SafeString:
    """Join names with commas, and add a badge to the names of bots."""
    if not bots:
        return format_html_join(", ", "{}", ((name,) for name in names))
    mark = mark_safe(" " + render_to_string("wording/_bot.html").strip())  # noqa: S308 - a template's
    return format_html_join(", ", "{}{}", ((name, mark if name in bots else "") for name in names))


@register.inclusion_tag("house/_standing.html")
def house_standing(user_id: int) -> dict[str, Shown | None]:
    return {"standing": shown_standing(user_id)}


@register.filter
def get(mapping: Mapping[str, Any], key: str) -> Any:
    """Return the value for a key, or `None` if the key is missing. Templates cannot look up a variable key."""
    return mapping.get(key)
