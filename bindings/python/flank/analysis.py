# SPDX-License-Identifier: MIT
"""Reviews of games: analysis.h of the C interface."""
import ctypes
from dataclasses import dataclass
from typing import Callable, List, Optional, Union

from . import _native as c
from ._library import Owner, Sink, check, interruptible, lib, text, whole
from .book import Book
from .engine import Engine, Line, line_of, milliseconds
from .files import Sheet
from .record import Record, as_record
from .rules import Move, Position


@dataclass(frozen=True)
class Review:
    """A position of a game, and what the move played there was worth."""

    ply: int
    side: str
    move: Optional[Move]  # None at the end of the game
    known: bool  # False: the analysis was ended before it came here
    forced: bool  # the only move
    from_book: bool
    turning: bool  # one of the moves that decided the game
    phase: str  # "opening", "midgame", "endgame"
    verdict: Optional[str]  # "best", "good", "inaccuracy", "mistake", "blunder"; None without a move, or if not known
    loss: float  # discs; in games without a disc score a share of the chance to win, 0 to 1
    chance: float  # the chance to win of the side to move with the best move, 0 to 1
    chance_after: float  # and with the move played
    best: Optional[Line]
    played: Optional[Line]


class Analysis(Owner):
    """A reviewed game."""

    def __init__(self, handle, record: Record):
        self.handle, native = handle, handle.contents
        self.record, self._moves = record, record.moves
        self.opening: Optional[str] = text(native.opening)
        self.complete: bool = native.complete
        self.nodes: int = native.nodes
        self.time: float = native.time_s
        self.reviews: List[Review] = [self._review(native.reviews[i], i) for i in range(native.count)]

    def __del__(self):
        if getattr(self, "handle", None):
            lib.flank_analysis_destroy(self.handle)
            self.handle = None

    def accuracy(self, color: str) -> float:
        """The share of a side's moves that were best or good, 0 to 1."""
        return lib.flank_review_accuracy(self.handle.contents.totals[("black", "white").index(color)])

    def annotate(self, sheet: Sheet) -> Sheet:
        """Put values, symbols, comments and better lines into the sheet whose main line was reviewed."""
        if sheet.rules != self.record.rules or sheet.record.moves != self._moves:
            raise ValueError("the sheet is not that of the game that was reviewed")
        check(lib.flank_analysis_annotate(self.handle, sheet.handle))
        return sheet

    def svg(self, sheet: Optional[Sheet] = None) -> str:
        """The graph of the game as an SVG picture; names of players come from the sheet."""
        sink = Sink()
        return sink.text(lib.flank_analysis_write_svg(self.handle, sheet.handle if sheet else None, sink.function, None))

    def _review(self, native, ply: int) -> Review:
        position, known = self.record.position_at(ply), native.known
        unit = 100 if position.rules.scores_discs else 10000
        move = self._moves[ply] if native.has_move else None
        has_verdict = known and native.has_move
        return Review(
            ply=ply, side=position.side, move=move, known=known, forced=native.forced, from_book=native.from_book,
            turning=native.turning, phase=text(lib.flank_phase_name(native.phase)),
            verdict=text(lib.flank_verdict_name(native.verdict)) if has_verdict else None, loss=native.loss / unit if known else 0.0,
            chance=native.chance, chance_after=native.chance_after, best=line_of(native.best, position) if known else None,
            played=line_of(native.played, position) if has_verdict else None)


def analyze(game: Union[Record, Sheet, Position, str], engine: Optional[Engine] = None, *, level: int = 0, time: float = 0.0,
            book: Optional[Book] = None, on_progress: Optional[Callable[[int, int], object]] = None) -> Analysis:
    """Review a game up to its cursor, each position at a level (0: the default) or for `time` seconds.

    on_progress(done, total) hears how far it is; if it returns True the analysis ends with what is known, as after engine.stop().
    """
    if engine is None:
        with Engine() as own:
            return analyze(game, own, level=level, time=time, book=book, on_progress=on_progress)
    record, failure = game.record if isinstance(game, Sheet) else as_record(game).copy(), []

    def heard(_, done, total):
        try:
            return c.FLANK_ENOUGH if on_progress(done, total) is True else c.FLANK_GO_ON
        except BaseException as error:  # pylint: disable=broad-except  # raised again behind the call into C
            failure.append(error)
            return c.FLANK_ENOUGH

    made = ctypes.POINTER(c.flank_analysis)()
    try:
        with engine.use() as (handle, stop):
            options = c.flank_analysis_options(level=whole("level", level), time_ms=milliseconds(time),
                                               book=book.handle if book else None, stop=ctypes.pointer(stop))
            if on_progress:
                options.on_progress = c.flank_analysis_progress_fn(heard)
            check(interruptible(lambda: lib.flank_analysis_run(handle, record.handle, options, made), stop))
        if failure:
            raise failure[0]
    except BaseException:
        if made:
            lib.flank_analysis_destroy(made)
        raise
    return Analysis(made, record)
