/* SPDX-License-Identifier: MIT
 *
 * Numbers rounded to the engine's, packed by zlib.
 */
#include "train/network/network_write.h"

#include "core/little_endian.h"
#include "core/text_buffer.h"
#include "core/whole_file.h"
#include "othello/weights_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { HEADER_BYTES = 32, FORMAT_VERSION = 1, COARSE_STEP = 8, PACK_LEVEL = 9 };

static void add_whole(text_buffer *text, float number, float scale, float most, size_t bytes)
{
    uint8_t word[4];
    little_put(word, bytes, (uint32_t)(int32_t)network_whole(number, scale, most));
    text_add_bytes(text, (const char *)word, bytes);
}

/* The file has the weights of an output together. */
static void add_matrix(text_buffer *text, const float *matrix, int inputs, int outputs)
{
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < inputs; i++)
            add_whole(text, matrix[i * outputs + o], NETWORK_SCALE_LAYER, 127, 1);
}

static void add_layers(text_buffer *text, const network_layers *layers, int inputs)
{
    add_matrix(text, &layers->first[0][0], inputs, NETWORK_HIDDEN);
    add_matrix(text, &layers->second[0][0], 2 * NETWORK_HIDDEN, NETWORK_SECOND);
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        add_whole(text, layers->first_bias[i], NETWORK_SCALE_HIDDEN, 1 << 20, 4);
    for (int i = 0; i < NETWORK_SECOND; i++)
        add_whole(text, layers->second_bias[i], NETWORK_SCALE_HIDDEN, 1 << 20, 4);
    for (int i = 0; i < NETWORK_SECOND + inputs; i++)
        add_whole(text, layers->out[i], NETWORK_SCALE_OUT, INT16_MAX, 2);
    for (int i = 0; i < NETWORK_RAW; i++)
        add_whole(text, layers->out_raw[i], NETWORK_SCALE_RAW, INT16_MAX, 2);
}

static void add_biases(text_buffer *text, const network_model *model)
{
    for (int e = 0; e < NETWORK_EMPTIES; e++)
        for (int i = 0; i < model->width; i++)
            add_whole(text, model->layers[eval_phase(e)].bias[network_slot(e)][i], NETWORK_SCALE_ROW, 16000, 2);
    for (int e = 0; e < NETWORK_EMPTIES; e++)
        add_whole(text, model->layers[eval_phase(e)].out_bias[network_slot(e)], NETWORK_SCALE_VALUE, 1 << 22, 4);
}

/* The whole numbers of a row that was shown so often. True if any is not zero. */
static bool take_row(const float *row, int width, uint32_t shown, const network_thrift *thrift, int8_t *numbers)
{
    bool any = false;
    for (int i = 0; i < width; i++) {
        float whole = network_whole(row[i], NETWORK_SCALE_ROW, 127);
        if ((long)shown <= thrift->dropped)
            whole = 0;
        else if ((long)shown <= thrift->coarse)
            whole = network_whole(whole / COARSE_STEP, 1, 127) * COARSE_STEP;
        numbers[i] = (int8_t)(whole > 127 ? 127 : whole < -127 ? -127 : whole);
        any |= numbers[i] != 0;
    }
    return any;
}

/* A bit for each row that is there, and their numbers, column by column. */
static void add_rows(text_buffer *text, const network_model *model, const uint32_t *usage, const network_thrift *thrift)
{
    const size_t width = (size_t)model->width;
    uint32_t *masters = malloc(PATTERN_WEIGHTS * sizeof *masters);
    uint8_t *is_there = calloc(PATTERN_WEIGHTS / 8 + 1, 1);
    int8_t *rows = malloc(PATTERN_WEIGHTS * width);
    size_t first = 0, count = 0;
    if (masters && is_there && rows) {
        pattern_masters_fill(masters);
        for (size_t w = 0; w < PATTERN_WEIGHTS; w++)
            if (masters[w] == w) {
                if (take_row(model->rows + w * width, model->width, usage[w], thrift, rows + count * width)) {
                    is_there[first / 8] |= (uint8_t)(1 << first % 8);
                    count++;
                }
                first++;
            }
        text_add_bytes(text, (const char *)is_there, (first + 7) / 8);
        for (size_t column = 0; column < width; column++)
            for (size_t i = 0; i < count; i++)
                text_add_bytes(text, (const char *)&rows[i * width + column], 1);
    } else
        text->failed = true;
    free(masters);
    free(is_there);
    free(rows);
}

static uint32_t crc_of(const void *bytes, size_t size) { return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes, size); }

static int write_file(const char *path, const uint8_t header[HEADER_BYTES], const void *packed, size_t size)
{
    whole_file file;
    const int status = whole_file_open(&file, path);
    if (status)
        return status;
    (void)fwrite(header, 1, HEADER_BYTES, file.stream); /* whole_file_keep sees a failure */
    (void)fwrite(packed, 1, size, file.stream);
    return whole_file_keep(&file);
}

int network_write(const char *path, const network_model *model, const uint32_t *usage, const network_thrift *thrift,
                  size_t *bytes)
{
    text_buffer text = {0};
    add_biases(&text, model);
    for (int p = 0; p < EVAL_PHASES; p++)
        add_layers(&text, &model->layers[p], (model->width - NETWORK_RAW) / 2 + 4);
    add_rows(&text, model, usage, thrift);
    uLongf size = compressBound((uLong)text.length);
    Bytef *packed = text.failed ? NULL : malloc(size);
    int status = ENOMEM;
    if (packed && compress2(packed, &size, (const Bytef *)text.bytes, (uLong)text.length, PACK_LEVEL) == Z_OK) {
        const uint32_t words[] = {FORMAT_VERSION, WEIGHTS_SHAPES, (uint32_t)model->width, (uint32_t)text.length,
                                  crc_of(text.bytes, text.length)};
        uint8_t header[HEADER_BYTES] = "FLKNET\0";
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            little_put(header + 8 + 4 * i, 4, words[i]);
        little_put(header + 28, 4, crc_of(header, 28));
        status = write_file(path, header, packed, size);
        *bytes = size + HEADER_BYTES;
    }
    free(packed);
    text_free(&text);
    return status;
}
