/* SPDX-License-Identifier: MIT
 *
 * Games as tag lines and a text of moves, in the manner of PGN: what PDN and Flank's own files share.
 *
 *   [White "A"]
 *   [Black "B"]
 *
 *   1. a3-a4 a6-a5 {a comment} 2. b3-b4 (2. c3-c4! h6-h5) b6-b5 $5 1-0
 *
 * A game ends at its result, at '*', where a tag line follows moves, or with the file. One pass of tokens serves to
 * read a game and to pass over the rest of a damaged one; variations are a stack on the heap, so that no depth of
 * nesting does harm.
 */
#ifndef FLANK_FORMATS_MOVETEXT_H
#define FLANK_FORMATS_MOVETEXT_H

#include "formats/format_table.h"
#include "formats/note_join.h"

typedef struct movetext_game movetext_game;

/* The part that a format of the family does its own way. */
typedef struct movetext_style {
    bool escapes; /* a backslash in comments and tags hides what follows it; \n is a line end */

    /* Make the sheet out of the tags (movetext_tag); `setup` is a position between slashes that stood before the first
     * move, or NULL. Tags that are not used up here are the caller's: put_tags goes over all of them. */
    flank_status (*start)(movetext_game *game, const char *setup, flank_sheet **sheet, flank_error *error);

    /* Take a tag once the sheet is there. */
    flank_status (*put_tag)(movetext_game *game, const char *name, const char *value, flank_error *error);

    /* Take a comment on `node`; `text` may be changed. */
    flank_status (*put_comment)(movetext_game *game, const flank_node *node, char *text, flank_error *error);

    /* All is read; `result` is the word that ended the game, or "". */
    flank_status (*finish)(movetext_game *game, const char *result, flank_error *error);
} movetext_style;

struct movetext_game {
    flank_reader *reader;
    const movetext_style *style;
    text_buffer tags; /* names and values in turn, each with its NUL */
    size_t tag_count;
    text_buffer before; /* comments that stand before the tags */
    flank_sheet *sheet; /* NULL until moves begin */
    const flank_node *node;
    const char *first;        /* the word with which the moves begin, or NULL, while the sheet is made */
    const flank_node **stack; /* the nodes from which interrupted lines go on after variations */
    size_t depth, room;
    note_budget budget;
    char result[16];
    flank_status status; /* of the first failure */
    flank_error error;
    uint64_t error_line;
};

/* The value of a tag of the game, or NULL. */
const char *movetext_tag(const movetext_game *game, const char *name);

/* The name of the tag behind the one that `value` is of (NULL: of the first), and its value; NULL behind the last. */
const char *movetext_next_tag(const movetext_game *game, const char **value);

/* True if a list that ends with NULL has the name of a tag. */
bool movetext_is_listed(const char *const *names, const char *name);

/* Set a tag of the game; `error` is filled in. */
flank_status movetext_set_tag(flank_sheet *sheet, const char *name, const char *value, flank_error *error);

/* The game that the first move tells, while the sheet is made; NULL if it tells none. */
const flank_game *movetext_guess_game(const movetext_game *game);

/* The next game; what `read` of a format returns. */
flank_status movetext_read(flank_reader *reader, const movetext_style *style, flank_sheet **sheet, flank_error *error);

/* The start of the first tag line or move in `bytes`, behind blanks and comment lines. */
size_t movetext_find_start(const char *bytes, size_t size);

/* Result words from the view of the side that moves first in the initial position: +1 "1-0", 0 "1/2-1/2", -1 "0-1".
 * False for any other word. */
bool movetext_read_result(const char *word, int *sign);

/* Note on the sheet that its tag `name` has a text that is no result; NULL, "", "*" and "?" are none to be read. */
flank_status movetext_note_unread_result(flank_sheet *sheet, const char *name, const char *text, flank_error *error);

/* "33-31", "+2", as stated if black's discs stand first; false if it is none. */
bool movetext_read_discs(const char *word, stated_result *stated);

/* "1-0", "0-1", "1/2-1/2", or "*" for what is not known. */
const char *movetext_result(const flank_sheet *sheet, const flank_sheet_result *result);

/* A result for black from one for the first side. */
int movetext_black_sign(const flank_game *game, int sign);

/* The end of a game, as the Termination tag says it; NULL for one that was played out. */
const char *movetext_termination(flank_ending ending);
bool movetext_read_termination(const char *value, flank_ending *ending);

/* State a result, unless it is what the moves show anyway. */
void movetext_state_result(flank_sheet *sheet, const stated_result *stated);

/* State how the game ended, besides the result that was stated or that the moves show. */
void movetext_state_ending(flank_sheet *sheet, flank_ending ending);

/* True if the moves of the main line show that result by themselves. */
bool movetext_shows_result(const flank_sheet *sheet, const flank_sheet_result *result);

/* ---- Writing ---- */

/* A tag line; `newlines` writes line ends as \n, else they become blanks. */
void movetext_put_tag(flank_writer *writer, const char *name, const char *value, bool newlines);

/* Words in lines of 80 columns. */
typedef struct movetext_lines {
    flank_writer *writer;
    size_t column;
    bool begun, open; /* open: a '(' stands before the next word */
} movetext_lines;

void movetext_put_word(movetext_lines *lines, const char *word);

/* Write the moves of a sheet; `put_notes` writes what stands behind a move, or before the first one. */
typedef void movetext_notes_fn(movetext_lines *lines, const flank_sheet *sheet, const flank_node *node);
void movetext_put_moves(movetext_lines *lines, const flank_sheet *sheet, movetext_notes_fn *put_notes);

#endif
