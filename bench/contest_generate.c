/* SPDX-License-Identifier: MIT
 *
 * Random input: Othello games played at random from the initial and from random boards, with a list of moves before
 * each; Lines of Action boards of up to 12 pieces a side and some fuller ones; Tothello boards with nothing bracketed,
 * in the forms of both of the problem's examples; draughts boards, drawn at random or made by playing captures
 * backwards, so that about half can be won.
 */
#include "contest_generate.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "games/tothello/tothello_board.h"

#include <stdlib.h>
#include <string.h>

static uint64_t random_set(random_state *random, unsigned count, uint64_t among)
{
    uint64_t set = 0;
    for (; count > 0 && (among & ~set); count--)
        set |= bit(random_square(random, among & ~set));
    return set;
}

static void print_board(FILE *out, const char letters[3], uint64_t first, uint64_t second)
{
    for (unsigned square = 0; square < 64; square++) {
        putc(first & bit(square) ? letters[1] : second & bit(square) ? letters[2] : letters[0], out);
        if (square % 8 == 7)
            putc('\n', out);
    }
}

static void generate_uva220(FILE *out, random_state *random)
{
    uint64_t discs[2] = {bit(28) | bit(35), bit(27) | bit(36)};
    unsigned mover = random_below(random, 2), plies = random_below(random, 61);
    if (random_below(random, 4) == 0) {
        discs[0] = random_set(random, random_below(random, 30), ~UINT64_C(0));
        discs[1] = random_set(random, random_below(random, 30), ~discs[0]);
    }
    print_board(out, "-BW", discs[0], discs[1]);
    fprintf(out, "%c\n", "BW"[mover]);
    for (unsigned ply = 0; ply < plies; ply++) {
        fputs("L\n", out);
        uint64_t moves = othello_moves(discs[mover], discs[!mover]);
        if (!moves) {
            mover = !mover;
            moves = othello_moves(discs[mover], discs[!mover]);
        }
        if (!moves)
            break;
        unsigned square = random_square(random, moves);
        uint64_t flips = othello_flips(square, discs[mover], discs[!mover]);
        discs[mover] |= flips | bit(square);
        discs[!mover] ^= flips;
        fprintf(out, "M%u%u\n", square / 8 + 1, square % 8 + 1);
        mover = !mover;
    }
    fputs("Q\n", out);
}

static void generate_uva395(FILE *out, random_state *random)
{
    unsigned most = random_below(random, 8) == 0 ? 33 : 13;
    uint64_t first = random_set(random, random_below(random, most), ~UINT64_C(0));
    uint64_t second = random_set(random, random_below(random, most), ~first);
    print_board(out, ".XO", first, second);
    fprintf(out, "%c\n", "XO"[random_below(random, 2)]);
}

static void print_squares(FILE *out, const char *name, uint64_t squares, const char *equals, const char *quote)
{
    const char *comma = "";
    fprintf(out, "%s%s[", name, equals);
    for (BITS_EACH(square, squares)) {
        fprintf(out, "%s%s%c%c%s", comma, quote, (int)('A' + square % 8), (int)('1' + square / 8), quote);
        comma = ",";
    }
    fputs("]\n", out);
}

static void generate_tothello(FILE *out, random_state *random)
{
    uint64_t red = random_set(random, random_below(random, 25), ~UINT64_C(0)), held;
    uint64_t black = random_set(random, random_below(random, 25), ~red);
    while (
        (held = tothello_bracketed((tothello_board){red, black}) | tothello_bracketed((tothello_board){black, red}))) {
        red &= ~held;
        black &= ~held;
    }
    const char *quote = random_below(random, 2) ? "\"" : "", *equals = random_below(random, 2) ? " = " : "=";
    unsigned first = random_below(random, 3);
    for (unsigned i = first; i < first + 3; i++) {
        if (i % 3 == 0)
            print_squares(out, "redPieces", red, equals, quote);
        else if (i % 3 == 1)
            print_squares(out, "blackPieces", black, equals, quote);
        else
            fprintf(out, "whoseTurn%s%s%s%s\n", equals, quote, random_below(random, 2) ? "Red" : "Black", quote);
    }
}

