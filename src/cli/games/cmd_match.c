/* SPDX-License-Identifier: MIT
 *
 * flank match: two engines against each other, or a tournament of more.
 */
#include "cli/games/adjudication_input.h"
#include "cli/input/book_input.h"
#include "cli/command/cmd.h"
#include "cli/input/game_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/packed_input.h"
#include "cli/games/match_view.h"
#include "cli/input/play_clock.h"
#include "core/error.h"
#include "core/command_words.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIB = 1 << 20, DEFAULT_GAMES = 100, DEFAULT_HASH_MIB = 64, DEFAULT_WAIT_S = 60 };
enum { OPENINGS_BYTES_MAX = 1 << 28 };

typedef struct match_session {
    match_options options;
    match_view view;
    flank_stop stop;
} match_session;

/* ---- Reading the command line ---- */

static int read_limits(const cli_arguments *arguments, match_setting *setting)
{
    const option_value *option = arguments->option;
    play_clock clock = {.running = false};
    if (option[OPTION_LEVEL].given + option[OPTION_TIME].given + option[OPTION_NODES].given > 1)
        return complain(CLI_USAGE, "match: only one of --level, --time and --nodes");
    if (option[OPTION_TIME].given && !play_clock_parse(option[OPTION_TIME].text, &clock))
        return complain(CLI_USAGE, "match: --time takes a clock such as 5:00, 3m+2 or 0.5s/move, not '%s'",
                        option[OPTION_TIME].text);
    setting->level = (int)option[OPTION_LEVEL].number;
    setting->nodes = (uint64_t)option[OPTION_NODES].number;
    if (clock.running)
        *(clock.per_move ? &setting->clock.move_s : &setting->clock.game_s) = clock.time_s;
    setting->clock.increment_s = clock.increment_s;
    return CLI_DONE;
}

static int read_setting(const cli_arguments *arguments, match_setting *setting)
{
    const option_value *option = arguments->option;
    *setting = (match_setting){
        .game = option[OPTION_GAME].given ? flank_game_find(option[OPTION_GAME].text) : flank_game_at(0),
        .patience_s = option[OPTION_WAIT].given ? option[OPTION_WAIT].seconds : DEFAULT_WAIT_S,
        .show_errors = option[OPTION_ENGINE_ERRORS].given,
        .seed = option[OPTION_SEED].given ? (uint64_t)option[OPTION_SEED].number : 1,
        .hash_bytes = (option[OPTION_HASH].given ? (size_t)option[OPTION_HASH].number : DEFAULT_HASH_MIB) * MIB,
    };
    const int status = rules_from_arguments(arguments, setting->game, &setting->rules);
    return status ? status : read_limits(arguments, setting);
}

/* A command that is none is wrong usage, and told before anything is opened. */
static int check_command(const match_spec *spec)
{
    wordexp_t words;
    flank_error error = {0};
    const flank_status status = spec->command ? command_words_split(spec->command, &words, &error) : FLANK_OK;
    if (status)
        return complain(status == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_USAGE, "match: %s", error_english(&error));
    if (spec->command)
        wordfree(&words);
    return CLI_DONE;
}

static int read_engine(const cli_arguments *arguments, int engine, match_options *options)
{
    match_spec spec;
    flank_error error = {0};
    const char *text = arguments->operands[engine];
    if (match_spec_parse(text, &spec, &error))
        return complain(CLI_USAGE, "match: %s", error_english(&error));
    const int checked = check_command(&spec);
    if (checked)
        return checked;
    char **default_books = book_default_paths();
    const flank_status status =
        match_entry_open(&spec, (const char *const *)default_books, &options->entries[engine], &error);
    book_paths_free(default_books);
    if (status)
        return complain(book_exit_status(status), "match: %s: %s", text, error_english(&error));
    const char *objection = match_entry_objection(&options->entries[engine], &options->setting);
    if (objection)
        return complain(CLI_USAGE, "match: %s: %s", text, objection);
    snprintf(options->terms.engines[engine], MATCH_TERMS_SIZE, "%s", text);
    return CLI_DONE;
}

