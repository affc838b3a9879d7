"""Numbers with a real minus sign instead of a hyphen."""

MINUS = "−"


def numeral(number: float) -> str:
    """Format a number without decimals, such as "3" or "−3"."""
    return f"{number:.0f}".replace("-", MINUS)


def signed(change: int) -> str:
    """Format a difference with a plus or minus sign, such as "+3" or "−3"."""
    return f"{change:+}".replace("-", MINUS)
