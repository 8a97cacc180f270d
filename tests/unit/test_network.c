/* SPDX-License-Identifier: MIT
 *
 * A network's value is the same at every CPU level, and what a plain computation of the definition gives; the file of
 * the network that comes with the source is read, and damaged ones are refused.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/midgame.h"
#include "othello/network.h"
#include "othello/probcut.h"
#include "othello/weights_default.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number in ±most, often an extreme one. */
static int any_number(random_state *dice, int most)
{
    const uint32_t kind = random_below(dice, 8);
    return kind == 0 ? most : kind == 1 ? -most : (int)random_below(dice, 2 * (uint32_t)most + 1) - most;
}

static network *random_network(random_state *dice, int width)
{
    network *net = aligned_alloc(64, (sizeof *net + (size_t)PATTERN_WEIGHTS * (size_t)width + 63) / 64 * 64);
    assert_non_null(net);
    memset(net, 0, sizeof *net);
    net->width = width;
    net->inputs = (width - NETWORK_RAW) / 2 + 4;
    for (size_t i = 0; i < (size_t)PATTERN_WEIGHTS * (size_t)width; i++)
        net->rows[i] = (int8_t)any_number(dice, 127);
    for (int e = 0; e < NETWORK_EMPTIES; e++) {
        net->out_bias[e] = any_number(dice, 1 << 20);
        for (int i = 0; i < width; i++)
            net->bias[e][i] = (int16_t)any_number(dice, 16000);
    }
    for (int p = 0; p < EVAL_PHASES; p++) {
        network_phase *phase = &net->phases[p];
        for (size_t i = 0; i < sizeof phase->first; i++)
            (&phase->first[0][0][0])[i] = (int8_t)any_number(dice, 127);
        for (size_t i = 0; i < sizeof phase->second; i++)
            (&phase->second[0][0][0])[i] = (int8_t)any_number(dice, 127);
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            phase->first_bias[i] = any_number(dice, 20000);
        for (int i = 0; i < NETWORK_SECOND; i++)
            phase->second_bias[i] = any_number(dice, 20000);
        for (int i = 0; i < NETWORK_SECOND + NETWORK_INPUTS_MAX; i++)
            phase->out[i] = (int16_t)any_number(dice, 300);
        for (int i = 0; i < NETWORK_RAW; i++)
            phase->out_raw[i] = (int16_t)any_number(dice, 4);
    }
    return net;
}

static int within(int64_t value, int low, int high) { return value < low ? low : value > high ? high : (int)value; }

/* The index of a pattern by its definition. */
static size_t content(int pattern, uint64_t own, uint64_t other)
{
    const pattern_shape *shape = &pattern_shapes[pattern / PATTERN_PLACES];
    size_t index = 0, power = 1;
    for (int k = 0; k < shape->count; k++, power *= 3) {
        const unsigned square = pattern_turn(shape->squares[k], pattern % PATTERN_PLACES);
        index += power * (own >> square & 1 ? 0 : other >> square & 1 ? 2 : 1);
    }
    return pattern_first[pattern / PATTERN_PLACES] + index;
}

/* The value by the definition of network.h, one number after the other. */
static int slow_value(const network *net, uint64_t own, uint64_t other)
{
    const int empties = 64 - (int)bit_count(own | other), width = net->width, inputs = net->inputs, pairs = inputs - 4;
    const network_phase *phase = &net->phases[eval_phase(empties)];
    int sums[NETWORK_WIDTH_MAX], in[NETWORK_INPUTS_MAX] = {0}, hidden[2 * NETWORK_HIDDEN];
    for (int i = 0; i < width; i++) {
        sums[i] = net->bias[empties][i];
        for (int p = 0; p < PATTERN_COUNT; p++)
            sums[i] += net->rows[content(p, own, other) * (size_t)width + (size_t)i];
    }
    for (int i = 0; i < pairs; i++)
        in[i] = within(sums[NETWORK_RAW + i], 0, 255) * within(sums[NETWORK_RAW + pairs + i], 0, 255) / 512;
    in[pairs] = within(4 * bit_count(othello_moves(own, other)), 0, 127);
    in[pairs + 1] = within(4 * bit_count(othello_moves(other, own)), 0, 127);
    in[pairs + 2] = empties % 2 ? 127 : 0;
    for (int o = 0; o < NETWORK_HIDDEN; o++) {
        int64_t sum = phase->first_bias[o];
        for (int i = 0; i < inputs; i++)
            sum += in[i] * phase->first[i / 4][o][i % 4];
        const int64_t cut = within(sum, -16175, 16175);
        hidden[o] = cut < 0 ? 0 : within(cut / 64, 0, 127);
        hidden[NETWORK_HIDDEN + o] = within(cut * cut / (1 << 19), 0, 127);
    }
    int64_t out = net->out_bias[empties];
    for (int o = 0; o < NETWORK_SECOND; o++) {
        int64_t sum = phase->second_bias[o];
        for (int i = 0; i < 2 * NETWORK_HIDDEN; i++)
            sum += hidden[i] * phase->second[i / 4][o][i % 4];
        out += (sum < 0 ? 0 : within(sum / 64, 0, 127)) * phase->out[o];
    }
    for (int i = 0; i < inputs; i++)
        out += in[i] * phase->out[NETWORK_SECOND + i];
    for (int i = 0; i < NETWORK_RAW; i++)
        out += sums[i] * phase->out_raw[i];
    return within(out / 254, -EVAL_LIMIT, EVAL_LIMIT);
}

