import pytest

from duels.analysis import standing
from tests.duels.analysis import analysed
from wavinghands.search import analysis as search


@pytest.fixture(autouse=True)
def quick_search(monkeypatch):
    """Replace the search with a fake one that immediately returns a fixed result."""
    monkeypatch.setattr(search, "analyse", analysed.found)
    monkeypatch.setattr(search, "VERSION", analysed.VERSION)
    monkeypatch.setattr(standing, "VERSION", analysed.VERSION)
