"""PNG pictures for link previews, rendered from SVG on the first request and kept on disk.

Messengers do not accept SVG. The cache `pictures` in the settings limits the number of pictures.
"""

from collections.abc import Callable

import resvg_py
from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse

from wavinghands.web.conditional import etag

FONTS = ("marcellus/marcellus-latin.ttf", "source-sans-3/source-sans-3-latin.ttf")


def png(svg: str) -> bytes:
    """Render an SVG as PNG.

    It uses the site's own fonts, so that pictures are the same on all servers.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(settings.BASE_DIR / "static" / "vendor" / font) for font in FONTS],
        font_family="Source Sans 3",
        serif_family="Marcellus",
        sans_serif_family="Source Sans 3",
    )


def picture_response(draw: Callable[[], str], *facts: object, max_age: int) -> HttpResponse:
    """Return the SVG drawn by `draw()` as a PNG.

    A picture cached for the same facts, language and release is reused. The picture must be the same for everyone.
    Browsers and proxies may keep it for `max_age` seconds.
    """
    found = caches["pictures"].get_or_set(etag(*facts), lambda: png(draw()))
    return HttpResponse(found, content_type="image/png", headers={"Cache-Control": f"public, max-age={max_age}"})
