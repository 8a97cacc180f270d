# SPDX-License-Identifier: MIT
"""Files of games and positions in every format of the field: sheet.h and formats.h of the C interface."""
import ctypes
import os
from dataclasses import dataclass
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _native as c
from ._library import FlankError, Owner, Sink, check, given, lib, made, path_bytes, readable, text, whole
from .record import Record, as_record
from .rules import COLORS, Move, Position, Rules

_ENDINGS = ("played", "resigned", "time", "agreed", "forfeit", "adjudicated")  # flank_ending, in its order


@dataclass(frozen=True)
class Format:
    """A format of files."""

    name: str  # "ggf"
    title: str
    extensions: Tuple[str, ...]
    reads: bool
    writes: bool


def formats() -> List[Format]:
    """All formats."""
    found = []
    for index in range(lib.flank_format_count()):
        handle = lib.flank_format_at(index)
        found.append(Format(text(lib.flank_format_name(handle)), text(lib.flank_format_title(handle)),
                            tuple(text(lib.flank_format_extensions(handle)).split()), lib.flank_format_reads(handle),
                            lib.flank_format_writes(handle)))
    return found


@dataclass(frozen=True)
class Result:
    """The end of a game, as its file or its moves say."""

    winner: Optional[str]  # "black", "white"; None for a draw
    discs: Optional[int]  # black's discs minus white's, empties to the winner, where that is known
    ending: str  # "played", "resigned", "time", "agreed", "forfeit", "adjudicated"


class Node(Owner):
    """A move on a sheet and the position after it; the root has no move. Read it, change it by the sheet's methods."""

    def __init__(self, sheet: "Sheet", handle):
        self._sheet, self.handle = sheet, handle  # the sheet owns the node

    @property
    def _native(self):
        return self.handle.contents

    @property
    def position(self) -> Position:
        """The position after the move."""
        return Position._of(self._sheet.rules, self._native.position)  # pylint: disable=protected-access

    @property
    def move(self) -> Optional[Move]:
        """The move; None for the root."""
        if not self._native.parent:
            return None
        return Node(self._sheet, self._native.parent).position._move(self._native.move)  # pylint: disable=protected-access

    @property
    def ply(self) -> int:
        """The moves from the root."""
        return self._native.ply

    @property
    def value(self) -> Optional[float]:
        """The judged worth of the move in discs or pieces for the side that makes it, if the file has one."""
        return self._native.value / 100 if self._native.has_value else None

    @property
    def time(self) -> Optional[float]:
        """The seconds spent on the move, if the file has them."""
        return self._native.time_ms / 1000 if self._native.has_time else None

    @property
    def tags(self) -> Dict[str, str]:
        """The notes: of the root "Black", "White", "Date", …; of moves "Comment", "Symbol", …"""
        found, tag = {}, self._native.tags
        while tag:
            found[text(tag.contents.name)] = text(tag.contents.value)
            tag = tag.contents.next
        return found

    @property
    def parent(self) -> Optional["Node"]:
        """The node before; None for the root."""
        return Node(self._sheet, self._native.parent) if self._native.parent else None

    def __eq__(self, other) -> bool:
        return isinstance(other, Node) and ctypes.addressof(self._native) == ctypes.addressof(other._native)

    def __hash__(self) -> int:
        return ctypes.addressof(self._native)

    def __repr__(self) -> str:
        return f"<Node {self.ply}: {self.move or 'start'}>"

    def of(self, sheet: "Sheet"):
        """The library's node, for a function that takes it with its sheet."""
        if self._sheet is not sheet:
            raise ValueError("the node is one of another sheet")
        return self.handle

    @property
    def children(self) -> List["Node"]:
        """The moves that follow: first the one that was played, then variations."""
        found, child = [], self._native.child
        while child:
            found.append(Node(self._sheet, child))
            child = child.contents.sibling
        return found


