# SPDX-License-Identifier: MIT
"""Loads libflank and turns its statuses into exceptions. The other modules are written on top of it.

The shared library lies beside this file in a wheel. $FLANK_LIBRARY names another one; without either the system's is taken.
"""
import ctypes
import os
import threading

from . import _native as c
from ._version import VERSION


class FlankError(ValueError):
    """The library refuses something, in its own words.

    `status` is the group ("ILLEGAL_MOVE"), `code` the exact reason ("" if there is none), `offset` the byte of the text at fault.
    """

    def __init__(self, words, status, code="", offset=0):
        super().__init__(words)
        self.status, self.code, self.offset = status, code, offset


_BESIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libflank.so")


def _load():
    path = os.environ.get("FLANK_LIBRARY") or (_BESIDE if os.path.exists(_BESIDE) else "libflank.so.0")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"flank: the library {path} cannot be loaded: {error}") from None
    try:
        for name, result, arguments in c.FUNCTIONS:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError:
        raise ImportError(f"flank: {path} is of another version: it has no {name}") from None
    there = library.flank_version().decode()
    if there != VERSION:
        raise ImportError(f"flank: {path} is version {there}, and this package is made for {VERSION}")
    return library


lib = _load()
_STATUS_NAMES = {value: name[len("FLANK_"):] for name, value in vars(c).items()
                 if name.startswith("FLANK_") and isinstance(value, int) and value < 0 and "ERROR" not in name}


def check(status, error=None):
    """Raise what `status` and `error` (a flank_error, may be None) say, unless it is success."""
    if status == c.FLANK_OK:
        return
    code, offset, words = "", 0, lib.flank_status_text(status).decode()
    if error is not None and error.code:
        room = ctypes.create_string_buffer(c.FLANK_ERROR_TEXT_SIZE)
        words = lib.flank_error_text(ctypes.byref(error), room, len(room)).decode(errors="replace")
        name = lib.flank_error_name(error.code)
        code, offset = name.decode() if name else "", error.offset
    if status == c.FLANK_NO_MEMORY:
        raise MemoryError(words)
    if status in (c.FLANK_CANNOT_READ, c.FLANK_CANNOT_WRITE):
        raise OSError(words)
    raise FlankError(words, _STATUS_NAMES.get(status, str(status)), code, offset)


def made(handle, status=None, error=None):
    """`handle` as it is; what went wrong if it is NULL."""
    if not handle:
        if status is None or status.value == c.FLANK_OK:
            raise MemoryError("flank: not enough memory")
        check(status.value, error)
    return handle


def text(value):
    """A text of the library, or None."""
    return None if value is None else value.decode("utf-8", errors="replace")


def given(words):
    """A text as the library takes it; it would not see what stands behind a NUL."""
    if "\0" in words:
        raise ValueError(f"there is a NUL in {words!r}")
    return words.encode()


def path_bytes(path):
    """A path as the library takes it."""
    return os.fsencode(path)


def interruptible(work, stop):
    """Call work() so that Ctrl-C and other signals are heard while the library thinks: `stop` (a flank_stop) ends it.

    Python handles signals between two of its own instructions, and one call into C is a single one. So the main thread waits
    while another one calls.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    result, failure = [], []

    def call():
        try:
            result.append(work())
        except BaseException as error:  # pylint: disable=broad-except  # handed to the caller's thread
            failure.append(error)

    thread = threading.Thread(target=call, daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        lib.flank_stop_raise(ctypes.byref(stop))
        while thread.is_alive():  # nothing else may use the engine before
            thread.join(0.1)
        raise
    if failure:
        raise failure[0]
    return result[0]
