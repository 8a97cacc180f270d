/* SPDX-License-Identifier: MIT
 *
 * Games in files. Results are returned; the caller talks to the person.
 */
#ifndef FLANK_CLI_PLAY_FILES_H
#define FLANK_CLI_PLAY_FILES_H

#include "core/text_buffer.h"

#include <flank/flank.h>

/* The reason why something cannot be done, and the exit status of a script that asks for it. */
typedef struct play_refusal {
    int status;
    char text[512];
} play_refusal;

/* The record as text, which the caller frees; NULL without memory. */
char *play_format_record(const flank_record *record);

/* Replace the file at `path` by `text`, so that it is there whole at every moment; 0 or an errno. */
int play_replace_file(const char *path, const char *text);

/* Write the game in the format that the file's name asks for. `*lost`: the part of it that is missing and that its next
 * reader needs, or NULL. `agreed` is the result of a game that its moves do not end, if it is known. False with
 * `refusal` filled in. */
bool play_write_record(const flank_record *record, const flank_sheet_result *agreed, const char *path,
                       const char **lost, play_refusal *refusal);

/* The game in a file, of `game` before the others if its text fits several. Lines that tell what had to be guessed are
 * added to `notes`. NULL with `refusal` filled in. */
flank_record *play_read_record(const char *path, const flank_game *game, text_buffer *notes, play_refusal *refusal);

#endif
