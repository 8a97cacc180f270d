/* SPDX-License-Identifier: MIT
 *
 * Engines from the command line.
 */
#include "cli/input/engine_input.h"

#include "cli/input/tables_input.h"
#include "core/error.h"

enum { MIB = 1 << 20, DEFAULT_HASH_MIB = 128 };

int engine_input_read(const cli_arguments *arguments, engine_input *input)
{
    const option_value *option = arguments->option;
    const size_t hash_mib = option[OPTION_HASH].given ? (size_t)option[OPTION_HASH].number : DEFAULT_HASH_MIB;
    *input = (engine_input){.options = {.hash_bytes = hash_mib * MIB,
                                        .threads = (int)option[OPTION_THREADS].number,
                                        .cpu = (flank_cpu)option[OPTION_CPU].number}};
    flank_error error = {0};
    if (!option[OPTION_EVAL].given)
        return CLI_DONE;
    const flank_status status = flank_evaluation_read(option[OPTION_EVAL].text, &input->evaluation, &error);
    if (status)
        return complain(status == FLANK_CANNOT_READ ? CLI_NO_INPUT
                        : status == FLANK_BAD_FILE  ? CLI_DATA
                                                    : CLI_INTERNAL,
                        "%s: %s", option[OPTION_EVAL].text, error_english(&error));
    input->options.evaluation = input->evaluation;
    return CLI_DONE;
}

void engine_input_warn(const engine_input *input, const cli_arguments *arguments, const flank_game *game)
{
    const flank_game *of = input->evaluation ? flank_evaluation_game(input->evaluation) : game;
    if (of != game)
        complain(CLI_DATA, "%s: this judges %s, not %s; going on with what is built in",
                 arguments->option[OPTION_EVAL].text, flank_game_title(of), flank_game_title(game));
}

void engine_input_add_tables(engine_input *input) { input->options.tables = input->tables = tables_open_usual(); }

flank_engine_options engine_input_share(const engine_input *input, int count)
{
    flank_engine_options options = input->options;
    if (count > 1)
        options.threads = 1;
    options.hash_bytes /= (size_t)count;
    return options;
}

void engine_input_close(engine_input *input)
{
    flank_evaluation_destroy(input->evaluation);
    flank_tables_close(input->tables);
}
