/* SPDX-License-Identifier: MIT
 *
 * Filling in a flank_error in one expression:
 *
 *   return error_say(error, FLANK_BAD_MOVE, at, SAY(EXPECTED_FOUND), SAY(A_SQUARE_AFTER_K), say_byte(text[at]));
 *
 * The message and what it is about are a list of parts in the order of the placeholders: a message within a message
 * stands in the place of its argument and is followed by its own. The parts are copied, texts are cut to fit. An assert
 * compares them with the kinds of the list (flank/error_list.h).
 */
#ifndef FLANK_CORE_ERROR_H
#define FLANK_CORE_ERROR_H

#include "core/text_buffer.h"

#include <flank/status.h>

#include <stdbool.h>
#include <string.h>

typedef enum error_part_kind {
    ERROR_PART_END,
    ERROR_PART_NUMBER = 'n',
    ERROR_PART_TEXT = 't',
    ERROR_PART_NAME = 'w',
    ERROR_PART_MESSAGE = 'm',
    ERROR_PART_REASON = 'r',
    ERROR_PART_ERROR = 'e',  /* a message as it was filled in elsewhere */
    ERROR_PART_LETTER = 'l', /* a text */
    ERROR_PART_COUNT = 'c',  /* a text */
    ERROR_PART_BYTE = 'b',   /* a message about a byte */
    ERROR_PART_SYSTEM = 's', /* a message with the text of an errno */
} error_part_kind;

typedef struct error_part {
    error_part_kind kind;
    int64_t number; /* NUMBER; MESSAGE: its code; LETTER; COUNT; BYTE; SYSTEM: the errno */
    const char *text;
    size_t length;
    const flank_error *error;
    const flank_reason *reason;
} error_part;

static inline error_part say_code(flank_error_code code)
{
    return (error_part){.kind = ERROR_PART_MESSAGE, .number = code};
}

/* The message FLANK_ERROR_NAME of the list. */
#define SAY(name) say_code(FLANK_ERROR_##name)

static inline error_part say_status(flank_status status) { return say_code((flank_error_code)status); }

#define say_number(value) ((error_part){.kind = ERROR_PART_NUMBER, .number = (int64_t)(value)})

static inline error_part say_text(const char *text)
{
    return (error_part){.kind = ERROR_PART_TEXT, .text = text, .length = strlen(text)};
}

/* A text of one letter. */
static inline error_part say_letter(char letter) { return (error_part){.kind = ERROR_PART_LETTER, .number = letter}; }

/* At most `most` bytes of a text that ends in NUL, whole letters of UTF-8. */
error_part say_cut(const char *text, size_t most);

/* The name of a color or a game, which a language may have another word for. */
static inline error_part say_name(const char *name)
{
    return (error_part){.kind = ERROR_PART_NAME, .text = name, .length = strlen(name)};
}

/* The reason for which a game is over. */
static inline error_part say_reason(const flank_reason *reason)
{
    return (error_part){.kind = ERROR_PART_REASON, .reason = reason};
}

/* Another error whole, with its arguments, as a message within this one; or all of this one. */
static inline error_part say_error(const flank_error *error)
{
    return (error_part){.kind = ERROR_PART_ERROR, .error = error};
}

/* A number up to 2^64 - 1, as a text. */
static inline error_part say_count(uint64_t count)
{
    return (error_part){.kind = ERROR_PART_COUNT, .number = (int64_t)count};
}

#define ERROR_NUL 256 /* where NUL is no end: byte 0x00 */
/* A byte that was found, as a message: 'x', byte 0x07, the end of the line; for NUL, the end. */
static inline error_part say_byte(char byte)
{
    return (error_part){.kind = ERROR_PART_BYTE, .number = (unsigned char)byte};
}

/* The text of an errno, as a message. EISDIR is IS_FOLDER, and takes the place of a CANNOT_READ_BECAUSE and a
 * CANNOT_WRITE_BECAUSE before it. */
static inline error_part say_system(int number) { return (error_part){.kind = ERROR_PART_SYSTEM, .number = number}; }

/* Fill in `error` (may be NULL) from parts up to ERROR_PART_END, and return `status`. */
flank_status error_fill(flank_error *error, flank_status status, size_t offset, const error_part *parts);

#define error_say(error, status, offset, ...)                                                                          \
    error_fill(error, status, offset, (const error_part[]){__VA_ARGS__, {.kind = ERROR_PART_END}})

/* True if both say the same; where they say it of may differ. */
bool error_is_same(const flank_error *first, const flank_error *second);

/* The English text of an error, until the end of the block. */
#define error_english(error) flank_error_text(error, (char[FLANK_ERROR_TEXT_SIZE]){0}, FLANK_ERROR_TEXT_SIZE)

/* The English text of a code, {1} for its first argument; "" for none. NULL in the browser's module, which has no
 * texts: flank_error_text then writes the code's name, and JSON has no "error". */
const char *error_template(flank_error_code code);

/* Add the members of an error to an open object: "code", "arguments" and, for those who only print it, "error". An
 * argument is a number, a text, {"name": …}, {"reason_code": …, "reason": …}, or again {"code": …, "arguments": […]}.
 */
void error_add_json(text_buffer *out, const flank_error *error);

#endif
