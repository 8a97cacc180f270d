# SPDX-License-Identifier: MIT
"""Games, positions and moves: plain values, as in the C interface's game.h and position.h."""
import ctypes
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Tuple, Union

from . import _native as c
from ._library import check, given, interruptible, lib, text, whole

COLORS = ("black", "white")


def games() -> List[str]:
    """The names of the games: "othello", "tothello", "loa", "draughts"."""
    return [text(lib.flank_game_name(lib.flank_game_at(i))) for i in range(lib.flank_game_count())]


class Rules:
    """A game and the rules that it is played by: Rules("othello", "board=6"). Equal ones compare equal."""

    def __init__(self, game: str = "othello", rules: str = ""):
        self.handle = lib.flank_game_find(given(game))
        if not self.handle:
            raise ValueError(f"unknown game {game!r}; it is one of {', '.join(games())}")
        self.values, error = c.flank_rules(), c.flank_error()
        check(lib.flank_rules_parse(self.handle, given(rules), self.values, error), error)

    @classmethod
    def _of(cls, handle, values) -> "Rules":
        rules = cls.__new__(cls)
        rules.handle, rules.values = handle, c.flank_rules.from_buffer_copy(values)
        return rules

    @property
    def game(self) -> str:
        """The game's name, "loa"."""
        return text(lib.flank_game_name(self.handle))

    @property
    def title(self) -> str:
        """The game's name for people, "Lines of Action"."""
        return text(lib.flank_game_title(self.handle))

    @property
    def scores_discs(self) -> bool:
        """True if a result is a number of discs, False if it is only a win, a draw or a loss."""
        return lib.flank_game_scores_discs(self.handle)

    @property
    def parameters(self) -> Dict[str, Tuple[str, ...]]:
        """The rules on which authorities differ, each with its values; the first is the default."""
        found, index = {}, 0
        while param := lib.flank_game_param(self.handle, index):
            values, count = param.contents.values, 0
            while values[count] is not None:
                count += 1
            found[text(param.contents.name)] = tuple(text(values[i]) for i in range(count))
            index += 1
        return found

    def color_name(self, color: str) -> str:
        """The name of a color in this game: Tothello's "white" is called red."""
        return text(lib.flank_game_color_name(self.handle, COLORS.index(color)))

    def __str__(self) -> str:
        """The parameters that differ from their default, "board=6"; "" if none does."""
        room = ctypes.create_string_buffer(c.FLANK_RULES_TEXT_SIZE)
        lib.flank_rules_format(self.handle, self.values, room)
        return text(room.value)

    def __repr__(self) -> str:
        return f"Rules({self.game!r}, {str(self)!r})"

    def __reduce__(self):
        return Rules, (self.game, str(self))  # another process has another handle

    def __eq__(self, other) -> bool:
        return isinstance(other, Rules) and self.handle == other.handle and bytes(self.values) == bytes(other.values)

    def __hash__(self) -> int:
        return hash((self.handle, bytes(self.values)))


@dataclass(frozen=True)
class Move:
    """A move: its text in the game's usual notation, squares 0..63 (a1 = 0, h8 = 63), None where there is no such square."""

    text: str
    origin: Optional[int]  # None where a disc is placed, and for a pass
    target: Optional[int]  # None for a pass
    captured: int  # a set of squares, bit i for square i; 0 where discs are turned instead
    native: c.flank_move = field(repr=False, compare=False)

    def __reduce__(self):
        return _move, (self.text, self.origin, self.target, self.captured, bytes(self.native))

    @property
    def is_pass(self) -> bool:
        """True if the side to move does not move."""
        return self.target is None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """The end of a game for the side to move, or that there is none yet."""

    over: bool
    sign: int  # +1 the side to move has won, -1 it has lost, 0 a draw, or not over
    discs: Optional[int]  # the difference for the side to move, in the games that score discs, once it is over
    reason: Optional[str]  # "no move left", once it is over

    @classmethod
    def _of(cls, native, scores_discs) -> "Outcome":
        if not native.over:
            return cls(False, 0, None, None)
        return cls(True, native.sign, native.discs if scores_discs else None, text(native.reason.contents.words))


