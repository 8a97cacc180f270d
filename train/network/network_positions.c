/* SPDX-License-Identifier: MIT
 *
 * Files of games found and read. Memory doubles as the list grows; the system moves pages, not bytes, and gives those
 * that nothing was written to when they are needed.
 */
#include "train/network/network_positions.h"

#include "othello/evaluation.h"
#include "train/network/network_game_file.h"
#include "train/numbered_files.h"

#include <stdlib.h>

#include <zlib.h>

enum { FIRST_ROOM = 1 << 16 };

static bool add(network_positions *to, const train_record *record)
{
    const uint64_t own = record->own, other = record->other;
    const int empties = (int)bit_count(~(own | other));
    if (empties < NETWORK_FEWEST_EMPTY || empties > NETWORK_MOST_EMPTY)
        return true;
    if (to->count == to->room) {
        const size_t room = to->room ? 2 * to->room : FIRST_ROOM;
        network_position *list = realloc(to->list, room * sizeof *list);
        if (!list)
            return false;
        to->list = list;
        to->room = room;
    }
    to->list[to->count++] = (network_position){.own = {(uint32_t)own, (uint32_t)(own >> 32)},
                                               .other = {(uint32_t)other, (uint32_t)(other >> 32)},
                                               .value = record->value,
                                               .moves = (uint8_t)bit_count(othello_moves(own, other)),
                                               .moves_other = (uint8_t)bit_count(othello_moves(other, own))};
    return true;
}

static bool add_game(void *to, const train_records *game)
{
    for (size_t i = 0; i < game->count; i++)
        if (!add(to, &game->records[i]))
            return false;
    return true;
}

typedef struct reading {
    network_positions *fit, *held_out;
} reading;

static flank_status read_file(void *user, const char *path, int number)
{
    const reading *of = user;
    network_positions *to = number % NETWORK_HELD_OUT_ONE_IN == 0 ? of->held_out : of->fit;
    const size_t before = to->count;
    const flank_status status = network_game_file_read(path, add_game, to);
    if (to->count > before)
        to->sum =
            (uint32_t)crc32_z(to->sum, (const Bytef *)(to->list + before), (to->count - before) * sizeof *to->list);
    return status;
}

flank_status network_positions_read(const char *const *folders, size_t count, network_positions *fit,
                                    network_positions *held_out, char **fault)
{
    *fit = *held_out = (network_positions){0};
    return numbered_files_read(folders, count, "games-", read_file, &(reading){fit, held_out}, fault);
}

void network_positions_free(network_positions *positions)
{
    free(positions->list);
    *positions = (network_positions){0};
}
