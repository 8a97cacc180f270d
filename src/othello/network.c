/* SPDX-License-Identifier: MIT
 *
 * The file of a network, read.
 */
#include "othello/network.h"

#include "core/large_memory.h"
#include "core/little_endian.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum {
    HEADER_BYTES = 32,
    FORMAT_VERSION = 1,
    TEXT_BYTES_MAX = 64 << 20,
    FILE_BYTES_MAX = 64 << 20,
    BIAS_MAX = 16000,         /* with 64 numbers of ±127 more, a sum stays within 16 bits */
    LAYER_BIAS_MAX = 1 << 20, /* with the products of a layer, within 32 bits */
};

static const char file_magic[8] = "FLKNET\0";

CPU_DECLARE(int, network_judge, (const evaluation *eval, uint64_t own, uint64_t other));

network_judge_fn *network_judge(flank_cpu cpu)
{
    static network_judge_fn *const levels[] = CPU_SELECT(network_judge);
    return levels[cpu_resolve(cpu)];
}

/* ---- The text ---------------------------------------------------------------------------------------------------- */

/* Where a reader stands in the text. Past its end it reads zeros, and `broken` is set. */
typedef struct text {
    const uint8_t *bytes;
    size_t size, at;
    bool broken;
} text;

/* The next number of so many bytes, with its sign. */
static int32_t take(text *in, size_t bytes)
{
    if (in->size - in->at < bytes) {
        in->broken = true;
        return 0;
    }
    const uint32_t word = (uint32_t)little_get(in->bytes + in->at, bytes);
    in->at += bytes;
    return bytes == 1 ? (int8_t)word : bytes == 2 ? (int16_t)word : (int32_t)word;
}

/* The same for one of at most ±most. */
static int32_t take_within(text *in, size_t bytes, int32_t most)
{
    const int32_t number = take(in, bytes);
    in->broken |= number > most || number < -most;
    return in->broken ? 0 : number;
}

/* Weights of ±127, which a product of 16 bits bears: rows of outputs, kept four inputs together. */
static void take_matrix(text *in, int8_t *matrix, int inputs, int outputs)
{
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < inputs; i++)
            matrix[(i / 4 * outputs + o) * 4 + i % 4] = (int8_t)take_within(in, 1, INT8_MAX);
}

static void take_phase(text *in, network_phase *phase, int inputs)
{
    take_matrix(in, &phase->first[0][0][0], inputs, NETWORK_HIDDEN);
    take_matrix(in, &phase->second[0][0][0], 2 * NETWORK_HIDDEN, NETWORK_SECOND);
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        phase->first_bias[i] = take_within(in, 4, LAYER_BIAS_MAX);
    for (int i = 0; i < NETWORK_SECOND; i++)
        phase->second_bias[i] = take_within(in, 4, LAYER_BIAS_MAX);
    for (int i = 0; i < NETWORK_SECOND + inputs; i++)
        phase->out[i] = (int16_t)take(in, 2);
    for (int i = 0; i < NETWORK_RAW; i++)
        phase->out_raw[i] = (int16_t)take(in, 2);
}

/* The rows of the first of mirrored contents; `masters` tell which these are. */
static void take_rows(text *in, network *net, const uint32_t *masters)
{
    const uint8_t *is_there = in->bytes + in->at;
    size_t first = 0, width = (size_t)net->width;
    for (size_t w = 0; w < PATTERN_WEIGHTS; w++)
        first += masters[w] == w;
    if (in->size - in->at < (first + 7) / 8) {
        in->broken = true;
        return;
    }
    in->at += (first + 7) / 8;
    for (size_t column = 0; column < width && !in->broken; column++)
        for (size_t w = 0, i = 0; w < PATTERN_WEIGHTS; w++)
            if (masters[w] == w) {
                if (is_there[i / 8] >> i % 8 & 1)
                    net->rows[w * width + column] = (int8_t)take(in, 1);
                i++;
            }
}

static void copy_mirrored(network *net, const uint32_t *masters)
{
    const size_t width = (size_t)net->width;
    for (size_t w = 0; w < PATTERN_WEIGHTS; w++)
        if (masters[w] != w)
            memcpy(net->rows + w * width, net->rows + masters[w] * width, width);
}

/* `masters` has room for PATTERN_WEIGHTS. A text that is too short is known by its first numbers, which are few. */
static void take_all(text *in, network *net, uint32_t *masters)
{
    for (int e = 0; e < NETWORK_EMPTIES; e++)
        for (int i = 0; i < net->width; i++)
            net->bias[e][i] = (int16_t)take_within(in, 2, BIAS_MAX);
    for (int e = 0; e < NETWORK_EMPTIES; e++)
        net->out_bias[e] = take(in, 4);
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        take_phase(in, &net->phases[phase], net->inputs);
    if (in->broken)
        return;
    pattern_masters_fill(masters);
    take_rows(in, net, masters);
    copy_mirrored(net, masters);
}

