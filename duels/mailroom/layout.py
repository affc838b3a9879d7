"""Layout of plain-text e-mails.

Lines have up to 72 characters, headings are underlined, and tables are aligned with spaces. `accounts.email_html`
converts the text to HTML. A block becomes preformatted text there if one of its lines begins with a space.
"""

from collections.abc import Iterable, Iterator, Sequence

from accounts.email_html import WIDTH
from accounts.models import NAME_LENGTH

GAP = 2
"""The number of spaces between the columns of a table."""


def fitted(text: str, indent: str = "", hanging: str | None = None) -> str:
    """Wrap text at 72 columns, keeping its line breaks.

    Only a line with a long URL may be longer. Each line begins with `indent`. If `hanging` is given, continuation lines
    begin with it instead.
    """
    rest = indent if hanging is None else hanging
    return "\n".join("\n".join(_wrapped(line.split(), indent, rest)) for line in text.split("\n"))


def _wrapped(words: Iterable[str], indent: str, rest: str) -> Iterator[str]:
    line = indent
    for word in _broken(words, WIDTH - max(len(indent), len(rest))):
        if not line.strip():
            line += word
        elif len(line) + 1 + len(word) <= WIDTH:
            line += f" {word}"
        else:
            yield line
            line = rest + word
    yield line.rstrip()


def _broken(words: Iterable[str], room: int) -> Iterator[str]:
    """Yield the words, splitting each that is longer than `room` unless it is a URL."""
    for word in words:
        if "://" in word:
            yield word
        else:
            yield from (word[at : at + room] for at in range(0, len(word), room))


def heading(title: str) -> str:
    """Return a title with a line of dashes below it."""
    text = fitted(title)
    longest = max(3, *(len(line) for line in text.split("\n")))
    return f"{text}\n{'-' * longest}"


def section(title: str, *blocks: str) -> str:
    """Return a heading with blocks below it, or "" if all blocks are empty."""
    text = "\n\n".join(block for block in blocks if block)
    return f"{heading(title)}\n\n{text}" if text else ""


def article(*sections: str) -> str:
    """Join the non-empty sections with blank lines."""
    return "\n\n".join(part for part in sections if part)


def table(head: Sequence[object], rows: Iterable[Sequence[object]], *, left: Iterable[int] = (0,)) -> str:
    """Return a table as text.

    Its columns are right-aligned, except those whose indices are in `left`. Cells are truncated where necessary to make
    the lines fit.
    """
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    flush = set(left)
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    room = WIDTH - 1 - GAP * (len(widths) - 1)
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    return "\n".join(_row(row, widths, flush) for row in cells)


def _row(row: Sequence[str], widths: Sequence[int], flush: set[int]) -> str:
    cut = [cell if len(cell) <= width else f"{cell[: width - 1]}…" for cell, width in zip(row, widths, strict=True)]
    aligned = [
        cell.ljust(width) if number in flush else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(cut, widths, strict=True))
    ]
    return f" {(' ' * GAP).join(aligned)}".rstrip()


def facts(rows: Iterable[tuple[object, object]]) -> str:
    """Return a table of names and values.

    Rows without a value are left out.
    """
    filled = [(str(name), str(fact)) for name, fact in rows if str(fact)]
    width = min(NAME_LENGTH, max((len(name) for name, _ in filled), default=0))
    return "\n".join(fitted(fact, f" {name.ljust(width)}  ", " " * (width + 3)) for name, fact in filled)
