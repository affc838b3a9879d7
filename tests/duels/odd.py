"""Unusual and malformed input values for tests, and the errors that PostgreSQL raises for some of them."""

from collections.abc import Callable
from typing import Any

WORDS = (
    *("", " ", "\0", "a\0b", "-1", "0", "1", "9" * 19, "9" * 400, "1e999", "nan", "١٢", "½", "None", "true"),
    *("[]", "{}", "[" * 2000, '{"a": [null]}', "'\"><script>", "%", "%s", "%00", "\\", "../../etc/passwd", "(", "*"),
    *(
        "//elsewhere.example",
        "https://elsewhere.example/",
        "javascript:alert(1)",
        "http://[",
        "/\\elsewhere",
        "\r\nA: b",
    ),
    *("\u202e", "\u2028", "ß", "İ", "ﬃ", "e\u0301" * 50, "👩‍👩‍👧", "x" * 2000, "Black", "White", "black", "classic"),
    *("2026-02-30", "0001-01-01", "9999-12-31", "2026-01-01T25:00", "/\\elsewhere", "Nowhere/At_All"),
)
"""Unusual and malformed strings for forms and addresses."""

VALUES = (
    *(None, True, False, 0, -1, 2**31, 2**63, 10**40, 1.5, 1e308, "\ud800", "\n", "left", "both", "P", "two"),
    *([], {}, [[]], {"": {}}, [None], {"a": 1}, {"\ud800": "\0"}),
    *WORDS,
)
"""Unusual and malformed JSON values."""

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


def as_postgresql(execute: Execute, sql: str, given: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a query on SQLite, but raise an error for null characters, as PostgreSQL would."""
    nulls = [value for value in given or () if isinstance(value, str) and "\0" in value]
    if nulls:
        raise ValueError(f"{nulls} in {sql}")
    return execute(sql, given, many, context)
