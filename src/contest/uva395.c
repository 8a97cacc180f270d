/* SPDX-License-Identifier: MIT
 *
 * UVa 395: boards of Lines of Action with a player to move; list that player's legal moves.
 *
 * Rows are lettered from the top and columns numbered, so "sorted as text" is: by origin, then by target, both in the
 * order of the input, which is the order of the bits. So no sorting: each piece in turn collects its at most eight
 * targets in one word, and they leave lowest bit first.
 *
 * The distance of a move is the number of pieces on its line. All 46 lines are counted at once: the eight bits of a row
 * are spread to eight four-bit counters of a word, and adding up the eight words counts the columns; adding them up
 * shifted by one counter more a row counts the diagonals, one less the antidiagonals. No counter exceeds 8.
 *
 * Measured against a walk over the squares of each line for each piece: docs/developers/benchmarks.md, "Contest
 * problems".
 */
#include "contest/contest_board.h"
#include "contest/contest_filters.h"
#include "core/bits.h"

static const contest_alphabet alphabet = {'.', 'X', 'O', FLANK_ERROR_A_CASE};

/* The part that depends on no board; made once a run. */
typedef struct tables {
    uint32_t spread[256];   /* bit i of the index in bit 4i */
    uint64_t ray[4][64][2]; /* along each kind of line: the squares above and the squares below a square */
    char origin[64][4];     /* "A1-" */
    char target[64][4];     /* "A1\n" */
} tables;

enum { ROW, COLUMN, DIAGONAL, ANTIDIAGONAL };

/* The way in which a line of each kind changes column from one row to the next; along a row, from one square to the
 * next. */
static const int line_columns[4] = {1, 0, 1, -1};

static void make_tables(tables *t)
{
    for (unsigned i = 0; i < 256; i++) {
        t->spread[i] = 0;
        for (unsigned b = 0; b < 8; b++)
            t->spread[i] |= (i >> b & 1) << 4 * b;
    }
    for (unsigned square = 0; square < 64; square++) {
        char row = (char)('A' + square / 8), column = (char)('1' + square % 8);
        memcpy(t->origin[square], (char[4]){row, column, '-', 0}, 4);
        memcpy(t->target[square], (char[4]){row, column, '\n', 0}, 4);
        for (int line = 0; line < 4; line++) {
            for (int side = 0; side < 2; side++) {
                int sign = side ? -1 : 1, row_step = sign * (line != ROW), column_step = sign * line_columns[line];
                int r = (int)square / 8 + row_step, c = (int)square % 8 + column_step;
                uint64_t ray = 0;
                for (; r >= 0 && r < 8 && c >= 0 && c < 8; r += row_step, c += column_step)
                    ray |= bit((unsigned)(8 * r + c));
                t->ray[line][square][side] = ray;
            }
        }
    }
}

/* Pieces on each line, in four-bit counters. */
typedef struct line_counts {
    uint64_t rows, columns, diagonals, antidiagonals;
} line_counts;

static line_counts count_lines(const tables *t, uint64_t pieces)
{
    line_counts counts = {0, 0, 0, 0};
    for (unsigned row = 0; row < 8; row++) {
        uint64_t spread = t->spread[pieces >> 8 * row & 0xff];
        counts.rows |= (spread * 0x11111111 >> 28 & 15) << 4 * row;
        counts.columns += spread;
        counts.diagonals += spread << 4 * (7 - row);
        counts.antidiagonals += spread << 4 * row;
    }
    return counts;
}

/* The squares that a piece may go to on one line of `count` pieces: `count` squares up or down, if no opposing piece
 * stands between. A square off the board is on neither ray; shifting it round the end of the word cannot bring it back
 * onto one, as count <= 8. */
static uint64_t line_targets(const uint64_t rays[2], unsigned square, unsigned distance, uint64_t other)
{
    uint64_t up = bit((square + distance) & 63) & rays[0];
    uint64_t down = bit((square - distance) & 63) & rays[1];
    uint64_t passed_up = rays[0] & (up - 1), passed_down = rays[1] & ~(down | (down - 1));
    return (passed_up & other ? 0 : up) | (passed_down & other ? 0 : down);
}

static uint64_t targets_of(const tables *t, const line_counts *counts, unsigned square, uint64_t other)
{
    unsigned row = square / 8, column = square % 8;
    unsigned row_count = counts->rows >> 4 * row & 15, column_count = counts->columns >> 4 * column & 15;
    unsigned diagonal = counts->diagonals >> 4 * (7 - row + column) & 15;
    unsigned antidiagonal = counts->antidiagonals >> 4 * (row + column) & 15;
    return line_targets(t->ray[ROW][square], square, row_count, other) |
           line_targets(t->ray[COLUMN][square], square, 8 * column_count, other) |
           line_targets(t->ray[DIAGONAL][square], square, 9 * diagonal, other) |
           line_targets(t->ray[ANTIDIAGONAL][square], square, 7 * antidiagonal, other);
}

/* Every own piece has at most 8 moves of 6 characters; the answers for a full board of one colour are the longest
 * thinkable. */
enum { ANSWER_SIZE = 64 * 8 * 6 + 32 };

static void write_moves(contest_stream *stream, const tables *t, uint64_t own, uint64_t other)
{
    static const char none[] = "No moves are possible\n";
    line_counts counts = count_lines(t, own | other);
    char *start = contest_room(stream, ANSWER_SIZE), *out = start;
    for (BITS_EACH(square, own)) {
        for (BITS_EACH(target, targets_of(t, &counts, square, other) & ~own)) {
            memcpy(out, t->origin[square], 4);
            memcpy(out + 3, t->target[target], 4);
            out += 6;
        }
    }
    if (out == start) {
        memcpy(out, none, sizeof none - 1);
        out += sizeof none - 1;
    }
    *out++ = '\n';
    stream->out = out;
}

void uva395_filter(contest_stream *stream)
{
    tables t;
    make_tables(&t);
    for (uint64_t number = 1; contest_skip_space(stream) != CONTEST_END; number++) {
        contest_board board;
        unsigned mover;
        if (!contest_read_board(stream, &alphabet, number, &board) ||
            !contest_read_mover(stream, &alphabet, number, &mover))
            return;
        if (mover == 0)
            write_moves(stream, &t, board.first, board.second);
        else
            write_moves(stream, &t, board.second, board.first);
    }
}
