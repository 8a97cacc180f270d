/* SPDX-License-Identifier: MIT
 *
 * Files of games for commands: opening them, "-" as standard input, and complaining about what is in them.
 */
#ifndef FLANK_CLI_FILE_INPUT_H
#define FLANK_CLI_FILE_INPUT_H

#include "cli/command/cli.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"

#include <flank/formats.h>

/* Open `path` for reading games; `options` as for flank_reader_open (its path is filled in). An exit status, after a
 * complaint if it is not CLI_DONE; then `*reader` is NULL. */
int file_open(const char *path, const flank_reader_options *options, flank_reader **reader);

/* The same without a word: NULL with `status` and `error` set, as flank_reader_open does. Ctrl-C, if `watch` is not
 * NULL, ends standard input, pipes and packed files. May be called on any thread. */
flank_reader *file_reader(const char *path, const flank_reader_options *options, const interrupt_watch *watch,
                          flank_status *status, flank_error *error);

/* The exit status that goes with a failure to open or read a file of games. */
int file_exit_status(flank_status status);

/* Complain about the game that flank_reader_next has just refused: "flank: FILE:LINE: …", or "FILE: byte N: …" where
 * lines mean nothing. Always CLI_DATA. */
int file_complain(const flank_reader *reader, const char *path, const flank_error *error);

enum { FILE_PLACE_SIZE = 4096 };

/* A place in a file; in an archive, in one of its files: "games.zip: b/c.pgn". */
typedef struct file_place {
    char name[FILE_PLACE_SIZE];
    uint64_t line, offset; /* line 0: there are no lines */
} file_place;

/* The place that a reader of `path` calls so; and that of the game that it has just read. */
file_place file_place_of(const flank_reader *reader, const char *path, uint64_t line, uint64_t offset);
file_place file_place_of_game(const flank_reader *reader, const char *path);

/* The place of what the first note on that game is about: the game, or text before it. */
file_place file_place_of_note(const flank_reader *reader, const char *path);

/* "FILE:LINE", or "FILE: byte N". */
void file_place_format(const file_place *place, char *out, size_t size);

/* Complain about that place. Always CLI_DATA. */
int file_complain_at(const file_place *place, const char *text);

/* The remarks that a command has told of what its readers had to guess, or did not find. */
typedef struct file_notes {
    progress_line *progress; /* to be cleared before */
    uint64_t games;          /* with such remarks, of the file in work */
    bool warned;             /* of what is missing beside files: told once in a run */
} file_notes;

/* Tell what is to be told of a game that was read: the tags "flank.game" and "flank.note", for the first games of a
 * file, and flank_reader_warning. */
void file_print_notes(file_notes *notes, const flank_reader *reader, const char *path, const flank_sheet *sheet);

/* Tell at the end of a file how many more of its games have remarks than were told. */
void file_print_more_notes(const file_notes *notes, const char *path);

/* Tell the tags alone, of a game that begins at that place; and where that is what its notes are about. */
void file_print_sheet_notes(const flank_sheet *sheet, const file_place *place, const file_place *note_place);

/* The size in bytes of a plain file that is not packed, else 0. */
double file_size(const char *path);

/* The size in bytes of several; 0 if one is not a plain file. */
double file_total_size(char *const *paths, size_t count);

#endif
