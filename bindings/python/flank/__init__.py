# SPDX-License-Identifier: MIT
"""Flank: Othello, Tothello, Lines of Action and Turkish draughts, played, solved and reviewed.

    import flank

    record = flank.Record("othello", "f5d6c3d3c4")
    with flank.Engine() as engine:
        print(engine.search(record, level=20).best.move)
    for review in flank.analyze(record).reviews: ...
    for sheet in flank.read("games.wtb"): ...

All is done by libflank; names and meanings are those of its headers (include/flank). docs/users/python.md is the guide.
"""
from ._library import FlankError
from ._version import VERSION as __version__
from .analysis import Analysis, Review, analyze
from .book import Book, BookMove
from .engine import LEVEL_MAX, Engine, Line, Report, win_chance
from .files import Format, Games, Node, Result, Sheet, formats, read, recognise, write
from .library import Library, LibraryError
from .record import Record
from .rules import Move, Outcome, Position, Rules, games

__all__ = ["Analysis", "Book", "BookMove", "Engine", "FlankError", "Format", "Games", "LEVEL_MAX", "Library", "LibraryError", "Line", "Move", "Node", "Outcome", "Position",
           "Record", "Report", "Result", "Review", "Rules", "Sheet", "analyze", "formats", "games", "read", "recognise", "win_chance",
           "write"]
