/* SPDX-License-Identifier: MIT
 *
 * flank library: import, search, stats, export, delete. library_input.c reads the options, library_show.c prints.
 *
 * Each file is imported as a whole: Ctrl-C, a kill or a full disk lose the file in work and nothing else.
 */
#include "cli/command/cmd.h"
#include "core/error.h"
#include "cli/command/file_input.h"
#include "cli/command/file_list.h"
#include "cli/command/file_output.h"
#include "cli/command/interrupt.h"
#include "cli/games/library_input.h"
#include "cli/games/library_show.h"
#include "cli/command/progress.h"
#include "cli/command/screen_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPLAINTS_MAX = 20, GAMES_SHOWN = 20, ROWS_SHOWN = 10 };

/* ---- import ---- */

typedef struct importing {
    game_library *library;
    char *path;     /* of the library */
    const char *in; /* the file in work, */
    flank_reader *reader;
    uint64_t games, fresh, completed, refused; /* and its games */
    uint64_t all_games, all_fresh, all_completed;
    double bytes, bytes_before; /* of all files, and of those that are done */
    const flank_format *from;
    const flank_game *game;
    bool json;
    bool broken; /* the library itself failed: nothing more can be added */
    progress_line progress;
    file_notes notes;
    interrupt_watch *watch;
    flank_stop interrupted;
} importing;

static void on_interrupt(void *user) { flank_stop_raise(&((importing *)user)->interrupted); }

/* A game that was refused: only the first are named. */
static void complain_game(importing *run, const flank_error *error, bool by_reader)
{
    progress_clear(&run->progress);
    run->refused++;
    if (run->refused > COMPLAINTS_MAX)
        return;
    const file_place place = file_place_of_game(run->reader, run->in);
    if (by_reader)
        file_complain(run->reader, run->in, error);
    else
        file_complain_at(&place, error_english(error));
}

static int complain_library(importing *run, flank_status status, const flank_error *error)
{
    progress_clear(&run->progress);
    run->broken = true;
    return library_complain(run->path, status, error);
}

static int add_game(importing *run, flank_sheet *sheet)
{
    flank_error error = {0};
    library_added added;
    file_print_notes(&run->notes, run->reader, run->in, sheet);
    const flank_status status = library_add(run->library, sheet, &added, &error);
    if (status == FLANK_NOT_SUPPORTED) {
        complain_game(run, &error, false);
        return CLI_DONE;
    }
    if (status)
        return complain_library(run, status, &error);
    run->games++;
    run->fresh += added == LIBRARY_NEW;
    run->completed += added == LIBRARY_COMPLETED;
    const double done = run->bytes_before + (double)flank_reader_consumed(run->reader);
    progress_show(&run->progress, run->all_games + run->games, "games", run->bytes > 0 ? done / run->bytes : 0);
    return CLI_DONE;
}

static int complain_interrupt(const importing *run)
{
    return complain(CLI_INTERRUPTED, "library: interrupted; nothing of %s is added, the files before it are", run->in);
}

/* All games of the file in work. CLI_DATA: some were refused, the others are added. */
static int add_games(importing *run)
{
    for (;;) {
        flank_sheet *sheet;
        flank_error error = {0};
        const flank_status status = flank_reader_next(run->reader, &sheet, &error);
        if (flank_stop_is_raised(&run->interrupted)) { /* then the end of standard input is none */
            if (status == FLANK_OK)
                flank_sheet_destroy(sheet);
            return complain_interrupt(run);
        }
        if (status == FLANK_NOT_FOUND && !run->games && !run->refused)
            return complain(CLI_DATA, "%s: there is no game in it", run->in);
        if (status == FLANK_NOT_FOUND)
            return run->refused ? CLI_DATA : CLI_DONE;
        if (status == FLANK_CANNOT_READ || status == FLANK_NO_MEMORY)
            return complain(status == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_NO_INPUT, "%s: %s", run->in,
                            error_english(&error));
        if (status) {
            complain_game(run, &error, true);
            continue;
        }
        const int added = add_game(run, sheet);
        flank_sheet_destroy(sheet);
        if (added)
            return added;
    }
}

