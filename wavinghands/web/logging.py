"""Logging in JSON, with one object per line for log collectors."""

import logging
from datetime import UTC, datetime
from typing import Any

import orjson

PLAIN = {*vars(logging.makeLogRecord({})), "message", "asctime", "request", "server_time", "taskName"}
"""Attributes that all records have, or that are useless as text. All other attributes come from `extra`."""


class JsonFormatter(logging.Formatter):
    """A formatter that writes one JSON object per log record.

    The keys are `time`, `level`, `logger`, `message` and `process`, those of `extra`, and `exception`, if there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {name: value for name, value in vars(record).items() if name not in PLAIN}
        line |= {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
