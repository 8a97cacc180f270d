/* SPDX-License-Identifier: MIT
 *
 * Making an evaluation, and the simple one that needs no file.
 *
 * The simple evaluation speaks the same language as the trained one, tables over patterns, so that the search has one
 * path. A square has a worth that depends on how near the end is; C and X squares are bad while their corner is empty.
 * Each pattern that sees a square carries an equal share of its worth; the rule for C and X squares is left to the
 * patterns that see the corner too.
 */
#include "othello/evaluation.h"

#include "core/bits.h"
#include "core/large_memory.h"
#include "core/stop_poll.h"

#include <string.h>

/* ---- The simple evaluation --------------------------------------------------------------------------------------- */

/* Hundredths of a disc that a disc is worth at the start. At the end it is worth 100 everywhere. */
static const int16_t early_worth[64] = {
    900, -20, 120, 60,  60,  120, -20, 900, /* rank 1 */
    -20, -60, -40, -40, -40, -40, -60, -20, /* rank 2 */
    120, -40, 10,  -20, -20, 10,  -40, 120, /* rank 3 */
    60,  -40, -20, -20, -20, -20, -40, 60,  /* rank 4 */
    60,  -40, -20, -20, -20, -20, -40, 60,  /* rank 5 */
    120, -40, 10,  -20, -20, 10,  -40, 120, /* rank 6 */
    -20, -60, -40, -40, -40, -40, -60, -20, /* rank 7 */
    900, -20, 120, 60,  60,  120, -20, 900, /* rank 8 */
};

/* The same on the board of 36 squares. */
static const int16_t early_worth_36[64] = {
    0, 0,   0,   0,   0,   0,   0,   0, /* rank 1 */
    0, 900, -20, 60,  60,  -20, 900, 0, /* rank 2 */
    0, -20, -60, -40, -40, -60, -20, 0, /* rank 3 */
    0, 60,  -40, -20, -20, -40, 60,  0, /* rank 4 */
    0, 60,  -40, -20, -20, -40, 60,  0, /* rank 5 */
    0, -20, -60, -40, -40, -60, -20, 0, /* rank 6 */
    0, 900, -20, 60,  60,  -20, 900, 0, /* rank 7 */
    0, 0,   0,   0,   0,   0,   0,   0, /* rank 8 */
};

/* The board: what its squares are worth, and its first and last file and rank. */
typedef struct simple_board {
    const int16_t *early_worth;
    unsigned first, last;
} simple_board;

static const simple_board board_64 = {early_worth, 0, 7}, board_36 = {early_worth_36, 1, 6};

/* More for a C or X square whose corner is empty. */
enum { C_WORTH = -250, X_WORTH = -500, OPEN_CORNERS = 2, EMPTY = 1 };

/* The number of the first patterns that see each square, and that see each pair of squares. */
typedef struct pattern_cover {
    int one[64];
    int two[64][64];
} pattern_cover;

static void cover_fill(pattern_cover *cover, int patterns)
{
    memset(cover, 0, sizeof *cover);
    for (int i = 0; i < patterns; i++) {
        const pattern_shape *shape = &pattern_shapes[i / PATTERN_PLACES];
        for (int k = 0; k < shape->count; k++) {
            const unsigned a = pattern_turn(shape->squares[k], i % PATTERN_PLACES);
            cover->one[a]++;
            for (int l = 0; l < shape->count; l++)
                cover->two[a][pattern_turn(shape->squares[l], i % PATTERN_PLACES)]++;
        }
    }
}

static unsigned nearest_corner(const simple_board *board, unsigned square)
{
    return (square_file(square) < 4 ? board->first : board->last) +
           8 * (square_rank(square) < 4 ? board->first : board->last);
}

static bool is_on_board(const simple_board *board, unsigned square)
{
    return square_file(square) >= board->first && square_file(square) <= board->last &&
           square_rank(square) >= board->first && square_rank(square) <= board->last;
}

/* The values of something at the start and at the end of the game, in hundredths of a disc. */
typedef struct worth {
    double early, late;
} worth;

/* The worth of a disc of the mover on digit k, as far as the pattern has it. */
static worth worth_of_digit(const simple_board *board, const pattern_cover *cover, const pattern_shape *shape,
                            const uint8_t *digits, int k)
{
    const unsigned square = shape->squares[k], corner = nearest_corner(board, square);
    worth of_disc = {(double)board->early_worth[square] / cover->one[square], 100.0 / cover->one[square]};
    const int away = (int)((square_file(square) ^ square_file(corner)) + (square_rank(square) ^ square_rank(corner)));
    const bool beside = (bits_grow(bit(corner)) >> square & 1) && square != corner;
    for (int l = 0; beside && l < shape->count; l++)
        if (shape->squares[l] == corner && digits[l] == EMPTY)
            of_disc.early += (double)(away == 1 ? C_WORTH : X_WORTH) / cover->two[square][corner];
    return of_disc;
}

