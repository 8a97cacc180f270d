/* SPDX-License-Identifier: MIT
 *
 * A sheet as JSON: the members that json_sheet.c describes, for lines of a file and for answers to the page.
 */
#ifndef FLANK_FORMATS_SHEET_JSON_H
#define FLANK_FORMATS_SHEET_JSON_H

#include "core/text_buffer.h"

#include <flank/sheet.h>
#include <flank/stop.h>

/* Adds members to the object of a move; `before` is the position in which it is made. */
typedef void sheet_move_fn(text_buffer *out, const flank_sheet *sheet, const flank_position *before, flank_move move);

typedef struct sheet_json_options {
    bool brief;              /* a member "plies", the length of the main line, in place of moves and variations */
    sheet_move_fn *add_move; /* or NULL */
    const flank_stop *stop;  /* once it is raised the moves end, wherever they are; NULL: nothing does */
} sheet_json_options;

/* Add the members of a sheet to an open object. Without memory `out` fails. */
void sheet_add_json(text_buffer *out, const flank_sheet *sheet, const sheet_json_options *options);

/* Add the members "note", if something was changed or guessed in reading, and "game_note", if the game was: errors. */
void sheet_add_notes_json(text_buffer *out, const flank_sheet *sheet);

#endif
