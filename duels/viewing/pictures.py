"""SVG pictures of a round of a duel, and cards with a few words, for sharing.

A picture has the size that other sites use for link previews, and uses only fonts that every system has. The drawings
come from the site's icon sprite. All styles are SVG attributes, because a strict CSP forbids inline style sheets.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles import finders
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from duels.wording.numerals import numeral
from duels.wording.sigils import sigil
from wavinghands.engine import Json

WIDTH, HEIGHT = 1200, 630
MARGIN = 48
GAP = 24
TOP, BOTTOM = 118, 110
IN_A_ROW = 4
PIP = 4
HANDS = 132
"""The maximum height of the two rows of gestures, one for each hand."""

GROUND, SURFACE, LINE = "#12151a", "#1a1f26", "#333b46"
INK, SOFT, ACCENT, DANGER, GOOD = "#ece5d6", "#aca693", "#e0b163", "#ff9a8c", "#8fd3a3"
SERIF, SANS = "Palatino, Georgia, serif", "system-ui, Helvetica, Arial, sans-serif"

GESTURES = {**{letter: f"gesture-{letter.lower()}" for letter in "CDFPSW"}, ">": "gesture-stab", "-": "gesture-nothing"}


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


EMBLEM = Box(WIDTH / 2 - 90, 70, 180, 180)
"""The place of the drawing above the title of a card."""


def picture(scene: Json, *, title: str) -> SafeString:
    """Return an SVG picture of a scene, with the wizards, their latest gestures, and up to two events.

    `scene` is a result of `duels.viewing.replays.scene()`.
    """
    wizards = scene["wizards"]
    parts = [_heading(scene, title)]
    parts += [_wizard(scene, at, box) for at, box in enumerate(_boxes(len(wizards)))]
    parts.append(_story(scene["events"]))
    return _svg(title, parts)


def card(title: str, lines: Sequence[str], *, mage: str = "") -> SafeString:
    """Return an SVG picture with a title and up to four lines below it.

    Above the title is the sigil of `mage` or, by default, the site's emblem, a circle.
    """
    parts = [
        _sigil(mage, EMBLEM) if mage else _drawing("circle", EMBLEM, ACCENT),
        _words(title, WIDTH / 2, 340, size=60, font=SERIF, anchor="middle", most=36),
        *(
            _words(line, WIDTH / 2, 410 + 48 * row, size=34, fill=SOFT, anchor="middle", most=64)
            for row, line in enumerate(lines)
        ),
    ]
    return _svg(title, parts)


def _svg(title: str, parts: Iterable[SafeString]) -> SafeString:
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img">'
        '<title>{title}</title><rect width="{w}" height="{h}" fill="{ground}"/>{parts}</svg>',
        w=WIDTH,
        h=HEIGHT,
        title=title,
        ground=GROUND,
        parts=format_html_join("", "{}", ((part,) for part in parts)),
    )


def _boxes(number: int) -> Iterator[Box]:
    """Yield a box for each of `number` wizards, up to four in a row."""
    columns = min(number, IN_A_ROW)
    rows = -(-number // columns)
    width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    height = (HEIGHT - TOP - BOTTOM - GAP * (rows - 1)) / rows
    for at in range(number):
        row, column = divmod(at, columns)
        yield Box(MARGIN + column * (width + GAP), TOP + row * (height + GAP), width, height)


def _heading(scene: Json, title: str) -> SafeString:
    number = scene["number"]
    when = _("Round %(number)s") % {"number": number} if number else _("Opening position")
    return format_html(
        "{}{}{}",
        _drawing("circle", Box(MARGIN, 36, 52, 52), ACCENT),
        _words(title, MARGIN + 68, 74, size=36, font=SERIF, most=46),
        _words(when, WIDTH - MARGIN, 74, size=28, font=SERIF, fill=ACCENT, anchor="end"),
    )


def _wizard(scene: Json, at: int, box: Box) -> SafeString:
    wizard = scene["wizards"][at]
    x, y = box.x + 20, box.y
    is_up = wizard["alive"] and not wizard["surrendered"]
    room = int(box.width / 13)
    lines = [
        _words(line, x, y + 128 + 26 * row, size=18, fill=SOFT, most=room) for row, line in enumerate(_state(wizard))
    ]
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="10" fill="{}" stroke="{}"/>{}{}{}{}{}',
        *(*map(_number, box), SURFACE, LINE if is_up else DANGER),
        _words(wizard["name"], x, y + 44, size=28, font=SERIF, fill=INK if is_up else SOFT, most=int(box.width / 22)),
        _words(numeral(wizard["hp"]), box.x + box.width - 20, y + 44, size=28, font=SERIF, anchor="end"),
        _health(wizard, Box(x, y + 64, box.width - 40, 22)),
        format_html_join("", "{}", ((line,) for line in lines[: max(1, int((box.height - HANDS - 110) / 26))])),
        _hands(scene["rows"], at, _below(box)),
    )


def _below(box: Box) -> Box:
    """Return the lower part of a wizard's box, which shows the gestures."""
    height = min(HANDS, box.height * 0.4)
    return Box(box.x + 20, box.y + box.height - height - 12, box.width - 40, height)