/* One capture of a king taken back: it stands on `square`, came in direction `step`, and may have come from
 * further up the line; returns the piece that comes back, and moves the king, or 0 if this direction
 * does not do. */
static uint64_t take_back(random_state *random, unsigned *square, int step, uint64_t pieces)
{
    unsigned path[8], length = 0;
    int row = (int)*square / 8, column = (int)*square % 8, dr = step / 8, dc = step % 8;
    for (row -= dr, column -= dc; row >= 0 && row < 8 && column >= 0 && column < 8; row -= dr, column -= dc) {
        unsigned passed = (unsigned)(8 * row + column);
        if (pieces & bit(passed))
            break;
        path[length++] = passed;
    }
    if (length < 2)
        return 0;
    unsigned origin = 1 + random_below(random, length - 1), victim = random_below(random, origin);
    *square = path[origin];
    return bit(path[victim]);
}

contest_ways_board contest_draw_board(random_state *random, unsigned most)
{
    unsigned square = random_below(random, 64);
    return (contest_ways_board){square, random_set(random, 1 + random_below(random, most), ~bit(square))};
}

contest_ways_board contest_won_board(random_state *random, unsigned most)
{
    static const int steps[4] = {-1, 1, -8, 8};
    unsigned count = 1 + random_below(random, most);
    contest_ways_board board = {random_below(random, 64), 0};
    int last = 0;
    for (unsigned tries = 0; tries < 100 && (bit_count(board.pieces) < count || board.square >= 8); tries++) {
        int step = steps[random_below(random, 4)];
        uint64_t back = step == -last ? 0 : take_back(random, &board.square, step, board.pieces);
        if (!back)
            continue;
        last = step;
        board.pieces |= back;
        if (bit_count(board.pieces) == most)
            break;
    }
    return board.pieces ? board : contest_draw_board(random, most);
}

const char *const contest_hard_boards[CONTEST_HARD_BOARDS] = {
    ".x..o.x."
    "x....x.x"
    "....x..."
    "...x...."
    "..x...x."
    "xx...x.."
    "..x....x"
    "..x...x.",
    ".x..xox."
    "x..x.x.x"
    ".x....x."
    "..x....."
    "...x...."
    "x....x.x"
    "....x..."
    "....x...",
    "...xox.."
    ".x..x..x"
    "x....x.."
    "...x..x."
    "..x..x.."
    "...x...."
    ".x..x..x"
    "...x....",
};

contest_ways_board contest_hard_board(unsigned index)
{
    contest_ways_board board = {0, 0};
    for (unsigned square = 0; square < 64; square++) {
        if (contest_hard_boards[index][square] == 'o')
            board.square = square;
        if (contest_hard_boards[index][square] == 'x')
            board.pieces |= bit(square);
    }
    return board;
}

static void generate_xtreme10(FILE *out, random_state *random, const char *kind, uint64_t index)
{
    contest_ways_board board;
    if (strcmp(kind, "xtreme10") == 0)
        board = contest_draw_board(random, 16);
    else if (strcmp(kind, "xtreme10-won") == 0)
        board = contest_won_board(random, 16);
    else
        board = contest_hard_board((unsigned)(index % CONTEST_HARD_BOARDS));
    if (index > 0)
        putc('\n', out);
    print_board(out, ".ox", bit(board.square), board.pieces);
}

void contest_generate(FILE *out, const char *kind, uint64_t seed, uint64_t cases)
{
    random_state random = {seed};
    if (kind[0] == 'x' || strcmp(kind, "uva220") == 0)
        fprintf(out, "%llu\n", (unsigned long long)cases);
    for (uint64_t i = 0; i < cases; i++) {
        if (strcmp(kind, "uva220") == 0)
            generate_uva220(out, &random);
        else if (strcmp(kind, "uva395") == 0)
            generate_uva395(out, &random);
        else if (strcmp(kind, "tothello") == 0)
            generate_tothello(out, &random);
        else
            generate_xtreme10(out, &random, kind, i);
    }
}