/* The whole file, whose bytes are to be freed. */
static int read_file(const char *path, text_buffer *text)
{
    flank_error error = {0};
    FILE *file = strcmp(path, "-") == 0 ? stdin : packed_fopen(path, &error);
    char part[1 << 14];
    size_t got = 0;
    while (file && text->length <= OPENINGS_BYTES_MAX && (got = fread(part, 1, sizeof part, file)) > 0)
        text_add_bytes(text, part, got);
    const bool failed = !file || ferror(file), too_long = text->length > OPENINGS_BYTES_MAX;
    if (file && failed)
        error_say(&error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE),
                  errno == EBADMSG ? SAY(PACKED_DAMAGED) : say_system(errno));
    if (file && file != stdin)
        fclose(file);
    text_add(text, "");
    if (failed)
        return complain(CLI_NO_INPUT, "%s: %s", path, error_english(&error));
    if (too_long)
        return complain(CLI_DATA, "%s: more than %d MiB of openings", path, OPENINGS_BYTES_MAX >> 20);
    return text->failed ? complain(CLI_INTERNAL, "not enough memory") : CLI_DONE;
}

static int read_openings(const cli_arguments *arguments, match_options *options)
{
    const option_value *file = &arguments->option[OPTION_OPENINGS];
    const match_setting *setting = &options->setting;
    flank_status parsed = FLANK_OK;
    flank_error error = {0};
    size_t line = 0;
    text_buffer text = {NULL};
    snprintf(options->terms.openings, MATCH_TERMS_SIZE, "random");
    if (!file->given) {
        options->openings = match_openings_random(setting->game, &setting->rules, setting->seed);
        return options->openings ? CLI_DONE : complain(CLI_INTERNAL, "not enough memory");
    }
    const int status = read_file(file->text, &text);
    if (!status)
        options->openings = match_openings_parse(setting->game, &setting->rules, (match_text){text.bytes, text.length},
                                                 &parsed, &line, &error);
    text_free(&text);
    if (status)
        return status;
    if (parsed == FLANK_NO_MEMORY)
        return complain(CLI_INTERNAL, "not enough memory");
    if (!options->openings && line)
        return complain_at(file->text, line, "%s", error_english(&error));
    if (!options->openings)
        return complain(CLI_DATA, "%s: %s", file->text, error_english(&error));
    snprintf(options->terms.openings, MATCH_TERMS_SIZE, "%zu of a file (%08llx)",
             match_openings_count(options->openings),
             (unsigned long long)match_openings_hash(options->openings) & 0xffffffff);
    for (int engine = 0; engine < options->terms.plan.engines; engine++)
        if (options->entries[engine].spec.kind == MATCH_GTP && match_openings_set_up(options->openings))
            return complain(CLI_USAGE, "match: %s: GTP cannot set up positions; give the openings as moves",
                            options->terms.engines[engine]);
    return CLI_DONE;
}

static int read_plan(const cli_arguments *arguments, match_options *options)
{
    const option_value *option = arguments->option;
    if (arguments->operand_count > MATCH_ENGINES_MAX)
        return complain(CLI_USAGE, "match: %zu engines are too many: at most %d", arguments->operand_count,
                        MATCH_ENGINES_MAX);
    options->terms.plan = (match_plan){.tournament = (match_tournament)option[OPTION_TOURNAMENT].number,
                                       .engines = (int)arguments->operand_count};
    if (option[OPTION_SPRT].given && options->terms.plan.engines > 2)
        return complain(CLI_USAGE, "match: --sprt is a test of two engines, not of %d", options->terms.plan.engines);
    return CLI_DONE;
}

/* The games of all pairings. */
static int read_games(const cli_arguments *arguments, match_options *options)
{
    const option_value *option = &arguments->option[OPTION_GAMES];
    const size_t pairings = (size_t)match_plan_pairings(&options->terms.plan);
    const size_t games = option->given ? (size_t)option->number : options->sprt ? MATCH_GAMES_MAX : DEFAULT_GAMES;
    if (games % 2)
        return complain(CLI_USAGE, "match: --games takes an even number, two games for each opening, not '%s'",
                        option->text);
    if (games * pairings > MATCH_GAMES_MAX)
        return complain(CLI_USAGE, "match: %zu games for each of %zu pairings are more than %d", games, pairings,
                        MATCH_GAMES_MAX);
    options->games = games * pairings;
    return CLI_DONE;
}

