"""The container's health check: `python -m wavinghands.web.probe` fails unless this machine's server answers 200."""

import os
from urllib.request import Request, urlopen

URL = "http://127.0.0.1:8000/healthz"


def main() -> None:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    with urlopen(Request(URL, headers={"Host": host}), timeout=5):
        pass


if __name__ == "__main__":
    main()