/* `error` says why it could not be opened; NULL: it could. */
static void print_import_json(const importing *run, const char *error)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", run->in);
    json_string(&out, "format", run->reader ? flank_format_name(flank_reader_format(run->reader)) : NULL);
    json_count(&out, "games", run->games);
    json_count(&out, "new", run->fresh);
    json_count(&out, "completed", run->completed);
    json_count(&out, "refused", run->refused);
    json_count(&out, "notes", run->notes.games);
    if (error)
        json_string(&out, "error", error);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_games(uint64_t games, uint64_t fresh, uint64_t completed)
{
    printf("%" PRIu64 " %s, %" PRIu64 " of them new", games, games == 1 ? "game" : "games", fresh);
    if (completed)
        printf(", %" PRIu64 " completed", completed);
    puts("");
}

static void print_import(const importing *run)
{
    if (run->refused > COMPLAINTS_MAX)
        complain(CLI_DONE, "%s: and %" PRIu64 " more", run->in, run->refused - COMPLAINTS_MAX);
    file_print_more_notes(&run->notes, run->in);
    if (run->json) {
        print_import_json(run, NULL);
        return;
    }
    printf("%s: ", run->in);
    print_games(run->games, run->fresh, run->completed);
}

/* Add what the open file has, as a whole. */
static int import_games(importing *run)
{
    flank_error error = {0};
    flank_status status = library_begin(run->library, &error);
    if (status)
        return complain_library(run, status, &error);
    const int result = add_games(run);
    progress_clear(&run->progress);
    if (run->broken || (result != CLI_DONE && result != CLI_DATA)) {
        library_rollback(run->library);
        return result;
    }
    status = library_commit(run->library, &error);
    if (status)
        return complain_library(run, status, &error);
    print_import(run);
    const int flushed = output_flush();
    return flushed ? flushed : result;
}

/* Ctrl-C ends the wait for standard input, too. */
static int open_file(importing *run, const flank_reader_options *options)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    run->reader = file_reader(run->in, options, run->watch, &status, &error);
    if (flank_stop_is_raised(&run->interrupted))
        return complain_interrupt(run);
    if (run->reader)
        return CLI_DONE;
    if (run->json)
        print_import_json(run, error_english(&error));
    return complain(file_exit_status(status), "%s: %s", run->in, error_english(&error));
}

static int import_file(importing *run, const char *in)
{
    const flank_reader_options options = {.format = run->from, .game = run->game};
    run->in = in;
    run->games = run->fresh = run->completed = run->refused = run->notes.games = 0;
    int status = open_file(run, &options);
    if (status == CLI_DONE)
        status = import_games(run);
    flank_reader_close(run->reader);
    if (!run->reader)
        return status;
    run->bytes_before += file_size(in);
    run->all_games += run->games;
    run->all_fresh += run->fresh;
    run->all_completed += run->completed;
    return status;
}

/* One file after the other. A fault of one (its data, or that it cannot be read) does not keep the others out.
 */
static int import_files(importing *run, char **files, size_t count)
{
    int result = CLI_DONE;
    for (size_t i = 0; i < count; i++)
        run->bytes += file_size(files[i]);
    for (size_t i = 0; i < count; i++) {
        progress_clear(&run->progress);
        const int status = import_file(run, files[i]);
        if (run->broken || (status && status != CLI_DATA && status != CLI_NO_INPUT))
            return status;
        result = result ? result : status;
    }
    if (count > 1 && !run->json)
        print_games(run->all_games, run->all_fresh, run->all_completed);
    return result;
}

/* Import files, and those of folders. */
static int import_operands(importing *run, char *const *operands, size_t count)
{
    file_list list;
    int status = file_list_make(operands, count, &list);
    if (status == CLI_DONE)
        status = import_files(run, list.paths, list.count);
    file_list_free(&list);
    return status;
}

static int import(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    importing run = {.json = option[OPTION_JSON].given, .progress = progress_start()};
    if (arguments->operand_count < 2)
        return complain(CLI_USAGE, "library: import what? FILE is missing; see 'flank help library'");
    if (option[OPTION_GAME].given)
        run.game = flank_game_find(option[OPTION_GAME].text);
    int status = file_find_format("--from", &option[OPTION_FROM], &run.from);
    if (status == CLI_DONE)
        status = library_open_given(arguments, LIBRARY_WRITE, &run.path, &run.library);
    if (status)
        return status;
    run.notes.progress = &run.progress;
    run.watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, &run);
    status = import_operands(&run, arguments->operands + 1, arguments->operand_count - 1);
    interrupt_watch_stop(run.watch);
    library_close(run.library);
    free(run.path);
    return status;
}

