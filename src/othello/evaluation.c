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

/* More for a C or X square whose corner is empty. */
enum { C_WORTH = -250, X_WORTH = -500, OPEN_CORNERS = 2 };

/* The number of patterns that see each square, and that see each pair of squares. */
typedef struct pattern_cover {
    int one[64];
    int two[64][64];
} pattern_cover;

static void cover_fill(pattern_cover *cover)
{
    memset(cover, 0, sizeof *cover);
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const pattern_shape *shape = &pattern_shapes[i / PATTERN_PLACES];
        for (int k = 0; k < shape->count; k++) {
            const unsigned a = pattern_turn(shape->squares[k], i % PATTERN_PLACES);
            cover->one[a]++;
            for (int l = 0; l < shape->count; l++)
                cover->two[a][pattern_turn(shape->squares[l], i % PATTERN_PLACES)]++;
        }
    }
}

static unsigned nearest_corner(unsigned square)
{
    return (square_file(square) < 4 ? 0U : 7U) + (square_rank(square) < 4 ? 0U : 56U);
}

/* The value that a disc of the mover on digit k adds to the pattern, in hundredths of a disc. */
static double worth_of_digit(const pattern_cover *cover, const pattern_shape *shape, const uint8_t *digits, int k,
                             double lateness)
{
    enum { EMPTY = 1 };
    const unsigned square = shape->squares[k], corner = nearest_corner(square);
    double worth = ((1 - lateness) * early_worth[square] + lateness * 100) / cover->one[square];
    const int away = (int)((square_file(square) ^ square_file(corner)) + (square_rank(square) ^ square_rank(corner)));
    const bool beside = (bits_grow(bit(corner)) >> square & 1) && square != corner;
    for (int l = 0; beside && l < shape->count; l++)
        if (shape->squares[l] == corner && digits[l] == EMPTY)
            worth += (1 - lateness) * (away == 1 ? C_WORTH : X_WORTH) / cover->two[square][corner];
    return worth;
}

static void fill_shape(const pattern_cover *cover, const pattern_shape *shape, double lateness, int16_t *weights)
{
    const uint32_t size = pattern_size(shape);
    for (uint32_t index = 0; index < size; index++) {
        const uint32_t mirrored = pattern_mirror(shape, index);
        if (mirrored < index) { /* the same sum in another order would be rounded otherwise */
            weights[index] = weights[mirrored];
            continue;
        }
        uint8_t digits[PATTERN_SQUARES_MAX];
        uint32_t rest = index;
        for (int k = 0; k < shape->count; k++, rest /= 3)
            digits[k] = (uint8_t)(rest % 3);
        double sum = 0;
        for (int k = 0; k < shape->count; k++)
            sum += (1 - digits[k]) * worth_of_digit(cover, shape, digits, k, lateness);
        weights[index] = (int16_t)(sum * EVAL_PER_DISC / 100);
    }
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

evaluation *evaluation_create_simple(void)
{
    evaluation *made = evaluation_create_empty();
    if (!made)
        return NULL;
    pattern_cover cover;
    cover_fill(&cover);
    for (int phase = 0; phase < EVAL_PHASES; phase++) {
        const double age = (double)phase / (EVAL_PHASES - 1);
        for (int i = 0; i < PATTERN_SHAPES; i++)
            fill_shape(&cover, &pattern_shapes[i], age * age * age, made->weights[phase] + pattern_first[i]);
    }
    return made;
}

void evaluation_add_tempo(evaluation *eval, double discs)
{
    for (int empties = EVAL_TEMPO_EMPTIES; empties <= 60; empties++)
        eval->parity[empties] = (int16_t)(eval->parity[empties] + discs * EVAL_PER_DISC);
}

void evaluation_destroy(evaluation *eval) { large_memory_destroy(eval, sizeof *eval); }
