"""The one query by which a page is held in a hand stands in scripts and style sheets: it is the same in all."""

import re

import pytest

from tests.servers import ROOT

STATIC = ROOT / "static"
SHEETS = ("css/board/in-hand.css", "css/learn/lesson.css", "css/site/header.css")
SCREENS = (STATIC / "js" / "lib" / "screen.js").read_text()


def query(name: str) -> str:
    return re.search(rf'const {name} = "(.+)";', SCREENS)[1]


@pytest.mark.parametrize("sheet", SHEETS)
def test_style_sheets_hold_for_a_hand_what_scripts_do(sheet):
    assert f"@media {query('IN_HAND')} {{" in (STATIC / sheet).read_text()


def test_style_sheets_hold_for_wide_what_scripts_do():
    assert f"@media {query('WIDE')} {{" in (STATIC / "css" / "board" / "duel.css").read_text()
