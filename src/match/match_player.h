/* SPDX-License-Identifier: MIT
 *
 * An engine as the referee sees it: ours in this process, or a program that speaks a protocol.
 */
#ifndef FLANK_MATCH_PLAYER_H
#define FLANK_MATCH_PLAYER_H

#include "match/match_spec.h"
#include "match/match_talk.h"

/* Parts that our engines of one ENGINE share; constant during the match. */
typedef struct match_entry {
    match_spec spec;
    flank_evaluation *evaluation; /* or NULL: the built-in one */
    flank_book *book;             /* or NULL */
} match_entry;

/* Open the files that the spec names, for a book without a name those of `default_books` (paths, NULL behind the
 * last; may be NULL). A status with `error` set on failure. Free with match_entry_close. */
flank_status match_entry_open(const match_spec *spec, const char *const *default_books, match_entry *entry,
                              flank_error *error);
void match_entry_close(match_entry *entry);

/* The reason why the engine cannot play under this setting; NULL if it can. Static storage. */
const char *match_entry_objection(const match_entry *entry, const match_setting *setting);

enum { MATCH_LIMITS_SIZE = 512 };
/* The limits of a match of `count` engines in words, so that two matches with different limits differ. */
void match_limits_format(const match_setting *setting, const match_entry *entries, int count,
                         char out[MATCH_LIMITS_SIZE]);

typedef struct match_player match_player;

/* One for each thread that plays. NULL without memory. Its program does not run yet, and must not run any more when it
 * is destroyed. */
match_player *match_player_create(const match_entry *entry, const match_setting *setting);
void match_player_destroy(match_player *player); /* NULL is fine */

/* Have it running: start or restart its program. FLANK_OK; else with `error` set: FLANK_NOT_FOUND if the program cannot
 * be started or does not speak, FLANK_NO_MEMORY for an engine of ours. */
flank_status match_player_start(match_player *player, flank_error *error);

const char *match_player_name(const match_player *player); /* as the program calls itself */

/* Begin a game at the record's cursor; `seed` is that of the game. False with `fault` set. */
bool match_player_begin(match_player *player, const flank_record *game, uint64_t seed, match_fault *fault);

typedef struct match_answer {
    bool resigns; /* else there is a move */
    flank_move move;
    match_opinion opinion;
    uint64_t nodes; /* that an engine of ours searched for it, also without an answer; 0 of a program */
} match_answer;

/* Ask for a move. False with `fault` set. */
bool match_player_think(match_player *player, const match_turn *turn, match_answer *answer, match_fault *fault);

/* After a fault: let it be started anew before the next game. */
void match_player_dismiss(match_player *player);

/* End its program in a friendly way, on the thread that started it. */
void match_player_quit(match_player *player);

#endif
