"""The container's health check: `python -m wavinghands.web.probe`.

It fails unless the server on this machine responds with status 200.
"""

from urllib.request import urlopen

URL = "http://127.0.0.1:8000/healthz"


def main() -> None:
    with urlopen(URL, timeout=5):
        pass


if __name__ == "__main__":
    main()
