/* SPDX-License-Identifier: MIT
 *
 * flank analyze, for the program that has a store to remember reviews in.
 */
#ifndef FLANK_CLI_ANALYZE_GAMES_H
#define FLANK_CLI_ANALYZE_GAMES_H

#include "analysis/search_memory.h"
#include "cli/command/commands.h"

/* A memory of searches for all games of a command. */
typedef struct analyze_memory {
    const char *name; /* of the store, for complaints */
    /* Called once, before the first game; each engine has these options. */
    flank_status (*open)(void *user, const flank_engine_options *options);
    search_memory (*of_game)(void *user); /* for one game; from any thread */
    void *user;
} analyze_memory;

/* Review the games of a checked command line; `memory` NULL: none. An exit status. */
int analyze_games(const cli_arguments *arguments, const analyze_memory *memory);

#endif
