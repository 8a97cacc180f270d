/* SPDX-License-Identifier: MIT
 *
 * The check that bytes are UTF-8, and windows-1252 as UTF-8.
 */
#include "core/utf8.h"

size_t utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] < 0x80)
        return 1;
    size_t length = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    bool surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    bool beyond = bytes[0] == 0xf4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

bool utf8_is_valid(const char *text)
{
    while (*text) {
        const size_t length = utf8_length(text);
        if (length == 0)
            return false;
        text += length;
    }
    return true;
}

/* 0x80 to 0x9f; the five that windows-1252 has no letter for stay the control codes that they are in ISO-8859-1.
 * Source: encoding.spec.whatwg.org, index windows-1252. */
static const unsigned short letters_1252[32] = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
};

void utf8_add_byte(text_buffer *out, char byte)
{
    const unsigned value = (unsigned char)byte;
    const unsigned code = value >= 0x80 && value < 0xa0 ? letters_1252[value - 0x80] : value;
    const char last = (char)(0x80 | (code & 0x3f)), middle = (char)(0x80 | (code >> 6 & 0x3f));
    if (code < 0x80)
        text_add_bytes(out, &byte, 1);
    else if (code < 0x800)
        text_add_bytes(out, (const char[]){(char)(0xc0 | code >> 6), last}, 2);
    else
        text_add_bytes(out, (const char[]){(char)(0xe0 | code >> 12), middle, last}, 3);
}

void utf8_add_text(text_buffer *out, const char *text)
{
    while (*text) {
        const size_t length = utf8_length(text);
        if (length)
            text_add_bytes(out, text, length);
        else
            utf8_add_byte(out, *text);
        text += length ? length : 1;
    }
}
