# SPDX-License-Identifier: MIT
"""Loads libflank and turns its statuses into exceptions. The other modules are written on top of it.

The shared library lies beside this file in a wheel. $FLANK_LIBRARY names another one; without either the system's is taken.
"""
import ctypes
import os
import threading

try:
    from . import _native as c
    from ._version import VERSION
except ImportError:
    raise ImportError("flank: these are the sources of the package; `make python` builds it") from None


class FlankError(ValueError):
    """The library refuses something, in its own words.

    `status` is the group ("ILLEGAL_MOVE"), `code` the exact reason ("" if there is none), `offset` the byte of the text at fault.
    """

    def __init__(self, words, status, code="", offset=0):
        super().__init__(words, status, code, offset)  # all of them, so that it can be pickled
        self.status, self.code, self.offset = status, code, offset

    def __str__(self):
        return self.args[0]


class Owner:
    """An object with memory of the library: a copy would free it twice, and another process does not have it."""

    def __reduce_ex__(self, _protocol):
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


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
    found = os.fsencode(path)
    if b"\0" in found:
        raise ValueError(f"there is a NUL in {path!r}")
    return found


def readable(path):
    """The same, of a file that is there; else what the system says."""
    found = path_bytes(path)
    with open(path, "rb"):
        return found


def whole(name, value, most=2**31 - 1, least=0):
    """A number that C's type holds; ctypes would cut another one without a word."""
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}, and not {least} to {most}")
    return value


class Sink:
    """Takes the bytes that the library writes."""

    def __init__(self):
        self._pieces, self._failure = [], None
        self.function = c.flank_write_fn(self._take)

    def _take(self, _user, data, size):
        try:
            self._pieces.append(ctypes.string_at(data, size))
            return True
        except BaseException as error:  # pylint: disable=broad-except  # raised again by text()
            self._failure = error
            return False

    def text(self, status, error=None):
        """All of it, if the library has ended with success."""
        if self._failure:
            raise self._failure
        check(status, error)
        return text(b"".join(self._pieces))


def interruptible(work, stop):
    """Call work() so that Ctrl-C and other signals are heard while the library thinks: `stop` (a flank_stop) ends it.

    Python handles signals between two of its own instructions, and one call into C is a single one. So the main thread waits
    while another one calls.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    result, failure, told, once, ended = [], [], None, threading.Lock(), threading.Event()

    def call():
        if not once.acquire(blocking=False):  # an interrupted start() may have begun a thread all the same
            return
        try:
            result.append(work())
        except BaseException as error:  # pylint: disable=broad-except  # handed to the caller's thread
            failure.append(error)
        finally:
            ended.set()

    while True:
        try:
            if not once.locked():
                threading.Thread(target=call, daemon=True).start()
            while not ended.wait(0.1):  # not Thread.join, which takes a thread for ended once it was interrupted
                pass
            break
        except BaseException as error:  # pylint: disable=broad-except  # raised once nothing uses the engine any more
            told = told or error
            lib.flank_stop_raise(ctypes.byref(stop))
    if told:
        raise told
    if failure:
        raise failure[0]
    return result[0]
