"""The type of the plain data that the engine takes and returns."""

from typing import Any

Json = dict[str, Any]
"""A JSON object."""
