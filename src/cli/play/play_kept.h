/* SPDX-License-Identifier: MIT
 *
 * Keeps the game that a person plays in a file of Flank's own, until it is saved. play_kept.c says where.
 */
#ifndef FLANK_CLI_PLAY_KEPT_H
#define FLANK_CLI_PLAY_KEPT_H

#include <flank/flank.h>

typedef struct play_kept {
    char *safe; /* the last state that need not be kept: the game's beginning, or what the person saved; NULL: none */
    char *text; /* the state of the game that the kept file has; NULL: the file has nothing of this game */
} play_kept;

/* Remember that the game as it is now need not be kept. */
void play_kept_note_safe(play_kept *kept, const flank_record *record);

/* True if the game has moves that are not in a file that the person saved. */
bool play_kept_is_unsaved(const play_kept *kept, const flank_record *record);

/* Write the game to the kept file if it is unsaved and has changed. 0, or an errno: it is not kept. */
int play_kept_update(play_kept *kept, const flank_record *record);

/* Remove the kept file: the person has saved the game. */
void play_kept_drop(play_kept *kept);

/* Leave the kept file as it is, though another game begins: it now has the game before. */
void play_kept_forget(play_kept *kept);

/* Remember that `record` was loaded from the kept file, so that the file has this game. */
void play_kept_note_read(play_kept *kept, const flank_record *record);

void play_kept_free(play_kept *kept);

/* The path of the kept file; NULL without a place or memory. The caller frees it. */
char *play_kept_path(void);

/* True if there is a kept game to load. */
bool play_kept_exists(void);

#endif
