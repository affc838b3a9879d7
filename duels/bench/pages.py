"""How long pages take on the server: `python -m duels.bench.pages`, on the database of the settings.

Each page is asked for by many addresses: other mages, duels, books, searches, sorts, pages. In this process the time is
that of the whole application from request to answer, `--server` measures a running one over HTTP instead.
"""

import argparse
import http.client
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import unescape
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple
from urllib.parse import quote, unquote, urlencode, urlsplit

import django
from django.conf import settings

BOOKS = ("", "classic", "standard", "nomonsters", "spellcast", "warlocks")
SPELLS = ("", "shield", "fireball", "finger_of_death", "time_stop", "summon_giant", "disease", "amnesia")
WHOSE = ("", "against", "house", "all")
GROUPS = ("spells", "openings", "endings", "activity")
ENDINGS = ("", "killed", "surrender", "both", "all_died", "all_gave", "draw")

Ask = Callable[[str], tuple[int, str]]


class Known:
    """Names and addresses that the pages themselves tell."""

    def __init__(self, ask: Ask, rng: Random) -> None:
        self.rng = rng
        self.mages = [*self._told(ask, "/ladder/?rows=1000", "mage"), *self._told(ask, "/graveyard/", "mage")]
        self.keen = [*self._told(ask, "/ladder/?sort=wins", "mage")]
        self.users = [*self._told(ask, f"/mage/{quote(self.keen[0])}/", "user"), *self._told(ask, "/users/", "user")]
        self.lines = self._lines(ask)
        self.duels = [
            slug for page in range(1, 9) for slug in self._told(ask, f"/duels/?show=finished&page={page}", "replay")
        ]

    @staticmethod
    def _told(ask: Ask, address: str, of: str) -> list[str]:
        return sorted(set(map(unquote, re.findall(rf'href="/{of}/([^/"]+)/"', ask(address)[1]))))

    @staticmethod
    def _lines(ask: Ask) -> list[str]:
        """Addresses of lines of one to six rounds, the commonest and others."""
        found: list[str] = []
        for book in BOOKS[1:]:
            address = f"/explorer/{book}/?whose=all"
            for _ in range(6):
                nexts = re.findall(r'class="openings__pair" href="([^"]+)"', ask(address)[1])[:5]
                found += map(unescape, nexts)
                address = found[-len(nexts)] if nexts else address
        return found

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
    return {name: partial(address, known, known.rng) for name, address in (PUBLIC | OWN).items()}


def _ranks(where: str, rng: Random) -> str:
    asked = {
        "kind": rng.choice(("duel", "melee")),
        "by": rng.choice(("score", "rating")),
        "sort": rng.choice(("score", "rating", "name", "wins", "losses", "draws")),
        "q": rng.choice(("", "", "an", "dor")),
        "page": rng.randint(1, 20),
    }
    return f"/{where}/?{urlencode(asked)}"


PUBLIC: dict[str, Callable[[Known, Random], str]] = {
    "home": lambda _, rng: "/",
    "lobby": lambda _, rng: "/lobby/",
    "challenges": lambda _, rng: "/challenges/",
    "ladder": lambda _, rng: _ranks("ladder", rng),
    "ladder, 1000 rows": lambda _, rng: f"/ladder/?rows=1000&page={rng.randint(1, 5)}",
    "honour roll": lambda _, rng: _ranks("honours", rng),
    "graveyard": lambda _, rng: f"/graveyard/?page={rng.randint(1, 99)}&sort={rng.choice(('name', 'ended'))}",
    "users": lambda _, rng: f"/users/?page={rng.randint(1, 20)}",
    "mage": lambda known, _: f"/mage/{quote(known.mage())}/",
    "mage, later pages": lambda known, rng: f"/mage/{quote(rng.choice(known.keen))}/?page={rng.randint(1, 20)}",
    "user": lambda known, rng: f"/user/{quote(rng.choice(known.users))}/",
    "duels": lambda _, rng: "/duels/",
    "duels, finished": lambda _, rng: f"/duels/?show=finished&page={rng.randint(1, 40)}",
    "search": lambda known, _: known.search(),
    "search by spells": lambda _, rng: f"/duels/?show=finished&spell={_spell(rng)}&spell2={_spell(rng)}",
    "replay": lambda known, rng: f"/replay/{rng.choice(known.duels)}/",
    "record": lambda known, rng: f"/replay/{rng.choice(known.duels)}.json",
    "stats": lambda _, rng: f"/stats/?book={rng.choice(BOOKS)}&kind={rng.choice(('', 'melee'))}",
    "stats, a group": lambda _, rng: f"/stats/{rng.choice(GROUPS)}/?book={rng.choice(BOOKS)}",
    "openings": lambda _, rng: f"/explorer/{rng.choice(BOOKS[1:])}/?whose={rng.choice(WHOSE)}",
    "openings, a line": lambda known, rng: _line(known, rng),
    "archive": lambda _, rng: "/archive/",
    "rules": lambda _, rng: "/rules/classic/",
}
OWN: dict[str, Callable[[Known, Random], str]] = {
    name: lambda _, rng, name=name: f"/{name}/"  # type: ignore[misc]
    for name in ("mages", "settings", "letters", "messages", "blocks", "vacation", "quick")
}


def _line(known: Known, rng: Random) -> str:
    band = rng.choice(("", "", "0", "1", "2", "3", "4"))
    return rng.choice(known.lines).replace("whose=all", f"whose={rng.choice(WHOSE)}") + f"&rating={band}"


def _spell(rng: Random) -> str:
    return rng.choice(SPELLS[1:])


class Times(NamedTuple):
    """What requests have taken, in milliseconds: by the clock, and of this process's CPU."""

    clock: list[float]
    cpu: list[float]


def timed(ask: Ask, address: Callable[[], str], times: int) -> Times:
    """What so many requests take. Where others use the machine too, the CPU's time says more than the clock."""
    found = Times([], [])
    for _ in range(times):
        where, start, used = address(), perf_counter(), process_time()
        status, _ = ask(where)
        found.clock.append(1000 * (perf_counter() - start))
        found.cpu.append(1000 * (process_time() - used))
        if status not in (200, 302):
            raise SystemExit(f"{where} answers {status}")
    return found


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
        connection.request("GET", address, headers=headers)
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
    print(f"{'page':20} {'viewer':10} {'clock':>8} {'95th':>8} {'CPU':>8} {'95th':>8}   ms")  # noqa: T201 - a command prints
    for line in _lines(known, viewers, given.times, given.only):
        print(line, flush=True)  # noqa: T201


def _lines(known: Known, viewers: dict[str, Ask], times: int, only: str) -> Iterator[str]:
    for name, address in addresses(known).items():
        for viewer, ask in viewers.items() if only in name else ():
            ask(address())  # what is loaded once is loaded
            found = timed(ask, address, times)
            figures = (f(of) for of in found for f in (median, _95th))
            yield f"{name:20} {viewer:10} " + " ".join(f"{figure:8.1f}" for figure in figures)


def _95th(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    main()
