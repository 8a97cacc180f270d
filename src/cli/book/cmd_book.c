/* SPDX-License-Identifier: MIT
 *
 * flank book: build and extend; book_show.c shows, book_import.c and book_export.c do what they say.
 */
#include "cli/input/book_input.h"
#include "cli/book/book_plan_input.h"
#include "cli/book/book_show.h"
#include "cli/book/book_transfer.h"
#include "cli/command/cmd.h"
#include "cli/command/interrupt.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "cli/command/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int complain_book(const char *path, flank_status status, const flank_error *error)
{
    return complain(book_exit_status(status), "%s: %s", path, error_english(error));
}

/* ---- build and extend ---- */

typedef struct build_view {
    flank_book_progress latest;
    flank_book_plan plan;
    progress_line progress;
} build_view;

/* The rest of the work is not known: following lines finds more. So there is an estimate only for a limit that was
 * given.
 */
static flank_reply show_progress(void *user, const flank_book_progress *progress)
{
    build_view *view = user;
    const flank_book_plan *plan = &view->plan;
    char what[64];
    double by_time = plan->time_ms ? 1000 * progress->time_s / (double)plan->time_ms : 0;
    double by_size = plan->positions ? (double)progress->positions / (double)plan->positions : 0;
    view->latest = *progress;
    snprintf(what, sizeof what, "searches (%zu positions, %zu waiting)", progress->positions, progress->waiting);
    progress_show(&view->progress, progress->searches, what, by_time > by_size ? by_time : by_size);
    return FLANK_GO_ON;
}

static void raise_stop(void *stop) { flank_stop_raise(stop); }

static int add_root(void *builder, const flank_position *position)
{
    flank_status status = flank_book_builder_add_root(builder, position);
    return status ? complain(CLI_INTERNAL, "book: %s", flank_status_text(status)) : CLI_DONE;
}

