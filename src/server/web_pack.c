/* SPDX-License-Identifier: MIT
 *
 * Looking up a file: bisection over the sorted table. The pack is made by the build and trusted as far as its texts go;
 * its numbers are checked once.
 */
#include "server/web_pack.h"

#include "core/little_endian.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER = 16, ROW_WORDS = 12, ROW = 4 * ROW_WORDS, IMMUTABLE = 1 };

enum row_word { PATH, TYPE, ETAG, FLAGS, PLAIN, BROTLI = PLAIN + 2, GZIP = BROTLI + 2 };

static uint32_t word(const web_pack *pack, uint32_t row, int which)
{
    return (uint32_t)little_get(pack->bytes + HEADER + (size_t)ROW * row + 4 * (size_t)which, 4);
}

static const char *text(const web_pack *pack, uint32_t row, int which)
{
    return (const char *)pack->bytes + word(pack, row, which);
}

static web_content content(const web_pack *pack, uint32_t row, int which, const char *encoding)
{
    return (web_content){pack->bytes + word(pack, row, which), word(pack, row, which + 1), encoding};
}

static bool is_row_sound(const web_pack *pack, uint32_t row)
{
    for (int which = PATH; which <= ETAG; which++) {
        const uint32_t at = word(pack, row, which);
        if (at >= pack->size || !memchr(pack->bytes + at, '\0', pack->size - at))
            return false;
    }
    for (int which = PLAIN; which <= GZIP; which += 2) {
        const uint32_t at = word(pack, row, which), size = word(pack, row, which + 1);
        if (at > pack->size || size > pack->size - at)
            return false;
    }
    return true;
}

bool web_pack_open(const uint8_t *bytes, size_t size, web_pack *pack)
{
    if (size < HEADER || memcmp(bytes, "FLNKPAGE", 8) != 0)
        return false;
    *pack = (web_pack){bytes, size, (uint32_t)little_get(bytes + 8, 4)};
    if (pack->count > (size - HEADER) / ROW)
        return false;
    for (uint32_t row = 0; row < pack->count; row++)
        if (!is_row_sound(pack, row))
            return false;
    return true;
}

bool web_pack_find(const web_pack *pack, const char *path, web_file *file)
{
    uint32_t low = 0, high = pack->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(path, text(pack, middle, PATH));
        if (order == 0) {
            *file = (web_file){
                .type = text(pack, middle, TYPE),
                .etag = text(pack, middle, ETAG),
                .immutable = word(pack, middle, FLAGS) & IMMUTABLE,
                .plain = content(pack, middle, PLAIN, NULL),
                .brotli = content(pack, middle, BROTLI, "br"),
                .gzip = content(pack, middle, GZIP, "gzip"),
            };
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* ---- Headers that are lists ---- */

/* The next element of a list with commas, without blanks around it: its length, 0 at the end; `*list` moves on. */
static size_t next_element(const char **list, const char **element)
{
    *list += strspn(*list, ", \t");
    *element = *list;
    *list += strcspn(*list, ",");
    size_t length = (size_t)(*list - *element);
    while (length && strchr(" \t", (*element)[length - 1]))
        length--;
    return length;
}

/* True if "br;q=0.5" or its like names `encoding` and does not refuse it with q=0. */
static bool accepts(const char *header, const char *encoding)
{
    const char *element;
    for (size_t length; (length = next_element(&header, &element)) > 0;) {
        const size_t name = strcspn(element, " \t;,");
        if (name != strlen(encoding) || strncasecmp(element, encoding, name) != 0)
            continue;
        const char *q = memchr(element, '=', length);
        return !q || strtod(q + 1, NULL) > 0;
    }
    return false;
}

const web_content *web_file_choose(const web_file *file, const char *accept_encoding)
{
    const web_content *best = &file->plain;
    const web_content *const variants[] = {&file->gzip, &file->brotli};
    for (int i = 0; accept_encoding && i < 2; i++)
        if (variants[i]->size && variants[i]->size < best->size && accepts(accept_encoding, variants[i]->encoding))
            best = variants[i];
    return best;
}

/* "W/" says only that the bytes may differ, as those of variants do (RFC 9110, 8.8.3.2). */
static const char *opaque(const char *tag) { return strncmp(tag, "W/", 2) == 0 ? tag + 2 : tag; }

bool web_file_is_known(const web_file *file, const char *if_none_match)
{
    const char *element, *own = opaque(file->etag);
    for (size_t length; if_none_match && (length = next_element(&if_none_match, &element)) > 0;) {
        const char *tag = opaque(element);
        length -= (size_t)(tag - element);
        if ((length == 1 && *tag == '*') || (length == strlen(own) && strncmp(tag, own, length) == 0))
            return true;
    }
    return false;
}
