"""The rules of Waving Hands, and the engine's public API.

The functions take and return duels and plain data.
"""

from wavinghands.engine.binding import forcing, holds
from wavinghands.engine.books import BOOKS, Book
from wavinghands.engine.duel import HIT_POINTS, Duel, Wizard
from wavinghands.engine.errors import EngineError, OrderError, RecordError
from wavinghands.engine.gestures import Hand, is_gesture, woven_on
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.lookahead.ahead import ahead
from wavinghands.engine.lookahead.branches import branch, outcomes
from wavinghands.engine.lookahead.candidates import Candidate, Casting, candidates, orders_for, palms, second_candidates
from wavinghands.engine.lookahead.completion import live, under_way
from wavinghands.engine.lookahead.what_if import belief, rehearse
from wavinghands.engine.orders import Orders, is_name, merged
from wavinghands.engine.phases import Asked
from wavinghands.engine.plain_data import Json
from wavinghands.engine.record import advance, dump, load, replay, round_record, start
from wavinghands.engine.referee import adjudicate, check_answers, check_orders, play, settle, understood
from wavinghands.engine.request import request
from wavinghands.engine.spell import Chapter, Hold
from wavinghands.engine.summary import summary
from wavinghands.engine.view import EVERYTHING, is_seen_alike
from wavinghands.engine.words.english import Catalogue
from wavinghands.engine.words.languages import CATALOGUES
from wavinghands.engine.words.library import book_table, books
from wavinghands.engine.words.options import check_options, options_table
from wavinghands.engine.words.reasons import rule_table
from wavinghands.engine.words.reports import describe, report, show, transcript
from wavinghands.engine.words.telling import view

__all__ = [
    "BOOKS",
    "CATALOGUES",
    "EVERYTHING",
    "HIT_POINTS",
    "Asked",
    "Book",
    "Candidate",
    "Casting",
    "Catalogue",
    "Chapter",
    "Duel",
    "EngineError",
    "Hand",
    "Hold",
    "Json",
    "Lexicon",
    "OrderError",
    "Orders",
    "RecordError",
    "Wizard",
    "adjudicate",
    "advance",
    "ahead",
    "belief",
    "book_table",
    "books",
    "branch",
    "candidates",
    "check_answers",
    "check_options",
    "check_orders",
    "describe",
    "dump",
    "forcing",
    "holds",
    "is_gesture",
    "is_name",
    "is_seen_alike",
    "live",
    "load",
    "merged",
    "options_table",
    "orders_for",
    "outcomes",
    "palms",
    "play",
    "rehearse",
    "replay",
    "report",
    "request",
    "round_record",
    "rule_table",
    "second_candidates",
    "settle",
    "show",
    "start",
    "summary",
    "transcript",
    "under_way",
    "understood",
    "view",
    "woven_on",
]
