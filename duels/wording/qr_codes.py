"""QR codes (ISO/IEC 18004) for addresses, as inline SVG."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """Return a QR code for this address.

    The code is dark on a light background in every theme. Screen readers ignore the code, so templates must show the
    address next to it.
    """
    made = segno.make_qr(address, error="m")
    drawn = made.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))  # noqa: S308  # only numbers: the address is encoded as dots
