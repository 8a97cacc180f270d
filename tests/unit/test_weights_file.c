/* SPDX-License-Identifier: MIT
 *
 * Weights come back from a file as they went in; a file that is not whole and sound is refused with a reason; the
 * weights in the library are sound and worth having.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const char *const test_path = "test_weights_file.tmp";

/* Weights as they are: mostly small, some extreme, mirrored contents alike. */
static evaluation *make_weights(uint64_t seed)
{
    evaluation *eval = evaluation_create_simple();
    assert_non_null(eval);
    random_state dice = {seed};
    for (int i = 0; i <= 60; i++)
        eval->parity[i] = (int16_t)((int)random_below(&dice, 65535) - 32767);
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        for (int i = 0; i < 500; i++) {
            const int shape = (int)random_below(&dice, PATTERN_SHAPES);
            const uint32_t index = random_below(&dice, pattern_size(&pattern_shapes[shape]));
            const int16_t weight = (int16_t)((int)random_below(&dice, 65535) - 32767);
            eval->weights[phase][pattern_first[shape] + index] = weight;
            eval->weights[phase][pattern_first[shape] + pattern_mirror(&pattern_shapes[shape], index)] = weight;
        }
    for (int i = 0; i < 500; i++) {
        const pattern_shape *shape = &pattern_shapes[i % ORDER_SHAPES];
        const uint32_t index = random_below(&dice, pattern_size(shape)), first = pattern_first[i % ORDER_SHAPES];
        const int16_t weight = (int16_t)((int)random_below(&dice, 65535) - 32767);
        int16_t *table = eval->order[i % ORDER_TABLES];
        table[first + index] = table[first + pattern_mirror(shape, index)] = weight;
    }
    return eval;
}

static uint8_t *read_all(size_t *size)
{
    FILE *file = fopen(test_path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(64 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 64 << 20, file);
    fclose(file);
    return bytes;
}

static void weights_come_back(void **state)
{
    (void)state;
    evaluation *eval = make_weights(1), *read = NULL;
    assert_int_equal(weights_write(test_path, eval), FLANK_OK);
    assert_int_equal(weights_read(test_path, &read, NULL), FLANK_OK);
    assert_memory_equal(read->parity, eval->parity, sizeof eval->parity);
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        assert_memory_equal(read->weights[phase], eval->weights[phase], PATTERN_WEIGHTS * sizeof(int16_t));
    assert_memory_equal(read->order, eval->order, sizeof eval->order);
    unlink(test_path);
    evaluation_destroy(read);
    evaluation_destroy(eval);
}

static void damage_is_refused(void **state)
{
    (void)state;
    evaluation *eval = make_weights(2), *read = NULL;
    assert_int_equal(weights_write("/nonexistent/weights", eval), FLANK_CANNOT_WRITE);
    assert_int_equal(weights_write(test_path, eval), FLANK_OK);
    evaluation_destroy(eval);
    size_t size;
    uint8_t *bytes = read_all(&size);
    flank_error error = {0};
    const struct {
        size_t size, at; /* the file cut to size, the byte at `at` turned over */
        const char *text;
    } cases[] = {
        {0, SIZE_MAX, "not a file of evaluation weights"},
        {31, SIZE_MAX, "not a file of evaluation weights"},
        {size, 0, "not a file of evaluation weights"},
        {size, 9, "the header's checksum is wrong: the file is damaged"},
        {size, 29, "the header's checksum is wrong: the file is damaged"},
        {32, SIZE_MAX, "the file is cut or grown"},
        {size - 1, SIZE_MAX, "the file is cut or grown"},
        {size, 40, "the file is damaged"},
        {size, size / 2, "the file is damaged"},
        {size, size - 1, "the file is damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t kept = 0;
        if (cases[i].at != SIZE_MAX) {
            kept = bytes[cases[i].at];
            bytes[cases[i].at] ^= 0xff;
        }
        assert_int_equal(weights_parse(bytes, cases[i].size, NULL, &read, &error), FLANK_BAD_FILE);
        assert_non_null(strstr(error_english(&error), cases[i].text));
        assert_null(read);
        if (cases[i].at != SIZE_MAX)
            bytes[cases[i].at] = kept;
    }
    free(bytes);
    unlink(test_path);
}

static void put_word(uint8_t *bytes, uLong word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

/* Checksums that are right do not make a text with a number too many, or too few, one of this format. */
static void a_text_of_another_length_is_refused(void **state)
{
    (void)state;
    enum { HEADER_BYTES = 32, ROOM = 64 << 20 };
    evaluation *eval = make_weights(3), *read = NULL;
    assert_int_equal(weights_write(test_path, eval), FLANK_OK);
    evaluation_destroy(eval);
    size_t size;
    uint8_t *bytes = read_all(&size), *unpacked = calloc(1, ROOM);
    uLongf length = ROOM;
    assert_non_null(unpacked);
    assert_int_equal(uncompress(unpacked, &length, bytes + HEADER_BYTES, size - HEADER_BYTES), Z_OK);
    for (int more = -1; more <= 1; more += 2) {
        const uLong changed = length + (uLong)more;
        uLongf packed = ROOM - HEADER_BYTES;
        flank_error error = {0};
        assert_int_equal(compress(bytes + HEADER_BYTES, &packed, unpacked, changed), Z_OK);
        put_word(bytes + 16, changed);
        put_word(bytes + 20, crc32(crc32(0, NULL, 0), unpacked, (uInt)changed));
        put_word(bytes + 24, packed);
        put_word(bytes + 28, crc32(crc32(0, NULL, 0), bytes, 28));
        assert_int_equal(weights_parse(bytes, HEADER_BYTES + packed, NULL, &read, &error), FLANK_BAD_FILE);
        assert_string_equal(error_english(&error), "the weights are not as this format has them");
        assert_null(read);
    }
    free(unpacked);
    free(bytes);
    unlink(test_path);
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    evaluation *read = NULL;
    flank_error error = {0};
    assert_int_equal(weights_read("/nonexistent/weights", &read, &error), FLANK_CANNOT_READ);
    assert_non_null(strstr(error_english(&error), "No such file"));
}

/* Nobody mistakes a corner for nothing. */
static void the_built_in_weights_are_there(void **state)
{
    (void)state;
    const evaluation *eval = weights_default();
    assert_non_null(eval);
    assert_ptr_equal(eval, weights_default());
    size_t used = 0;
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        for (int w = 0; w < PATTERN_WEIGHTS; w++)
            used += eval->weights[phase][w] != 0;
    assert_true(used > 1000000);
    for (int table = 0; table < ORDER_TABLES; table++) {
        used = 0;
        for (int w = 0; w < ORDER_WEIGHTS; w++)
            used += eval->order[table][w] != 0;
        assert_true(used > 50000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_come_back),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(a_text_of_another_length_is_refused),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(the_built_in_weights_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
