/* SPDX-License-Identifier: MIT
 *
 * flank gtp, flank nboard, …: speak a protocol on standard input and output. The protocols are in src/protocols.
 */
#include "cli/input/book_input.h"
#include "cli/command/cmd.h"
#include "cli/input/engine_input.h"
#include "cli/input/game_input.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int read_options(const cli_arguments *arguments, const engine_input *engine, protocol_options *options)
{
    const option_value *option = arguments->option;
    *options = (protocol_options){.engine = engine->options,
                                  .game = flank_game_at(0),
                                  .level = (int)option[OPTION_LEVEL].number,
                                  .time_ms = milliseconds(&option[OPTION_TIME]),
                                  .ponders = option[OPTION_PONDER].given};
    if (arguments->operand_count)
        options->game = flank_game_find(arguments->operands[0]);
    else if (arguments->command->spoken->game)
        options->game = arguments->command->spoken->game;
    options->seed = (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid();
    if (option[OPTION_SEED].given)
        options->seed = (uint64_t)option[OPTION_SEED].number;
    return rules_from_arguments(arguments, options->game, &options->rules);
}

/* A folder as standard input would look like one that has ended. */
static int check_input(void)
{
    struct stat input;
    const bool is_folder = fstat(STDIN_FILENO, &input) == 0 && S_ISDIR(input.st_mode);
    return is_folder ? complain_unreadable("-", EISDIR) : CLI_DONE;
}

/* Memory that somebody asks for is taken before the conversation begins: the other program shows errors to nobody. */
static int check_memory(const cli_arguments *arguments, const protocol_options *options)
{
    const option_value *hash = &arguments->option[OPTION_HASH];
    if (!hash->given)
        return CLI_DONE;
    flank_engine *engine = flank_engine_create(&options->engine);
    const bool enough = engine && flank_engine_reserve_rules(engine, options->game, &options->rules, NULL) == FLANK_OK;
    flank_engine_destroy(engine);
    return enough ? CLI_DONE
                  : complain(CLI_INTERNAL, "%s: not enough memory for --hash %lld", arguments->command->name,
                             (long long)hash->number);
}

/* A full disk is complained about; that the other program has gone is not. */
static int say_cannot_write(void)
{
    output_flush();
    return CLI_CANNOT_WRITE;
}

int cmd_protocol(const cli_arguments *arguments)
{
    protocol_options options;
    book_input book = {NULL};
    engine_input engine;
    int status = engine_input_read(arguments, &engine);
    if (!status) {
        engine_input_add_tables(&engine);
        status = read_options(arguments, &engine, &options);
    }
    if (!status)
        status = check_input();
    if (!status)
        status = check_memory(arguments, &options);
    if (!status)
        status = book_input_read(arguments, &book);
    if (!status) {
        options.book = book.book;
        if (arguments->operand_count || arguments->command->spoken->game) /* otherwise set_game may choose the book's */
            book_input_warn(&book, arguments, options.game);
        const flank_status served = protocol_serve(arguments->command->spoken, &options, STDIN_FILENO, stdout);
        if (served == FLANK_CANNOT_WRITE)
            status = say_cannot_write();
        else if (served)
            status = complain(CLI_INTERNAL, "not enough memory");
    }
    book_input_close(&book);
    engine_input_close(&engine);
    return status;
}
