/* SPDX-License-Identifier: MIT
 *
 * Training a network: games are read; a model has the values that the engine gets from its file; gradients are those of
 * finite differences; rows that are brought up to date late learn as with plain Adam; threads, CPU levels and
 * interruptions change no bit.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "train/network/network_game_file.h"
#include "train/network/network_state.h"
#include "train/network/network_write.h"
#include "train/train_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const test_path = "test_network_train.tmp";

/* Positions of random games, whose labels are discs on edges less the opponent's. */
static network_positions some_positions(uint64_t seed, size_t count)
{
    const uint64_t edges = UINT64_C(0xff818181818181ff);
    network_positions made = {.list = malloc(count * sizeof *made.list), .sum = (uint32_t)seed};
    random_state dice = {seed};
    board at = BOARD_START;
    assert_non_null(made.list);
    while (made.count < count) {
        const uint64_t moves = othello_moves(at.own, at.other);
        if (!moves || board_empties(at) <= NETWORK_FEWEST_EMPTY) {
            at = BOARD_START;
            continue;
        }
        at = board_after(at, random_square(&dice, moves));
        if (board_empties(at) > NETWORK_MOST_EMPTY)
            continue;
        const int lead = (int)bit_count(at.own & edges) - (int)bit_count(at.other & edges);
        made.list[made.count++] =
            (network_position){.own = {(uint32_t)at.own, (uint32_t)(at.own >> 32)},
                               .other = {(uint32_t)at.other, (uint32_t)(at.other >> 32)},
                               .value = (int16_t)(lead * EVAL_PER_DISC),
                               .moves = (uint8_t)bit_count(othello_moves(at.own, at.other)),
                               .moves_other = (uint8_t)bit_count(othello_moves(at.other, at.own))};
    }
    return made;
}

static const network_settings usual = {
    .width = 32, .steps = 60, .batch = 300, .rate = 0.01F, .decay = 0.1F, .epsilon = 1e-4F, .seed = 5};

static void begin(network_trainer *trainer, const network_settings *settings, const network_positions *fit, int threads,
                  flank_cpu cpu)
{
    assert_true(network_trainer_begin(trainer, settings, fit, threads, cpu));
    network_model_begin(&trainer->model, settings->seed);
}