/* ---- search and stats ---- */

/* A library opened for reading, and what is asked of it. */
typedef struct library_query {
    game_library *library;
    char *path;
    library_question question;
    bool json;
    uint64_t shown;
} library_query;

static int start_query(const cli_arguments *arguments, uint64_t limit, library_access access, library_query *query)
{
    const option_value *given = &arguments->option[OPTION_LIMIT];
    *query = (library_query){.json = arguments->option[OPTION_JSON].given};
    const int status = library_question_read(arguments, &query->question);
    query->question.filter.limit = given->given ? (uint64_t)given->number : limit;
    return status ? status : library_open_given(arguments, access, &query->path, &query->library);
}

static void end_query(library_query *query)
{
    if (query->library)
        free(query->path);
    library_close(query->library);
    library_question_free(&query->question);
}

static bool show_game(void *user, const library_game *game)
{
    library_query *query = user;
    if (query->shown++ == 0 && !query->json)
        library_show_heading();
    library_show_game(game, query->json);
    return true;
}

/* If no game was found: tell the names that no game has, whatever else is asked. */
static flank_status find_unknown_names(const library_query *query, flank_error *error)
{
    const library_filter *filter = &query->question.filter;
    const struct name_question {
        const char *what, *name;
        library_filter alone;
    } names[] = {
        {"player", filter->player, {.player = filter->player}},
        {"player", filter->black, {.player = filter->black}},
        {"player", filter->white, {.player = filter->white}},
        {"event", filter->event, {.event = filter->event}},
        {"opening", filter->opening, {.opening = filter->opening}},
    };
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == FLANK_OK; i++) {
        library_place place = {.count = 0};
        if (!names[i].name)
            continue;
        status = library_explore(query->library, &names[i].alone, &place, error);
        if (status == FLANK_OK && place.tally.games == 0)
            complain(CLI_DONE, "%s: no %s's name has '%s' in it", query->path, names[i].what, names[i].name);
        library_place_free(&place);
    }
    return status;
}

static flank_status search_games(library_query *query, flank_error *error)
{
    const library_filter *filter = &query->question.filter;
    library_place place;
    flank_status status = library_explore(query->library, filter, &place, error);
    if (status)
        return status;
    if (filter->position && (query->json || place.tally.games))
        library_show_place(&place, query->question.record, query->json);
    status = place.tally.games ? library_search(query->library, filter, show_game, query, error)
                               : find_unknown_names(query, error);
    if (status == FLANK_OK && !query->json)
        library_show_rest(query->shown, place.tally.games);
    library_place_free(&place);
    return status;
}

static flank_status sum_games(library_query *query, flank_error *error)
{
    library_summary summary;
    const flank_status status = library_summarise(query->library, &query->question.filter, &summary, error);
    if (status)
        return status;
    library_show_summary(query->path, &summary, query->question.filter.limit, query->json);
    const bool none = summary.tally.games == 0;
    library_summary_free(&summary);
    return none ? find_unknown_names(query, error) : FLANK_OK;
}

static int answer(const cli_arguments *arguments, uint64_t limit,
                  flank_status (*give)(library_query *query, flank_error *error))
{
    library_query query;
    flank_error error = {0};
    if (arguments->operand_count > 1)
        return complain(CLI_USAGE, "library: one word too many: '%s'", arguments->operands[1]);
    int result = start_query(arguments, limit, LIBRARY_READ, &query);
    if (result == CLI_DONE) {
        const flank_status status = give(&query, &error);
        result = status ? library_complain(query.path, status, &error) : CLI_DONE;
    }
    end_query(&query);
    return result;
}

/* ---- export ---- */

typedef struct exporting {
    const char *out;
    const flank_format *to;
    flank_writer *writer;
    uint64_t games, refused;
    int status;
    progress_line progress;
    flank_stop interrupted;
} exporting;

static void stop_export(void *user) { flank_stop_raise(&((exporting *)user)->interrupted); }

