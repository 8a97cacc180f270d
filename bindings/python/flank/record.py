# SPDX-License-Identifier: MIT
"""Games being played, with undo and the history that repetition asks for: record.h of the C interface."""
import ctypes
from typing import List, Optional, Union

from . import _native as c
from ._library import Owner, check, given, lib, made, text
from .rules import Move, Outcome, Position, Rules


class Record(Owner):
    """A start position, the moves made, and a cursor. One thread at a time.

    >>> record = Record("othello", "f5d6c3")
    >>> record.position.side, len(record)
    ('white', 3)
    """

    def __init__(self, game: Optional[str] = None, moves: str = "", position: Union[None, str, Position] = None, rules: str = ""):
        """A game by its name (None: Othello, or that of the Position), the moves made, where it starts."""
        game = game or (position.rules.game if isinstance(position, Position) else "othello")
        if isinstance(position, Position):
            if Rules(game, rules or str(position.rules)) != position.rules:
                raise ValueError(f"the position is one of {position.rules!r}")
            self.rules, start = position.rules, position
        else:
            self.rules = Rules(game, rules)
            start = Position(position, game, rules) if position else None
        self.handle = made(lib.flank_record_create(self.rules.handle, self.rules.values, start.native if start else None))
        if moves:
            self.play(moves)

    @classmethod
    def _of(cls, handle) -> "Record":
        """Takes over the object that `handle` points to."""
        record = cls.__new__(cls)
        record.handle = made(handle)
        rules = lib.flank_record_rules(handle).contents
        record.rules = Rules._of(lib.flank_record_game(handle), rules)  # pylint: disable=protected-access
        return record

    @classmethod
    def parse(cls, words: str) -> "Record":
        """The record that str(record) wrote."""
        status, error = ctypes.c_int(), c.flank_error()
        return cls._of(made(lib.flank_record_parse(given(words), status, error), status, error))

    def __del__(self):
        if getattr(self, "handle", None):
            lib.flank_record_destroy(self.handle)
            self.handle = None

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return Position._of(self.rules, lib.flank_record_position(self.handle).contents)  # pylint: disable=protected-access

    def position_at(self, ply: int) -> Position:
        """The position before move number `ply`, from 0; behind the cursor are those of undone moves."""
        if not 0 <= ply <= lib.flank_record_length(self.handle):
            raise IndexError(f"ply {ply} is not in 0..{lib.flank_record_length(self.handle)}")
        native = lib.flank_record_position_at(self.handle, ply).contents
        return Position._of(self.rules, native)  # pylint: disable=protected-access

    @property
    def moves(self) -> List[Move]:
        """The moves up to the cursor."""
        found = []
        for ply in range(len(self)):
            native = lib.flank_record_move_at(self.handle, ply)
            found.append(self.position_at(ply)._move(native))  # pylint: disable=protected-access
        return found

    def play(self, moves: Union[str, Move]) -> "Record":
        """Play a Move, or a text of one or more moves in any notation. All or nothing; undone moves are dropped."""
        if isinstance(moves, Move):
            check(lib.flank_record_play(self.handle, moves.native))
            return self
        error = c.flank_error()
        check(lib.flank_record_play_text(self.handle, given(moves), error), error)
        return self

    def copy(self) -> "Record":
        """The same game up to the cursor."""
        return Record.parse(str(self))

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        return lib.flank_record_undo(self.handle)

    def redo(self) -> bool:
        """Play the move that was taken back; False if there is none."""
        return lib.flank_record_redo(self.handle)

    @property
    def outcome(self) -> Outcome:
        """The outcome at the cursor, repetition and moves without progress included."""
        native = lib.flank_record_outcome(self.handle)
        return Outcome._of(native, self.rules.scores_discs)  # pylint: disable=protected-access

    @property
    def opening(self) -> Optional[str]:
        """The name of the opening that the game has followed furthest, if it has one."""
        return text(lib.flank_opening_name(self.handle))

    def __len__(self) -> int:
        """The plies before the cursor."""
        return lib.flank_record_ply(self.handle)

    def __bool__(self) -> bool:
        """True, also before the first move."""
        return True

    def __str__(self) -> str:
        """A small text file: tags, then the numbered moves."""
        size = lib.flank_record_format(self.handle, None, 0) + 1
        room = ctypes.create_string_buffer(size)
        lib.flank_record_format(self.handle, room, size)
        return text(room.value)

    def __repr__(self) -> str:
        return f"<Record of {self.rules.title}, {len(self)} plies>"


def as_record(game: Union[Record, Position, str]) -> Record:
    """A record as it is; one that begins at a position, or the moves of a game of Othello."""
    if isinstance(game, Record):
        return game
    return Record(position=game) if isinstance(game, Position) else Record("othello", game)
