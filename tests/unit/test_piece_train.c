/* SPDX-License-Identifier: MIT
 *
 * Training piece networks: rows are read as they were written; gradients are those of finite differences; threads, CPU
 * levels and interruptions change no bit; the loss falls; the engine thinks what was trained.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/draughts/draughts.h"
#include "train/pieces/piece_state.h"
#include "train/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const test_path = "test_piece_train.tmp";

static const piece_settings usual = {.seed = 5,
                                     .epochs = 4,
                                     .batch = 100,
                                     .rate = 0.01F,
                                     .result = 0.5F,
                                     .hundredths = 110,
                                     .pieces_a_phase = 4,
                                     .symmetries = 0x03};

/* Whoever has more pieces wins, and the search knows. */
static piece_row some_row(random_state *random)
{
    const uint64_t own = random_next(random) & random_next(random) & random_next(random);
    const uint64_t other = random_next(random) & random_next(random) & random_next(random) & ~own;
    piece_row row = {.own = own ? own : 1, .other = other ? other : 2, .color = (uint8_t)random_below(random, 2)};
    row.other &= ~row.own;
    row.kings = (row.own | row.other) & random_next(random) & random_next(random);
    const int lead = (int)bit_count(row.own) - (int)bit_count(row.other);
    row.score = (int16_t)(100 * lead);
    row.result = (int8_t)((lead > 0) - (lead < 0));
    row.left = (uint16_t)(1 + random_below(random, 200));
    return row;
}

static piece_rows some_rows(uint64_t seed, size_t count)
{
    piece_rows made = {0};
    random_state random = {seed};
    while (made.count < count) {
        const piece_row row = some_row(&random);
        assert_true(piece_rows_add(&made, &row));
    }
    return made;
}