def _state(wizard: Json) -> Iterator[str]:
    """Yield lines of text about a wizard: death or surrender, effects, and monsters."""
    if not wizard["alive"]:
        yield _("Dead")
    elif wizard["surrendered"]:
        yield capfirst(wizard["departure"])
    if wizard["effects"]:
        yield ", ".join(effect["name"] for effect in wizard["effects"])
    for monster in wizard["monsters"]:
        yield f"{monster['name']}, {monster['kind']}, {monster['hp']}/{monster['max_hp']}"


def _health(wizard: Json, box: Box) -> SafeString:
    most = max(wizard["max_hp"], wizard["hp"], 1)
    each = box.width / most
    fill = DANGER if wizard["hp"] * 3 <= most else GOOD
    pips = (
        (box.x + at * each, box.y, each - PIP, box.height, fill if at < wizard["hp"] else LINE) for at in range(most)
    )
    return format_html_join("", '<rect x="{}" y="{}" width="{}" height="{}" rx="2" fill="{}"/>', pips)


def _hands(rows: Sequence[Json], at: int, box: Box) -> SafeString:
    """Draw a wizard's latest gestures: one row per hand, with the newest gesture on the right."""
    size = box.height / 2
    pairs = [pair for row in rows for pair in row["cells"][at]["pairs"]][-int(box.width // size) :]
    signs = (
        _sign(pair, hand, Box(box.x + column * size, box.y + line * size, size - 8, size - 8))
        for column, pair in enumerate(pairs)
        for line, hand in enumerate(("left", "right"))
    )
    return format_html_join("", "{}", ((sign,) for sign in signs))


def _sign(pair: Json, hand: str, box: Box) -> SafeString:
    has_cast = bool({hand, "both"} & set(pair["cast"]))
    fill = ACCENT if has_cast else INK
    if pair[hand] not in GESTURES:
        return _words("?", box.x + box.width / 2, box.y + box.height - 8, size=22, fill=SOFT, anchor="middle")
    drawn = _drawing(GESTURES[pair[hand]], box, fill)
    if hand == "right":  # the hands in the sprite are right hands
        return drawn
    return format_html('<g transform="translate({} 0) scale(-1 1)">{}</g>', _number(2 * box.x + box.width), drawn)


TELLING = ("dies", "surrenders", "victory", "draw", "damage", "appears", "begins", "fails", "reflected", "cast", "late")
"""The types of events that a picture may mention, most important first."""


def _story(events: Sequence[Json]) -> SafeString:
    weightiest = sorted(
        (event for event in events if event["type"] in TELLING), key=lambda event: TELLING.index(event["type"])
    )
    lines = [event["text"] for event in events if event in weightiest[:2]]
    return format_html_join(
        "",
        "{}",
        ((_words(line, MARGIN, HEIGHT - 62 + 32 * row, size=22, fill=INK, most=96),) for row, line in enumerate(lines)),
    )


def _number(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _words(
    text: str, x: float, y: float, *, size: int, font: str = SANS, fill: str = INK, anchor: str = "start", most: int = 0
) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-size="{}" font-family="{}" fill="{}" text-anchor="{}">{}</text>',
        *(_number(x), _number(y), size, font, fill, anchor),
        Truncator(text).chars(most) if most else text,
    )


def _drawing(name: str, box: Box, fill: str) -> SafeString:
    """Return the drawing named `name` from the sprite, or an empty string if there is none."""
    symbol = _symbols().get(name)
    if symbol is None:
        return SafeString()
    return format_html(
        '<svg x="{}" y="{}" width="{}" height="{}" viewBox="{}" color="{}" fill="{}">{}</svg>',
        *(*map(_number, box), symbol[0], fill, fill),
        mark_safe(symbol[1]),  # noqa: S308 - a file of our own
    )


def _sigil(name: str, box: Box) -> SafeString:
    return format_html(
        '<svg x="{}" y="{}" width="{}" height="{}" color="{}" font-family="{}">{}</svg>',
        *(*map(_number, box), ACCENT, SERIF, sigil(name, GROUND)),
    )


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """Return the view box and content of each symbol in the sprite, by name."""
    sprite = Path(str(finders.find("icons/icons.svg"))).read_text(encoding="utf-8")
    found = re.findall(r'<symbol id="([^"]+)" viewBox="([^"]+)"[^>]*>(.*?)</symbol>', sprite, re.DOTALL)
    return {name: (box, inner) for name, box, inner in found}