static void levels_agree_with_the_definition(void **state)
{
    (void)state;
    random_state dice = {7};
    evaluation *eval = evaluation_create_empty();
    assert_non_null(eval);
    for (int width = 32; width <= 64; width += 32) {
        network *net = random_network(&dice, width);
        int inner = 0;
        eval->network = net;
        for (int i = 0; i < 300; i++) {
            const uint64_t taken = random_next(&dice) | (i % 2 ? random_next(&dice) : 0) | 0xf;
            const uint64_t own = taken & random_next(&dice), other = taken & ~own;
            const int value = slow_value(net, own, other);
            inner += abs(value) < EVAL_LIMIT;
            for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++)
                assert_int_equal(network_judge((flank_cpu)cpu)(eval, own, other), value);
        }
        assert_true(inner > 100); /* else all would be cut off and equal */
        free(net);
    }
    evaluation_destroy(eval);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    size_t size;
    network *net = NULL;
    uint8_t *bytes = read_file(TEST_DATA "/../data/othello.network", &size);
    assert_int_equal(network_parse(bytes, size, &net, NULL), FLANK_OK);
    assert_int_equal(net->width, 32);
    network_destroy(net);
    net = NULL;
    const size_t places[] = {0, 9, 13, 17, 22, 30, 40, size / 2, size - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        bytes[places[i]] ^= 0x10;
        assert_int_equal(network_parse(bytes, size, &net, NULL), FLANK_BAD_FILE);
        bytes[places[i]] ^= 0x10;
    }
    assert_int_equal(network_parse(bytes, size - 1, &net, NULL), FLANK_BAD_FILE);
    uint8_t *longer = realloc(bytes, size + 1);
    assert_non_null(longer);
    bytes = longer;
    bytes[size] = 0;
    assert_int_equal(network_parse(bytes, size + 1, &net, NULL), FLANK_BAD_FILE);
    assert_int_equal(network_parse(bytes, 31, &net, NULL), FLANK_BAD_FILE);
    assert_null(net);
    free(bytes);
    assert_int_equal(network_read(TEST_DATA "/no such file", &net, NULL), FLANK_CANNOT_READ);
}

/* All that a search needs beside its evaluation. */
typedef struct searcher {
    transposition_table table;
    local_table local;
    edge_table edges;
    network_cache guesses;
} searcher;

static int value_of(searcher *with, const evaluation *eval, uint64_t own, uint64_t other, int depth)
{
    midgame_search search = {.end = {.table = &with->table, .local = &with->local, .edges = &with->edges, .eval = eval},
                             .guesses = &with->guesses};
    const midgame_question question = {-MIDGAME_VALUE_MAX - 1, MIDGAME_VALUE_MAX + 1, depth, SELECT_100};
    return midgame_value_plain(&search, own, other, &question);
}

/* The best that a ply leads to. False if a reply is a pass, which searches look behind. */
static bool best_of_ply(searcher *with, const evaluation *judged, uint64_t own, uint64_t other, int *best)
{
    *best = -MIDGAME_VALUE_MAX;
    for (BITS_EACH(square, othello_moves(own, other))) {
        const uint64_t taken = othello_flips((unsigned)square, own, other) | bit((unsigned)square);
        const uint64_t next = other & ~taken, behind = own | taken;
        const bool asks = bit_count(~(next | behind)) >= NETWORK_EMPTIES_MIN;
        const int value = asks ? network_judge(FLANK_CPU_PLAIN)(judged, next, behind)
                               : value_of(with, weights_default(), next, behind, 0);
        if (!othello_moves(next, behind))
            return false;
        *best = -value > *best ? -value : *best;
    }
    return true;
}

/* A network judges leaves with NETWORK_EMPTIES_MIN empty squares and more, the sum those below; a value that was kept
 * is the same. */
static void searches_ask_the_network(void **state)
{
    (void)state;
    random_state dice = {3};
    network *net = random_network(&dice, 32);
    evaluation *judged = network_evaluation(net);
    searcher *with = calloc(1, sizeof *with);
    int asked = 0, summed = 0;
    assert_true(judged && with && table_create(&with->table, 1 << 20));
    edge_table_fill(&with->edges);
    for (int game = 0; game < 20; game++) {
        uint64_t own = UINT64_C(0x0000000810000000), other = UINT64_C(0x0000001008000000), moves;
        while ((moves = othello_moves(own, other)) != 0) {
            int best;
            if (best_of_ply(with, judged, own, other, &best)) {
                assert_int_equal(value_of(with, judged, own, other, 1), best);
                assert_int_equal(value_of(with, judged, own, other, 1), best);
                *(bit_count(~(own | other)) > NETWORK_EMPTIES_MIN ? &asked : &summed) += 1;
            }
            for (uint32_t skipped = random_below(&dice, bit_count(moves)); skipped > 0; skipped--)
                moves &= moves - 1;
            const unsigned square = bit_first(moves);
            const uint64_t taken = othello_flips(square, own, other) | bit(square), next = other & ~taken;
            other = own | taken;
            own = next;
        }
    }
    assert_true(asked > 500 && summed > 50);
    table_destroy(&with->table);
    free(with);
    evaluation_destroy(judged);
    free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_agree_with_the_definition),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(searches_ask_the_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
