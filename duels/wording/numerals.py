"""Numbers as one reads them: with a minus sign, which a hyphen is not."""

MINUS = "−"


def numeral(number: float) -> str:
    """The number without its fraction: "3", "−3"."""
    return f"{number:.0f}".replace("-", MINUS)


def signed(change: int) -> str:
    """A change: "+3", "−3"."""
    return f"{change:+}".replace("-", MINUS)