static void print_built(const char *path, const build_view *view, size_t before, bool json)
{
    const flank_book_progress *latest = &view->latest;
    if (!json) {
        printf("%s: %zu positions, %zu of them new; %zu searches, %" PRIu64 " nodes in %.1f s\n", path,
               latest->positions, latest->positions - before, latest->searches, latest->nodes, latest->time_s);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_count(&out, "positions", latest->positions);
    json_count(&out, "new", latest->positions - before);
    json_count(&out, "searches", latest->searches);
    json_count(&out, "waiting", latest->waiting);
    json_count(&out, "nodes", latest->nodes);
    json_real(&out, "time_s", latest->time_s, 3);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

/* The number of positions in a book, 0 if it cannot be opened. */
static size_t book_count(const char *path)
{
    flank_book *book = flank_book_open(path, NULL, NULL);
    const size_t count = book ? flank_book_count(book) : 0;
    flank_book_close(book);
    return count;
}

/* Ctrl-C ends the work early; the book is saved all the same. */
static int run_builder(flank_book_builder *builder, const char *path, const cli_arguments *arguments)
{
    flank_stop stop = FLANK_STOP_INIT;
    build_view view = {.plan = book_plan_given(arguments), .progress = progress_start()};
    view.plan.stop = &stop;
    size_t before = flank_book_builder_count(builder);
    flank_error error = {0};
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_EACH, raise_stop, &stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    flank_status status = flank_book_builder_run(builder, &view.plan, show_progress, &view, &error);
    progress_clear(&view.progress);
    bool interrupted = interrupt_watch_take(watch);
    interrupt_watch_stop(watch);
    if (status)
        return complain_book(path, status, &error);
    print_built(path, &view, before, arguments->option[OPTION_JSON].given);
    return interrupted ? (output_flush(), CLI_INTERRUPTED) : CLI_DONE;
}

/* Books of other games than Othello grow from the start, by one thread. */
static int grow(const cli_arguments *arguments, const flank_game *game, flank_book_mode mode)
{
    const option_value *option = arguments->option;
    const char *path = arguments->operands[1];
    const uint64_t others = OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_OPENINGS);
    const char *useless = useless_option(arguments, ~(others | OPTION_BIT(OPTION_THREADS)));
    if (useless)
        return complain(CLI_USAGE, "book: --%s means nothing to a book of %s", useless, flank_game_title(game));
    flank_stop stop = FLANK_STOP_INIT;
    build_view view = {.plan = book_plan_given(arguments), .progress = progress_start()};
    flank_error error = {0};
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_EACH, raise_stop, &stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    view.plan.stop = &stop;
    const size_t before = mode == FLANK_BOOK_NEW ? 0 : book_count(path);
    const flank_status status = flank_book_grow(path, game, mode, &view.plan, show_progress, &view, &error);
    progress_clear(&view.progress);
    const bool interrupted = interrupt_watch_take(watch);
    interrupt_watch_stop(watch);
    if (status)
        return complain_book(path, status, &error);
    print_built(path, &view, before, option[OPTION_JSON].given);
    return interrupted ? (output_flush(), CLI_INTERRUPTED) : CLI_DONE;
}

/* The game that --game says; of a book that is there its own. NULL after a complaint. */
static const flank_game *game_given(const cli_arguments *arguments, flank_book_mode mode)
{
    const option_value *named = &arguments->option[OPTION_GAME];
    const flank_game *game = named->given ? flank_game_find(named->text) : flank_game_at(0);
    flank_book *there = mode == FLANK_BOOK_NEW ? NULL : flank_book_open(arguments->operands[1], NULL, NULL);
    if (there && !named->given)
        game = flank_book_game(there);
    flank_book_close(there);
    if (flank_game_has_book(game))
        return game;
    complain(CLI_USAGE, "book: there are no books of %s", flank_game_title(game));
    return NULL;
}

static int build(const cli_arguments *arguments, flank_book_mode mode)
{
    const char *path = arguments->operands[1];
    flank_status status = FLANK_OK;
    flank_error error = {0};
    const int wrong = book_plan_check(arguments);
    if (wrong)
        return wrong;
    const flank_game *game = game_given(arguments, mode);
    if (!game || game != flank_game_at(0))
        return game ? grow(arguments, game, mode) : CLI_USAGE;
    const bool was_there = access(path, F_OK) == 0;
    flank_book_builder *builder = flank_book_builder_open(path, mode, &status, &error);
    if (!builder)
        return complain_book(path, status, &error);
    int result = book_roots_given(arguments, flank_book_builder_count(builder) == 0, add_root, builder);
    const bool made_for_nothing = result && !was_there;
    if (!result)
        result = run_builder(builder, path, arguments);
    flank_book_builder_close(builder);
    if (made_for_nothing)
        remove(path);
    return result;
}

static int build_new(const cli_arguments *arguments) { return build(arguments, FLANK_BOOK_NEW); }

static int extend(const cli_arguments *arguments) { return build(arguments, FLANK_BOOK_EXISTING); }

/* ---- Actions ---- */

#define BUILD_OPTIONS                                                                                                  \
    (OPTION_BIT(OPTION_GAME) | OPTION_BIT(OPTION_DEPTH) | OPTION_BIT(OPTION_LEVEL) | OPTION_BIT(OPTION_PLIES) |        \
     OPTION_BIT(OPTION_ERROR) | OPTION_BIT(OPTION_LINE_ERROR) | OPTION_BIT(OPTION_POSITION) |                          \
     OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_OPENINGS) | OPTION_BIT(OPTION_THREADS) | OPTION_BIT(OPTION_HASH) |   \
     OPTION_BIT(OPTION_TIME) | OPTION_BIT(OPTION_POSITIONS) | OPTION_BIT(OPTION_SAVE) | OPTION_BIT(OPTION_JSON))

static const struct action {
    const char *name;
    int (*run)(const cli_arguments *arguments);
    size_t least, most; /* operands, the action among them */
    uint64_t options;   /* that mean something to it */
} actions[] = {
    {"build", build_new, 2, 2, BUILD_OPTIONS},
    {"extend", extend, 2, 2, BUILD_OPTIONS},
    {"show", book_show, 1, 2,
     OPTION_BIT(OPTION_GAME) | OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_JSON)},
    {"import", book_import, 2, 3, OPTION_BIT(OPTION_FORMAT) | OPTION_BIT(OPTION_MEMORY)},
    {"export", book_export, 2, 3, OPTION_BIT(OPTION_FORMAT)},
};

int cmd_book(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action->options);
    if (useless)
        return complain(CLI_USAGE, "book: --%s means nothing to %s", useless, action->name);
    if (arguments->operand_count < action->least)
        return complain(CLI_USAGE, "book: %s needs a file, BOOK; see 'flank help book'", action->name);
    if (arguments->operand_count > 1 && strcmp(arguments->operands[1], "-") == 0)
        return complain(CLI_USAGE, "book: BOOK is a file, standard input cannot be one");
    if (arguments->operand_count > action->most)
        return complain(CLI_USAGE, "book: one word too many: '%s'", arguments->operands[action->most]);
    return action->run(arguments);
}
