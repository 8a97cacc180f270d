/* SPDX-License-Identifier: MIT
 *
 * Self-play.
 */
#include "train/pieces/piece_games.h"

#include "core/random.h"
#include "core/whole_file.h"
#include "games/game_table.h"
#include "train/pieces/piece_rows.h"

#include <errno.h>
#include <stdlib.h>

enum { HASH_BYTES = 1 << 20, OPENING_LEAST = 4, OPENING_RANGE = 12 };

typedef struct played {
    piece_row rows[PIECE_PLIES_MAX];
    size_t count;
} played;

/* ---- A game ------------------------------------------------------------------------------------------------------ */

/* Any legal move of the record's position, which has some. */
static flank_move any_move(const flank_game *game, const flank_record *record, random_state *random)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
    return moves[random_below(random, (uint32_t)count)];
}

/* A game that has begun and is not over. NULL without memory. */
static flank_record *random_opening(const flank_game *game, random_state *random)
{
    for (;;) {
        flank_record *record = flank_record_create(game, NULL, NULL);
        const int plies = OPENING_LEAST + (int)random_below(random, OPENING_RANGE);
        bool fine = record;
        for (int ply = 0; fine && ply < plies && !flank_record_outcome(record).over; ply++)
            fine = flank_record_play(record, any_move(game, record, random)) == FLANK_OK;
        if (fine && !flank_record_outcome(record).over)
            return record;
        flank_record_destroy(record);
        if (!fine)
            return NULL;
    }
}

static piece_row row_of(const flank_game *game, const flank_record *record, int score)
{
    const flank_position *position = flank_record_position(record);
    flank_move noisy[FLANK_MOVES_MAX];
    return (piece_row){
        .own = position->own,
        .other = position->other,
        .kings = position->kings,
        .score = (int16_t)(score > PIECE_SCORE_MAX    ? PIECE_SCORE_MAX
                           : score < -PIECE_SCORE_MAX ? -PIECE_SCORE_MAX
                                                      : score),
        .color = (uint8_t)position->color,
        .noisy = game->noisy_moves && game->noisy_moves(flank_record_rules(record), position, noisy) > 0,
    };
}

/* Play on to the end. `*sign` is the result for the side that is to move now. False without memory. */
static bool play_on(const piece_play *play, flank_engine *engine, flank_record *record, random_state *random,
                    played *game, int *sign)
{
    const flank_limits limits = {.nodes = play->nodes};
    *sign = 0;
    for (game->count = 0; game->count < PIECE_PLIES_MAX;) {
        const int turn = game->count % 2 == 0 ? 1 : -1;
        const flank_outcome outcome = flank_record_outcome(record);
        flank_report report;
        if (outcome.over) {
            *sign = turn * outcome.sign;
            return true;
        }
        if (flank_engine_search(engine, record, &limits, NULL, NULL, &report) != FLANK_OK)
            return false;
        const flank_line *line = &report.lines[0];
        game->rows[game->count++] = row_of(play->game, record, line->score);
        if (abs(line->score) >= FLANK_SCORE_MATE) {
            *sign = line->score > 0 ? turn : -turn;
            return true;
        }
        const flank_move move = play->at_random ? any_move(play->game, record, random) : line->moves[0];
        if (flank_record_play(record, move) != FLANK_OK)
            return false;
    }
    return true;
}

/* False without memory. */
static bool play_game(const piece_play *play, flank_engine *engine, uint64_t number, played *game)
{
    random_state random = {random_mix(play->seed) ^ number};
    flank_record *record = random_opening(play->game, &random);
    if (!record)
        return false;
    int sign;
    flank_engine_clear(engine);
    const bool fine = play_on(play, engine, record, &random, game, &sign);
    flank_record_destroy(record);
    for (size_t i = 0; fine && i < game->count; i++) {
        game->rows[i].result = (int8_t)(i % 2 == 0 ? sign : -sign);
        game->rows[i].left = (uint16_t)(game->count - i);
    }
    return fine;
}

/* ---- Chunks ------------------------------------------------------------------------------------------------------ */

static void write_game(const played *game, FILE *stream)
{
    for (size_t i = 0; i < game->count; i++) {
        uint8_t bytes[PIECE_ROW_BYTES];
        piece_row_put(&game->rows[i], bytes);
        (void)fwrite(bytes, 1, sizeof bytes, stream); /* whole_file_keep sees a failure */
    }
}

flank_engine *piece_engine(const flank_evaluation *network)
{
    const flank_engine_options options = {.hash_bytes = HASH_BYTES, .evaluation = network};
    return flank_engine_create(&options);
}

flank_status piece_games_write(const piece_play *play, flank_engine *engine, uint64_t first, const char *path)
{
    played game;
    whole_file file;
    errno = whole_file_open(&file, path);
    if (errno)
        return FLANK_CANNOT_WRITE;
    for (uint64_t i = 0; i < PIECE_CHUNK_GAMES; i++) {
        if (!play_game(play, engine, first + i, &game)) {
            whole_file_drop(&file);
            return FLANK_NO_MEMORY;
        }
        write_game(&game, file.stream);
    }
    errno = whole_file_keep(&file);
    return errno ? FLANK_CANNOT_WRITE : FLANK_OK;
}