static void steps(network_trainer *trainer, int count)
{
    for (int i = 0; i < count; i++)
        network_trainer_step(trainer);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static bool keep_game(void *user, const train_records *game)
{
    train_records *kept = user;
    for (size_t i = 0; i < game->count; i++)
        assert_true(train_records_add(kept, game->records[i]));
    return true;
}

static flank_status parse(const text_buffer *file, size_t size)
{
    train_records kept = {0};
    const flank_status status = network_game_file_parse((const uint8_t *)file->bytes, size, keep_game, &kept);
    train_records_free(&kept);
    return status;
}

/* A game of one move, and the position after another one, survive a file; whatever is no position is refused. */
static void games_are_unpacked(void **state)
{
    (void)state;
    const board moved = board_after(BOARD_START, 19), deviated = board_after(BOARD_START, 26);
    train_record records[] = {{BOARD_START.own, BOARD_START.other, 6, 6 * EVAL_PER_DISC, 1},
                              {deviated.own, deviated.other, -64, -64 * EVAL_PER_DISC, 1},
                              {moved.own, moved.other, -6, -6 * EVAL_PER_DISC, 1}};
    const train_records game = {.records = records, .count = 3, .room = 3};
    const struct {
        size_t place;
        int byte;
    } damages[] = {
        {0, 'x'},   /* the magic */
        {11, -1},   /* discs of both sides on a square */
        {25, 65},   /* an outcome that no board has */
        {26, 0xc0}, /* a move that is none */
        {27, 65},   /* an exact value that no board has */
        {28, 90},   /* a square behind the board, whose lower bits are those of one that can be placed on */
        {29, -65},  /* a value of the other position */
    };
    train_records kept = {0};
    text_buffer file = {0};
    network_game_file_begin(&file);
    network_game_file_add(&file, &game);
    assert_int_equal(network_game_file_parse((const uint8_t *)file.bytes, file.length, keep_game, &kept), FLANK_OK);
    assert_int_equal(kept.count, 3);
    assert_memory_equal(kept.records, records, sizeof records);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char *byte = &file.bytes[damages[i].place];
        const char before = *byte;
        *byte = (char)damages[i].byte;
        assert_int_equal(parse(&file, file.length), FLANK_BAD_FILE);
        *byte = before;
    }
    for (size_t size = 0; size < file.length; size++)
        assert_int_equal(parse(&file, size), size == 8 ? FLANK_OK : FLANK_BAD_FILE);
    train_records_free(&kept);
    text_free(&file);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static network *written_and_read(network_trainer *trainer)
{
    network *made = NULL;
    size_t bytes = 0;
    uint32_t *usage = network_trainer_usage(trainer);
    assert_non_null(usage);
    assert_int_equal(network_write(test_path, &trainer->model, usage, &(network_thrift){-1, -1}, &bytes), 0);
    assert_int_equal(network_read(test_path, &made, NULL), FLANK_OK);
    assert_true(bytes > 1000);
    free(usage);
    unlink(test_path);
    return made;
}

static void engine_agrees(uint32_t width)
{
    network_settings settings = usual;
    network_positions fit = some_positions(1, 2000), others = some_positions(2, 500);
    network_trainer trainer;
    float values[500];
    int not_zero = 0;
    settings.width = width;
    begin(&trainer, &settings, &fit, 2, FLANK_CPU_BEST);
    steps(&trainer, 60);
    network_trainer_refresh(&trainer);
    network *made = written_and_read(&trainer);
    evaluation *eval = evaluation_create_empty();
    assert_non_null(eval);
    eval->network = made;
    network_trainer_values(&trainer, others.list, others.count, values);
    for (size_t i = 0; i < others.count; i++) {
        const uint64_t own = network_squares(others.list[i].own), other = network_squares(others.list[i].other);
        const int64_t out = llrint(values[i] * 8128.0); /* the sum before the engine divides it */
        assert_int_equal(network_judge(FLANK_CPU_PLAIN)(eval, own, other), out / 254);
        not_zero += out / 254 != 0;
    }
    assert_true(not_zero > 400);
    evaluation_destroy(eval);
    network_destroy(made);
    network_trainer_end(&trainer);
    network_positions_free(&fit);
    network_positions_free(&others);
}

static void the_engine_thinks_what_was_trained(void **state)
{
    (void)state;
    engine_agrees(32);
    engine_agrees(64);
}

/* A network read, trained no step and written is the same again, but for rows that nobody was shown. */
static void training_begins_from_a_network(void **state)
{
    (void)state;
    network_positions fit = some_positions(1, 500);
    network_trainer trainer;
    network *first = NULL;
    assert_int_equal(network_read(TEST_DATA "/../data/othello.network", &first, NULL), FLANK_OK);
    begin(&trainer, &usual, &fit, 1, FLANK_CPU_BEST);
    network_model_begin_from(&trainer.model, first);
    network *second = written_and_read(&trainer);
    assert_memory_equal(second->bias, first->bias, sizeof first->bias);
    assert_memory_equal(second->out_bias, first->out_bias, sizeof first->out_bias);
    assert_memory_equal(second->phases, first->phases, sizeof first->phases);
    assert_memory_equal(second->rows, first->rows, (size_t)PATTERN_WEIGHTS * 32);

    size_t bytes = 0, rows = 0, kept = 0, coarse = 0;
    network *third = NULL;
    uint32_t *usage = network_trainer_usage(&trainer);
    assert_int_equal(network_write(test_path, &trainer.model, usage, &(network_thrift){0, 10}, &bytes), 0);
    assert_int_equal(network_read(test_path, &third, NULL), FLANK_OK);
    for (size_t w = 0; w < PATTERN_WEIGHTS; w++)
        for (size_t i = 32 * w; i < 32 * w + 32; i++) {
            rows += usage[w] > 10;
            kept += usage[w] > 10 && third->rows[i] == first->rows[i];
            coarse += usage[w] > 0 && usage[w] <= 10 && third->rows[i] % 8 != 0 && abs(third->rows[i]) != 127;
        }
    assert_true(rows > 0 && kept == rows && coarse == 0);
    unlink(test_path);
    free(usage);
    network_destroy(first);
    network_destroy(second);
    network_destroy(third);
    network_trainer_end(&trainer);
    network_positions_free(&fit);
}

/* ---- Gradients --------------------------------------------------------------------------------------------------- */

/* The mean square error of the batch. */
static double loss(network_trainer *trainer)
{
    const network_batch *batch = &trainer->step.batch;
    float *values = malloc(batch->count * sizeof *values);
    double sum = 0;
    assert_non_null(values);
    network_trainer_values(trainer, batch->positions, batch->count, values);
    for (size_t i = 0; i < batch->count; i++) {
        const double wrong = values[i] - (double)batch->positions[i].value / EVAL_PER_DISC;
        sum += wrong * wrong;
    }
    free(values);
    return sum / (double)batch->count;
}

typedef struct gradient_count {
    double here; /* the loss of the model as it is */
    int right, wrong, kinks, zero;
} gradient_count;

/* Compare a gradient with finite differences to both sides. If these differ, something is clipped in between. */
static void check_gradient(network_trainer *trainer, float *number, double gradient, float step, gradient_count *count)
{
    const float before = *number;
    *number = before + step;
    const double up = (loss(trainer) - count->here) / ((double)*number - before);
    *number = before - step;
    const double down = (loss(trainer) - count->here) / ((double)*number - before);
    *number = before;
    const double middle = (up + down) / 2, allowed = 0.02 * fabs(middle) + 0.004;
    if (fabs(up - down) > allowed)
        count->kinks++;
    else if (fabs(middle - gradient) > allowed)
        count->wrong++;
    else if (fabs(gradient) > 0.02)
        count->right++;
    else
        count->zero++;
}

/* After one step from zero a mean is a tenth of the gradient. */
static void gradients_are_finite_differences(void **state)
{
    (void)state;
    network_settings settings = usual;
    network_positions fit = some_positions(3, 2000);
    network_trainer trainer;
    random_state dice = {9};
    settings.batch = 100;
    settings.rate = 1e-9F;
    begin(&trainer, &settings, &fit, 1, FLANK_CPU_BEST);
    trainer.model.rounds = false;
    for (size_t i = 0; i < (size_t)PATTERN_WEIGHTS * 32; i++)
        trainer.model.rows[i] = ((float)random_below(&dice, 2001) - 1000) * 3e-5F;
    steps(&trainer, 1);
    const double here = loss(&trainer);
    for (int p = 0; p < NETWORK_PARTS; p++) {
        const float step = network_parts[p].scale > 1e5F ? 0.0005F : 0.004F; /* 1.0 of the last is 32 discs */
        gradient_count count = {.here = here};
        for (int i = 0; i < 150; i++) {
            const uint32_t phase = 5 + random_below(&dice, 20);
            const size_t at = network_parts[p].first + random_below(&dice, (uint32_t)network_parts[p].count);
            check_gradient(&trainer, (float *)&trainer.model.layers[phase] + at,
                           10 * ((const float *)&trainer.model.layer_means[phase])[at], step, &count);
        }
        assert_int_equal(count.wrong, 0);
        assert_true(count.right >= 15 && count.kinks <= 45);
    }
    gradient_count count = {.here = here};
    for (int i = 0; i < 300; i++) {
        const uint32_t table = random_below(&dice, NETWORK_TABLES);
        const uint32_t *touched = trainer.step.touched + pattern_first[table > 6 ? table + 1 : table];
        const uint32_t row = touched[random_below(&dice, trainer.step.touched_count[table])];
        const size_t at = 32 * (size_t)row + random_below(&dice, 32);
        check_gradient(&trainer, &trainer.model.rows[at], 10 * trainer.model.means[at], 0.004F, &count);
    }
    assert_int_equal(count.wrong, 0);
    assert_true(count.right >= 150 && count.kinks <= 60);
    network_trainer_end(&trainer);
    network_positions_free(&fit);
}

/* ---- Adam -------------------------------------------------------------------------------------------------------- */

enum { SHAPE = 14, SHAPE_ROWS = 6561, SHAPE_NUMBERS = SHAPE_ROWS * 32 }; /* the third line */

/* A step of AdamW for all rows of a shape by its definition. */
static void plain_step(const network_trainer *trainer, double *numbers, double *means, double *squares)
{
    const network_settings *settings = &trainer->settings;
    const network_batch *batch = &trainer->step.batch;
    const double now = trainer->done; /* from 1 */
    const double rate =
        settings->rate * (0.5 + 0.5 * cos(acos(-1) * (now - 1) / settings->steps)) * fmin(1, now / 200) + 1e-6;
    double *gradient = calloc(SHAPE_NUMBERS, sizeof *gradient);
    assert_non_null(gradient);
    for (size_t i = 0; i < batch->count; i++)
        for (int place = 0; place < PATTERN_PLACES; place++)
            for (size_t k = 0; k < 32; k++)
                gradient[batch->index[SHAPE * batch->count + i][place] * (size_t)32 + k] +=
                    batch->gradients[32 * i + k];
    const double mean_scale = 1 / (1 - pow(0.9, now)), square_scale = 1 / (1 - pow(0.999, now));
    for (size_t i = 0; i < SHAPE_NUMBERS; i++) {
        means[i] = 0.9 * means[i] + 0.1 * gradient[i];
        squares[i] = 0.999 * squares[i] + 0.001 * gradient[i] * gradient[i];
        const double root = sqrt(squares[i] * square_scale) + settings->epsilon;
        numbers[i] = numbers[i] * (1 - rate * settings->decay) - rate * mean_scale * means[i] / root;
    }
    free(gradient);
}

static void late_rows_learn_as_with_plain_adam(void **state)
{
    (void)state;
    network_settings settings = usual;
    network_positions fit = some_positions(4, 400);
    network_trainer trainer;
    double *plain = calloc(3 * (size_t)SHAPE_NUMBERS, sizeof *plain), wrong = 0, moved = 0;
    settings.batch = 8; /* of 400: rows are missed by many steps */
    settings.steps = 1500;
    settings.rate = 0.002F;
    settings.decay = 1;
    assert_non_null(plain);
    begin(&trainer, &settings, &fit, 1, FLANK_CPU_BEST);
    for (int i = 0; i < 1500; i++) {
        steps(&trainer, 1);
        plain_step(&trainer, plain, plain + SHAPE_NUMBERS, plain + 2 * SHAPE_NUMBERS);
    }
    network_trainer_refresh(&trainer);
    for (size_t i = 0; i < SHAPE_NUMBERS; i++) {
        const double late = trainer.model.rows[pattern_first[SHAPE] * (size_t)32 + i];
        wrong += (late - plain[i]) * (late - plain[i]);
        moved += plain[i] * plain[i];
    }
    assert_true(moved > 0.3);
    assert_true(sqrt(wrong / moved) < 0.03);
    free(plain);
    network_trainer_end(&trainer);
    network_positions_free(&fit);
}

/* ---- The same bits ----------------------------------------------------------------------------------------------- */

static void assert_same(const network_trainer *a, const network_trainer *b)
{
    const size_t bytes = (size_t)PATTERN_WEIGHTS * (size_t)a->model.width * sizeof(float);
    assert_int_equal(a->done, b->done);
    assert_memory_equal(&a->running, &b->running, sizeof a->running);
    assert_memory_equal(a->model.layers, b->model.layers, 3 * EVAL_PHASES * sizeof *a->model.layers);
    assert_memory_equal(a->model.rows, b->model.rows, bytes);
    assert_memory_equal(a->model.means, b->model.means, bytes);
    assert_memory_equal(a->model.squares, b->model.squares, bytes);
    assert_memory_equal(a->model.steps, b->model.steps, PATTERN_WEIGHTS * sizeof *a->model.steps);
}

static void threads_and_levels_change_nothing(void **state)
{
    (void)state;
    network_positions fit = some_positions(5, 3000);
    network_trainer one, other;
    begin(&one, &usual, &fit, 1, FLANK_CPU_BEST);
    steps(&one, 30);
    begin(&other, &usual, &fit, 3, FLANK_CPU_BEST);
    steps(&other, 30);
    assert_same(&one, &other);
    network_trainer_end(&other);
    for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++) {
        begin(&other, &usual, &fit, 1, (flank_cpu)cpu);
        steps(&other, 30);
        assert_same(&one, &other);
        network_trainer_end(&other);
    }
    network_trainer_end(&one);
    network_positions_free(&fit);
}

