/* SPDX-License-Identifier: MIT
 *
 * Piece networks: all CPU levels give the values of a plain sum; exchanging the sides changes none; files come back as
 * they were, and damaged ones are refused.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "core/symmetry.h"
#include "games/piece_network_sum.h"
#include "games/piece_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const test_path = "test_piece_network.tmp";

enum { POSITIONS = 4000, NETWORKS = 5, ROW_EXTREME = 504, BIAS_EXTREME = INT16_MAX - 64 * ROW_EXTREME };

/* ---- Networks and positions -------------------------------------------------------------------------------------- */

static int any_within(random_state *random, int most)
{
    return (int)random_below(random, 2 * (uint32_t)most + 1) - most;
}

/* Any number, or of an extreme network the largest one of any sign. */
static int any_number(random_state *random, int most, bool extreme)
{
    return !extreme ? any_within(random, most) : random_below(random, 2) ? most : -most;
}

static piece_network *some_network(uint64_t seed, bool extreme)
{
    random_state random = {seed};
    piece_network *made = aligned_alloc(64, sizeof *made);
    assert_non_null(made);
    memset(made, 0, sizeof *made);
    for (int row = 0; row < PIECE_ROWS; row++)
        for (int i = 0; i < PIECE_WIDTH; i++)
            made->rows[row][i] = (int16_t)any_number(&random, extreme ? ROW_EXTREME : 90, extreme);
    for (int i = 0; i < PIECE_WIDTH; i++)
        made->bias[i] = (int16_t)any_number(&random, BIAS_EXTREME, extreme);
    for (int phase = 0; phase < PIECE_PHASES; phase++) {
        for (int i = 0; i < 2 * PIECE_WIDTH; i++)
            made->weights[phase][i] = (int16_t)any_number(&random, PIECE_WEIGHT_MAX, extreme);
        made->constant[phase] = any_number(&random, 1 << 28, extreme);
    }
    made->hundredths = extreme ? PIECE_VALUE_MAX : 110;
    made->pieces_a_phase = 1 + (int)random_below(&random, 8);
    assert_true(piece_network_is_sound(made));
    return made;
}

/* One column at its largest: any 64 pieces have the sum INT16_MAX or its negative. */
static piece_network *steepest_network(int sign)
{
    piece_network *made = some_network(3, true);
    for (int row = 0; row < PIECE_ROWS; row++)
        made->rows[row][5] = (int16_t)(sign * ROW_EXTREME);
    made->bias[5] = (int16_t)(sign * BIAS_EXTREME);
    assert_true(piece_network_is_sound(made));
    return made;
}

/* Of few pieces, or many. */
static flank_position some_position(random_state *random)
{
    const uint64_t a = random_next(random), b = random_next(random), c = random_next(random);
    const int fullness = (int)random_below(random, 4);
    const uint64_t pieces = fullness == 0 ? a & b & c : fullness == 1 ? a & b : fullness == 2 ? a : UINT64_MAX;
    const uint64_t own = pieces & random_next(random);
    flank_position made = {.own = own, .other = pieces & ~own, .color = (uint8_t)random_below(random, 2)};
    if (!pieces)
        made.own = 1;
    made.kings = (made.own | made.other) & random_next(random) & random_next(random);
    return made;
}

static void kinds_of(const flank_position *position, uint64_t kinds[PIECE_KINDS])
{
    kinds[0] = position->own & ~position->kings;
    kinds[1] = position->own & position->kings;
    kinds[2] = position->other & ~position->kings;
    kinds[3] = position->other & position->kings;
}

/* ---- A plain sum ------------------------------------------------------------------------------------------------- */

/* The kind of the piece on a square, or -1. */
static int kind_at(const uint64_t kinds[PIECE_KINDS], int square)
{
    for (int kind = 0; kind < PIECE_KINDS; kind++)
        if (kinds[kind] >> square & 1)
            return kind;
    return -1;
}