class Sheet(Owner):
    """A game, or a position, with everything that files keep beside the moves."""

    def __init__(self, game: Union[Record, str, None] = None, moves: str = "", rules: str = ""):
        record = game if isinstance(game, Record) else Record(game, moves, rules=rules)
        self.handle = made(lib.flank_sheet_of_record(record.handle))

    @classmethod
    def _of(cls, handle) -> "Sheet":
        """Takes over the object that `handle` points to."""
        sheet = cls.__new__(cls)
        sheet.handle = made(handle)
        return sheet

    def __del__(self):
        if getattr(self, "handle", None):
            lib.flank_sheet_destroy(self.handle)
            self.handle = None

    @property
    def rules(self) -> Rules:
        """The game and its rules."""
        rules = lib.flank_sheet_rules(self.handle).contents
        return Rules._of(lib.flank_sheet_game(self.handle), rules)  # pylint: disable=protected-access

    @property
    def is_position(self) -> bool:
        """True for a single position to think about, False for a game that was played."""
        return lib.flank_sheet_kind_of(self.handle) == c.FLANK_SHEET_POSITION

    @property
    def root(self) -> Node:
        """The start position."""
        return Node(self, lib.flank_sheet_root(self.handle))

    @property
    def record(self) -> Record:
        """The main line."""
        return Record._of(lib.flank_sheet_record(self.handle, None))  # pylint: disable=protected-access

    @property
    def tags(self) -> Dict[str, str]:
        """The notes of the game: "Black", "White", "Event", "Date", …"""
        return self.root.tags

    def set_tag(self, name: str, value: str, node: Optional[Node] = None) -> None:
        """Put a note on a node (None: the root) in place of one of that name; "" takes it away."""
        check(lib.flank_sheet_set_tag(self.handle, (node or self.root).of(self), given(name), given(value)))

    def set_value(self, node: Node, value: float) -> None:
        """Put a judged worth on a move: discs or pieces for the side that makes it."""
        lib.flank_sheet_set_value(self.handle, node.of(self), whole("the value", round(value * 100), least=1 - 2**31))

    def set_time(self, node: Node, seconds: float) -> None:
        """Put the time spent on a move."""
        lib.flank_sheet_set_time(self.handle, node.of(self), whole("the time", round(seconds * 1000), 2**53))

    def set_result(self, result: Result) -> None:
        """Say how the game ended, which need not be what the moves show."""
        sign = {None: 0, "black": 1, "white": -1}[result.winner]
        native = c.flank_sheet_result(known=True, sign=sign, has_discs=result.discs is not None,
                                      discs=whole("discs", result.discs or 0, 64, -64), ending=_ENDINGS.index(result.ending))
        lib.flank_sheet_set_result(self.handle, native)

    def record_to(self, node: Node) -> Record:
        """The line from the start to a node."""
        return Record._of(lib.flank_sheet_record(self.handle, node.of(self)))  # pylint: disable=protected-access

    def add(self, move: Union[str, Move], node: Optional[Node] = None) -> Node:
        """Add a legal move after a node (None: the end of the main line); one that is there is found."""
        at, added, error = node.of(self) if node else lib.flank_sheet_end(self.handle), ctypes.POINTER(c.flank_node)(), c.flank_error()
        check(lib.flank_sheet_add_text(self.handle, at, given(str(move)), added, error), error)
        return Node(self, added)

    @property
    def result(self) -> Optional[Result]:
        """The result, if the file or the moves say one."""
        native = lib.flank_sheet_result_of(self.handle)
        if not native.known:
            return None
        winner = None if native.sign == 0 else COLORS[native.sign < 0]
        return Result(winner, native.discs if native.has_discs else None, _ENDINGS[native.ending])

    def text(self, format: str = "flank") -> str:  # pylint: disable=redefined-builtin
        """The sheet as a file of one of the formats of letters."""
        status, error, sink = ctypes.c_int(), c.flank_error(), Sink()
        writer = made(lib.flank_writer_open_sink(sink.function, None, _format(format), status, error), status, error)
        written = lib.flank_writer_write(writer, self.handle, error)
        closed = lib.flank_writer_close(writer, written == c.FLANK_OK, None)
        return sink.text(written or closed, error if written else None)

    def __repr__(self) -> str:
        tags = self.tags
        return f"<Sheet of {self.rules.title}: {tags.get('Black', '?')} - {tags.get('White', '?')}>"


