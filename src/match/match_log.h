/* SPDX-License-Identifier: MIT
 *
 * The record of a match: every finished game, one after the other in one file, from which the match can go on.
 */
#ifndef FLANK_MATCH_LOG_H
#define FLANK_MATCH_LOG_H

#include "core/text_buffer.h"
#include "match/match_plan.h"
#include "match/match_referee.h"

enum { MATCH_TERMS_SIZE = 512, MATCH_PLAN_SIZE = 40 };

/* The facts that make a match this match: a record is continued only if all of it is the same. */
typedef struct match_terms {
    match_plan plan;
    char engines[MATCH_ENGINES_MAX][MATCH_TERMS_SIZE]; /* ENGINE as written */
    char game[32], rules[FLANK_RULES_TEXT_SIZE];
    char limits[MATCH_TERMS_SIZE];       /* "clock 60 s + 2 s", "level 8" */
    char openings[MATCH_TERMS_SIZE];     /* "random, seed 1" */
    char adjudication[MATCH_TERMS_SIZE]; /* "won by 20 for 3 moves", or "" */
} match_terms;

/* The words of a plan: "round-robin of 3", or "" for a match of two. */
void match_plan_format(const match_plan *plan, char out[MATCH_PLAN_SIZE]);

/* Add a game as text: tags, an empty line, the moves, an empty line. `names` are those of its two engines. */
void match_game_format(const match_game *game, const match_terms *terms, const char *const names[2], text_buffer *out);

/* A game that was read. */
typedef struct match_logged {
    match_game game; /* without times of the single moves */
    char names[2][MATCH_NAME_SIZE];
} match_logged;

/* For those that read a record: the match that it must be of, and who takes its games. `take` owns the game. */
typedef struct match_log_taker {
    const match_terms *terms;
    flank_status (*take)(void *user, match_logged *game);
    void *user;
} match_log_taker;

/* Read the games of `text`, calling `take` for each; `*whole` is where the last whole game ends: what follows was being
 * written when the program was killed. FLANK_OK; FLANK_BAD_FILE, with `*line` and `error` set, for a text that is no
 * record, damaged, or of a match with other terms; FLANK_NO_MEMORY; what `take` returns if that is not FLANK_OK. */
flank_status match_log_parse(const char *text, const match_log_taker *taker, size_t *whole, size_t *line,
                             flank_error *error);

typedef struct match_log match_log;

/* Open or make the file at `path`, read what is in it, and cut off half a game at its end. NULL with `status`, `line`
 * (0: no line is wrong) and `error` set: as match_log_parse, or FLANK_CANNOT_READ, FLANK_CANNOT_WRITE (also if another
 * match is writing to it). */
match_log *match_log_open(const char *path, const match_log_taker *taker, flank_status *status, size_t *line,
                          flank_error *error);

/* Add a text, and force it to the disk. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY with `error` set, and the file is as it was
 * before. */
flank_status match_log_append(match_log *log, const text_buffer *text, flank_error *error);

/* Close the file, and remove it if it is empty. NULL is fine. */
void match_log_close(match_log *log);

#endif
