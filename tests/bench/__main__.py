"""Measure the site against its performance budget: play duels over real sockets, and print the results."""

import argparse
import asyncio
import os
import resource
from collections.abc import Sequence
from pathlib import Path

import uvloop

from tests.bench import measurements
from tests.bench.measurements import Bench, Row
from tests.bench.plain import Plain
from tests.bench.scripts import write_scripts
from tests.servers import ROOT

FLOOR = ROOT.parent / "shared" / "floor"
SCRIPTS = 20
PARTS = {
    "rounds": measurements.measure_rounds,
    "restart": measurements.measure_restart,
    "slow": measurements.measure_slow_request,
    "processes": measurements.measure_processes,
    "arena": measurements.measure_arena,
}


def table(rows: Sequence[Row]) -> str:
    words = {True: "yes", False: "NO", None: ""}
    lines = [f"| {row.subject} | {row.figure} | {row.budget} | {words[row.is_met]} |" for row in rows]
    return "\n".join(["| measured | figure | budget | met |", "| --- | --- | --- | --- |", *lines])


def main() -> int:
    options = _options()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # each socket needs one, here and in the servers
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}", flush=True)
    plain = Plain(options.floor if options.floor.is_dir() else None)
    bench = Bench(write_scripts(SCRIPTS, options.rounds), options.rounds, plain)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = runner.run(_measure(bench, options.parts))
    print("\nLatencies are p50 / p95 / p99; CPU is that of the web servers, per round.")
    print(f"Plain Channels: {plain.origin}.\n\n{table(rows)}")
    return int(any(row.is_met is False for row in rows))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"any of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=20, help="rounds per duel, and seconds of paced rounds")
    parser.add_argument(
        "--floor",
        type=Path,
        default=FLOOR,
        help="folder of the program that measures plain Channels (default: %(default)s)",
    )
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    return options


async def _measure(bench: Bench, parts: Sequence[str]) -> list[Row]:
    rows = []
    for part in parts:
        async for row in PARTS[part](bench):
            print(f"{row.subject}: {row.figure}", flush=True)
            rows.append(row)
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