static void epochs(piece_trainer *trainer, int count)
{
    for (int i = 0; i < count; i++)
        piece_trainer_epoch(trainer);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static void rows_come_back(void **state)
{
    (void)state;
    random_state random = {1};
    uint8_t bytes[PIECE_ROW_BYTES], again[PIECE_ROW_BYTES];
    for (int i = 0; i < 200; i++) {
        piece_row row = some_row(&random), read;
        row.noisy = i & 1;
        piece_row_put(&row, bytes);
        assert_true(piece_row_get(bytes, &read));
        piece_row_put(&read, again);
        assert_memory_equal(again, bytes, sizeof bytes);
        assert_memory_equal(&read, &row, sizeof row);
    }
}

/* A row, and what makes it wrong. */
static void wrong_rows_are_refused(void **state)
{
    (void)state;
    static const piece_row right = {.own = 1, .other = 2, .kings = 3, .score = -PIECE_SCORE_MAX, .result = -1};
    piece_row wrong[9], read;
    uint8_t bytes[PIECE_ROW_BYTES];
    for (int i = 0; i < 9; i++)
        wrong[i] = right;
    wrong[0].own = 0;
    wrong[1].other = 0;
    wrong[2].other = 3;
    wrong[3].kings = 4;
    wrong[4].score--;
    wrong[5].result = 2;
    wrong[6].color = 2;
    wrong[7].noisy = 2;
    wrong[8].unused = 1;
    piece_row_put(&right, bytes);
    assert_true(piece_row_get(bytes, &read));
    for (int i = 0; i < 9; i++) {
        piece_row_put(&wrong[i], bytes);
        assert_false(piece_row_get(bytes, &read));
    }
}

static void write_file(const piece_row *rows, size_t count, size_t more)
{
    uint8_t bytes[PIECE_ROW_BYTES] = {0};
    FILE *file = fopen(test_path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < count; i++) {
        piece_row_put(&rows[i], bytes);
        fwrite(bytes, 1, sizeof bytes, file);
    }
    fwrite(bytes, 1, more, file);
    assert_int_equal(fclose(file), 0);
}

/* Noisy rows and proved ones are left out; a file that is cut is refused. */
static void files_are_read(void **state)
{
    (void)state;
    piece_rows made = some_rows(2, 8), read = {0};
    made.list[1].noisy = 1;
    made.list[2].score = -29500;
    write_file(made.list, 5, 0);
    assert_int_equal(piece_rows_read(test_path, &read), FLANK_OK);
    assert_int_equal(read.count, 3);
    write_file(made.list + 5, 3, 0);
    assert_int_equal(piece_rows_read(test_path, &read), FLANK_OK);
    assert_int_equal(read.count, 6);
    assert_memory_equal(&read.list[1], &made.list[3], sizeof *read.list);
    assert_memory_equal(&read.list[3], &made.list[5], 3 * sizeof *read.list);
    write_file(made.list, 5, 7);
    assert_int_equal(piece_rows_read(test_path, &read), FLANK_BAD_FILE);
    unlink(test_path);
    assert_int_equal(piece_rows_read(test_path, &read), FLANK_CANNOT_READ);
    piece_rows_free(&read);
    piece_rows_free(&made);
}

/* ---- Arithmetic -------------------------------------------------------------------------------------------------- */

static void chances_are_those_of_the_library(void **state)
{
    (void)state;
    for (double x = -39; x < 39; x += 0.0371)
        assert_true(fabs(piece_chance(x) - 1 / (1 + exp(-x))) < 1e-10);
}

enum { EXAMPLES = 60 };

static double loss(const piece_tasks *tasks, const piece_model *model, const piece_example *examples)
{
    float outputs[EXAMPLES];
    double sum = 0;
    tasks->ask(model, examples, EXAMPLES, outputs);
    for (int i = 0; i < EXAMPLES; i++)
        sum += piece_loss((double)outputs[i], (double)examples[i].label);
    return sum;
}

typedef struct gradient_count {
    int right, wrong, kinks, zero;
} gradient_count;

/* Compare the gradient of a number with finite differences to both sides. If these differ, something is clipped in
 * between. */
static void check_gradient(const piece_tasks *tasks, piece_model *model, const piece_example *examples, size_t number,
                           double gradient, gradient_count *count)
{
    enum { PARTS_OF_ONE = 256 };
    float *at = (float *)model + number;
    const float before = *at;
    const double here = loss(tasks, model, examples);
    *at = before + 1.0F / PARTS_OF_ONE;
    const double up = (loss(tasks, model, examples) - here) * PARTS_OF_ONE;
    *at = before - 1.0F / PARTS_OF_ONE;
    const double down = (here - loss(tasks, model, examples)) * PARTS_OF_ONE;
    *at = before;
    const double middle = (up + down) / 2, allowed = 0.02 * fabs(middle) + 0.01;
    if (fabs(up - down) > allowed)
        count->kinks++;
    else if (fabs(middle - gradient) > allowed)
        count->wrong++;
    else if (fabs(gradient) > 0.05)
        count->right++;
    else
        count->zero++;
}

static void gradients_are_finite_differences(void **state)
{
    (void)state;
    static const size_t parts[] = {0, PIECE_ROWS * PIECE_WIDTH, (PIECE_ROWS + 1) * PIECE_WIDTH,
                                   PIECE_PARAMETERS - PIECE_PHASES, PIECE_PARAMETERS};
    static piece_model model, gradient;
    const piece_tasks *tasks = piece_tasks_of(FLANK_CPU_BEST);
    piece_rows rows = some_rows(3, EXAMPLES);
    piece_example examples[EXAMPLES];
    random_state random = {4};
    for (int i = 0; i < EXAMPLES; i++)
        examples[i] = piece_example_of(&usual, &rows.list[i], i & 1);
    piece_model_begin(&model, 6);
    for (int i = 0; i < 2 * PIECE_WIDTH * PIECE_PHASES; i++)
        (&model.weights[0][0])[i] *= 5;
    const double sum = tasks->learn(&model, examples, EXAMPLES, &gradient);
    assert_true(fabs(sum - loss(tasks, &model, examples)) < 1e-9);
    for (int part = 0; part < 4; part++) {
        gradient_count count = {0};
        for (int i = 0; i < 300; i++) {
            const size_t at = parts[part] + random_below(&random, (uint32_t)(parts[part + 1] - parts[part]));
            check_gradient(tasks, &model, examples, at, (double)((const float *)&gradient)[at], &count);
        }
        assert_int_equal(count.wrong, 0);
        assert_true(count.right >= 60 && count.kinks <= 60);
    }
    piece_rows_free(&rows);
}

/* ---- The same bits ----------------------------------------------------------------------------------------------- */

static void assert_same(const piece_trainer *a, const piece_trainer *b)
{
    assert_int_equal(a->done, b->done);
    assert_memory_equal(a->model, b->model, 3 * sizeof *a->model);
}

static void threads_and_levels_change_nothing(void **state)
{
    (void)state;
    piece_rows rows = some_rows(7, 450);
    piece_trainer one, other;
    assert_true(piece_trainer_begin(&one, &usual, &rows, 1, FLANK_CPU_BEST));
    epochs(&one, 4);
    for (int threads = 2; threads <= 3; threads++) {
        assert_true(piece_trainer_begin(&other, &usual, &rows, threads, FLANK_CPU_BEST));
        epochs(&other, 4);
        assert_same(&one, &other);
        piece_trainer_end(&other);
    }
    for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++) {
        assert_true(piece_trainer_begin(&other, &usual, &rows, 1, (flank_cpu)cpu));
        epochs(&other, 4);
        assert_same(&one, &other);
        piece_trainer_end(&other);
    }
    piece_trainer_end(&one);
    piece_rows_free(&rows);
}