static void a_state_goes_on(void **state)
{
    (void)state;
    network_positions fit = some_positions(6, 3000), others = some_positions(7, 3000);
    network_settings read = {0};
    network_trainer whole, part;
    begin(&whole, &usual, &fit, 2, FLANK_CPU_BEST);
    steps(&whole, 20);
    assert_int_equal(network_state_write(test_path, &whole), 0);
    steps(&whole, 40);
    assert_int_equal(network_state_settings(test_path, &read), FLANK_OK);
    assert_memory_equal(&read, &usual, sizeof read);
    assert_true(network_trainer_begin(&part, &read, &fit, 1, FLANK_CPU_BEST));
    assert_int_equal(network_state_read(test_path, &part), FLANK_OK);
    assert_int_equal(part.done, 20);
    steps(&part, 40);
    network_trainer_refresh(&whole);
    network_trainer_refresh(&part);
    assert_same(&whole, &part);
    network_trainer_end(&part);

    assert_true(network_trainer_begin(&part, &read, &others, 1, FLANK_CPU_BEST));
    assert_int_equal(network_state_read(test_path, &part), FLANK_BAD_ARGUMENT);
    part.fit = &fit;
    FILE *file = fopen(test_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 5000, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, 5000, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(network_state_read(test_path, &part), FLANK_BAD_FILE);
    assert_int_equal(truncate(test_path, 3000), 0);
    assert_int_equal(network_state_read(test_path, &part), FLANK_BAD_FILE);
    unlink(test_path);
    assert_int_equal(network_state_read(test_path, &part), FLANK_CANNOT_READ);
    network_trainer_end(&part);
    network_trainer_end(&whole);
    network_positions_free(&fit);
    network_positions_free(&others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_unpacked),
        cmocka_unit_test(the_engine_thinks_what_was_trained),
        cmocka_unit_test(training_begins_from_a_network),
        cmocka_unit_test(gradients_are_finite_differences),
        cmocka_unit_test(late_rows_learn_as_with_plain_adam),
        cmocka_unit_test(threads_and_levels_change_nothing),
        cmocka_unit_test(a_state_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
