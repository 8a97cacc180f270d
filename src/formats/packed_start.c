/* SPDX-License-Identifier: MIT
 *
 * Starts of packed files.
 */
#include "formats/packed_start.h"

#include <string.h>

enum { TAR_MARK = 257 /* where a header of .tar says that it is one */ };

/* The starts of packed files. */
static const struct packing {
    size_t at, size;
    const char *bytes;
} packings[] = {{0, 2, "\x1F\x8B"},    {0, 3, "BZh"},         {0, 4, "PK\3\4"},
                {0, 4, "PK\5\6"},      {0, 6, "\xFD\x37zXZ"}, {0, 4, "\x28\xB5\x2F\xFD"},
                {TAR_MARK, 5, "ustar"}};

bool packed_begins(const void *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
        const struct packing *packing = &packings[i];
        if (size >= packing->at + packing->size &&
            memcmp((const char *)bytes + packing->at, packing->bytes, packing->size) == 0)
            return true;
    }
    return false;
}

bool packed_may_begin(const void *bytes, size_t size)
{
    if (packed_begins(bytes, size))
        return false;
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
        if (packings[i].at == 0 && size < packings[i].size && memcmp(bytes, packings[i].bytes, size) == 0)
            return true;
    /* A .tar begins with a name of 100 bytes, padded with zeros. */
    return size > 1 && size < PACKED_START_BYTES && *(const char *)bytes && memchr(bytes, '\0', size);
}
