/* SPDX-License-Identifier: MIT
 *
 * Character sets over iconv, opened for every text: a file is of one set, and its games are some hundred bytes long.
 *
 * Names are the registry's of IANA; where what people call by a name is a larger set than the one that it means (the
 * WHATWG's Encoding Standard lists these), the larger one is read.
 */
#include "core/charset.h"

#include "core/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>

enum { PIECE = 256, LETTER_MAX = 16 }; /* bytes that one step puts out, and room enough for any letter */

#define NO_HANDLE ((iconv_t)-1)

static const struct {
    const char *name, *meant; /* NULL: windows-1252 */
} larger[] = {
    {"ISO-8859-1", NULL},   {"ISO8859-1", NULL},    {"ISO_8859-1", NULL}, {"latin1", NULL},    {"latin-1", NULL},
    {"l1", NULL},           {"windows-1252", NULL}, {"cp1252", NULL},     {"US-ASCII", NULL},  {"ASCII", NULL},
    {"Shift_JIS", "CP932"}, {"Shift-JIS", "CP932"}, {"SJIS", "CP932"},    {"x-sjis", "CP932"}, {"Windows-31J", "CP932"},
    {"GB2312", "GB18030"},  {"GBK", "GB18030"},     {"EUC-KR", "CP949"},
};

/* The set that a name means: NULL for windows-1252. */
static const char *meaning(const char *name)
{
    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
        if (strcasecmp(larger[i].name, name) == 0)
            return larger[i].meant;
    return name;
}

/* True if ASCII is read as what it is. */
static bool keeps_ascii(iconv_t handle)
{
    char ascii[96], read[2 * sizeof ascii], *in = ascii, *out = read;
    size_t left = 0, room = sizeof read;
    for (char letter = ' '; letter <= '~'; letter++)
        ascii[left++] = letter;
    ascii[left++] = '\n';
    const size_t wrong = iconv(handle, &in, &left, &out, &room);
    iconv(handle, NULL, NULL, NULL, NULL);
    return wrong == 0 && left == 0 && room == sizeof read - sizeof ascii && memcmp(read, ascii, sizeof ascii) == 0;
}

/* NO_HANDLE if there is no such set, or none to be used. */
static iconv_t open_set(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:+";
    const bool sound = *name && name[strspn(name, letters)] == '\0'; /* no "//IGNORE" and no path */
    const iconv_t handle = sound ? iconv_open("UTF-8", name) : NO_HANDLE;
    if (handle == NO_HANDLE || keeps_ascii(handle))
        return handle;
    iconv_close(handle);
    return NO_HANDLE;
}

bool charset_is_known(const char *name)
{
    const char *meant = meaning(name);
    const iconv_t handle = meant ? open_set(meant) : NO_HANDLE;
    if (handle != NO_HANDLE)
        iconv_close(handle);
    return !meant || handle != NO_HANDLE;
}

static size_t decode_1252(const char *text, size_t length, size_t limit, text_buffer *out)
{
    size_t at = 0;
    for (; at < length && out->length < limit && !out->failed; at++)
        utf8_add_byte(out, text[at]);
    return at;
}

size_t charset_decode(const char *name, const char *text, size_t length, size_t limit, text_buffer *out, bool *whole)
{
    const char *meant = meaning(name);
    const iconv_t handle = meant ? open_set(meant) : NO_HANDLE;
    if (handle == NO_HANDLE)
        return decode_1252(text, length, limit, out);
    char *in = (char *)text; /* which iconv does not change */
    size_t left = length;
    while (left > 0 && out->length < limit && !out->failed) {
        char piece[PIECE], *end = piece;
        const size_t wanted = limit - out->length;
        size_t room = wanted < LETTER_MAX ? LETTER_MAX : wanted < sizeof piece ? wanted : sizeof piece;
        const char *before = in;
        const bool failed = iconv(handle, &in, &left, &end, &room) == (size_t)-1;
        const bool stopped = failed && (errno != E2BIG || in == before);
        text_add_bytes(out, piece, (size_t)(end - piece));
        if (left == 0) { /* a letter that might have been joined by an accent */
            char *last = piece;
            room = sizeof piece;
            iconv(handle, NULL, NULL, &last, &room);
            text_add_bytes(out, piece, (size_t)(last - piece));
        }
        if (!stopped)
            continue;
        text_add(out, UTF8_REPLACEMENT);
        *whole = false;
        in++;
        left--;
    }
    iconv_close(handle);
    return length - left;
}
