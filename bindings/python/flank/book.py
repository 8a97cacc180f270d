# SPDX-License-Identifier: MIT
"""Opening books: book.h of the C interface."""
import ctypes
import os
from dataclasses import dataclass
from typing import List, Optional, Union

from . import _native as c
from ._library import Owner, check, lib, made, readable
from .record import Record, as_record
from .rules import Move, Position


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows."""

    move: Move
    score: int  # hundredths of a disc or piece for the side that makes the move
    in_book: bool  # the book goes on behind it
    depth: int  # plies of the search behind the score
    lines: int  # ways from there to the end of the book


PACKAGED = ("othello.book", "loa.book", "draughts.book")


class Book(Owner):
    """An open book; it may be read by several threads at once. Without a path: those that come with the package, as one."""

    def __init__(self, path: Union[None, str, os.PathLike] = None):
        self.handle = None
        folder = os.path.dirname(os.path.abspath(__file__))
        for each in [os.path.join(folder, name) for name in PACKAGED] if path is None else [path]:
            status, error = ctypes.c_int(), c.flank_error()
            self.handle = lib.flank_book_add(self.handle, made(lib.flank_book_open(readable(each), status, error), status, error))

    def close(self) -> None:
        """Close it now."""
        if getattr(self, "handle", None):
            lib.flank_book_close(self.handle)
            self.handle = None

    __del__ = close

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __len__(self) -> int:
        """The positions that it holds; of those of the package, Othello's."""
        return lib.flank_book_count(self._open())

    def moves(self, game: Union[Record, Position, str]) -> List[BookMove]:
        """The moves that it knows in a position, best first; none if it does not know the position, or its game by these rules."""
        record = as_record(game)
        count, error, room = ctypes.c_size_t(), c.flank_error(), (c.flank_book_move * c.FLANK_BOOK_MOVES_MAX)()
        status = lib.flank_book_here(self._open(), record.handle, room, count, error)
        if status == c.FLANK_NOT_FOUND:
            return []
        check(status, error)
        return [self._move(room[i], record.position) for i in range(count.value)]

    def choose(self, game: Union[Record, Position, str], margin: Optional[int] = None, seed: int = 0) -> Optional[BookMove]:
        """One of the moves whose score is at most `margin` below the best (None: as in play); None if the book has none."""
        choice, record = c.flank_book_move(), as_record(game)
        margin = lib.flank_book_margin(record.rules.handle) if margin is None else margin
        status = lib.flank_book_choose(self._open(), record.handle, margin, seed, choice)
        if status == c.FLANK_NOT_FOUND:
            return None
        check(status)
        return self._move(choice, record.position)

    def verify(self) -> None:
        """Read everything and check it."""
        error = c.flank_error()
        check(lib.flank_book_verify(self._open(), error), error)

    def _open(self):
        if not self.handle:
            raise ValueError("the book is closed")
        return self.handle

    @staticmethod
    def _move(native, position: Position) -> BookMove:
        move = position._move(native.move)  # pylint: disable=protected-access
        return BookMove(move, native.score, native.in_book, native.depth_plies, native.lines)
