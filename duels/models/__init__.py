"""Rows of challenges, duels, their rounds, and what they leave. The rules of the game live in the engine."""

from duels.models.challenges import Challenge, Change, Invitation, Seeker, Vote
from duels.models.chores import Chore
from duels.models.duels import Draft, Duel, Line, Round, Seat, Subscription, new_slug
from duels.models.guesses import Guess, GuessTally
from duels.models.house import HouseOutcome, HouseStanding
from duels.models.standings import Outcome, Standing
from duels.models.tallies import Cast, Tally

__all__ = [
    "Cast",
    "Challenge",
    "Change",
    "Chore",
    "Draft",
    "Duel",
    "Guess",
    "GuessTally",
    "HouseOutcome",
    "HouseStanding",
    "Invitation",
    "Line",
    "Outcome",
    "Round",
    "Seat",
    "Seeker",
    "Standing",
    "Subscription",
    "Tally",
    "Vote",
    "new_slug",
]
