"""The HTML part of an e-mail.

It is generated from the plain text, so that the two never differ. In the text, empty lines separate blocks, a line of
dashes underlines a heading, and blocks with a line that begins with a space are preformatted (tables, examples). Only
addresses of this site become links, because the text may quote users.
"""

import re
from collections.abc import Iterator

from django.conf import settings
from django.utils.html import escape
from django.utils.translation import get_language

PATH = r"/[^\s<>\"]*"
UNDERLINE = re.compile(r"-{3,}")
WIDTH = 72
"""The maximum line length of the wrapped text."""
SIGNATURE = "-- "
"""The line above a signature. Source: RFC 3676, 4.3."""

PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<meta name="color-scheme" content="light dark" />
<title>{title}</title>
</head>
<body style="font: 16px/1.5 sans-serif; max-width: 44em; margin: 0 auto; padding: 1em">
{body}
</body>
</html>
"""


def html_of(text: str, *, title: str = "") -> str:
    """Return the text as an HTML page in the current language.

    The page is also well-formed XML.
    """
    body = "\n".join(block for lines in _blocks(text) for block in _block(lines))
    return PAGE.format(language=get_language() or "en", title=escape(title), body=body)


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block, without characters that XML forbids."""
    printable = "".join(character for character in text if character.isprintable() or character == "\n")
    for block in re.split(r"\n{2,}", printable):
        if lines := [line for line in block.split("\n") if line]:
            yield lines


def _block(lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    if lines[0] == SIGNATURE:
        yield "<hr />"
        yield from _block(lines[1:])
    elif len(lines) > 1 and UNDERLINE.fullmatch(lines[-1]):
        yield f"<h2>{_linked(' '.join(lines[:-1]))}</h2>"
    elif any(line.startswith(" ") for line in lines):
        yield f'<pre style="font: 14px/1.4 monospace; overflow-x: auto">{_linked(chr(10).join(lines))}</pre>'
    else:
        yield f"<p>{'<br />'.join(map(_linked, _unwrapped(lines)))}</p>"


def _unwrapped(lines: list[str]) -> Iterator[str]:
    """Undo the wrapping of lines.

    Two lines are joined if the first word of the second line would not have fitted on the first line.
    """
    line, *rest = lines
    for after in rest:
        if len(line.rpartition("\n")[2]) + 1 + len(after.split(" ", 1)[0]) > WIDTH:
            line = f"{line}\n{after}"
        else:
            yield line
            line = after
    yield line


def _linked(text: str) -> str:
    """Convert text to HTML in which this site's addresses are links."""
    found, end = [], 0
    for address in re.finditer(rf"(?<!\S){re.escape(settings.SITE_URL)}{PATH}", text):
        link = escape(address[0])
        found += [escape(text[end : address.start()]), f'<a href="{link}">{link}</a>']
        end = address.end()
    return "".join([*found, escape(text[end:])])
