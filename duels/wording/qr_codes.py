"""Addresses drawn so that a phone reads them: QR codes (ISO/IEC 18004) as pictures that stand in a page."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """An `<svg>` for phones alone: whoever shows it says the address beside it. Dark on light by night too."""
    made = segno.make_qr(address, error="m")
    drawn = made.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))  # noqa: S308  # numbers alone, the address is in dots