/* The sums of a view; the other side sees the board turned round, and whose pieces are whose exchanged. */
static void plain_sums(const piece_network *network, const uint64_t kinds[PIECE_KINDS], bool other, int *sums)
{
    static const int exchanged[PIECE_KINDS] = {2, 3, 0, 1};
    for (int i = 0; i < PIECE_WIDTH; i++)
        sums[i] = network->bias[i];
    for (int square = 0; square < 64; square++) {
        const int kind = kind_at(kinds, square);
        if (kind < 0)
            continue;
        const int row = other ? 64 * exchanged[kind] + 8 * (7 - square / 8) + square % 8 : 64 * kind + square;
        for (int i = 0; i < PIECE_WIDTH; i++)
            sums[i] += network->rows[row][i];
    }
}

static int64_t plain_output(const piece_network *network, const uint64_t kinds[PIECE_KINDS])
{
    int pieces = 0, phase = 0;
    for (int square = 0; square < 64; square++)
        pieces += kind_at(kinds, square) >= 0;
    while (phase < PIECE_PHASES - 1 && pieces > (phase + 1) * network->pieces_a_phase)
        phase++;
    int64_t output = network->constant[phase];
    for (int view = 0; view < 2; view++) {
        int sums[PIECE_WIDTH];
        plain_sums(network, kinds, view == 1, sums);
        for (int i = 0; i < PIECE_WIDTH; i++) {
            const int64_t sum = sums[i] < 0 ? 0 : sums[i] > PIECE_ONE ? PIECE_ONE : sums[i];
            output += sum * sum * network->weights[phase][view * PIECE_WIDTH + i];
        }
    }
    return output;
}

static void compare_levels(const piece_network *network, const flank_position *position, int best)
{
    static piece_network_output_fn *const levels[] = CPU_SELECT(piece_network_output);
    uint64_t kinds[PIECE_KINDS];
    kinds_of(position, kinds);
    const int64_t right = plain_output(network, kinds);
    for (int level = FLANK_CPU_PLAIN; level <= best; level++)
        assert_true(!levels[level] || levels[level](network, kinds) == right);
}

static void levels_have_the_plain_sum(void **state)
{
    (void)state;
    piece_network *networks[NETWORKS] = {some_network(1, false), some_network(2, false), some_network(3, true),
                                         steepest_network(1), steepest_network(-1)};
    random_state random = {11};
    const int best = cpu_best(); /* which takes longer than an output */
    for (int n = 0; n < NETWORKS; n++) {
        for (int i = 0; i < POSITIONS; i++) {
            const flank_position position = some_position(&random);
            compare_levels(networks[n], &position, best);
        }
        free(networks[n]);
    }
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* A position with Black to move has the value of the turned one with White to move. */
static void turning_and_exchanging_change_nothing(void **state)
{
    (void)state;
    piece_network *network = some_network(4, false);
    random_state random = {12};
    int largest = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const flank_position position = some_position(&random);
        flank_position turned = {.own = symmetry_turn(position.own),
                                 .other = symmetry_turn(position.other),
                                 .kings = symmetry_turn(position.kings),
                                 .color = position.color ^ 1};
        const int value = piece_network_value(network, &position);
        assert_int_equal(value, piece_network_value(network, &turned));
        largest = abs(value) > largest ? abs(value) : largest;
    }
    assert_true(largest > 100);
    free(network);
}

