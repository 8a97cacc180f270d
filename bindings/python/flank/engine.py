# SPDX-License-Identifier: MIT
"""Thinking and solving: engine.h of the C interface."""
import contextlib
import ctypes
import os
import threading
from dataclasses import dataclass
from typing import Callable, Optional, Tuple, Union

from . import _native as c
from ._library import Owner, check, interruptible, lib, made, readable, whole
from .record import Record, as_record
from .rules import Move, Position

LEVEL_MAX = c.FLANK_LEVEL_MAX
Path = Union[str, os.PathLike]
_BOUNDS = {c.FLANK_BOUND_NONE: None, c.FLANK_BOUND_LOWER: "lower", c.FLANK_BOUND_UPPER: "upper"}


@dataclass(frozen=True)
class Line:
    """A move and what follows it, as a search judges it."""

    moves: Tuple[Move, ...]  # moves[0] is the move at the root; empty only if there is no move at all
    score: int  # hundredths of a disc or piece for the side to move; see win_in
    depth: int  # plies
    selectivity: int  # percent of confidence in what the search skipped
    exact: bool  # the score is proved
    bound: Optional[str]  # of a one-sided solve: "lower" and "upper" if the value is at least, at most the score

    @property
    def move(self) -> Optional[Move]:
        """The move at the root."""
        return self.moves[0] if self.moves else None

    @property
    def value(self) -> float:
        """The score in discs or pieces."""
        return self.score / 100

    @property
    def win_in(self) -> Optional[int]:
        """In games without a disc score: the plies to a proved win, negative for a proved loss; None if neither is proved."""
        if abs(self.score) < c.FLANK_SCORE_MATE:
            return None
        plies = c.FLANK_SCORE_WIN - abs(self.score)
        return plies if self.score > 0 else -plies

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))


@dataclass(frozen=True)
class Report:
    """The findings of a search, so far or in the end."""

    lines: Tuple[Line, ...]  # best first
    depth: int  # the last depth completed for all lines
    nodes: int
    time: float  # seconds
    slipped: bool  # a low level has not looked for the best move this time
    complete: bool = True  # False for a solve that a limit ended

    @property
    def best(self) -> Line:
        """The first line."""
        return self.lines[0]


def line_of(native, position: Position) -> Line:
    """A line of the library's that begins at `position`."""
    moves = []
    for i in range(native.length):
        moves.append(position._move(native.moves[i]))  # pylint: disable=protected-access
        position = Position._of(position.rules, lib.flank_game_play(  # pylint: disable=protected-access
            position.rules.handle, position.rules.values, position.native, native.moves[i]))
    return Line(tuple(moves), native.score, native.depth_plies, native.selectivity, native.exact, _BOUNDS[native.bound])


def _report(native, position: Position, complete: bool = True) -> Report:
    lines = tuple(line_of(native.lines[i], position) for i in range(native.line_count))
    return Report(lines, native.depth_plies, native.nodes, native.time_s, native.slipped, complete)


