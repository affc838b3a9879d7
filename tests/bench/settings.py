"""The production settings, with an extra page and without rate limits per client."""

from wavinghands.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
FRAMES_A_SECOND = SOCKETS_A_USER = SOCKETS_AN_ADDRESS = 100_000  # two users play all duels