static void values_are_hundredths_within_limits(void **state)
{
    (void)state;
    piece_network *network = some_network(5, false), *extreme = some_network(6, true);
    random_state random = {13};
    int at_limit = 0;
    for (int i = 0; i < POSITIONS; i++) {
        flank_position position = some_position(&random);
        uint64_t kinds[PIECE_KINDS];
        position.color = FLANK_WHITE;
        kinds_of(&position, kinds);
        assert_int_equal(piece_network_value(network, &position),
                         plain_output(network, kinds) * network->hundredths / PIECE_OUTPUT_ONE);
        const int value = piece_network_value(extreme, &position);
        assert_in_range(value + PIECE_VALUE_MAX, 0, 2 * PIECE_VALUE_MAX);
        at_limit += abs(value) == PIECE_VALUE_MAX;
    }
    assert_true(at_limit > 0);
    free(network);
    free(extreme);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void write_bytes(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(test_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static flank_status read_bytes(const uint8_t *bytes, size_t size)
{
    static piece_network network;
    write_bytes(bytes, size);
    return piece_file_read(test_path, &network, NULL);
}

/* `bytes` has one more than a file. */
static void network_bytes(const piece_network *network, uint8_t *bytes)
{
    assert_int_equal(piece_file_write(test_path, network), 0);
    FILE *file = fopen(test_path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, PIECE_FILE_BYTES + 1, file), PIECE_FILE_BYTES);
    fclose(file);
}

static void files_come_back(void **state)
{
    (void)state;
    piece_network *networks[] = {some_network(7, false), some_network(8, true)};
    for (int i = 0; i < 2; i++) {
        piece_network *read = aligned_alloc(64, sizeof *read);
        assert_non_null(read);
        memset(read, 0, sizeof *read);
        assert_int_equal(piece_file_write(test_path, networks[i]), 0);
        assert_int_equal(piece_file_read(test_path, read, NULL), FLANK_OK);
        assert_memory_equal(read, networks[i], sizeof *read);
        free(read);
        free(networks[i]);
    }
    unlink(test_path);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    static uint8_t bytes[PIECE_FILE_BYTES + 1];
    static piece_network none;
    piece_network *network = some_network(9, false);
    random_state random = {14};
    network_bytes(network, bytes);
    assert_int_equal(read_bytes(bytes, PIECE_FILE_BYTES), FLANK_OK);
    assert_int_equal(read_bytes(bytes, PIECE_FILE_BYTES - 1), FLANK_BAD_FILE);
    assert_int_equal(read_bytes(bytes, PIECE_FILE_BYTES + 1), FLANK_BAD_FILE);
    assert_int_equal(read_bytes(bytes, 0), FLANK_BAD_FILE);
    for (uint32_t i = 0; i < 150; i++) {
        const uint32_t rest = PIECE_FILE_HEADER + random_below(&random, PIECE_FILE_BYTES - PIECE_FILE_HEADER);
        const uint32_t at = i < PIECE_FILE_HEADER ? i : rest;
        bytes[at] ^= 0x80;
        assert_int_equal(read_bytes(bytes, PIECE_FILE_BYTES), FLANK_BAD_FILE);
        bytes[at] ^= 0x80;
    }
    unlink(test_path);
    assert_int_equal(piece_file_read(test_path, &none, NULL), FLANK_CANNOT_READ);
    free(network);
}

/* Each has one number too large. */
static void unsound_numbers_are_refused(void **state)
{
    (void)state;
    static uint8_t bytes[PIECE_FILE_BYTES + 1];
    for (int fault = 0; fault < 7; fault++) {
        piece_network *network = some_network(10, true);
        if (fault == 0)
            network->bias[63] = BIAS_EXTREME + 1;
        else if (fault == 1)
            network->rows[255][0] = -ROW_EXTREME - 1;
        else if (fault == 2)
            network->weights[7][127] = PIECE_WEIGHT_MAX + 1;
        else if (fault == 3)
            network->constant[7] = -(1 << 28) - 1;
        else if (fault == 4)
            network->constant[0] = INT32_MIN;
        else if (fault == 5)
            network->hundredths = 0;
        else
            network->pieces_a_phase = 0;
        assert_false(piece_network_is_sound(network));
        network_bytes(network, bytes);
        assert_int_equal(read_bytes(bytes, PIECE_FILE_BYTES), FLANK_BAD_FILE);
        free(network);
    }
    unlink(test_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_the_plain_sum),           cmocka_unit_test(turning_and_exchanging_change_nothing),
        cmocka_unit_test(values_are_hundredths_within_limits), cmocka_unit_test(files_come_back),
        cmocka_unit_test(damaged_files_are_refused),           cmocka_unit_test(unsound_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
