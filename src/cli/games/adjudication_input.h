/* SPDX-License-Identifier: MIT
 *
 * The options of a match that let games end early: --resign, --draw, --proved, --solve.
 */
#ifndef FLANK_CLI_ADJUDICATION_INPUT_H
#define FLANK_CLI_ADJUDICATION_INPUT_H

#include "cli/command/commands.h"
#include "match/match_adjudicator.h"

enum { ADJUDICATION_TEXT_SIZE = 200 };

/* CLI_DONE, or CLI_USAGE after a complaint. */
int adjudication_read(const cli_arguments *arguments, const flank_game *game, match_adjudication *out);

/* The grounds in words, in one order and form whatever was written: "resign movecount=3 score=20, proved"; "" for none.
 */
void adjudication_format(const match_adjudication *rules, char out[ADJUDICATION_TEXT_SIZE]);

#endif
