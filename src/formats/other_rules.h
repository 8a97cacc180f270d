/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games as other programs name them, "Anti-Reversi", "Othello 10x10", "komi 4.5",
 * "Russian draughts": so that a game of one never counts as one of ours.
 */
#ifndef FLANK_FORMATS_OTHER_RULES_H
#define FLANK_FORMATS_OTHER_RULES_H

#include <flank/flank.h>

/* The rules of a game that a file tells. */
typedef struct told_rules {
    flank_rules rules;
    flank_error note; /* that a text was left out; without a code: none was */
} told_rules;

/* True for Othello, of which these kinds are. */
bool other_rules_has_kinds(const flank_game *game);

/* Take what a text that names the kind of a game says of its rules: a tag Variant or Rules, a type of GGS ("8a"). Words
 * of clocks, random starts and sites say nothing. FLANK_NOT_SUPPORTED with `error`: games of that kind are not read, or
 * nothing in the text is known. If something is, the note tells what was left out. */
flank_status other_rules_take(const flank_game *game, const char *text, told_rules *told, flank_error *error);

/* The game that a text names, perhaps with the kind of it: "Anti-Othello"; NULL if it names none. */
const flank_game *other_rules_game(const char *text);

/* Refuse a komi, a number as text, that is not 0: FLANK_NOT_SUPPORTED with `error`. */
flank_status other_rules_check_komi(const flank_game *game, const char *komi, flank_error *error);

/* Refuse a size of the board, a number of columns as text, that is not ours: FLANK_NOT_SUPPORTED with `error`. */
flank_status other_rules_check_size(const flank_game *game, const char *size, flank_error *error);

/* True if a text is a type of GGS or a kind of Othello and nothing else: a column `type` has other things, too. */
bool other_rules_is_type(const char *text);

/* True if `length` bytes name a kind of Othello and nothing else. */
bool other_rules_is_title(const char *text, size_t length);

#endif