/* Tables over the same patterns, one behind the other, each for a time of the game: 0 at its start, 1 at its end. */
typedef struct simple_tables {
    int16_t *weights;
    size_t size;
    int count;
    const double *lateness;
} simple_tables;

/* Fill the part of a shape in all tables. Contents with discs outside the board keep the weight 0. */
static void fill_shape(const simple_board *board, const pattern_cover *cover, int number, const simple_tables *tables)
{
    const pattern_shape *shape = &pattern_shapes[number];
    const uint32_t size = pattern_size(shape);
    int16_t *first = tables->weights + pattern_first[number];
    for (uint32_t index = 0; index < size; index++) {
        const uint32_t mirrored = pattern_mirror(shape, index);
        if (mirrored < index) { /* the same sum in another order would be rounded otherwise */
            for (int i = 0; i < tables->count; i++)
                first[i * tables->size + index] = first[i * tables->size + mirrored];
            continue;
        }
        uint8_t digits[PATTERN_SQUARES_MAX];
        uint32_t rest = index;
        for (int k = 0; k < shape->count; k++, rest /= 3)
            digits[k] = (uint8_t)(rest % 3);
        bool inside = true;
        for (int k = 0; k < shape->count; k++)
            inside = inside && (digits[k] == EMPTY || is_on_board(board, shape->squares[k]));
        worth sum = {0, 0};
        for (int k = 0; inside && k < shape->count; k++) {
            const worth of_disc = worth_of_digit(board, cover, shape, digits, k);
            sum.early += (1 - digits[k]) * of_disc.early;
            sum.late += (1 - digits[k]) * of_disc.late;
        }
        for (int i = 0; i < tables->count; i++) {
            const double value = (1 - tables->lateness[i]) * sum.early + tables->lateness[i] * sum.late;
            first[i * tables->size + index] = (int16_t)(value * EVAL_PER_DISC / 100);
        }
    }
}

/* Fill tables over the first `shapes` shapes; false if it is stopped. */
static bool fill_tables(const simple_board *board, int shapes, const simple_tables *tables, const flank_stop *stop)
{
    pattern_cover cover;
    cover_fill(&cover, shapes * PATTERN_PLACES);
    for (int i = 0; i < shapes; i++) {
        if (stop_poll(stop))
            return false;
        fill_shape(board, &cover, i, tables);
    }
    return true;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

evaluation *evaluation_create_empty(void)
{
    evaluation *made = large_memory_create(sizeof *made);
    if (!made)
        return NULL;
    pattern_steps_fill(&made->steps);
    return made;
}

static evaluation *create_simple(const simple_board *board, const flank_stop *stop)
{
    evaluation *made = evaluation_create_empty();
    if (!made)
        return NULL;
    double lateness[EVAL_PHASES];
    for (int phase = 0; phase < EVAL_PHASES; phase++) {
        const double age = (double)phase / (EVAL_PHASES - 1);
        lateness[phase] = age * age * age;
    }
    const simple_tables phases = {made->weights[0], PATTERN_WEIGHTS, EVAL_PHASES, lateness};
    if (fill_tables(board, PATTERN_SHAPES, &phases, stop))
        return made;
    evaluation_destroy(made);
    return NULL;
}

evaluation *evaluation_create_simple(void) { return create_simple(&board_64, NULL); }

evaluation *evaluation_create_board_6(const flank_stop *stop)
{
    evaluation *made = create_simple(&board_36, stop);
    if (!made)
        return NULL;
    static const double lateness[ORDER_TABLES] = {0.3, 0.3};
    const simple_tables orders = {made->order[0], ORDER_WEIGHTS, ORDER_TABLES, lateness};
    if (fill_tables(&board_36, ORDER_SHAPES, &orders, stop))
        return made;
    evaluation_destroy(made);
    return NULL;
}

void evaluation_add_tempo(evaluation *eval, double discs)
{
    for (int empties = EVAL_TEMPO_EMPTIES; empties <= 60; empties++)
        eval->parity[empties] = (int16_t)(eval->parity[empties] + discs * EVAL_PER_DISC);
}

void evaluation_destroy(evaluation *eval) { large_memory_destroy(eval, sizeof *eval); }
