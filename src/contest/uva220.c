/* SPDX-License-Identifier: MIT
 *
 * UVa 220: a stream of Othello games with commands to list moves, make a move and print the board.
 *
 * Answers leave as they are found: a game may have any number of commands, so nothing is kept until its end. The blank
 * line between two games is written with the first answer of the second, so that a broken second game leaves exactly
 * the output of the first. A move is written by one eight-byte store of a prepared "(r,c) ", a row of the board by one
 * word that is built from the bits of both colours.
 *
 * If the problem is silent: blank lines between games and after the last are ignored, any other text there is an
 * error; so is a move when neither player has one.
 */
#include "contest/contest_board.h"
#include "contest/contest_filters.h"
#include "core/bits.h"
#include "games/othello/othello_board.h"

#include <inttypes.h>
#include <stdio.h>

static const contest_alphabet alphabet = {'-', 'B', 'W', FLANK_ERROR_A_GAME};
static const char *const color_names[2] = {"Black", "White"};

typedef struct game {
    contest_stream *stream;
    uint64_t number;       /* 1 for the first */
    uint64_t command_line; /* the line of the command being carried out */
    bool has_answered;
    unsigned mover; /* 0 black, 1 white */
    uint64_t discs[2];
} game;

/* Room for an answer, after the blank line that parts it from the game before. */
static char *answer_room(game *g, size_t size)
{
    char *out = contest_room(g->stream, size + 1);
    if (!g->has_answered && g->number > 1)
        *out++ = '\n';
    g->has_answered = true;
    return out;
}

static uint64_t moves_of(const game *g, unsigned color) { return othello_moves(g->discs[color], g->discs[!color]); }

/* Write the squares as "(r,c) (r,c)", in row-major order, and return the end. Needs room for 6 characters a square. */
static char *put_squares(char *out, uint64_t squares)
{
    for (BITS_EACH(square, squares)) {
        char text[6] = {'(', (char)('1' + square / 8), ',', (char)('1' + square % 8), ')', ' '};
        memcpy(out, text, sizeof text);
        out += sizeof text;
    }
    return out - 1;
}

static void list_moves(game *g)
{
    static const char none[] = "No legal move.";
    uint64_t moves = moves_of(g, g->mover);
    char *out = answer_room(g, 64 * 6 + 1);
    if (moves) {
        out = put_squares(out, moves);
    } else {
        memcpy(out, none, sizeof none - 1);
        out += sizeof none - 1;
    }
    *out++ = '\n';
    g->stream->out = out;
}

static void put_count(char *out, unsigned count)
{
    out[0] = count < 10 ? ' ' : (char)('0' + count / 10);
    out[1] = (char)('0' + count % 10);
}

static void write_counts(game *g)
{
    static const char line[] = "Black - xx White - xx\n";
    char *out = answer_room(g, sizeof line - 1);
    memcpy(out, line, sizeof line - 1);
    put_count(out + 8, bit_count(g->discs[0]));
    put_count(out + 19, bit_count(g->discs[1]));
    g->stream->out = out + sizeof line - 1;
}

/* Name the move, why it cannot be made, and which could. */
static bool fail_move(game *g, unsigned row, unsigned column)
{
    uint64_t moves = moves_of(g, g->mover), passed = moves ? 0 : moves_of(g, !g->mover);
    char list[64 * 6 + 1];
    if (!moves && !passed)
        return contest_say_at(g->stream, g->command_line, SAY(UVA_NO_MOVES), say_number(row), say_number(column),
                              say_number(g->number));
    *put_squares(list, moves | passed) = '\0';
    if (passed)
        return contest_say_at(g->stream, g->command_line, SAY(UVA_PASSES), say_number(row), say_number(column),
                              say_number(g->number), say_name(color_names[g->mover]), say_name(color_names[!g->mover]),
                              say_text(list));
    return contest_say_at(g->stream, g->command_line, SAY(UVA_NOT_LEGAL), say_number(row), say_number(column),
                          say_number(g->number), say_name(color_names[g->mover]), say_text(list));
}

static bool make_move(game *g, unsigned row, unsigned column)
{
    unsigned square = 8 * (row - 1) + column - 1, mover = g->mover;
    uint64_t flips = 0;
    if (!(bit(square) & (g->discs[0] | g->discs[1]))) {
        flips = othello_flips(square, g->discs[mover], g->discs[!mover]);
        if (!flips && !moves_of(g, mover)) {
            mover = !mover;
            flips = othello_flips(square, g->discs[mover], g->discs[!mover]);
        }
    }
    if (!flips)
        return fail_move(g, row, column);
    g->discs[mover] |= flips | bit(square);
    g->discs[!mover] ^= flips;
    g->mover = !mover;
    write_counts(g);
    return true;
}

static void print_board(game *g)
{
    char *out = answer_room(g, 8 * 9);
    for (unsigned square = 0; square < 64; square++) {
        *out++ = g->discs[0] & bit(square) ? 'B' : g->discs[1] & bit(square) ? 'W' : '-';
        if (square % 8 == 7)
            *out++ = '\n';
    }
    g->stream->out = out;
}

/* The end of a command's line. */
static bool end_command(game *g, flank_error_code command)
{
    return contest_end_line(g->stream) ||
           contest_say(g->stream, SAY(EXPECTED_LINE_END), say_code(command), say_found(g->stream));
}

static bool read_coordinate(game *g, flank_error_code what, unsigned *value)
{
    int byte = contest_peek(g->stream);
    if (byte < '1' || byte > '8')
        return contest_say(g->stream, SAY(UVA_COORDINATE), say_code(what), say_found(g->stream));
    *value = (unsigned)(byte - '0');
    contest_step(g->stream);
    return true;
}

static bool read_move(game *g)
{
    unsigned row, column;
    return read_coordinate(g, FLANK_ERROR_A_ROW, &row) && read_coordinate(g, FLANK_ERROR_A_COLUMN, &column) &&
           end_command(g, FLANK_ERROR_A_MOVE) && make_move(g, row, column);
}

/* Read and carry out commands up to Q. */
static bool run_commands(game *g)
{
    for (;;) {
        g->command_line = g->stream->line;
        int command = contest_peek(g->stream);
        if (command != 'L' && command != 'M' && command != 'Q')
            return contest_say(g->stream, SAY(UVA_COMMAND), say_number(g->number), say_found(g->stream));
        contest_step(g->stream);
        if (command == 'M') {
            if (!read_move(g))
                return false;
        } else if (command == 'L') {
            if (!end_command(g, FLANK_ERROR_COMMAND_L))
                return false;
            list_moves(g);
        } else {
            if (!end_command(g, FLANK_ERROR_COMMAND_Q))
                return false;
            print_board(g);
            return true;
        }
    }
}

static bool play_game(contest_stream *stream, uint64_t number)
{
    contest_board board;
    game g = {.stream = stream, .number = number};
    contest_skip_space(stream);
    if (!contest_read_board(stream, &alphabet, number, &board) ||
        !contest_read_mover(stream, &alphabet, number, &g.mover))
        return false;
    g.discs[0] = board.first;
    g.discs[1] = board.second;
    return run_commands(&g);
}

void uva220_filter(contest_stream *stream)
{
    uint64_t games = 0;
    if (!contest_read_count(stream, FLANK_ERROR_NUMBER_OF_GAMES, &games))
        return;
    for (uint64_t number = 1; number <= games; number++)
        if (!play_game(stream, number))
            return;
    contest_expect_end(stream, alphabet.unit);
}
