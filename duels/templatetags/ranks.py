"""Tags for lists of mages.

One tag renders a whole row, because a tag for each cell would make pages slow. On a phone, the style sheet shows the
label of each cell.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Mage
from duels.ladder.standings import Ranked, scores_of
from duels.wording.numerals import numeral

register = template.Library()
register.filter(numeral)

ROW = """<tr{}>
<td class="number">{}</td>
<th scope="row"><a href="{}">{}</a>{}{}</th>
<td class="number" data-label="{}">{}</td>
<td class="number" data-label="{}">{}{}</td>
<td class="number" data-label="{}">{}</td>
<td class="number" data-label="{}">{}</td>
<td class="number" data-label="{}">{}</td>{}
</tr>
"""
CHALLENGE = ' <a class="ranks__challenge" href="{}?{}" aria-label="{}">{}</a>'
BOT = ' <span class="badge" title="{}">{}</span>'
RETIRED = '<td data-label="{}"><time datetime="{}">{}</time></td>'
OWN = mark_safe(' aria-current="true"')
UNKNOWN = (
    '<span class="soft" title="{0}"><span aria-hidden="true">–</span><span class="visually-hidden">{0}</span></span>'
)
PROVISIONAL = '<span aria-hidden="true">?</span><span class="visually-hidden"> {}</span>'


@register.simple_tag
def rank_row(rank: Ranked) -> SafeString:
    """Return a mage's row in the table of the ladder or the honour roll."""
    return format_html(
        ROW,
        OWN if rank.is_own else "",
        rank.place,
        rank.url,
        rank.name,
        format_html(BOT, _("This is a bot account: a program plays its duels."), _("bot")) if rank.is_bot else "",
        "" if rank.is_own or rank.retired else challenge_link(rank.name),
        _("Score"),
        numeral(rank.score),
        _("Rating"),
        *_rating(rank),
        _("Wins"),
        rank.wins,
        _("Losses"),
        rank.losses,
        _("Draws"),
        rank.draws,
        format_html(RETIRED, _("Retired"), *rank.retired) if rank.retired else "",
    )


def _rating(rank: Ranked) -> tuple[int | SafeString, SafeString | str]:
    """Return the rating and, if it is provisional, a question mark.

    If the mage has played too few duels, return a dash instead of the rating.
    """
    if not rank.has_rating:
        return format_html(UNKNOWN, _("after three duels")), ""
    return rank.rating, format_html(PROVISIONAL, _("(provisional)")) if rank.is_provisional else ""


@register.simple_tag
def challenge_link(name: str) -> SafeString:
    """Return an HTML link to the form for challenging this mage."""
    asked = urlencode({"opponent": name})
    return format_html(
        CHALLENGE, reverse("new_challenge"), asked, _("Challenge %(name)s") % {"name": name}, _("Challenge")
    )


@register.inclusion_tag("ladder/_mages.html")
def mage_list(mages: Sequence[Mage], may_challenge: bool = False, is_here: bool = False) -> dict[str, Any]:
    """Render a list of a user's mages.

    If `may_challenge` is true, include links for challenging them. If `is_here` is true, the user is shown as online,
    and the list does not show when its mages were last online.
    """
    scores = scores_of(mages)
    return {
        "is_here": is_here,
        "mages": [
            (mage, scores.get(mage.pk, ""), may_challenge and mage.ended is None and mage.retired is None)
            for mage in mages
        ],
    }
