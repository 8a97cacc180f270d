/* SPDX-License-Identifier: MIT
 *
 * Games by their numbers.
 */
#include "train/train_play.h"

#include "core/random.h"

#include <stdio.h>

enum { TABLE_BYTES = 1 << 20 };

othello_search *train_play_search(const evaluation *eval)
{
    const othello_search_options options = {.table_bytes = TABLE_BYTES, .eval = eval};
    return othello_search_create(&options);
}

flank_status train_play_game(const train_play *play, othello_search *search, uint64_t number, const flank_stop *stop,
                             uint64_t *nodes, train_records *records)
{
    const train_game_settings settings = {.search = search,
                                          .depth_plies = play->depth_plies,
                                          .solve_empties = play->solve_empties,
                                          .random_plies = play->random_plies,
                                          .stop = stop,
                                          .nodes = nodes};
    const uint64_t chunk = number / TRAIN_CHUNK_GAMES, game = number % TRAIN_CHUNK_GAMES;
    const uint64_t place = (uint64_t)play->round << 40 | chunk << 20 | game;
    return train_game(&settings, place ^ random_mix(play->seed), records); /* the mix of 0 is 0 */
}

void train_chunk_path(const char *folder, const char *kind, int round, int chunk, char path[TRAIN_PATH_SIZE])
{
    snprintf(path, TRAIN_PATH_SIZE, "%s/%s-%d-%04d", folder, kind, round, chunk);
}
