/* SPDX-License-Identifier: MIT
 *
 * Endgame tables beside those that come with flank: the file that $FLANK_TABLES names (empty: none), or the one of the
 * user, which `flank tablebase build` makes.
 */
#ifndef FLANK_CLI_TABLES_INPUT_H
#define FLANK_CLI_TABLES_INPUT_H

#include "cli/command/cli.h"

/* The place of the user's tables, where they are or not: flank/draughts.tables in $XDG_DATA_HOME, by default
 * ~/.local/share. NULL without a home or memory. The caller frees it, as the next one. */
char *tables_user_path(void);

/* The tables to be used where none are named; NULL: those that come with flank. */
char *tables_usual_path(void);

/* Open them; NULL if there are none. A file that cannot be used is complained about, and everything goes on without. */
flank_tables *tables_open_usual(void);

#endif