static int read_options(const cli_arguments *arguments, match_options *options)
{
    const option_value *option = arguments->option;
    int status = read_plan(arguments, options);
    if (status)
        return status;
    options->sprt = option[OPTION_SPRT].given;
    options->concurrency = option[OPTION_CONCURRENCY].given ? (int)option[OPTION_CONCURRENCY].number : 1;
    options->record_path = option[OPTION_RECORD].given ? option[OPTION_RECORD].text : NULL;
    status = read_games(arguments, options);
    if (status)
        return status;
    if (options->sprt && !match_sprt_read(option[OPTION_SPRT].text, &options->elo0, &options->elo1))
        return complain(
            CLI_USAGE,
            "match: --sprt takes two Elo differences such as 0,5, the smaller one first, at most %d, not '%s'",
            MATCH_ELO_MAX, option[OPTION_SPRT].text);
    status = read_setting(arguments, &options->setting);
    if (!status)
        status = adjudication_read(arguments, options->setting.game, &options->setting.adjudication);
    for (int engine = 0; engine < options->terms.plan.engines && !status; engine++)
        status = read_engine(arguments, engine, options);
    if (!status)
        status = read_openings(arguments, options);
    snprintf(options->terms.game, sizeof options->terms.game, "%s", flank_game_name(options->setting.game));
    flank_rules_format(options->setting.game, &options->setting.rules, options->terms.rules);
    match_limits_format(&options->setting, options->entries, options->terms.plan.engines, options->terms.limits);
    adjudication_format(&options->setting.adjudication, options->terms.adjudication);
    return status;
}

/* ---- Playing ---- */

static void raise_stop(void *stop) { flank_stop_raise(stop); }

static void on_game(void *user, const match_state *state, const match_game *game)
{
    match_session *session = user;
    match_view_add_game(&session->view, state, game);
}

static void on_tick(void *user, const match_state *state)
{
    match_session *session = user;
    match_view_draw(&session->view, state);
}

/* Say why the match has not come to its end. */
static int complain_failure(const match_options *options, flank_status status, size_t line, const flank_error *error)
{
    const char *path = options->record_path ? options->record_path : "";
    const bool is_folder = error->code == FLANK_ERROR_IS_FOLDER;
    switch (status) {
    case FLANK_NOT_FOUND:
        return complain(CLI_NO_INPUT, "match: %s", error_english(error));
    case FLANK_BAD_FILE:
        return complain_at(path, line, "%s", error_english(error));
    case FLANK_CANNOT_READ:
        return complain(CLI_NO_INPUT, "%s: cannot read: %s", path, error_english(error));
    case FLANK_CANNOT_WRITE:
        return complain(CLI_CANNOT_WRITE, "%s: %s%s", path, is_folder ? "" : "cannot write: ", error_english(error));
    default:
        return complain(CLI_INTERNAL, "match: %s", error_english(error));
    }
}

static int play(match_session *session, bool json)
{
    match_state state;
    flank_error error = {0};
    size_t line;
    const match_listener listener = {.on_game = on_game, .on_tick = on_tick, .user = session};
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_ENDING, raise_stop, &session->stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    const flank_status status = match_run(&session->options, &listener, &state, &line, &error);
    const bool interrupted = status == FLANK_STOPPED;
    match_view_clear(&session->view);
    interrupt_watch_stop(watch);
    const bool is_ours = status != FLANK_BAD_FILE; /* else the games are those before a damage in the record */
    if ((state.games && is_ours) || (json && (status == FLANK_OK || interrupted))) {
        if (json)
            match_view_print_json(&session->view, &state, status != FLANK_OK);
        else
            match_view_print(&session->view, &state, status != FLANK_OK);
    }
    const int written = output_flush();
    if (status != FLANK_OK && !interrupted)
        return complain_failure(&session->options, status, line, &error);
    return written ? written : interrupted ? CLI_INTERRUPTED : CLI_DONE;
}

int cmd_match(const cli_arguments *arguments)
{
    match_session session = {.view = {.progress = progress_start()}};
    match_options *options = &session.options;
    options->stop = &session.stop;
    session.view.options = options;
    int status = read_options(arguments, options);
    match_plan_format(&options->terms.plan, session.view.plan);
    if (!status)
        status = play(&session, arguments->option[OPTION_JSON].given);
    match_view_free(&session.view);
    match_openings_destroy(options->openings);
    for (int engine = 0; engine < options->terms.plan.engines; engine++)
        match_entry_close(&options->entries[engine]);
    return status;
}