evaluation *network_evaluation(const network *net)
{
    evaluation *made = weights_default() ? evaluation_create_empty() : NULL;
    if (!made)
        return NULL;
    *made = *weights_default();
    made->network = net;
    return made;
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

static uint32_t get_word(const uint8_t *bytes) { return (uint32_t)little_get(bytes, 4); }

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes, size);
}

static flank_status check_header(const uint8_t *bytes, size_t size, flank_error *error)
{
    if (size < HEADER_BYTES || memcmp(bytes, file_magic, sizeof file_magic) != 0)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(WEIGHTS_NO_FILE));
    if (get_word(bytes + 28) != crc_of(bytes, 28))
        return error_say(error, FLANK_BAD_FILE, 28, SAY(WEIGHTS_HEADER_SUM));
    if (get_word(bytes + 8) != FORMAT_VERSION)
        return error_say(error, FLANK_BAD_FILE, 8, SAY(WEIGHTS_FORMAT), say_number(get_word(bytes + 8)),
                         say_number(FORMAT_VERSION));
    if (get_word(bytes + 12) != WEIGHTS_SHAPES)
        return error_say(error, FLANK_BAD_FILE, 12, SAY(WEIGHTS_PATTERNS), say_number(get_word(bytes + 12)),
                         say_number(WEIGHTS_SHAPES));
    if (get_word(bytes + 16) != 32 && get_word(bytes + 16) != 64)
        return error_say(error, FLANK_BAD_FILE, 16, SAY(WEIGHTS_NOT_AS_FORMAT));
    if (get_word(bytes + 20) > TEXT_BYTES_MAX)
        return error_say(error, FLANK_BAD_FILE, 20, SAY(WEIGHTS_TOO_MANY), say_number(get_word(bytes + 20)));
    return FLANK_OK;
}

static network *create(int width)
{
    network *net = large_memory_create(sizeof *net + (size_t)PATTERN_WEIGHTS * (size_t)width);
    if (!net)
        return NULL;
    net->width = width;
    net->inputs = (width - NETWORK_RAW) / 2 + 4;
    return net;
}

void network_destroy(network *made)
{
    if (made)
        large_memory_destroy(made, sizeof *made + (size_t)PATTERN_WEIGHTS * (size_t)made->width);
}

/* The text of a file whose header is right, unpacked into `bytes` of as many as the header says. */
static flank_status unpack(const uint8_t *file, size_t size, uint8_t *bytes, flank_error *error)
{
    uLongf length = get_word(file + 20);
    uLong packed = (uLong)(size - HEADER_BYTES);
    if (uncompress2(bytes, &length, file + HEADER_BYTES, &packed) != Z_OK || packed != size - HEADER_BYTES ||
        length != get_word(file + 20))
        return error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_NOT_UNPACKED));
    if (crc_of(bytes, length) != get_word(file + 24))
        return error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_SUM));
    return FLANK_OK;
}

flank_status network_parse(const void *bytes, size_t size, network **made, flank_error *error)
{
    const uint8_t *file = bytes;
    flank_status status = check_header(file, size, error);
    if (status)
        return status;
    const size_t length = get_word(file + 20);
    uint8_t *unpacked = malloc(length + 1);
    uint32_t *masters = malloc(PATTERN_WEIGHTS * sizeof *masters);
    network *net = create((int)get_word(file + 16));
    status = unpacked && masters && net ? unpack(file, size, unpacked, error)
                                        : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (status == FLANK_OK) {
        text in = {.bytes = unpacked, .size = length};
        take_all(&in, net, masters);
        if (in.broken || in.at != in.size)
            status = error_say(error, FLANK_BAD_FILE, HEADER_BYTES, SAY(WEIGHTS_NOT_AS_FORMAT));
    }
    if (status == FLANK_OK)
        *made = net;
    else
        network_destroy(net);
    free(masters);
    free(unpacked);
    return status;
}

/* The whole file in `*bytes`, to be freed by the caller whatever is returned. */
static flank_status read_whole(FILE *file, uint8_t **bytes, size_t *size, flank_error *error)
{
    size_t room = 1 << 20;
    *bytes = malloc(room);
    for (size_t got = 1; *bytes && got > 0 && *size <= FILE_BYTES_MAX; *size += got) {
        if (*size == room) {
            uint8_t *larger = realloc(*bytes, room *= 2);
            if (!larger)
                return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
            *bytes = larger;
        }
        got = fread(*bytes + *size, 1, room - *size, file);
    }
    if (!*bytes)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return ferror(file) ? error_say(error, FLANK_CANNOT_READ, 0, say_system(errno)) : FLANK_OK;
}

flank_status network_read(const char *path, network **made, flank_error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_say(error, FLANK_CANNOT_READ, 0, say_system(errno));
    uint8_t *bytes = NULL;
    size_t size = 0;
    flank_status status = read_whole(file, &bytes, &size, error);
    fclose(file);
    if (status == FLANK_OK)
        status = network_parse(bytes, size, made, error);
    free(bytes);
    return status;
}
