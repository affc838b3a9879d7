"""Database models for challenges, duels, rounds and results.

The rules of the game are in the engine.
"""

from duels.models.achievements import Achievement
from duels.models.analyses import Analysis
from duels.models.challenges import Challenge, Change, Invitation, OpponentAlert, Seeker, Vote
from duels.models.clubs import CLUB_NAME_TAKEN, Club, ClubMessage, Membership
from duels.models.duels import MISSES_ALLOWED, Draft, Duel, Line, Round, Seat, Subscription, new_slug
from duels.models.guesses import Guess, GuessTally
from duels.models.house import HouseOutcome, HouseStanding
from duels.models.jobs import RecurringJob
from duels.models.mailroom import IncomingEmail, Newcomer, OutgoingEmail
from duels.models.openings import Continuation, Opening, Whose
from duels.models.puzzles import Puzzle, PuzzleAttempt, PuzzleRun, PuzzleStanding
from duels.models.standings import Outcome, SeasonEntry, SeasonTrophy, Standing
from duels.models.tallies import Cast, Tally
from duels.models.tournaments import Entry, Pairing, TableSeat, Tournament

__all__ = [
    "CLUB_NAME_TAKEN",
    "MISSES_ALLOWED",
    "Achievement",
    "Analysis",
    "Cast",
    "Challenge",
    "Change",
    "Club",
    "ClubMessage",
    "Continuation",
    "Draft",
    "Duel",
    "Entry",
    "Guess",
    "GuessTally",
    "HouseOutcome",
    "HouseStanding",
    "IncomingEmail",
    "Invitation",
    "Line",
    "Membership",
    "Newcomer",
    "Opening",
    "OpponentAlert",
    "Outcome",
    "OutgoingEmail",
    "Pairing",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleRun",
    "PuzzleStanding",
    "RecurringJob",
    "Round",
    "SeasonEntry",
    "SeasonTrophy",
    "Seat",
    "Seeker",
    "Standing",
    "Subscription",
    "TableSeat",
    "Tally",
    "Tournament",
    "Vote",
    "Whose",
    "new_slug",
]
