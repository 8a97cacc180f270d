/* SPDX-License-Identifier: MIT
 *
 * Files of networks, of Othello and of other games: the input as a file, the input as the packed text of a file whose
 * header and checksums are right, and the input as the numbers of a piece network's. Each is refused with a reason or
 * read; never anything else. The second is never refused for its header, the third never for its sum.
 */
#include "fuzz_target.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "games/piece_file.h"
#include "othello/network.h"
#include "othello/weights_file.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER_BYTES = 32 };

static void check(const uint8_t *bytes, size_t size, bool has_header)
{
    network *net = NULL;
    flank_error error = {0};
    const flank_status status = network_parse(bytes, size, &net, &error);
    if (status == FLANK_OK ? !net : status != FLANK_BAD_FILE || net || !error.code)
        abort();
    if (has_header && status && error.offset < HEADER_BYTES)
        abort();
    network_destroy(net);
}

static void check_pieces(const uint8_t *bytes, size_t size, bool has_sum)
{
    static piece_network pieces;
    flank_error error = {0};
    const flank_status status = piece_file_parse(bytes, size, &pieces, &error);
    if (status == FLANK_OK ? !piece_network_is_sound(&pieces) : status != FLANK_BAD_FILE || !error.code)
        abort();
    if (has_sum && status && error.code != FLANK_ERROR_WEIGHTS_NOT_AS_FORMAT)
        abort();
}

/* The input again and again as the numbers of a file. */
static void check_numbers(const uint8_t *data, size_t size)
{
    static uint8_t file[PIECE_FILE_BYTES] = "FLKPIECE";
    for (size_t i = 10; i < sizeof file; i++)
        file[i] = size ? data[i % size] : 0;
    little_put(file + 8, 2, 1);
    little_put(file + 10, 2, PIECE_WIDTH);
    const uLong header = crc32(crc32(0, NULL, 0), file, 20);
    little_put(file + 20, 4, crc32(header, file + PIECE_FILE_HEADER, PIECE_FILE_BYTES - PIECE_FILE_HEADER));
    check_pieces(file, sizeof file, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check(data, size, false);
    check_pieces(data, size, false);
    check_numbers(data, size);
    uLongf packed = compressBound((uLong)size);
    uint8_t *file = malloc(HEADER_BYTES + packed);
    if (!file || compress(file + HEADER_BYTES, &packed, size ? data : (const uint8_t *)"", (uLong)size) != Z_OK)
        abort();
    memcpy(file, "FLKNET\0", 8);
    little_put(file + 8, 4, 1);
    little_put(file + 12, 4, WEIGHTS_SHAPES);
    little_put(file + 16, 4, size % 2 ? 32 : 64);
    little_put(file + 20, 4, (uLong)size);
    little_put(file + 24, 4, size ? crc32(crc32(0, NULL, 0), data, (uInt)size) : 0);
    little_put(file + 28, 4, crc32(crc32(0, NULL, 0), file, 28));
    check(file, HEADER_BYTES + packed, true);
    free(file);
    return 0;
}