def recognise(words: str, game: Optional[str] = None) -> Sheet:
    """The game or position in a text that people paste, in any notation or format of any game."""
    sheet, error, raw = ctypes.c_void_p(), c.flank_error(), words.encode()
    handle = Rules(game).handle if game else None
    check(lib.flank_sheet_recognise(raw, len(raw), handle, sheet, error), error)
    return Sheet._of(sheet.value)  # pylint: disable=protected-access


class Games(Owner):
    """The games of a file that is being read, one after the other; close() ends the reading before its end."""

    def __init__(self, reader, on_error, kept):
        self.handle, self._on_error, self._kept = reader, on_error, kept  # the bytes and options are the reader's, too

    def __iter__(self) -> Iterator[Sheet]:
        return self

    def __next__(self) -> Sheet:
        while self.handle:
            sheet, error = ctypes.c_void_p(), c.flank_error()
            status = lib.flank_reader_next(self.handle, sheet, error)
            if status == c.FLANK_OK:
                return Sheet._of(sheet.value)  # pylint: disable=protected-access
            if status == c.FLANK_NOT_FOUND:
                self.close()
                continue
            try:
                check(status, error)
            except FlankError as failure:
                if self._on_error is None:
                    self.close()
                    raise
                self._on_error(failure, lib.flank_reader_error_line(self.handle))
        raise StopIteration

    def close(self) -> None:
        """Close the file now."""
        handle, self.handle = self.handle, None
        lib.flank_reader_close(handle)

    __del__ = close


def read(source: Union[str, os.PathLike, bytes, bytearray], format: Optional[str] = None,  # pylint: disable=redefined-builtin
         game: Optional[str] = None, on_error: Optional[Callable[[FlankError, int], object]] = None) -> Games:
    """The games and positions of a file, one after the other, or of bytes. The format is found out where none is named.

    A game that cannot be read raises a FlankError, which ends the reading; with on_error(error, line) that is called, and the reading
    goes on behind that game. `game` is the one meant where the file does not say.
    """
    status, error = ctypes.c_int(), c.flank_error()
    options = c.flank_reader_options(format=_format(format) if format else None, game=Rules(game).handle if game else None)
    kept = bytes(source) if isinstance(source, (bytes, bytearray)) else None
    reader = lib.flank_reader_open(readable(source), options, status, error) if kept is None else \
        lib.flank_reader_open_bytes(kept, len(kept), options, status, error)
    return Games(made(reader, status, error), on_error, (kept, options))


def write(path: Union[str, os.PathLike], sheets: Iterable[Union[Sheet, Record, Position]],
          format: Optional[str] = None) -> Dict[str, int]:  # pylint: disable=redefined-builtin
    """Write games to a file, which is replaced once all are written, in a format (None: by the extension).

    Things that the format cannot hold are counted by name: {"comments": 12}.
    """
    handle = _format(format) if format else lib.flank_format_of_path(path_bytes(path))
    if not handle:
        raise ValueError(f"the extension of {os.fspath(path)!r} is not that of a format; name one")
    status, error = ctypes.c_int(), c.flank_error()
    writer = made(lib.flank_writer_open(path_bytes(path), handle, status, error), status, error)
    keep, lost = False, {}
    try:
        for sheet in sheets:
            sheet = sheet if isinstance(sheet, Sheet) else Sheet(as_record(sheet))
            check(lib.flank_writer_write(writer, sheet.handle, error), error)
        for loss in range(c.FLANK_LOSS_COUNT):
            if count := lib.flank_writer_lost(writer, loss):
                lost[text(lib.flank_loss_name(loss))] = count
        keep = True
    finally:
        closed = lib.flank_writer_close(writer, keep, error)
    check(closed, error)
    return lost


def _format(name: str):
    handle = lib.flank_format_find(given(name))
    if not handle:
        raise ValueError(f"unknown format {name!r}; it is one of {', '.join(known.name for known in formats())}")
    return handle
