/* SPDX-License-Identifier: MIT
 *
 * Piece networks in files.
 */
#include "games/piece_file.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "core/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <zlib.h>

enum { VERSION = 1, AT_VERSION = 8, AT_WIDTH = 10, AT_HUNDREDTHS = 12, AT_PHASE = 16, AT_SUM = 20 };

static const char magic[AT_VERSION] = {'F', 'L', 'K', 'P', 'I', 'E', 'C', 'E'};

/* A network's numbers one after another, as the file has them: they are read with `get`, or else written. */
static uint8_t *pass_numbers(int16_t *numbers, size_t count, uint8_t *bytes, bool get)
{
    for (size_t i = 0; i < count; i++, bytes += 2)
        if (get)
            numbers[i] = (int16_t)little_get(bytes, 2);
        else
            little_put(bytes, 2, (uint16_t)numbers[i]);
    return bytes;
}

static void pass_all(piece_network *network, uint8_t *bytes, bool get)
{
    bytes = pass_numbers(&network->rows[0][0], PIECE_ROWS * PIECE_WIDTH, bytes, get);
    bytes = pass_numbers(network->bias, PIECE_WIDTH, bytes, get);
    bytes = pass_numbers(&network->weights[0][0], 2 * PIECE_PHASES * PIECE_WIDTH, bytes, get);
    for (int phase = 0; phase < PIECE_PHASES; phase++, bytes += 4)
        if (get)
            network->constant[phase] = (int32_t)(uint32_t)little_get(bytes, 4);
        else
            little_put(bytes, 4, (uint32_t)network->constant[phase]);
}

static uint32_t sum_of(const uint8_t *file)
{
    const uLong header = crc32(crc32(0, NULL, 0), file, AT_SUM);
    return (uint32_t)crc32(header, file + PIECE_FILE_HEADER, PIECE_FILE_BYTES - PIECE_FILE_HEADER);
}

/* The bytes of a file, one more than it should have if it is too long. */
static flank_status read_bytes(const char *path, uint8_t *file, size_t *size, flank_error *error)
{
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return error_say(error, FLANK_CANNOT_READ, 0, say_system(errno));
    *size = fread(file, 1, PIECE_FILE_BYTES + 1, stream);
    const int why = ferror(stream) ? errno : 0;
    fclose(stream);
    return why ? error_say(error, FLANK_CANNOT_READ, 0, say_system(why)) : FLANK_OK;
}

flank_status piece_file_parse(const uint8_t *bytes, size_t size, piece_network *network, flank_error *error)
{
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_NO_FILE));
    if (size != PIECE_FILE_BYTES || little_get(bytes + AT_SUM, 4) != sum_of(bytes))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_SUM));
    network->hundredths = (int32_t)(uint32_t)little_get(bytes + AT_HUNDREDTHS, 4);
    network->pieces_a_phase = (int32_t)(uint32_t)little_get(bytes + AT_PHASE, 4);
    pass_all(network, (uint8_t *)bytes + PIECE_FILE_HEADER, true); /* these bytes are read alone */
    return little_get(bytes + AT_VERSION, 2) == VERSION && little_get(bytes + AT_WIDTH, 2) == PIECE_WIDTH &&
                   piece_network_is_sound(network)
               ? FLANK_OK
               : error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_NOT_AS_FORMAT));
}

flank_status piece_file_read(const char *path, piece_network *network, flank_error *error)
{
    uint8_t file[PIECE_FILE_BYTES + 1];
    size_t size = 0;
    const flank_status status = read_bytes(path, file, &size, error);
    return status ? status : piece_file_parse(file, size, network, error);
}

int piece_file_write(const char *path, const piece_network *network)
{
    uint8_t file[PIECE_FILE_BYTES];
    piece_network copy = *network; /* passing reads or writes; this one is read alone */
    memcpy(file, magic, sizeof magic);
    little_put(file + AT_VERSION, 2, VERSION);
    little_put(file + AT_WIDTH, 2, PIECE_WIDTH);
    little_put(file + AT_HUNDREDTHS, 4, (uint32_t)network->hundredths);
    little_put(file + AT_PHASE, 4, (uint32_t)network->pieces_a_phase);
    pass_all(&copy, file + PIECE_FILE_HEADER, false);
    little_put(file + AT_SUM, 4, sum_of(file));
    whole_file whole;
    const int why = whole_file_open(&whole, path);
    if (why)
        return why;
    (void)fwrite(file, 1, sizeof file, whole.stream); /* whole_file_keep sees a failure */
    return whole_file_keep(&whole);
}