static bool write_game(void *user, const flank_sheet *sheet)
{
    exporting *run = user;
    flank_error error = {0};
    if (flank_stop_is_raised(&run->interrupted))
        return false;
    const flank_status status = flank_writer_write(run->writer, sheet, &error);
    if (status == FLANK_NOT_SUPPORTED) {
        progress_clear(&run->progress);
        if (run->refused++ < COMPLAINTS_MAX)
            complain(CLI_DATA, "%s: %s", run->out, error_english(&error));
        return true;
    }
    if (status)
        run->status = file_complain_writer(run->out, status, &error);
    run->games++;
    progress_show(&run->progress, run->games, "games", 0);
    return status == FLANK_OK;
}

static void print_export(const exporting *run, const char *path)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "library", path);
    json_string(&out, "out", run->out);
    json_string(&out, "to", flank_format_name(run->to));
    json_count(&out, "games", run->games);
    json_count(&out, "refused", run->refused);
    file_add_json_losses(&out, run->writer);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int export_games(library_query *query, exporting *run)
{
    flank_error error = {0};
    flank_status status = library_each(query->library, &query->question.filter, write_game, run, &error);
    progress_clear(&run->progress);
    if (status == FLANK_OK && run->games + run->refused == 0 && !flank_stop_is_raised(&run->interrupted))
        status = find_unknown_names(query, &error);
    if (status)
        run->status = library_complain(query->path, status, &error);
    else if (flank_stop_is_raised(&run->interrupted))
        run->status = complain(CLI_INTERRUPTED, "library: interrupted; %s is not written", run->out);
    else if (!run->status && run->refused)
        run->status = CLI_DATA;
    if (run->status == CLI_DONE || run->status == CLI_DATA) {
        file_print_losses(run->writer, run->to);
        if (query->json && strcmp(run->out, "-") != 0)
            print_export(run, query->path);
    }
    const bool keep = run->status == CLI_DONE || (run->status == CLI_DATA && run->games > 0);
    const flank_status closed = flank_writer_close(run->writer, keep, &error);
    if (closed && run->status != CLI_CANNOT_WRITE)
        run->status = file_complain_writer(run->out, closed, &error);
    const int flushed = output_flush();
    return flushed ? flushed : run->status;
}

/* Open FILE, but never over the library that is read. */
static int create_export(const library_query *query, exporting *run)
{
    if (file_is_same(run->out, query->path))
        return complain(CLI_USAGE, "%s: is the library itself; export to another file", run->out);
    return file_create(run->out, run->to, &run->writer);
}

/* A WTHOR file has a year for all its games: those of another would come out as of that one. */
static int check_one_year(library_query *query, const exporting *run)
{
    library_tally tally;
    flank_error error = {0};
    library_summary summary;
    const flank_status status = library_summarise(query->library, &query->question.filter, &summary, &error);
    if (status)
        return library_complain(query->path, status, &error);
    tally = summary.tally;
    library_summary_free(&summary);
    if (tally.first_year == tally.last_year)
        return CLI_DONE;
    return complain(CLI_USAGE,
                    "library: %s: WTHOR holds one year a file, and these games are of %d to %d; choose one with --year",
                    run->out, tally.first_year, tally.last_year);
}

static int export(const cli_arguments *arguments)
{
    exporting run = {.progress = progress_start()};
    library_query query;
    if (arguments->operand_count != 2)
        return complain(CLI_USAGE, "library: export to one FILE; see 'flank help library'");
    run.out = arguments->operands[1];
    int status = file_choose_format(&arguments->option[OPTION_TO], run.out, &run.to);
    if (status)
        return status;
    status = start_query(arguments, 0, LIBRARY_READ, &query);
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_ENDING, stop_export, &run);
    if (status == CLI_DONE && strcmp(flank_format_name(run.to), "wthor") == 0)
        status = check_one_year(&query, &run);
    if (status == CLI_DONE)
        status = create_export(&query, &run);
    if (status == CLI_DONE)
        status = export_games(&query, &run);
    interrupt_watch_stop(watch);
    end_query(&query);
    return status;
}

/* ---- delete ---- */

