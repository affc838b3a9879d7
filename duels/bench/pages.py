"""How long pages take on the server: `python -m duels.bench.pages`, on the database of the settings.

Each page is asked for by many addresses: other mages, duels, books, searches, sorts, pages. In this process the time is
that of the whole application from request to answer, `--server` measures a running one over HTTP instead.
"""

import argparse
import http.client
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import quote, urlencode, urlsplit

import django
from django.conf import settings

BOOKS = ("", "classic", "standard", "nomonsters", "spellcast", "warlocks")
SPELLS = ("", "shield", "fireball", "finger_of_death", "time_stop", "summon_giant", "disease", "amnesia")
ENDINGS = ("", "killed", "surrender", "both", "all_died", "all_gave", "draw")

Ask = Callable[[str], tuple[int, str]]


class Known:
    """Names and addresses that the pages themselves tell."""

    def __init__(self, ask: Ask, rng: Random) -> None:
        self.rng = rng
        self.mages = [*self._told(ask, "/ladder/?rows=1000", "mage"), *self._told(ask, "/graveyard/", "mage")]
        self.keen = [*self._told(ask, "/ladder/?sort=wins", "mage")]
        self.users = [*self._told(ask, f"/mage/{self.keen[0]}/", "user"), *self._told(ask, "/users/", "user")]
        self.duels = [
            slug for page in range(1, 9) for slug in self._told(ask, f"/duels/?show=finished&page={page}", "replay")
        ]

    @staticmethod
    def _told(ask: Ask, address: str, of: str) -> list[str]:
        return sorted(set(re.findall(rf'href="/{of}/([^/"]+)/"', ask(address)[1])))

    def mage(self) -> str:
        """One that all know of, or one of many."""
        return self.rng.choice(self.keen if self.rng.random() < 0.5 else self.mages)

    def search(self) -> str:
        """A search of finished duels by some of all that they can be searched by."""
        some = self.rng.sample(
            [
                ("mage", self.mage()),
                ("against", self.mage()),
                ("book", self.rng.choice(BOOKS)),
                ("kind", self.rng.choice(("", "duel", "melee"))),
                ("options", self.rng.choice(("", "none", "some"))),
                ("ending", self.rng.choice(ENDINGS)),
                ("spell", self.rng.choice(SPELLS)),
                ("spell2", self.rng.choice(SPELLS)),
                ("shortest", str(self.rng.randint(1, 40))),
                ("since", f"2025-{self.rng.randint(1, 12):02}-01"),
                ("sort", self.rng.choice(("", "oldest", "longest", "shortest"))),
                ("page", str(self.rng.randint(1, 40))),
            ],
            self.rng.randint(1, 4),
        )
        return "/duels/?" + urlencode([("show", "finished"), *some])


def addresses(known: Known) -> dict[str, Callable[[], str]]:
    """An address of each page, another each time."""
    rng, page = known.rng, lambda most: rng.randint(1, most)
    sorts = ("score", "rating", "name", "wins", "losses", "draws")
    ranks = lambda where: f"/{where}/?" + urlencode(  # noqa: E731 - one line of a table
        {"kind": rng.choice(("duel", "melee")), "by": rng.choice(("score", "rating")), "sort": rng.choice(sorts),
         "q": rng.choice(("", "", "an", "dor")), "page": page(20)}
    )  # fmt: skip
    return {
        "home": lambda: "/",
        "lobby": lambda: "/lobby/",
        "challenges": lambda: "/challenges/",
        "ladder": lambda: ranks("ladder"),
        "ladder, 1000 rows": lambda: f"/ladder/?rows=1000&page={page(5)}",
        "honour roll": lambda: ranks("honours"),
        "graveyard": lambda: f"/graveyard/?page={page(100)}&sort={rng.choice(('name', 'ended', 'registered'))}",
        "users": lambda: f"/users/?page={page(20)}",
        "mage": lambda: f"/mage/{known.mage()}/",
        "mage, later pages": lambda: f"/mage/{rng.choice(known.keen)}/?page={page(20)}",
        "user": lambda: f"/user/{rng.choice(known.users)}/",
        "duels": lambda: "/duels/",
        "duels finished": lambda: f"/duels/?show=finished&page={page(40)}",
        "search": known.search,
        "search by spell": lambda: (
            f"/duels/?show=finished&spell={rng.choice(SPELLS[1:])}&spell2={rng.choice(SPELLS[1:])}"
        ),
        "replay": lambda: f"/replay/{rng.choice(known.duels)}/",
        "record": lambda: f"/replay/{rng.choice(known.duels)}.json",
        "stats": lambda: f"/stats/?book={rng.choice(BOOKS)}&kind={rng.choice(('', 'melee'))}",
        "stats, a group": lambda: (
            f"/stats/{rng.choice(('spells', 'openings', 'endings', 'activity'))}/?book={rng.choice(BOOKS)}"
        ),
        "archive": lambda: "/archive/",
        "mages": lambda: "/mages/",
        "settings": lambda: "/settings/",
        "letters": lambda: "/letters/",
        "messages": lambda: "/messages/",
        "vacation": lambda: "/vacation/",
        "rules": lambda: "/rules/classic/",
    }


def timed(ask: Ask, address: Callable[[], str], times: int) -> list[float]:
    """Milliseconds that each of so many requests has taken, the slowest last."""
    found = []
    for _ in range(times):
        where, start = address(), perf_counter()
        status, _ = ask(where)
        found.append(1000 * (perf_counter() - start))
        if status not in (200, 302):
            raise SystemExit(f"{where} answers {status}")
    return sorted(found)


def in_process(cookies: dict[str, str]) -> Ask:
    """Ask the application in this process."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.cookies.load(cookies)

    def ask(address: str) -> tuple[int, str]:
        answer = client.get(address)
        return answer.status_code, answer.content.decode()

    return ask


def over_http(url: str, cookies: dict[str, str]) -> Ask:
    """Ask a running server."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}

    def ask(address: str) -> tuple[int, str]:
        connection.request("GET", quote(address, safe="/?&=%+"), headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    return ask


def cookies_of(mage: str) -> dict[str, str]:
    """The session of the user whose mage this is."""
    from django.test import Client

    from accounts.selectors import mage_named

    found = mage_named(mage)
    if found is None:
        raise SystemExit(f"There is no mage named {mage}")
    client = Client()
    client.force_login(found.owner)
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each page."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--times", type=int, default=40, help="requests for each page")
    parser.add_argument("--server", default="", help="the address of a running server, else in this process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the pages with this in their name")
    given = parser.parse_args(arguments)
    django.setup()
    settings.DEBUG = False
    connect = (lambda cookies: over_http(given.server, cookies)) if given.server else in_process
    known = Known(connect({}), Random(given.seed))  # noqa: S311 - the same requests each time
    viewers = {"anonymous": connect({}), "user": connect(cookies_of(known.keen[0]))}
    print(f"{'page':20} {'viewer':10} {'median':>8} {'95th':>8} {'slowest':>8}   ms")  # noqa: T201 - a command prints
    for line in islice(_lines(known, viewers, given.times, given.only), None):
        print(line, flush=True)  # noqa: T201


def _lines(known: Known, viewers: dict[str, Ask], times: int, only: str) -> Iterator[str]:
    for name, address in addresses(known).items():
        for viewer, ask in viewers.items() if only in name else ():
            ask(address())  # what is loaded once is loaded
            found = timed(ask, address, times)
            yield f"{name:20} {viewer:10} {median(found):8.1f} {quantiles(found, n=20)[-1]:8.1f} {found[-1]:8.1f}"


if __name__ == "__main__":
    main()
