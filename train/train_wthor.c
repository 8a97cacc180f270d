/* SPDX-License-Identifier: MIT
 *
 * WTHOR gives each game's moves and the score that perfect play would have reached from 22 or 24 empty squares: for
 * free, an exact label for that position and a good one for those before it, which good players played.
 *
 * The format is the one that the Fédération Française d'Othello publishes (docs by Quin and Nicolet): a header of 16
 * bytes with the number of games at 4, the board size at 12 and the depth of the scores at 14 (0 stands for 22), then
 * 68 bytes a game: three numbers of 16 bits, the real score, the perfect score, both in discs of Black, and 60 moves as
 * 10 * row + column, 0 for none; passes are not stored.
 */
#include "train/train_wthor.h"

#include "games/othello/othello_board.h"
#include "othello/evaluation.h"
#include "othello/solver.h"

#include <stdio.h>

enum {
    HEADER_BYTES = 16,
    GAME_BYTES = 68,
    REAL_SCORE = 6,
    PERFECT_SCORE = 7,
    FIRST_MOVE = 8,
    DEFAULT_DEPTH = 22,
    FIRST_EMPTIES = 58 /* before that everybody plays the same */
};

/* Make the move of a game, with the pass before it if there is one. False if it is not legal. */
static bool replay_move(uint64_t *own, uint64_t *other, bool *black, uint8_t move)
{
    const unsigned row = move / 10, column = move % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8)
        return false;
    const unsigned square = 8 * (row - 1) + column - 1;
    if (!othello_moves(*own, *other)) {
        const uint64_t swapped = *own;
        *own = *other;
        *other = swapped;
        *black = !*black;
    }
    const uint64_t flips = (*own | *other) >> square & 1 ? 0 : othello_flips(square, *own, *other);
    if (!flips)
        return false;
    const uint64_t mine = *own | flips | bit(square);
    *own = *other ^ flips;
    *other = mine;
    *black = !*black;
    return true;
}

/* Numbers of empty squares at which a game's position is solved: each costs several times the next. */
static bool is_solved_at(int empties) { return empties == 12 || empties == 10 || empties == 8; }

static train_record solved(othello_thinker *thinker, uint64_t own, uint64_t other)
{
    const solver_options options = {.all_moves = false};
    solver_result result;
    solver_run(thinker, own, other, &options, NULL, NULL, &result);
    return (train_record){.own = own,
                          .other = other,
                          .outcome = (int16_t)result.score,
                          .value = (int16_t)(result.score * EVAL_PER_DISC),
                          .exact = true};
}

static bool add_game(const uint8_t *game, int depth, othello_thinker *thinker, train_records *records)
{
    const int perfect = 2 * game[PERFECT_SCORE] - 64, real = 2 * game[REAL_SCORE] - 64;
    const bool known = perfect > -64 ? perfect <= 64 : real == -64; /* 0 discs: usually not computed */
    uint64_t own = UINT64_C(0x0000000810000000), other = UINT64_C(0x0000001008000000);
    bool black = true;
    for (int ply = 0; ply < 60 && game[FIRST_MOVE + ply]; ply++) {
        const int empties = (int)bit_count(~(own | other)), label = black ? perfect : -perfect;
        const train_record record = {.own = own,
                                     .other = other,
                                     .outcome = (int16_t)label,
                                     .value = (int16_t)(label * EVAL_PER_DISC),
                                     .exact = empties == depth};
        if (known && empties <= FIRST_EMPTIES && empties >= depth && !train_records_add(records, record))
            return false;
        if (is_solved_at(empties) && othello_moves(own, other) &&
            !train_records_add(records, solved(thinker, own, other)))
            return false;
        if (!replay_move(&own, &other, &black, game[FIRST_MOVE + ply]))
            break;
    }
    return true;
}

flank_status train_wthor_read(const char *path, othello_thinker *thinker, train_records *records)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    uint8_t header[HEADER_BYTES] = {0}, game[GAME_BYTES];
    bool whole = fread(header, sizeof header, 1, file) == 1 && (header[12] == 0 || header[12] == 8), stored = true;
    const uint32_t games = header[4] | (uint32_t)header[5] << 8 | (uint32_t)header[6] << 16 | (uint32_t)header[7] << 24;
    for (uint32_t i = 0; i < games && whole && stored; i++) {
        whole = fread(game, sizeof game, 1, file) == 1;
        stored = !whole || add_game(game, header[14] ? header[14] : DEFAULT_DEPTH, thinker, records);
    }
    fclose(file);
    return !stored ? FLANK_NO_MEMORY : whole ? FLANK_OK : FLANK_BAD_FILE;
}
