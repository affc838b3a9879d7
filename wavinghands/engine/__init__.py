"""The game of Waving Hands. This module is its only door; everything that goes through it is plain data, but duels."""

from wavinghands.engine.books import BOOKS, Book
from wavinghands.engine.duel import Duel
from wavinghands.engine.errors import EngineError, OrderError, RecordError
from wavinghands.engine.gestures import is_gesture
from wavinghands.engine.lookahead.ahead import ahead
from wavinghands.engine.lookahead.what_if import rehearse
from wavinghands.engine.orders import is_name
from wavinghands.engine.phases import Asked
from wavinghands.engine.record import advance, dump, load, replay, round_record, start
from wavinghands.engine.referee import check_answers, check_orders, play, settle
from wavinghands.engine.request import request
from wavinghands.engine.summary import summary
from wavinghands.engine.view import EVERYTHING
from wavinghands.engine.words.english import Catalogue
from wavinghands.engine.words.languages import CATALOGUES
from wavinghands.engine.words.library import book_table, books
from wavinghands.engine.words.options import check_options, options_table
from wavinghands.engine.words.reasons import rule_table
from wavinghands.engine.words.reports import arranged, describe, report, show, transcript
from wavinghands.engine.words.telling import view

__all__ = [
    "BOOKS",
    "CATALOGUES",
    "EVERYTHING",
    "Asked",
    "Book",
    "Catalogue",
    "Duel",
    "EngineError",
    "OrderError",
    "RecordError",
    "advance",
    "ahead",
    "arranged",
    "book_table",
    "books",
    "check_answers",
    "check_options",
    "check_orders",
    "describe",
    "dump",
    "is_gesture",
    "is_name",
    "load",
    "options_table",
    "play",
    "rehearse",
    "replay",
    "report",
    "request",
    "round_record",
    "rule_table",
    "settle",
    "show",
    "start",
    "summary",
    "transcript",
    "view",
]
