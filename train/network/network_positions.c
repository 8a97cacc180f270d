/* SPDX-License-Identifier: MIT
 *
 * Files of games found and read. Memory doubles as the list grows; the system moves pages, not bytes, and gives those
 * that nothing was written to when they are needed.
 */
#include "train/network/network_positions.h"

#include "othello/evaluation.h"
#include "train/network/network_game_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { FIRST_ROOM = 1 << 16, DIGITS_MAX = 9 };

static const char prefix[] = "games-";

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

static flank_status read_file(const char *path, network_positions *to)
{
    const size_t before = to->count;
    const flank_status status = network_game_file_read(path, add_game, to);
    if (to->count > before)
        to->sum =
            (uint32_t)crc32_z(to->sum, (const Bytef *)(to->list + before), (to->count - before) * sizeof *to->list);
    return status;
}

/* The number of a file of games, or -1 for another name. */
static int number_of(const char *name)
{
    const char *digits = name + sizeof prefix - 1;
    if (strncmp(name, prefix, sizeof prefix - 1) != 0 || !*digits || strlen(digits) > DIGITS_MAX)
        return -1;
    for (const char *at = digits; *at; at++)
        if (!isdigit((unsigned char)*at))
            return -1;
    return atoi(digits);
}

static int is_games(const struct dirent *entry) { return number_of(entry->d_name) >= 0; }

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static char *joined(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static flank_status read_folder(const char *folder, network_positions *fit, network_positions *held_out, char **fault)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_games, by_name);
    if (count < 0) {
        const int why = errno;
        *fault = strdup(folder);
        errno = why;
        return *fault ? FLANK_CANNOT_READ : FLANK_NO_MEMORY;
    }
    flank_status status = FLANK_OK;
    for (int i = 0; i < count; i++) {
        const bool held = number_of(entries[i]->d_name) % NETWORK_HELD_OUT_ONE_IN == 0;
        char *path = status == FLANK_OK ? joined(folder, entries[i]->d_name) : NULL;
        if (status == FLANK_OK)
            status = path ? read_file(path, held ? held_out : fit) : FLANK_NO_MEMORY;
        if (status != FLANK_OK && !*fault)
            *fault = path;
        else
            free(path);
        free(entries[i]);
    }
    free(entries);
    return status;
}

flank_status network_positions_read(const char *const *folders, size_t count, network_positions *fit,
                                    network_positions *held_out, char **fault)
{
    *fit = *held_out = (network_positions){0};
    *fault = NULL;
    for (size_t i = 0; i < count; i++) {
        const flank_status status = read_folder(folders[i], fit, held_out, fault);
        if (status != FLANK_OK)
            return status;
    }
    return FLANK_OK;
}

void network_positions_free(network_positions *positions)
{
    free(positions->list);
    *positions = (network_positions){0};
}
