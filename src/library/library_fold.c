/* SPDX-License-Identifier: MIT
 *
 * Folding names without a Unicode library: the letters that names of players in Latin scripts have are two blocks, and
 * a table of 192 letters covers them.
 */
#include "library/library_fold.h"

#include <stdint.h>
#include <string.h>

/* U+00C0 to U+017F; capitals stand for two letters, * for what is no letter. */
static const char latin[] = "aaaaaaAceeeeiiiidnooooo*ouuuuyTSaaaaaaAceeeeiiiidnooooo*ouuuuyTy"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkkllllllllllnnnnnnnnn"
                            "ooooooOOrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static const char *two_letters(char code)
{
    switch (code) {
    case 'A':
        return "ae";
    case 'I':
        return "ij";
    case 'O':
        return "oe";
    case 'S':
        return "ss";
    default:
        return "th";
    }
}

/* One letter of two bytes, `code` of U+0080 to U+07FF. */
static void fold_letter(uint32_t code, text_buffer *out)
{
    if (code >= 0xC0 && code <= 0x17F && latin[code - 0xC0] != '*') {
        const char letter = latin[code - 0xC0];
        if (letter >= 'a')
            text_add_bytes(out, &letter, 1);
        else
            text_add(out, two_letters(letter));
        return;
    }
    if (code >= 0x300 && code <= 0x36F)
        return; /* an accent by itself */
    if ((code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F))
        code += 0x20;
    else if (code >= 0x400 && code <= 0x40F)
        code += 0x50;
    const char bytes[2] = {(char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F))};
    text_add_bytes(out, bytes, sizeof bytes);
}

void fold_name(const char *name, text_buffer *out)
{
    text_add(out, "");
    for (const unsigned char *at = (const unsigned char *)name; *at; at++) {
        if (*at >= 0xC2 && *at <= 0xDF && (at[1] & 0xC0) == 0x80) {
            fold_letter((*at & 0x1Fu) << 6 | (at[1] & 0x3Fu), out);
            at++;
            continue;
        }
        const char letter = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
        text_add_bytes(out, &letter, 1);
    }
}
