/* SPDX-License-Identifier: MIT
 *
 * Engines from the command line: --hash, --threads, --eval, and the endgame tables that are there (tables_input.h).
 */
#ifndef FLANK_CLI_ENGINE_INPUT_H
#define FLANK_CLI_ENGINE_INPUT_H

#include "cli/command/commands.h"

/* The settings for the engines of a command. */
typedef struct engine_input {
    flank_engine_options options;
    flank_evaluation *evaluation; /* read from there, or NULL */
    flank_tables *tables;         /* endgame tables, or NULL */
} engine_input;

/* Read the options. A file of --eval that cannot be used is complained about, and its exit status returned: any other
 * evaluation would pass for what was asked for. */
int engine_input_read(const cli_arguments *arguments, engine_input *input);

/* Say so if the file of --eval is of another game than the one that is thought about, and so of no use. */
void engine_input_warn(const engine_input *input, const cli_arguments *arguments, const flank_game *game);

/* Give the engines the endgame tables that are there beside those of the library: for commands that may think about
 * their game. Workers of a farm do not: their answers are the same everywhere. */
void engine_input_add_tables(engine_input *input);

/* The options of each of `count` engines: equal parts of the table asked for, and one thread each if there are several.
 */
flank_engine_options engine_input_share(const engine_input *input, int count);

/* After the engines are gone. */
void engine_input_close(engine_input *input);

#endif