class Position:
    """A position of a game; it never changes. Equal ones compare equal."""

    def __init__(self, position: str = "startpos", game: str = "othello", rules: str = ""):
        self.rules = Rules(game, rules)
        self.native, error = c.flank_position(), c.flank_error()
        check(lib.flank_position_parse(self.rules.handle, given(position), self.native, error), error)
        check(lib.flank_position_check(self.rules.handle, self.rules.values, self.native, error), error)

    @classmethod
    def _of(cls, rules: Rules, native) -> "Position":
        position = cls.__new__(cls)
        position.rules, position.native = rules, c.flank_position.from_buffer_copy(native)
        return position

    @property
    def side(self) -> str:
        """The side to move, "black" or "white" (Tothello's red is "white" here)."""
        return COLORS[self.native.color]

    @property
    def own(self) -> int:
        """The pieces of the side to move, a set of squares: bit 0 is a1, bit 63 is h8."""
        return self.native.own

    @property
    def other(self) -> int:
        """The pieces of the side that waits."""
        return self.native.other

    @property
    def kings(self) -> int:
        """Those of all these pieces that are kings (draughts)."""
        return self.native.kings

    @property
    def moves(self) -> List[Move]:
        """The legal moves, a pass included; none exactly when the game is over."""
        room = (c.flank_move * c.FLANK_MOVES_MAX)()
        count = lib.flank_game_moves(self.rules.handle, self.rules.values, self.native, room)
        return [self._move(room[i]) for i in range(count)]

    def move(self, move: Union[str, Move]) -> Move:
        """The legal move that a text in any notation of the game says."""
        if isinstance(move, Move):
            return move
        native, error = c.flank_move(), c.flank_error()
        check(lib.flank_move_parse(self.rules.handle, self.rules.values, self.native, given(move), native, error), error)
        return self._move(native)

    def play(self, move: Union[str, Move]) -> "Position":
        """The position after a legal move."""
        native = self.move(move).native
        if not any(bytes(native) == bytes(legal.native) for legal in self.moves):
            check(c.FLANK_ILLEGAL_MOVE)
        return self._of(self.rules, lib.flank_game_play(self.rules.handle, self.rules.values, self.native, native))

    @property
    def outcome(self) -> Outcome:
        """The outcome of the position by itself. Repetition needs a Record."""
        native = lib.flank_game_outcome(self.rules.handle, self.rules.values, self.native)
        return Outcome._of(native, self.rules.scores_discs)  # pylint: disable=protected-access

    def text(self, style: Optional[str] = None) -> str:
        """The position in one of `styles`; None: the first of them."""
        room = ctypes.create_string_buffer(c.FLANK_POSITION_TEXT_SIZE)
        check(lib.flank_position_format(self.rules.handle, self.native, given(style) if style else None, room))
        return text(room.value)

    @property
    def styles(self) -> List[str]:
        """The notations in which the game's positions can be written; every one of them is read."""
        return list(_texts(lib.flank_game_position_styles(self.rules.handle)))

    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of leaves of the game tree so many plies below."""
        leaves, stop = ctypes.c_uint64(), c.flank_stop()
        options = c.flank_perft_options(threads=whole("threads", threads), stop=ctypes.pointer(stop))
        check(interruptible(lambda: lib.flank_perft(self.rules.handle, self.rules.values, self.native, whole("depth", depth), options,
                                                    leaves), stop))
        return leaves.value

    def _move(self, native) -> Move:
        room = ctypes.create_string_buffer(c.FLANK_MOVE_TEXT_SIZE)
        check(lib.flank_move_format(self.rules.handle, self.rules.values, self.native, native, None, room))
        squares = (getattr(native, "from"), native.to)  # a word of Python's own
        origin, target = (None if square == c.FLANK_NO_SQUARE else square for square in squares)
        return Move(text(room.value), origin, target, native.captured, c.flank_move.from_buffer_copy(native))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Position({self.text()!r}, {self.rules.game!r}, {str(self.rules)!r})"

    def __reduce__(self):
        return _position, (self.rules, bytes(self.native))

    def __eq__(self, other) -> bool:
        return isinstance(other, Position) and self.rules == other.rules and bytes(self.native) == bytes(other.native)

    def __hash__(self) -> int:
        return hash((self.rules, bytes(self.native)))


def _position(rules: Rules, native: bytes) -> Position:
    return Position._of(rules, bytearray(native))  # pylint: disable=protected-access


def _move(words: str, origin: Optional[int], target: Optional[int], captured: int, native: bytes) -> Move:
    return Move(words, origin, target, captured, c.flank_move.from_buffer_copy(native))


def _texts(array) -> Iterator[str]:
    index = 0
    while array[index] is not None:
        yield text(array[index])
        index += 1
