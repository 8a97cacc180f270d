/* SPDX-License-Identifier: MIT
 *
 * The bytes of runs of self-play.
 */
#include "farm/farm_selfplay.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PARAMS_FORMAT "round=%d depth=%d exact=%d random=%d seed=%"
#define WEIGHTS_FORMAT " weights=%zu crc=%"

void farm_selfplay_write(const farm_selfplay *run, char params[FARM_SELFPLAY_PARAMS_SIZE])
{
    const train_play *play = &run->play;
    snprintf(params, FARM_SELFPLAY_PARAMS_SIZE, PARAMS_FORMAT PRIu64 WEIGHTS_FORMAT PRIu32, play->round,
             play->depth_plies, play->solve_empties, play->random_plies, play->seed, run->weights_bytes,
             run->weights_crc);
}

flank_status farm_selfplay_read(const char *params, farm_selfplay *run, flank_error *error)
{
    *run = (farm_selfplay){.weights_bytes = 0};
    train_play *play = &run->play;
    if (params &&
        sscanf(params, PARAMS_FORMAT SCNu64 WEIGHTS_FORMAT SCNu32, &play->round, &play->depth_plies,
               &play->solve_empties, &play->random_plies, &play->seed, &run->weights_bytes, &run->weights_crc) == 7 &&
        play->round >= 0 && play->round < TRAIN_ROUNDS && play->depth_plies >= 1 &&
        play->depth_plies <= FARM_SELFPLAY_DEPTH_MAX && play->solve_empties >= 1 &&
        play->solve_empties <= TRAIN_SOLVE_EMPTIES_MAX && play->random_plies >= TRAIN_RANDOM_PLIES_MIN &&
        play->random_plies <= TRAIN_RANDOM_PLIES_MAX)
        return FLANK_OK;
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the parameters are no self-play"));
}

size_t farm_selfplay_write_unit(int64_t at, char unit[FARM_SELFPLAY_UNIT_SIZE])
{
    return (size_t)snprintf(unit, FARM_SELFPLAY_UNIT_SIZE, "%" PRId64 " %d", at * FARM_SELFPLAY_GAMES,
                            FARM_SELFPLAY_GAMES);
}

bool farm_selfplay_read_unit(farm_bytes unit, uint64_t *first, uint64_t *count)
{
    char text[FARM_SELFPLAY_UNIT_SIZE] = "";
    memcpy(text, unit.bytes, unit.size < sizeof text ? unit.size : sizeof text - 1);
    return sscanf(text, "%" SCNu64 " %" SCNu64, first, count) == 2 && *count >= 1 && *count <= FARM_SELFPLAY_GAMES;
}

flank_status farm_selfplay_take(farm_bytes answer, train_records *records, flank_error *error)
{
    if (train_records_unpack(answer.bytes, answer.size, FARM_SELFPLAY_GAMES * TRAIN_GAME_RECORDS, records))
        return FLANK_OK;
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the answer is no part of a chunk of games"));
}
