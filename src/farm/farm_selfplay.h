/* SPDX-License-Identifier: MIT
 *
 * Games for training as a run of units: FARM_SELFPLAY_GAMES games each, by their numbers (train/train_play.h).
 *
 * The games are those that `flank train` plays with the same settings and weights. The weights, if they are not the
 * simple evaluation of the first round, are a note of the run, so that every worker has the same ones. A unit is the
 * numbers of its first game and of its games as text, its answer their positions (train_records_pack).
 */
#ifndef FLANK_FARM_FARM_SELFPLAY_H
#define FLANK_FARM_FARM_SELFPLAY_H

#include "farm/farm_store.h"
#include "train/train.h"

#include <assert.h>

#define FARM_SELFPLAY_KIND "selfplay"
#define FARM_SELFPLAY_WEIGHTS "weights" /* the note: bytes of a file of weights */

enum {
    FARM_SELFPLAY_GAMES = 100, /* of a unit; a chunk is whole units */
    FARM_SELFPLAY_UNIT_SIZE = 32,
    FARM_SELFPLAY_PARAMS_SIZE = 256,
    FARM_SELFPLAY_DEPTH_MAX = 60,
};
static_assert(TRAIN_CHUNK_GAMES % FARM_SELFPLAY_GAMES == 0, "a unit is of one chunk");
static_assert(FARM_SELFPLAY_GAMES * TRAIN_GAME_RECORDS * sizeof(train_record) < FARM_RESULT_MAX - 1024,
              "an answer fits, even one that zlib makes no smaller");

typedef struct farm_selfplay {
    train_play play;
    size_t weights_bytes; /* of the note; 0: the simple evaluation, and no note */
    uint32_t weights_crc; /* its CRC-32 */
} farm_selfplay;

/* The parameters of a run. */
void farm_selfplay_write(const farm_selfplay *run, char params[FARM_SELFPLAY_PARAMS_SIZE]);

/* Read them: FLANK_BAD_FILE with `error`. */
flank_status farm_selfplay_read(const char *params, farm_selfplay *run, flank_error *error);

/* The unit of that number, as text. The number of its bytes. */
size_t farm_selfplay_write_unit(int64_t at, char unit[FARM_SELFPLAY_UNIT_SIZE]);

/* Its first game, and how many there are, 1..FARM_SELFPLAY_GAMES. False if it is none. */
bool farm_selfplay_read_unit(farm_bytes unit, uint64_t *first, uint64_t *count);

/* Append the positions of an answer. FLANK_BAD_FILE with `error`: it is none, or without memory. */
flank_status farm_selfplay_take(farm_bytes answer, train_records *records, flank_error *error);

#endif
