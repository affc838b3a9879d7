"""Tests for the progress of long commands: results saved for an interrupted command, and the progress bar."""

import io
import os
import pty
import re
import subprocess
import sys
import termios

import pytest

from tests import servers
from wavinghands import progress
from wavinghands.progress import Journal, bar, filled, interruptible


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.setattr(progress, "FOLDER", tmp_path)
    return tmp_path


def interrupted_after(number):
    """Return a function that squares numbers and is interrupted at `number`."""

    def square(item):
        if item == number:
            raise KeyboardInterrupt
        return item * item

    return square


def run(work, *facts, items=range(5), **options):
    """Process `items` with `work`, and save the results in a journal for these `facts`.

    Return the number of results that an earlier run had saved, and all results.
    """
    with interruptible(), Journal("squares", *facts, **options) as journal:
        return len(journal.results), filled(journal, work, items)


def test_an_interrupted_command_continues_and_then_deletes_its_results(folder, capsys):
    with pytest.raises(SystemExit) as end:
        run(interrupted_after(3))
    assert end.value.code == 130
    assert "The same command continues" in capsys.readouterr().err
    assert run(interrupted_after(None)) == (3, [0, 1, 4, 9, 16])
    assert run(interrupted_after(None)) == (0, [0, 1, 4, 9, 16])
    assert list(folder.iterdir()) == []


def interrupt(*facts):
    with pytest.raises(SystemExit):
        run(interrupted_after(3), *facts)


def test_the_option_restart_ignores_saved_results():
    interrupt()
    assert run(interrupted_after(None), restart=True)[0] == 0


def test_results_of_other_options_or_of_other_code_are_discarded(monkeypatch):
    interrupt("classic")
    assert run(interrupted_after(None), "warlocks")[0] == 0
    interrupt()
    monkeypatch.setattr(progress, "code_version", lambda: "another")
    assert run(interrupted_after(None)) == (0, [0, 1, 4, 9, 16])


@pytest.mark.parametrize("lost", range(1, 30))
def test_a_result_cut_off_by_a_crash_is_computed_again(folder, lost):
    interrupt()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-lost])
    known, results = run(interrupted_after(None))
    assert known < 3
    assert results == [0, 1, 4, 9, 16]


def test_results_from_before_an_error_are_kept():
    with pytest.raises(ZeroDivisionError):
        run(lambda item: 1 / (item - 2))
    assert run(interrupted_after(None))[0] == 2


def test_no_bar_is_written_to_a_file(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with bar(3) as shown:
        shown.update()
    assert sys.stderr.getvalue() == ""


def test_on_a_terminal_the_bar_is_shown_on_standard_error_alone():
    master, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    program = """
from wavinghands.progress import bar
with bar(2) as shown:
    shown.update()
    shown.refresh()
    shown.write("a line")
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=servers.ROOT, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True)
    told = os.read(master, 65536).decode()
    for end in (master, terminal):
        os.close(end)
    assert re.search(r"1/2 \[\d\d:\d\d<", told), told
    assert done.stdout == "a line\n"
