/* SPDX-License-Identifier: MIT
 *
 * Conjugate gradients: the matrix is never made, only multiplied with, row by row.
 */
#include "train/least_squares.h"

#include <math.h>
#include <stdlib.h>

bool square_rows_alloc(square_rows *rows, size_t room, int width)
{
    *rows = (square_rows){.features = malloc((room * (size_t)width + 1) * sizeof(uint32_t)),
                          .targets = malloc((room + 1) * sizeof(float)),
                          .shares = malloc((room + 1) * sizeof(float)),
                          .width = width};
    if (rows->features && rows->targets && rows->shares)
        return true;
    square_rows_free(rows);
    return false;
}

void square_rows_free(square_rows *rows)
{
    free(rows->features);
    free(rows->targets);
    free(rows->shares);
    *rows = (square_rows){0};
}

static float row_sum(const square_rows *rows, size_t row, const float *vector)
{
    const uint32_t *feature = rows->features + row * (size_t)rows->width;
    float sum = 0;
    for (int i = 0; i < rows->width; i++)
        sum += vector[feature[i]];
    return sum;
}

/* out += the row, so often */
static void row_add(const square_rows *rows, size_t row, float times, float *out)
{
    const uint32_t *feature = rows->features + row * (size_t)rows->width;
    for (int i = 0; i < rows->width; i++)
        out[feature[i]] += times;
}

static double dot(const float *a, const float *b, size_t count)
{
    double sum = 0;
    for (size_t w = 0; w < count; w++)
        sum += (double)a[w] * b[w];
    return sum;
}

void square_rows_minimise(const square_rows *rows, const square_settings *settings, size_t count, float *weights,
                          float *space)
{
    float *residual = space, *scaled = space + count, *direction = space + 2 * count, *image = space + 3 * count,
          *diagonal = space + 4 * count;
    for (size_t w = 0; w < count; w++) {
        residual[w] = 0;
        diagonal[w] = (float)settings->prior;
    }
    for (size_t row = 0; row < rows->count; row++) {
        row_add(rows, row, rows->shares[row] * (rows->targets[row] - row_sum(rows, row, weights)), residual);
        row_add(rows, row, rows->shares[row], diagonal);
    }
    for (size_t w = 0; w < count; w++)
        direction[w] = scaled[w] = residual[w] / diagonal[w];
    double size = dot(residual, scaled, count);
    for (int step = 0; step < settings->iterations && size > 1e-9; step++) {
        for (size_t w = 0; w < count; w++)
            image[w] = (float)settings->prior * direction[w];
        for (size_t row = 0; row < rows->count; row++)
            row_add(rows, row, rows->shares[row] * row_sum(rows, row, direction), image);
        const double along = size / dot(direction, image, count);
        for (size_t w = 0; w < count; w++) {
            weights[w] += (float)along * direction[w];
            residual[w] -= (float)along * image[w];
            scaled[w] = residual[w] / diagonal[w];
        }
        const double next = dot(residual, scaled, count);
        for (size_t w = 0; w < count; w++)
            direction[w] = scaled[w] + (float)(next / size) * direction[w];
        size = next;
    }
}

double square_rows_error(const square_rows *rows, size_t from, size_t to, const float *weights)
{
    double sum = 0, count = 0;
    for (size_t row = from; row < to; row++) {
        if (rows->shares[row] < 1)
            continue;
        const double error = rows->targets[row] - row_sum(rows, row, weights);
        sum += error * error;
        count++;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}
