/* SPDX-License-Identifier: MIT
 *
 * A game record: a start position, the moves made, and a cursor for undo and redo. It is also the history that
 * repetition rules ask for. Owned by the caller, one thread at a time.
 */
#ifndef FLANK_RECORD_H
#define FLANK_RECORD_H

#include <flank/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flank_record flank_record;

/* A new record that starts at `start` (NULL: the initial position) under `rules` (NULL: the defaults). NULL without
 * memory. Free it with flank_record_destroy. */
flank_record *flank_record_create(const flank_game *game, const flank_rules *rules, const flank_position *start);
void flank_record_destroy(flank_record *record); /* NULL is fine */

const flank_game *flank_record_game(const flank_record *record);
const flank_rules *flank_record_rules(const flank_record *record);

/* The position at the cursor; valid until the record changes. */
const flank_position *flank_record_position(const flank_record *record);

/* Plies before the cursor, and plies in all (undone ones too). */
size_t flank_record_ply(const flank_record *record);
size_t flank_record_length(const flank_record *record);

/* Position before ply `index` (0..length) and move `index` (0..length-1). */
const flank_position *flank_record_position_at(const flank_record *record, size_t index);
flank_move flank_record_move_at(const flank_record *record, size_t index);

/* Play a legal move at the cursor; undone moves after it are dropped. FLANK_ILLEGAL_MOVE, FLANK_GAME_OVER or
 * FLANK_NO_MEMORY, and nothing changed, on failure. */
flank_status flank_record_play(flank_record *record, flank_move move);

/* Take the move before the cursor back, or play the undone move behind it again. False, and nothing changed, if there
 * is no such move. */
bool flank_record_undo(flank_record *record);
bool flank_record_redo(flank_record *record);

/* The outcome at the cursor, repetition and moves without progress included. */
flank_outcome flank_record_outcome(const flank_record *record);

/* The number of times that the position at the cursor has occurred so far, this time included. */
int flank_record_occurrences(const flank_record *record);

/* The plies in a row without progress just before the cursor, none of them before the start of the record; 0 without a
 * rule of those (flank_game_no_progress_limit). */
int flank_record_idle_plies(const flank_record *record);

/* Play a list of moves: move texts of the game separated by blanks, commas, quotes or newlines; move numbers ("12.",
 * "12:", "12)", or "12" where it counts on from the one before) are skipped; Othello and Tothello also as one run
 * ("f5d6c3", "F5-D6-C3"). In Othello a forced pass that the list leaves out is put in. All or nothing: on failure the
 * record is unchanged and `error` (may be NULL) says where. */
flank_status flank_record_play_text(flank_record *record, const char *text, flank_error *error);

/* Write the record as a small text file: tag lines (Game, Rules, Position, Result), then the numbered moves up to the
 * cursor. Returns the length without the NUL; writes at most `size` bytes, the NUL included, like snprintf. */
size_t flank_record_format(const flank_record *record, char *out, size_t size);

/* Read what flank_record_format wrote. NULL with `status` and `error` (both may be NULL) set on failure. */
flank_record *flank_record_parse(const char *text, flank_status *status, flank_error *error);

#ifdef __cplusplus
}
#endif
#endif
