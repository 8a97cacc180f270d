/* SPDX-License-Identifier: MIT
 *
 * The game that nobody saved: a file of our own keeps it.
 */
#ifndef FLANK_CLI_PLAY_KEPT_H
#define FLANK_CLI_PLAY_KEPT_H

#include <flank/flank.h>

typedef struct play_kept {
    char *safe; /* the game as it began, or is in a file: nothing is lost with it; NULL if unknown */
    char *text; /* the game as it is in the kept file; NULL if it is not */
} play_kept;

/* Nothing is lost if the game ends as it is now. */
void play_kept_note_safe(play_kept *kept, const flank_record *record);

/* True if the game would be lost. */
bool play_kept_is_unsaved(const play_kept *kept, const flank_record *record);

/* Write the game down if it would be lost. */
void play_kept_update(play_kept *kept, const flank_record *record);

/* The game is saved elsewhere now: the kept file goes. */
void play_kept_drop(play_kept *kept);

/* Another game is played: the kept file stays, and is of another game. */
void play_kept_forget(play_kept *kept);

/* `record` was read from the kept file. */
void play_kept_note_read(play_kept *kept, const flank_record *record);

void play_kept_free(play_kept *kept);

/* The path of the kept file; NULL without a place or memory. The caller frees it. */
char *play_kept_path(void);

/* True if there is a kept game to load. */
bool play_kept_exists(void);

#endif
