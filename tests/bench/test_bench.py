import pytest

from tests.bench.__main__ import table
from tests.bench.client import Figures, close_sockets, open_sockets, play_in_a_loop, play_paced
from tests.bench.measurements import Row
from tests.bench.plain import Plain
from tests.bench.scripts import write_scripts
from tests.bench.site import open_site


@pytest.mark.thorough
async def test_scripted_duels_are_played_over_sockets():
    with open_site() as site:
        duels = site.start_duels(write_scripts(2, length=3), 4)
        before = site.cpu_seconds()
        await open_sockets(duels, site.addresses, site.cookies)
        in_a_loop = await play_in_a_loop(duels, at_once=2, rounds=2)
        paced = await play_paced(duels, rounds_per_second=100, rounds=4)
        await close_sockets(duels)
        assert site.cpu_seconds() > before
    assert [len(in_a_loop.latencies), len(paced.latencies)] == [8, 4]
    assert [duel.number for duel in duels] == [3, 3, 3, 3]


def test_scripts_have_orders_of_both_wizards_in_every_round():
    scripts = write_scripts(4, length=8)
    assert [script.book for script in scripts] == ["classic", "standard"] * 2
    assert {len(script.rounds) for script in scripts} == {8}
    assert {tuple(frames) for script in scripts for frames in script.rounds} == {("Black", "White")}


def test_figures_are_percentiles_in_milliseconds_and_rounds_per_second():
    figures = Figures([place / 1000 for place in range(100, 0, -1)], seconds=2)
    assert [figures.percentile(percent) for percent in (50, 95, 99)] == [51, 96, 100]
    assert figures.rounds_per_second == 50


def test_the_table_says_which_budgets_are_met():
    rows = [Row("a", "1 ms", "≤ 2 ms", True), Row("b", "3 ms", "≤ 2 ms", False), Row("c", "5")]
    assert table(rows).splitlines()[2:] == [
        "| a | 1 ms | ≤ 2 ms | yes |",
        "| b | 3 ms | ≤ 2 ms | NO |",
        "| c | 5 |  |  |",
    ]


def test_without_the_program_plain_channels_has_a_stored_figure():
    assert Plain(None).rounds_per_second(100) > 0
