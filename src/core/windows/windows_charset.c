/* SPDX-License-Identifier: MIT
 *
 * iconv by the code pages of Windows, letter by letter.
 */
#include <iconv.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <windows.h>

enum { LETTER_BYTES_MAX = 4 };

static const struct {
    const char *name;
    UINT page;
} pages[] = {
    {"UTF-8", CP_UTF8},    {"UTF8", CP_UTF8},     {"BIG5", 950},         {"BIG5-HKSCS", 950},    {"GB18030", 54936},
    {"EUC-JP", 20932},     {"EUCJP", 20932},      {"KOI8-R", 20866},     {"KOI8-U", 21866},      {"MACINTOSH", 10000},
    {"ISO-8859-2", 28592}, {"ISO-8859-3", 28593}, {"ISO-8859-4", 28594}, {"ISO-8859-5", 28595},  {"ISO-8859-6", 28596},
    {"ISO-8859-7", 28597}, {"ISO-8859-8", 28598}, {"ISO-8859-9", 28599}, {"ISO-8859-13", 28603}, {"ISO-8859-15", 28605},
    {"LATIN2", 28592},     {"LATIN5", 28599},     {"LATIN-9", 28605},
};

/* The number behind a name as CP932 or windows-1254, or 0. */
static UINT numbered_page(const char *name)
{
    static const char *const heads[] = {"CP", "windows-", "IBM"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const size_t length = strlen(heads[i]);
        if (strncasecmp(name, heads[i], length) == 0 && strspn(name + length, "0123456789") == strlen(name + length))
            return (UINT)strtoul(name + length, NULL, 10);
    }
    return 0;
}

iconv_t iconv_open(const char *to, const char *from)
{
    (void)to;
    UINT page = numbered_page(from);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcasecmp(pages[i].name, from) == 0)
            page = pages[i].page;
    return page && IsValidCodePage(page) ? (iconv_t)(uintptr_t)page : (iconv_t)-1;
}

int iconv_close(iconv_t handle)
{
    (void)handle;
    return 0;
}

static size_t fail(int number)
{
    errno = number;
    return (size_t)-1;
}

/* Bytes of the letter that the first of `most` bytes are, with the letter; 0 if they are none. */
static size_t take_letter(UINT page, const char *in, size_t most, wchar_t wide[4], int *count)
{
    for (size_t taken = 1; taken <= most; taken++)
        if ((*count = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, in, (int)taken, wide, 4)) > 0)
            return taken;
    return 0;
}

size_t iconv(iconv_t handle, char **in, size_t *in_left, char **out, size_t *out_left)
{
    const UINT page = (UINT)(uintptr_t)handle;
    while (in && *in_left) {
        wchar_t wide[4];
        int count;
        const size_t taken =
            take_letter(page, *in, *in_left < LETTER_BYTES_MAX ? *in_left : LETTER_BYTES_MAX, wide, &count);
        if (taken == 0)
            return fail(*in_left < LETTER_BYTES_MAX ? EINVAL : EILSEQ);
        const int written = WideCharToMultiByte(CP_UTF8, 0, wide, count, *out, (int)*out_left, NULL, NULL);
        if (written <= 0)
            return fail(E2BIG);
        *in += taken;
        *in_left -= taken;
        *out += written;
        *out_left -= (size_t)written;
    }
    return 0;
}