class Engine(Owner):
    """Owns the memory of a search and thinks about positions of any game. One thread at a time; stop() from any.

    >>> with Engine() as engine:
    ...     print(engine.search("f5d6c3d3c4", depth=8).best.move)
    f4
    """

    def __init__(self, threads: int = 1, hash_mb: int = 128, evaluation: Optional[Path] = None,
                 tables: Optional[Path] = None):
        self.handle = self._evaluation = self._tables = None
        status, error = ctypes.c_int(), c.flank_error()
        if evaluation is not None:
            made_one = ctypes.c_void_p()
            check(lib.flank_evaluation_read(readable(evaluation), made_one, error), error)
            self._evaluation = made_one.value
        if tables is not None:
            self._tables = made(lib.flank_tables_open(readable(tables), status, error), status, error)
        self._stop, self._busy = c.flank_stop(), threading.Lock()
        options = c.flank_engine_options(hash_bytes=whole("hash_mb", hash_mb, 2**18) << 20, threads=whole("threads", threads, 256),
                                         evaluation=self._evaluation, tables=self._tables)
        self.handle = made(lib.flank_engine_create(options))

    def close(self) -> None:
        """Free the memory now, and not when Python finds out that nobody uses it. Not while the engine thinks."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("the engine is thinking: stop() ends that")
        try:
            self._free()
        finally:
            self._busy.release()

    def _free(self) -> None:
        if self.handle:
            lib.flank_engine_destroy(self.handle)
        if self._evaluation:
            lib.flank_evaluation_destroy(self._evaluation)
        if self._tables:
            lib.flank_tables_close(self._tables)
        self.handle = self._evaluation = self._tables = None

    def __del__(self):
        if hasattr(self, "_tables"):
            self._free()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def stop(self) -> None:
        """End the search under way within some milliseconds, with the best so far. From any thread."""
        lib.flank_stop_raise(self._stop)

    def clear(self) -> None:
        """Forget earlier searches; afterwards the same calls give the same answers."""
        with self.use() as (handle, _):
            lib.flank_engine_clear(handle)

    def search(self, game: Union[Record, Position, str], *, level: int = 0, depth: int = 0, nodes: int = 0,  # pylint: disable=too-many-arguments
               time: float = 0.0, lines: int = 1, selectivity: int = 0, seed: int = 0,
               on_report: Optional[Callable[[Report], object]] = None) -> Report:
        """Think about the position at a record's cursor, within all limits that are given; one at least is needed.

        `level` is 1 to 60, `depth` counts plies, `time` is in seconds; `lines` is how many best moves to report, and
        `selectivity` the percent of confidence with which moves may be skipped. on_report(report) hears of each completed depth; if it
        returns True the search ends.
        """
        if not (level or depth or nodes or time):
            raise ValueError("a search needs a limit: level, depth, nodes or time")
        limits = c.flank_limits(level=whole("level", level), depth_plies=whole("depth", depth), nodes=whole("nodes", nodes, 2**64 - 1),
                                time_ms=milliseconds(time), lines=whole("lines", lines), selectivity=whole("selectivity", selectivity),
                                seed=whole("seed", seed, 2**64 - 1))
        return self._run(lib.flank_engine_search, game, limits, on_report)

    def solve(self, game: Union[Record, Position, str], *, lines: int = 1, win_loss_draw: bool = False,  # pylint: disable=too-many-arguments
              at_least: Optional[int] = None, nodes: int = 0, time: float = 0.0,
              on_report: Optional[Callable[[Report], object]] = None) -> Report:
        """The result with best play; `at_least` only asks whether it is so many discs or more. If a limit or stop() ends it
        before, the report is not `complete`."""
        limits = c.flank_limits(lines=whole("lines", lines), win_loss_draw=win_loss_draw, nodes=whole("nodes", nodes, 2**64 - 1),
                                time_ms=milliseconds(time), one_sided=at_least is not None,
                                at_least_discs=whole("at_least", at_least or 0, 64, -64))
        return self._run(lib.flank_engine_solve, game, limits, on_report)

    @contextlib.contextmanager
    def use(self):
        """The engine's handle and its stop, lowered, for one call of the library; another one meanwhile is an error."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("the engine is thinking: one engine is used by one thread at a time")
        try:
            if not self.handle:
                raise ValueError("the engine is closed")
            lib.flank_stop_clear(self._stop)
            yield self.handle, self._stop
        finally:
            self._busy.release()

    def _run(self, call, game, limits, on_report) -> Report:
        record, native, failure = as_record(game), c.flank_report(), []
        position = record.position

        def heard(_, report):
            try:
                return c.FLANK_ENOUGH if on_report(_report(report.contents, position)) is True else c.FLANK_GO_ON
            except BaseException as error:  # pylint: disable=broad-except  # raised again behind the call into C
                failure.append(error)
                return c.FLANK_ENOUGH

        callback = c.flank_report_fn(heard) if on_report else c.flank_report_fn(0)
        with self.use() as (handle, stop):
            limits.stop = ctypes.pointer(stop)
            status = interruptible(lambda: call(handle, record.handle, limits, callback, None, native), stop)
            if failure:
                raise failure[0]
            if status != c.FLANK_STOPPED:
                check(status)
            return _report(native, position, status != c.FLANK_STOPPED)


def milliseconds(seconds: float) -> int:
    """At least one for any time at all, since none is no limit."""
    if not 0 <= seconds < 1e12:
        raise ValueError(f"a time of {seconds} s")
    return max(1, round(seconds * 1000)) if seconds else 0


def win_chance(line: Line, position: Position) -> float:
    """The chance to win, 0 to 1, of the side to move with `line` in `position`; a draw counts half."""
    native = c.flank_line(score=line.score, depth_plies=line.depth, exact=line.exact, length=0)
    squares = 36 if "board=6" in str(position.rules).split(",") else 64
    empties = squares - bin(position.own | position.other).count("1")
    return lib.flank_win_chance(position.rules.handle, native, empties)