static void damage(long at)
{
    FILE *file = fopen(test_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
}

static void a_state_goes_on(void **state)
{
    (void)state;
    piece_rows rows = some_rows(8, 450), others = some_rows(9, 450);
    piece_settings slower = usual;
    piece_trainer whole, part;
    assert_true(piece_trainer_begin(&whole, &usual, &rows, 2, FLANK_CPU_BEST));
    epochs(&whole, 2);
    assert_int_equal(piece_state_write(test_path, &whole), 0);
    epochs(&whole, 2);
    assert_true(piece_trainer_begin(&part, &usual, &rows, 1, FLANK_CPU_BEST));
    assert_int_equal(piece_state_read(test_path, &part), FLANK_OK);
    assert_int_equal(part.done, 2);
    epochs(&part, 2);
    assert_same(&whole, &part);
    piece_trainer_end(&part);

    slower.rate /= 2;
    assert_true(piece_trainer_begin(&part, &slower, &rows, 1, FLANK_CPU_BEST));
    assert_int_equal(piece_state_read(test_path, &part), FLANK_BAD_ARGUMENT);
    piece_trainer_end(&part);
    assert_true(piece_trainer_begin(&part, &usual, &others, 1, FLANK_CPU_BEST));
    assert_int_equal(piece_state_read(test_path, &part), FLANK_BAD_ARGUMENT);
    part.fit = &rows;
    damage(5000);
    assert_int_equal(piece_state_read(test_path, &part), FLANK_BAD_FILE);
    assert_int_equal(truncate(test_path, 3000), 0);
    assert_int_equal(piece_state_read(test_path, &part), FLANK_BAD_FILE);
    unlink(test_path);
    assert_int_equal(piece_state_read(test_path, &part), FLANK_CANNOT_READ);
    piece_trainer_end(&part);
    piece_trainer_end(&whole);
    piece_rows_free(&rows);
    piece_rows_free(&others);
}

/* ---- Learning ---------------------------------------------------------------------------------------------------- */

/* The loss falls, and the engine's whole numbers say nearly what the model does. */
static void a_small_run_learns(void **state)
{
    (void)state;
    piece_settings settings = usual;
    piece_rows rows = some_rows(10, 600);
    piece_network *network = aligned_alloc(64, sizeof *network);
    piece_trainer trainer;
    float output;
    settings.epochs = 30;
    assert_non_null(network);
    assert_true(piece_trainer_begin(&trainer, &settings, &rows, 1, FLANK_CPU_BEST));
    const double first = piece_trainer_epoch(&trainer);
    epochs(&trainer, 28);
    const double last = piece_trainer_epoch(&trainer);
    assert_true(last < 0.75 * first);
    piece_model_round(trainer.model, settings.hundredths, settings.pieces_a_phase, network);
    assert_true(piece_network_is_sound(network));
    for (size_t i = 0; i < rows.count; i++) {
        const piece_row *row = &rows.list[i];
        const flank_position position = {
            .own = row->own, .other = row->other, .kings = row->kings, .color = row->color};
        piece_trainer_ask(&trainer, row, 1, &output);
        assert_true(fabs((double)output * settings.hundredths - piece_network_value(network, &position)) < 25);
    }
    free(network);
    piece_trainer_end(&trainer);
    piece_rows_free(&rows);
}

/* Whatever training makes of numbers, what is rounded is sound. */
static void rounded_networks_are_sound(void **state)
{
    (void)state;
    static piece_model model;
    piece_network *network = aligned_alloc(64, sizeof *network);
    random_state random = {11};
    assert_non_null(network);
    for (size_t i = 0; i < PIECE_PARAMETERS; i++)
        ((float *)&model)[i] = random_below(&random, 2) ? 1e6F : -1e6F;
    for (int row = 0; row < PIECE_ROWS; row++)
        model.rows[row][0] = 1e6F;
    model.bias[0] = 1e6F;
    piece_model_confine(&model);
    piece_model_round(&model, 110, 4, network);
    assert_true(piece_network_is_sound(network));
    free(network);
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

typedef struct heard {
    int stop_at;             /* the process ends after so many epochs; 0: never */
    train_event epochs[2];   /* the first event of epochs, and the last */
    train_event pairs[2];    /* the same of pairs of games */
    piece_result results[2]; /* of the matches */
    int epochs_told, pairs_told, results_told;
} heard;

static void hear(void *user, const train_event *event)
{
    heard *to = user;
    if (event->kind && strcmp(event->kind, TRAIN_EPOCHS) == 0) {
        if (to->stop_at && event->chunks_done == to->stop_at)
            _exit(0);
        to->epochs[to->epochs_told++ > 0] = *event;
    } else if (event->kind && strcmp(event->kind, TRAIN_PAIRS) == 0) {
        to->pairs[to->pairs_told++ > 0] = *event;
    } else if (event->result) {
        assert_in_range(to->results_told, 0, 1);
        to->results[to->results_told++] = *event->result;
    }
}

static const char *const folder = "test_piece_train.folder.tmp";

static void remove_folder(void)
{
    static const char *const names[] = {"games-0-0000", "games-0-0001", "games-0-0002", "0.network",
                                        "0.match",      "0.state",      "start.network"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/draughts-%s", folder, names[i]);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/draughts.network", folder);
    remove(path);
    remove(folder);
}

/* A round that an earlier process left after three epochs. The best network is the one built in, so that one match is
 * played for both results. */
static void rounds_tell_what_is_done(void **state)
{
    (void)state;
    const train_settings settings = {.game = &draughts_game,
                                     .folder = folder,
                                     .threads = 1,
                                     .rounds = 1,
                                     .percent = TRAIN_PERCENT_MIN,
                                     .start = TRAIN_BUILT_IN,
                                     .nodes = 1};
    heard to = {.stop_at = 3};
    flank_error error = {0};
    int ended = -1;
    remove_folder();
    const pid_t earlier = fork();
    if (earlier == 0) {
        train_run(&settings, hear, &to, &error);
        _exit(1);
    }
    assert_int_equal(waitpid(earlier, &ended, 0), earlier);
    assert_int_equal(ended, 0);
    to.stop_at = 0;
    assert_int_equal(train_run(&settings, hear, &to, &error), FLANK_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(to.epochs[i].chunks_found, 3);
    assert_int_equal(to.epochs[0].chunks_done, 3);
    assert_int_equal(to.epochs[1].chunks_done, to.epochs[1].chunks);
    assert_int_equal(to.pairs[0].chunks_done, 0);
    assert_int_equal(to.pairs[1].chunks_done, to.pairs[1].chunks);
    assert_int_equal(2 * to.pairs[1].chunks, to.results[0].won + to.results[0].drawn + to.results[0].lost);
    assert_int_equal(to.results_told, 2);
    assert_memory_equal(&to.results[0], &to.results[1], sizeof to.results[0]);
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back),
        cmocka_unit_test(wrong_rows_are_refused),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(chances_are_those_of_the_library),
        cmocka_unit_test(gradients_are_finite_differences),
        cmocka_unit_test(threads_and_levels_change_nothing),
        cmocka_unit_test(a_state_goes_on),
        cmocka_unit_test(a_small_run_learns),
        cmocka_unit_test(rounded_networks_are_sound),
        cmocka_unit_test(rounds_tell_what_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
