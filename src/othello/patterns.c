/* SPDX-License-Identifier: MIT
 *
 * The sixteen shapes, those that order moves first, and what follows from them.
 */
#include "othello/patterns.h"

#include <string.h>

/* The squares of each shape in the first place, then how its mirror image numbers them. a1 = 0, h1 = 7, h8 = 63. */
// clang-format off
const pattern_shape pattern_shapes[PATTERN_SHAPES] = {
    {"edge with X squares", 10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, {7, 6, 5, 4, 3, 2, 1, 0, 9, 8}},
    {"corner triangle", 10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}, {0, 4, 7, 9, 1, 5, 8, 2, 6, 3}},
    {"side block", 10, {17, 18, 19, 20, 21, 22, 10, 11, 12, 13}, {5, 4, 3, 2, 1, 0, 9, 8, 7, 6}},
    {"diagonals of 5 and 4", 9, {3, 12, 21, 30, 39, 4, 13, 22, 31}, {4, 3, 2, 1, 0, 8, 7, 6, 5}},
    {"second line with corners", 10, {8, 9, 10, 11, 12, 13, 14, 15, 0, 7}, {7, 6, 5, 4, 3, 2, 1, 0, 9, 8}},
    {"edge block", 10, {0, 2, 3, 4, 5, 7, 10, 11, 12, 13}, {5, 4, 3, 2, 1, 0, 9, 8, 7, 6}},
    {"corner 2x5", 10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {"corner 5x2", 10, {0, 8, 16, 24, 32, 1, 9, 17, 25, 33}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {"corner angle", 10, {0, 1, 2, 3, 4, 8, 16, 24, 32, 9}, {0, 5, 6, 7, 8, 1, 2, 3, 4, 9}},
    {"corner cross", 10, {0, 9, 18, 27, 1, 10, 19, 8, 17, 26}, {0, 1, 2, 3, 7, 8, 9, 4, 5, 6}},
    {"main diagonal with C squares", 10, {0, 9, 18, 27, 36, 45, 54, 63, 1, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    {"diagonal of 6 with corner", 10, {2, 11, 20, 29, 38, 47, 6, 7, 14, 15}, {5, 4, 3, 2, 1, 0, 9, 7, 8, 6}},
    {"corner 3x3", 9, {0, 1, 2, 8, 9, 10, 16, 17, 18}, {0, 3, 6, 1, 4, 7, 2, 5, 8}},
    {"diagonal of 7 with corners", 9, {1, 10, 19, 28, 37, 46, 55, 0, 63}, {6, 5, 4, 3, 2, 1, 0, 8, 7}},
    {"third line", 8, {16, 17, 18, 19, 20, 21, 22, 23}, {7, 6, 5, 4, 3, 2, 1, 0}},
    {"fourth line", 8, {24, 25, 26, 27, 28, 29, 30, 31}, {7, 6, 5, 4, 3, 2, 1, 0}},
};
// clang-format on

unsigned pattern_turn(unsigned square, int place)
{
    for (; place > 0; place--)
        square = (square & 7) * 8 + 7 - (square >> 3);
    return square;
}

uint32_t pattern_size(const pattern_shape *shape)
{
    uint32_t size = 1;
    for (int k = 0; k < shape->count; k++)
        size *= 3;
    return size;
}

uint32_t pattern_mirror(const pattern_shape *shape, uint32_t index)
{
    uint8_t digits[PATTERN_SQUARES_MAX];
    for (int k = 0; k < shape->count; k++, index /= 3)
        digits[k] = (uint8_t)(index % 3);
    uint32_t mirrored = 0;
    for (int k = shape->count - 1; k >= 0; k--)
        mirrored = 3 * mirrored + digits[shape->mirror[k]];
    return mirrored;
}

/* pattern_mirror of every index of the shape: a further digit adds the same to all. */
static void fill_mirrored(const pattern_shape *shape, uint32_t *mirrored)
{
    uint32_t powers[PATTERN_SQUARES_MAX] = {0}; /* of each digit, in the mirrored index */
    for (uint32_t k = 0, power = 1; k < shape->count; k++, power *= 3)
        powers[shape->mirror[k]] = power;
    mirrored[0] = 0;
    for (uint32_t k = 0, size = 1; k < shape->count; k++, size *= 3)
        for (uint32_t index = 0; index < size; index++) {
            mirrored[size + index] = mirrored[index] + powers[k];
            mirrored[2 * size + index] = mirrored[index] + 2 * powers[k];
        }
}

void pattern_masters_fill(uint32_t *masters)
{
    for (int i = 0; i < PATTERN_SHAPES; i++) {
        uint32_t *master = masters + pattern_first[i];
        const uint32_t size = pattern_size(&pattern_shapes[i]);
        fill_mirrored(&pattern_shapes[i], master);
        for (uint32_t index = 0; index < size; index++)
            master[index] = pattern_first[i] + (master[index] < index ? master[index] : index);
    }
}

void pattern_steps_fill(pattern_steps *steps)
{
    memset(steps, 0, sizeof *steps);
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const pattern_shape *shape = &pattern_shapes[i / PATTERN_PLACES];
        uint16_t power = 1;
        for (int k = 0; k < shape->count; k++, power = (uint16_t)(3 * power))
            steps->step[pattern_turn(shape->squares[k], i % PATTERN_PLACES)][i] = power;
        steps->full[i] = (uint16_t)(pattern_size(shape) - 1);
    }
}
