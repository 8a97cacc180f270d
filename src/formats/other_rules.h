/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games as other programs name them, "Anti-Reversi", "Othello 10x10", "komi 4.5",
 * "Russian draughts": so that a game of one never counts as one of ours.
 */
#ifndef FLANK_FORMATS_OTHER_RULES_H
#define FLANK_FORMATS_OTHER_RULES_H

#include <flank/flank.h>

/* Take what a text, such as a tag Variant or Rules, says of the rules. A text that names no kind of the game says
 * nothing. FLANK_NOT_SUPPORTED with `error`: games of that kind are not
 * read. */
flank_status other_rules_take(const flank_game *game, const char *text, flank_rules *rules, flank_error *error);

/* Refuse a komi, a number as text, that is not 0: FLANK_NOT_SUPPORTED with `error`. */
flank_status other_rules_check_komi(const flank_game *game, const char *komi, flank_error *error);

/* Refuse a size of the board, a number of columns as text, that is not ours: FLANK_NOT_SUPPORTED with `error`. */
flank_status other_rules_check_size(const flank_game *game, const char *size, flank_error *error);

/* True if `length` bytes name a kind of Othello and nothing else. */
bool other_rules_is_title(const char *text, size_t length);

#endif
