"""Logs as lines of JSON, for programs that gather and search them."""

import logging
from datetime import UTC, datetime
from typing import Any

import orjson

PLAIN = {*vars(logging.makeLogRecord({})), "message", "asctime", "request", "server_time", "taskName"}
"""What every record has, or what says nothing as text; whatever else it has was given by `extra`."""


class JsonFormatter(logging.Formatter):
    """A record as one object: `time`, `level`, `logger`, `message`, `process`, `extra` fields, `exception` if any."""

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
