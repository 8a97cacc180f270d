/* SPDX-License-Identifier: MIT
 *
 * What a Flank function can answer, and how it explains a bad input.
 *
 * Every function that can fail returns a flank_status: zero is success, failures are negative. On failure the outputs
 * are untouched. Functions that read text also fill a flank_error, when one is handed in, with the place and the
 * reason. The library never prints and never exits.
 */
#ifndef FLANK_STATUS_H
#define FLANK_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The one list of errors: name, value, text. Values are stable; new ones are added at the end. */
#define FLANK_STATUS_LIST(X)                                                                                           \
    X(OK, 0, "success")                                                                                                \
    X(BAD_ARGUMENT, -1, "an argument is out of its range")                                                             \
    X(NO_MEMORY, -2, "not enough memory")                                                                              \
    X(BAD_POSITION, -3, "the text is not a position of this game")                                                     \
    X(BAD_MOVE, -4, "the text is not a move of this game")                                                             \
    X(ILLEGAL_MOVE, -5, "the move is not legal here")                                                                  \
    X(AMBIGUOUS_MOVE, -6, "the text fits more than one legal move")                                                    \
    X(BAD_RULES, -7, "unknown rule or value")                                                                          \
    X(UNKNOWN_STYLE, -8, "the game has no notation of that name")                                                      \
    X(BUFFER_TOO_SMALL, -9, "the output buffer is too small")                                                          \
    X(GAME_OVER, -10, "the game is over")                                                                              \
    X(NOT_SUPPORTED, -11, "this game does not offer that")                                                             \
    X(STOPPED, -12, "stopped before the answer was known")                                                             \
    X(BAD_RECORD, -13, "the text is not a game record")                                                                \
    X(TOO_LARGE, -14, "the number does not fit in 64 bits")                                                            \
    X(CANNOT_READ, -15, "the file cannot be read")                                                                     \
    X(CANNOT_WRITE, -16, "the file cannot be written")                                                                 \
    X(BAD_FILE, -17, "the file is damaged or of another kind")                                                         \
    X(NOT_FOUND, -18, "there is no such entry")

typedef enum flank_status {
#define X(name, value, text) FLANK_##name = value,
    FLANK_STATUS_LIST(X)
#undef X
} flank_status;

/* The English text of a status; never NULL, "unknown status" for a value not in the list. Static storage. */
const char *flank_status_text(flank_status status);

/* Where and what is wrong in a text that was refused. */
typedef struct flank_error {
    size_t offset;  /* bytes from the start of the text to the place that is wrong */
    char text[160]; /* one line without a newline, NUL-terminated: what is wrong and what was expected */
} flank_error;

#ifdef __cplusplus
}
#endif
#endif
