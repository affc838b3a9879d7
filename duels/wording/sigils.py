"""Sigils: drawings that represent mages and depend only on their names."""

from math import cos, pi, sin
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.names import folded

SIGIL = """<svg class="sigil" viewBox="-50 -50 100 100" fill="none" stroke="currentColor" aria-hidden="true">
<circle r="48" stroke-width="2"/><circle r="43"/><path d="{}"/>
<circle class="sigil__heart" r="21" stroke-width="1.5" fill="{}"/>
<text text-anchor="middle" dominant-baseline="central" font-size="26" fill="currentColor" stroke="none">{}</text>
</svg>"""
"""The SVG template of a sigil. It contains the colours, because pictures have no style sheet."""
FEWEST, KINDS = 5, 8
"""The minimum number of points of a star, and the number of possible values."""
RADIUS = 43


def sigil(name: str, ground: str = "none") -> SafeString:
    """Return the sigil for a name: its first letter in a star whose shape depends on the name.

    `ground` is the colour behind the letter. Pages do not need it, because a style sheet sets this colour.
    """
    number = crc32(folded(name).encode())
    points = FEWEST + number % KINDS
    stride = 2 + number // KINDS % ((points - 1) // 2 - 1)
    return format_html(SIGIL, _star(points, stride), ground, name[0].upper())


def _star(points: int, stride: int) -> str:
    """Return the SVG path of a star.

    Each line leads to the point that is `stride` points away.
    """
    angles = [2 * pi * at / points for at in range(points)]
    corners = [f"{RADIUS * sin(angle):.1f} {-RADIUS * cos(angle):.1f}" for angle in angles]
    return "".join(f"M{corner}L{corners[(at + stride) % points]}" for at, corner in enumerate(corners))