/* True if the person at the terminal says yes. */
static bool confirm_deletion(const library_query *query, uint64_t all)
{
    const uint64_t limit = query->question.filter.limit, games = limit && limit < all ? limit : all;
    char line[16] = "";
    screen_text_escape(stderr, query->path);
    fprintf(stderr, ": delete %" PRIu64 " %s? [y/N] ", games, games == 1 ? "game" : "games");
    return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

/* `all`: the games of the question, without its limit. */
static flank_status count_games(const library_query *query, uint64_t *all, flank_error *error)
{
    library_place place;
    const flank_status status = library_explore(query->library, &query->question.filter, &place, error);
    *all = place.tally.games;
    library_place_free(&place);
    return status;
}

static void print_deleted(const library_query *query, uint64_t games)
{
    text_buffer out = {NULL};
    if (!query->json) {
        printf("%s: %" PRIu64 " %s deleted\n", query->path, games, games == 1 ? "game" : "games");
        return;
    }
    json_open_object(&out, NULL);
    json_string(&out, "library", query->path);
    json_count(&out, "deleted", games);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static flank_status delete_games(library_query *query, bool ask, flank_error *error)
{
    uint64_t games = 0;
    flank_status status = count_games(query, &games, error);
    if (status)
        return status;
    if (games == 0 || (ask && !confirm_deletion(query, games))) {
        print_deleted(query, 0);
        return games == 0 ? find_unknown_names(query, error) : FLANK_OK;
    }
    status = library_begin(query->library, error);
    if (status == FLANK_OK)
        status = library_delete(query->library, &query->question.filter, &games, error);
    if (status == FLANK_OK)
        status = library_commit(query->library, error);
    if (status == FLANK_OK)
        print_deleted(query, games);
    return status;
}

static int delete_chosen(const cli_arguments *arguments)
{
    const bool ask = !arguments->option[OPTION_YES].given;
    library_query query;
    flank_error error = {0};
    if (arguments->operand_count > 1)
        return complain(CLI_USAGE, "library: one word too many: '%s'", arguments->operands[1]);
    if (!useless_option(arguments, OPTION_BIT(OPTION_LIBRARY) | OPTION_BIT(OPTION_JSON) | OPTION_BIT(OPTION_YES)))
        return complain(CLI_USAGE, "library: delete what? Say it with an option that chooses games, such as --event");
    if (ask && !isatty(STDIN_FILENO))
        return complain(CLI_USAGE, "library: delete asks at a terminal; elsewhere say --yes");
    int result = start_query(arguments, 0, LIBRARY_CHANGE, &query);
    if (result == CLI_DONE) {
        const flank_status status = delete_games(&query, ask, &error);
        result = status ? library_complain(query.path, status, &error) : output_flush();
    }
    end_query(&query);
    return result;
}

/* ---- Actions ---- */

#define CHOOSING_OPTIONS                                                                                               \
    (OPTION_BIT(OPTION_LIBRARY) | OPTION_BIT(OPTION_PLAYER) | OPTION_BIT(OPTION_BLACK) | OPTION_BIT(OPTION_WHITE) |    \
     OPTION_BIT(OPTION_EVENT) | OPTION_BIT(OPTION_OPENING) | OPTION_BIT(OPTION_YEAR) | OPTION_BIT(OPTION_RESULT) |     \
     OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_GAME) | OPTION_BIT(OPTION_RULES) |     \
     OPTION_BIT(OPTION_LIMIT) | OPTION_BIT(OPTION_JSON))

static int search(const cli_arguments *arguments) { return answer(arguments, GAMES_SHOWN, search_games); }

static int stats(const cli_arguments *arguments) { return answer(arguments, ROWS_SHOWN, sum_games); }

static const struct action {
    const char *name;
    int (*run)(const cli_arguments *arguments);
    uint64_t options; /* that mean something to it */
} actions[] = {
    {"import", import,
     OPTION_BIT(OPTION_LIBRARY) | OPTION_BIT(OPTION_GAME) | OPTION_BIT(OPTION_FROM) | OPTION_BIT(OPTION_JSON)},
    {"search", search, CHOOSING_OPTIONS},
    {"stats", stats, CHOOSING_OPTIONS},
    {"export", export, CHOOSING_OPTIONS | OPTION_BIT(OPTION_TO)},
    {"delete", delete_chosen, CHOOSING_OPTIONS | OPTION_BIT(OPTION_YES)},
};

int cmd_library(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action->options);
    if (useless)
        return complain(CLI_USAGE, "library: --%s means nothing to %s", useless, action->name);
    return action->run(arguments);
}
