/* SPDX-License-Identifier: MIT
 *
 * Weights files: the input as a file, and the input as the packed text of a file whose header and checksums are right.
 * Each is refused with a reason or read; never anything else. The second is never refused for its header, or nothing
 * behind that would be tried.
 */
#include "fuzz_target.h"

#include "othello/weights_file.h"
#include "core/error.h"
#include "core/little_endian.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER_BYTES = 32 };

static void check(const uint8_t *bytes, size_t size, bool has_header)
{
    evaluation *eval = NULL;
    flank_error error = {0};
    const flank_status status = weights_parse(bytes, size, NULL, &eval, &error);
    if (status == FLANK_OK ? !eval : status != FLANK_BAD_FILE || eval || !error.code)
        abort();
    if (has_header && status && error.offset < HEADER_BYTES)
        abort();
    evaluation_destroy(eval);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check(data, size, false);
    uLongf packed = compressBound((uLong)size);
    uint8_t *file = malloc(HEADER_BYTES + packed);
    if (!file || compress(file + HEADER_BYTES, &packed, size ? data : (const uint8_t *)"", (uLong)size) != Z_OK)
        abort();
    memcpy(file, "FLKEVAL", 8);
    little_put(file + 8, 4, WEIGHTS_VERSION);
    little_put(file + 12, 4, WEIGHTS_SHAPES);
    little_put(file + 16, 4, (uLong)size);
    little_put(file + 20, 4, size ? crc32(crc32(0, NULL, 0), data, (uInt)size) : 0);
    little_put(file + 24, 4, packed);
    little_put(file + 28, 4, crc32(crc32(0, NULL, 0), file, 28));
    check(file, HEADER_BYTES + packed, true);
    free(file);
    return 0;
}
