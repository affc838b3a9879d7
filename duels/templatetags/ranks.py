"""Mages in lists. One tag makes a row of the ladder: one for each cell would take most of the page's time."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Mage
from duels.ladder.standings import Ranked, scores_of

register = template.Library()

ROW = """<tr{}>
<td class="number">{}</td>
<th scope="row"><a href="{}">{}</a></th>
<td class="number">{}</td>
<td class="number">{}{}</td>
<td class="number">{}</td>
<td class="number">{}</td>
<td class="number">{}</td>{}
</tr>
"""
RETIRED = '<td><time datetime="{}">{}</time></td>'
OWN = mark_safe(' aria-current="true"')
PROVISIONAL = '<span aria-hidden="true">?</span><span class="visually-hidden"> {}</span>'


@register.simple_tag
def rank_row(rank: Ranked) -> SafeString:
    """A mage's line in the ladder or the honour roll."""
    return format_html(
        ROW,
        OWN if rank.is_own else "",
        rank.place,
        rank.url,
        rank.name,
        rank.score,
        rank.rating,
        format_html(PROVISIONAL, _("(provisional)")) if rank.is_provisional else "",
        rank.wins,
        rank.losses,
        rank.draws,
        format_html(RETIRED, *rank.retired) if rank.retired else "",
    )


@register.inclusion_tag("ladder/_mages.html")
def mage_list(mages: Sequence[Mage]) -> dict[str, Any]:
    """Mages of one user, with their scores and what has become of them."""
    scores = scores_of(mages)
    return {"mages": [(mage, scores.get(mage.pk, "")) for mage in mages]}
