/* SPDX-License-Identifier: MIT
 *
 * Games as bytes, for the columns of the library.
 *
 * A move is one byte where a piece is placed (its square, 64: a pass); else the target + 128, the origin (+ 128 if
 * pieces are captured) and then the captured squares in 8 bytes. A number is written in groups of seven bits, the
 * lowest first, + 128 where another follows.
 */
#ifndef FLANK_LIBRARY_LIBRARY_CODE_H
#define FLANK_LIBRARY_LIBRARY_CODE_H

#include "core/text_buffer.h"

#include <flank/sheet.h>
#include <stdint.h>

/* Bytes being read; `failed` once they were not what was expected, and then everything is 0. */
typedef struct code_bytes {
    const uint8_t *at, *end;
    bool failed;
} code_bytes;

void code_put_move(text_buffer *out, flank_move move);
flank_move code_get_move(code_bytes *bytes);

void code_put_number(text_buffer *out, uint64_t number);
uint64_t code_get_number(code_bytes *bytes);

/* Numbers of either sign. */
void code_put_signed(text_buffer *out, int64_t number);
int64_t code_get_signed(code_bytes *bytes);

void code_put_text(text_buffer *out, const char *text);

/* A text in `out`, cleared before; NULL if it fails. */
const char *code_get_text(code_bytes *bytes, text_buffer *out);

/* A position, as a hash or key might use it: 25 bytes. */
void code_put_position(text_buffer *out, const flank_position *position);
flank_position code_get_position(code_bytes *bytes);

#endif
