/* SPDX-License-Identifier: MIT
 *
 * The answers of Flank's functions and their explanations of a bad input.
 *
 * Every function that can fail returns a flank_status: zero is success, failures are negative. On failure the outputs
 * are untouched. Functions that read text also fill a flank_error, when one is handed in, with the place and the
 * reason as data: a code and its arguments. The library never prints and never exits.
 */
#ifndef FLANK_STATUS_H
#define FLANK_STATUS_H

#include <flank/error_list.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A group of the list of errors (error_list.h). */
typedef enum flank_status {
#define X(name, value, kinds, text) FLANK_##name = value,
    FLANK_STATUS_LIST(X)
#undef X
} flank_status;

/* The English text of a status; never NULL, "unknown status" for a value not in the list. Static storage. */
const char *flank_status_text(flank_status status);

/* The code of an error: an entry of the list in error_list.h. Names and values are stable. */
typedef enum flank_error_code {
#define X(name, value, kinds, text) FLANK_ERROR_##name = value,
    FLANK_ERROR_LIST(X)
#undef X
} flank_error_code;

/* The reason that a game is over: a stable code for programs, and a few words for people. Static storage. */
typedef struct flank_reason {
    const char *code;  /* "NO_MOVE_LEFT" */
    const char *words; /* "no move left" */
} flank_reason;

typedef enum flank_argument_kind {
    FLANK_ARGUMENT_NUMBER = 'n',  /* `number` is it */
    FLANK_ARGUMENT_TEXT = 't',    /* something typed, a square, a file name: `number` is where it begins in `words` */
    FLANK_ARGUMENT_NAME = 'w',    /* the name of a color or a game, in English: as a text */
    FLANK_ARGUMENT_REASON = 'r',  /* the reason of an end: two texts, the code and the words of a flank_reason */
    FLANK_ARGUMENT_MESSAGE = 'm', /* `number` is the flank_error_code; its own arguments follow this one */
} flank_argument_kind;

typedef struct flank_error_argument {
    flank_argument_kind kind;
    int64_t number;
} flank_error_argument;

#define FLANK_ERROR_ARGUMENTS_MAX 16
#define FLANK_ERROR_WORDS_SIZE 256

/* Place and reason of the fault in a text that was refused: data for programs, flank_error_text for people. */
typedef struct flank_error {
    size_t offset;         /* bytes from the start of the text to the place that is wrong */
    flank_error_code code; /* 0: nothing is wrong */
    int argument_count;    /* with those of messages within */
    flank_error_argument arguments[FLANK_ERROR_ARGUMENTS_MAX]; /* in the order of their numbers in the text */
    char words[FLANK_ERROR_WORDS_SIZE]; /* the texts, each ends in NUL; UTF-8 where the input was, cut to fit */
} flank_error;

/* Room for the English text of every error. */
#define FLANK_ERROR_TEXT_SIZE 768

/* Writes the English text of an error, one line without a newline, to `out` (`size` > 0 bytes), cut to fit, and returns
 * `out`. */
char *flank_error_text(const flank_error *error, char *out, size_t size);

/* The name of a code, "EXPECTED_FOUND"; NULL for a value not in the list. Static storage. */
const char *flank_error_name(flank_error_code code);

/* The kinds of the arguments of a code, one flank_argument_kind a letter; "" for none, and for a value not in the list.
 */
const char *flank_error_kinds(flank_error_code code);

#ifdef __cplusplus
}
#endif
#endif
