"""A tag that passes the server's limits to scripts.

Each limit comes from the code that enforces it.
"""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from duels.models import Line
from duels.play import drafts, plans

register = template.Library()


@register.simple_tag
def limits() -> SafeString:
    """Return the limits as JSON in a script element, for `static/js/lib/limits.js`."""
    plan = {"rounds": plans.DEEPEST, "lines": plans.MOST_LINES, "pace": plans.SHORTEST_PACE}
    fields = {"line": Line.LONGEST, "announcement": Line.LONGEST_ANNOUNCEMENT, "draft": drafts.LARGEST, "plan": plan}
    return json_script(fields, "limits")
