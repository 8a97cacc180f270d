/* SPDX-License-Identifier: MIT
 *
 * The options that many commands share: which game, which rules, which position.
 */
#ifndef FLANK_CLI_GAME_INPUT_H
#define FLANK_CLI_GAME_INPUT_H

#include "cli/command/commands.h"

/* Read --rules and --count into `rules` (which the caller has set, usually to all zero). CLI_DONE or CLI_USAGE. */
int rules_from_arguments(const cli_arguments *arguments, const flank_game *game, flank_rules *rules);

/* The game that --position and --moves describe (-: standard input, all of it), as a record with the cursor at its end.
 * CLI_DONE, or a complaint: CLI_DATA for a position or move that is wrong. */
int record_from_arguments(const cli_arguments *arguments, const flank_game *game, const flank_rules *rules,
                          flank_record **record);

/* The same with the rules of --rules and --count, of the game that was named, or if that is NULL the one that
 * --position or --moves can be a text of, Othello before the others. CLI_USAGE if the rules are wrong. */
int any_record_from_arguments(const cli_arguments *arguments, const flank_game *named, flank_record **record);

#endif
