/* SPDX-License-Identifier: MIT
 *
 * Chunks of a round, made on all threads: files FOLDER/PREFIX-ROUND-NNNN that are there whole or not at all. One that
 * is there is not made again.
 */
#ifndef FLANK_TRAIN_CHUNKS_H
#define FLANK_TRAIN_CHUNKS_H

#include "train/train.h"

/* A run's settings, whom it tells, and where it says what went wrong. */
typedef struct train_host {
    const train_settings *settings;
    train_listener *listener;
    void *user;
    flank_error *error;
} train_host;

/* Make one chunk and write it to `path`. FLANK_CANNOT_READ and FLANK_BAD_FILE are said of the tournament file of that
 * number, FLANK_CANNOT_WRITE, with errno, of `path`. */
typedef flank_status train_making(const void *run, void *tool, int chunk, const char *path);

/* The makers of chunks of one kind. */
typedef struct train_maker {
    const char *kind;                /* that listeners are told */
    const char *prefix;              /* of the files; NULL: the kind */
    void *(*begin)(const void *run); /* the tool of a thread; NULL without memory */
    void (*end)(void *tool);         /* NULL is fine */
    train_making *make;
    const void *run;
} train_maker;

/* Make what is missing of `chunks` chunks. FLANK_OK, or the status of the first that failed with the error said. */
flank_status train_chunks_make(const train_host *host, const train_maker *maker, int round, int chunks);

bool train_exists(const char *path);

/* Make the folder if it is not there. */
flank_status train_open_folder(const char *folder, flank_error *error);

/* Say what is wrong with a file, with an errno as the reason where it cannot be read or written. Returns the status. */
flank_status train_blame(const train_host *host, flank_status status, const char *path, int reason);

#endif
