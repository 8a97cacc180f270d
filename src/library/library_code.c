/* SPDX-License-Identifier: MIT
 *
 * Games as bytes.
 */
#include "library/library_code.h"

#include <string.h>

static void put_byte(text_buffer *out, unsigned byte)
{
    const char letter = (char)byte;
    text_add_bytes(out, &letter, 1);
}

static uint8_t get_byte(code_bytes *bytes)
{
    bytes->failed = bytes->failed || bytes->at >= bytes->end;
    return bytes->failed ? 0 : *bytes->at++;
}

static void put_word(text_buffer *out, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        put_byte(out, (unsigned)(word >> 8 * i) & 0xFF);
}

static uint64_t get_word(code_bytes *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)get_byte(bytes) << 8 * i;
    return word;
}

void code_put_move(text_buffer *out, flank_move move)
{
    if (move.from == FLANK_NO_SQUARE && !move.captured) {
        put_byte(out, move.to);
        return;
    }
    put_byte(out, move.to | 0x80u);
    put_byte(out, move.from | (move.captured ? 0x80u : 0));
    if (move.captured)
        put_word(out, move.captured);
}

flank_move code_get_move(code_bytes *bytes)
{
    const uint8_t first = get_byte(bytes);
    flank_move move = {.from = FLANK_NO_SQUARE, .to = first & 0x7F};
    if (first & 0x80) {
        const uint8_t second = get_byte(bytes);
        move.from = second & 0x7F;
        move.captured = second & 0x80 ? get_word(bytes) : 0;
    }
    bytes->failed = bytes->failed || move.to > FLANK_NO_SQUARE || move.from > FLANK_NO_SQUARE;
    return move;
}

void code_put_number(text_buffer *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        put_byte(out, (unsigned)(number & 0x7F) | 0x80);
    put_byte(out, (unsigned)number);
}

uint64_t code_get_number(code_bytes *bytes)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = get_byte(bytes);
        number |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return number;
    }
    bytes->failed = true;
    return 0;
}

void code_put_signed(text_buffer *out, int64_t number)
{
    code_put_number(out, number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1);
}

int64_t code_get_signed(code_bytes *bytes)
{
    const uint64_t number = code_get_number(bytes);
    return (int64_t)(number & 1 ? ~(number >> 1) : number >> 1);
}

void code_put_text(text_buffer *out, const char *text)
{
    const size_t length = strlen(text);
    code_put_number(out, length);
    text_add_bytes(out, text, length);
}

const char *code_get_text(code_bytes *bytes, text_buffer *out)
{
    const uint64_t length = code_get_number(bytes);
    text_clear(out);
    if (bytes->failed || length > (uint64_t)(bytes->end - bytes->at) || memchr(bytes->at, 0, (size_t)length)) {
        bytes->failed = true;
        return NULL;
    }
    text_add_bytes(out, (const char *)bytes->at, (size_t)length);
    bytes->at += length;
    return out->bytes;
}

void code_put_position(text_buffer *out, const flank_position *position)
{
    put_word(out, position->own);
    put_word(out, position->other);
    put_word(out, position->kings);
    put_byte(out, (unsigned)position->color | (unsigned)position->passes << 1);
}

flank_position code_get_position(code_bytes *bytes)
{
    flank_position position = {.own = get_word(bytes)};
    position.other = get_word(bytes);
    position.kings = get_word(bytes);
    const uint8_t last = get_byte(bytes);
    position.color = last & 1;
    position.passes = last >> 1;
    bytes->failed = bytes->failed || (position.own & position.other) || position.passes > 2 ||
                    (position.kings & ~(position.own | position.other));
    return position;
}
