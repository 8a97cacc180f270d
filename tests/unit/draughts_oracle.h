/* SPDX-License-Identifier: MIT
 *
 * A second, obvious program for the moves of Turkish draughts, against which the real one is tested: a board of
 * letters, a recursion that makes every step on a copy of the board, and no bit trick, pruning or sharing anywhere.
 */
#ifndef FLANK_TESTS_DRAUGHTS_ORACLE_H
#define FLANK_TESTS_DRAUGHTS_ORACLE_H

#include <flank/flank.h>

#include <string.h>

enum { ORACLE_PATHS_MAX = 200000 };

/* Every path of every legal move; a path's squares are only counted, not kept. */
typedef struct draughts_oracle {
    bool majority, crown_at_once;
    flank_color color;
    unsigned longest;
    size_t count;
    flank_move paths[ORACLE_PATHS_MAX];
} draughts_oracle;

typedef struct oracle_board {
    char at[8][8]; /* [rank][file]: w W b B or blank */
} oracle_board;

static inline oracle_board oracle_setup(const flank_position *position)
{
    oracle_board board;
    memset(&board, ' ', sizeof board);
    for (int square = 0; square < 64; square++) {
        bool own = position->own >> square & 1, other = position->other >> square & 1,
             king = position->kings >> square & 1;
        bool white = own ? position->color == FLANK_WHITE : position->color == FLANK_BLACK;
        if (own || other)
            board.at[square / 8][square % 8] = white ? (king ? 'W' : 'w') : (king ? 'B' : 'b');
    }
    return board;
}

static inline bool oracle_on_board(int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; }

static inline bool oracle_is(char piece, flank_color color)
{
    return color == FLANK_WHITE ? piece == 'w' || piece == 'W' : piece == 'b' || piece == 'B';
}

/* The path of a capture so far. */
typedef struct oracle_walk {
    oracle_board board; /* the moving piece is lifted */
    flank_move move;    /* move.to is where it stands */
    bool king;
    int rank_step, file_step; /* of the last capture; 0 0 at first */
    unsigned length;
} oracle_walk;

static inline void oracle_add(draughts_oracle *oracle, const oracle_walk *walk)
{
    if (oracle->majority && walk->length > oracle->longest) {
        oracle->longest = walk->length;
        oracle->count = 0;
    }
    if ((!oracle->majority || walk->length == oracle->longest) && oracle->count < ORACLE_PATHS_MAX)
        oracle->paths[oracle->count++] = walk->move;
}

static const int oracle_steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

static inline void oracle_captures(draughts_oracle *oracle, oracle_walk walk)
{
    bool ended = true;
    int forward = oracle->color == FLANK_WHITE ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        int dr = oracle_steps[i][0], df = oracle_steps[i][1];
        if ((!walk.king && dr == -forward) || (walk.length && dr == -walk.rank_step && df == -walk.file_step))
            continue;
        int rank = walk.move.to / 8 + dr, file = walk.move.to % 8 + df;
        while (walk.king && oracle_on_board(rank, file) && walk.board.at[rank][file] == ' ')
            rank += dr, file += df;
        if (!oracle_on_board(rank, file) || !oracle_is(walk.board.at[rank][file], !oracle->color))
            continue;
        int landing_rank = rank + dr, landing_file = file + df;
        while (oracle_on_board(landing_rank, landing_file) && walk.board.at[landing_rank][landing_file] == ' ') {
            oracle_walk next = walk;
            next.board.at[rank][file] = ' ';
            next.move.captured |= UINT64_C(1) << (rank * 8 + file);
            next.move.to = (uint8_t)(landing_rank * 8 + landing_file);
            next.king = walk.king || (oracle->crown_at_once && landing_rank == (forward > 0 ? 7 : 0));
            next.rank_step = dr, next.file_step = df;
            next.length++;
            ended = false;
            oracle_captures(oracle, next);
            if (!walk.king)
                break;
            landing_rank += dr, landing_file += df;
        }
    }
    if (ended && walk.length)
        oracle_add(oracle, &walk);
}

static inline void oracle_quiet(draughts_oracle *oracle, const oracle_board *board, int from)
{
    bool king = board->at[from / 8][from % 8] == 'W' || board->at[from / 8][from % 8] == 'B';
    int forward = oracle->color == FLANK_WHITE ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        int dr = oracle_steps[i][0], df = oracle_steps[i][1];
        if (!king && dr == -forward)
            continue;
        int rank = from / 8 + dr, file = from % 8 + df;
        while (oracle_on_board(rank, file) && board->at[rank][file] == ' ') {
            oracle->paths[oracle->count++] = (flank_move){.from = (uint8_t)from, .to = (uint8_t)(rank * 8 + file)};
            if (!king)
                break;
            rank += dr, file += df;
        }
    }
}

/* All legal paths of `position`, the draw by one piece each apart. */
static inline void oracle_paths(draughts_oracle *oracle, bool majority, bool crown_at_once,
                                const flank_position *position)
{
    oracle->majority = majority, oracle->crown_at_once = crown_at_once;
    oracle->color = (flank_color)position->color;
    oracle->longest = 0, oracle->count = 0;
    if (!position->other)
        return;
    oracle_board board = oracle_setup(position);
    for (int from = 0; from < 64; from++) {
        char piece = board.at[from / 8][from % 8];
        if (!oracle_is(piece, oracle->color))
            continue;
        oracle_walk walk = {.board = board, .move = {.from = (uint8_t)from, .to = (uint8_t)from}};
        walk.king = piece == 'W' || piece == 'B';
        walk.board.at[from / 8][from % 8] = ' ';
        oracle_captures(oracle, walk);
    }
    for (int from = 0; oracle->longest == 0 && from < 64 && (oracle->count == 0 || !oracle->paths[0].captured); from++)
        if (oracle_is(board.at[from / 8][from % 8], oracle->color))
            oracle_quiet(oracle, &board, from);
}

#endif
