/* SPDX-License-Identifier: MIT
 *
 * flank book: build, extend, import and export; book_show.c shows.
 */
#include "cli/book_input.h"
#include "cli/book_show.h"
#include "cli/cmd.h"
#include "cli/game_input.h"
#include "cli/interrupt.h"
#include "cli/json_writer.h"
#include "cli/line_reader.h"
#include "cli/progress.h"
#include "formats/book_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain_book(const char *path, flank_status status, const flank_error *error)
{
    return complain(book_exit_status(status), "%s: %s", path, error->text);
}

/* ---- build and extend ---- */

typedef struct build_view {
    flank_book_progress latest;
    flank_book_plan plan;
    progress_line progress;
} build_view;

static double larger(double a, double b) { return a > b ? a : b; }

static void show_progress(void *user, const flank_book_progress *progress)
{
    build_view *view = user;
    const flank_book_plan *plan = &view->plan;
    view->latest = *progress;
    double known = (double)(progress->searches + progress->waiting);
    double fraction = known > 0 ? (double)progress->searches / known : 0;
    if (plan->time_ms)
        fraction = larger(fraction, 1000 * progress->time_s / (double)plan->time_ms);
    if (plan->positions)
        fraction = larger(fraction, (double)progress->positions / (double)plan->positions);
    progress_show(&view->progress, progress->searches, "searches", fraction);
}

static void stop_builder(void *builder) { flank_book_builder_stop(builder); }

/* 0 if it is not given, else at least 1: nothing but the best moves, or nearly. */
static int hundredths(const option_value *value)
{
    int whole = (int)(value->discs * 100 + 0.5);
    return value->given && whole == 0 ? 1 : whole;
}

static flank_book_plan read_plan(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    return (flank_book_plan){
        .depth_plies = (int)option[OPTION_DEPTH].number,
        .level = (int)option[OPTION_LEVEL].number,
        .plies = (int)option[OPTION_PLIES].number,
        .error = hundredths(&option[OPTION_ERROR]),
        .line_error = hundredths(&option[OPTION_LINE_ERROR]),
        .threads = (int)option[OPTION_THREADS].number,
        .hash_bytes = (size_t)option[OPTION_HASH].number << 20,
        .time_ms = milliseconds(&option[OPTION_TIME]),
        .positions = (size_t)option[OPTION_POSITIONS].number,
        .save_ms = milliseconds(&option[OPTION_SAVE]),
    };
}

static int add_root(flank_book_builder *builder, const flank_record *record)
{
    flank_status status = flank_book_builder_add_root(builder, flank_record_position(record));
    return status ? complain(CLI_INTERNAL, "book: %s", flank_status_text(status)) : CLI_DONE;
}

/* The end of one opening of a file; empty lines and comments are none. */
static int add_opening(flank_book_builder *builder, const char *path, size_t number, const char *line)
{
    const char *moves = line + strspn(line, " \t");
    if (*moves == '\0' || *moves == '#' || *moves == '%')
        return CLI_DONE;
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    flank_error error;
    int status;
    if (!record)
        status = complain(CLI_INTERNAL, "not enough memory");
    else if (flank_record_play_text(record, moves, &error))
        status = complain_at(path, number, "%s", error.text);
    else
        status = add_root(builder, record);
    flank_record_destroy(record);
    return status;
}

static int add_openings(flank_book_builder *builder, const char *path)
{
    line_reader *reader = line_reader_open(path, -1);
    const char *line;
    line_result result = LINE_FAILED;
    int status = CLI_DONE;
    while (reader && !status && (result = line_reader_next(reader, &line)) == LINE_READ)
        status = add_opening(builder, path, line_reader_number(reader), line);
    if (!status && result != LINE_END)
        status = line_reader_complain(reader, path, result);
    line_reader_close(reader);
    return status;
}

/* Where lines begin: the position that is given, the openings; for a book with nothing in it else the start. */
static int add_roots(flank_book_builder *builder, const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    int status = CLI_DONE;
    bool position = option[OPTION_POSITION].given || option[OPTION_MOVES].given;
    if (position || flank_book_builder_count(builder) == 0) {
        static const flank_rules rules;
        flank_record *record;
        status = record_from_arguments(arguments, flank_game_find("othello"), &rules, &record);
        if (status)
            return status;
        status = add_root(builder, record);
        flank_record_destroy(record);
    }
    if (!status && option[OPTION_OPENINGS].given)
        status = add_openings(builder, option[OPTION_OPENINGS].text);
    return status;
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

/* Ctrl-C ends the work early; the book is saved all the same. */
static int run_builder(flank_book_builder *builder, const char *path, const cli_arguments *arguments)
{
    build_view view = {.plan = read_plan(arguments), .progress = progress_start()};
    size_t before = flank_book_builder_count(builder);
    flank_error error;
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_EACH, stop_builder, builder);
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

static int build(const cli_arguments *arguments, flank_book_mode mode)
{
    const char *path = arguments->operands[1];
    flank_status status = FLANK_OK;
    flank_error error;
    if (arguments->option[OPTION_DEPTH].given && arguments->option[OPTION_LEVEL].given)
        return complain(CLI_USAGE, "book: only one of --depth and --level");
    flank_book_builder *builder = flank_book_builder_open(path, mode, &status, &error);
    if (!builder)
        return complain_book(path, status, &error);
    int result = add_roots(builder, arguments);
    if (!result)
        result = run_builder(builder, path, arguments);
    flank_book_builder_close(builder);
    return result;
}

static int build_new(const cli_arguments *arguments) { return build(arguments, FLANK_BOOK_NEW); }

static int extend(const cli_arguments *arguments) { return build(arguments, FLANK_BOOK_EXISTING); }

/* ---- import and export ---- */

static int import_line(flank_book_builder *builder, const char *path, size_t number, const char *text)
{
    book_text_line line;
    flank_error error;
    if (book_text_parse(text, &line, &error))
        return complain_at(path, number, "%s", error.text);
    flank_status status = line.has_position ? flank_book_builder_put(builder, &line.position, &line.entry) : FLANK_OK;
    return status ? complain_at(path, number, "%s", flank_status_text(status)) : CLI_DONE;
}

/* All or nothing: the book is written when every line was right. */
static int import_lines(flank_book_builder *builder, const char *path)
{
    line_reader *reader = line_reader_open(path, -1);
    const char *text;
    line_result result = LINE_FAILED;
    int status = CLI_DONE;
    while (reader && !status && (result = line_reader_next(reader, &text)) == LINE_READ)
        status = import_line(builder, path, line_reader_number(reader), text);
    if (!status && result != LINE_END)
        status = line_reader_complain(reader, path, result);
    line_reader_close(reader);
    return status;
}

static int import(const cli_arguments *arguments)
{
    const char *path = arguments->operands[1], *text = arguments->operand_count > 2 ? arguments->operands[2] : "-";
    flank_status status = FLANK_OK;
    flank_error error;
    flank_book_builder *builder = flank_book_builder_open(path, FLANK_BOOK_EITHER, &status, &error);
    if (!builder)
        return complain_book(path, status, &error);
    size_t before = flank_book_builder_count(builder);
    int result = import_lines(builder, text);
    if (!result && (status = flank_book_builder_save(builder, &error)))
        result = complain_book(path, status, &error);
    if (!result)
        printf("%s: %zu positions, %zu of them new\n", path, flank_book_builder_count(builder),
               flank_book_builder_count(builder) - before);
    flank_book_builder_close(builder);
    return result;
}

static int export_entries(const flank_book *book, const char *path, FILE *out)
{
    for (size_t i = 0; i < flank_book_count(book); i++) {
        flank_position position;
        flank_book_entry entry;
        flank_error error;
        char line[BOOK_TEXT_SIZE];
        flank_status status = flank_book_at(book, i, &position, &entry, &error);
        if (status)
            return complain_book(path, status, &error);
        book_text_format(&position, &entry, line);
        fprintf(out, "%s\n", line);
    }
    return CLI_DONE;
}

static int export(const cli_arguments *arguments)
{
    const char *path = arguments->operands[1], *text = arguments->operand_count > 2 ? arguments->operands[2] : "-";
    bool to_file = strcmp(text, "-") != 0;
    flank_book *book;
    int status = book_open(path, &book);
    if (status)
        return status;
    FILE *out = to_file ? fopen(text, "w") : stdout;
    if (!out) {
        status = complain(CLI_CANNOT_WRITE, "%s: cannot write: %s", text, strerror(errno));
    } else {
        status = export_entries(book, path, out);
        bool failed = to_file && ferror(out);
        if (to_file && (fclose(out) || failed) && !status)
            status = complain(CLI_CANNOT_WRITE, "%s: cannot write: %s", text, strerror(errno));
    }
    flank_book_close(book);
    return status;
}

/* ---- Actions ---- */

#define OPTION_BIT(ID) (UINT64_C(1) << (ID))
#define BUILD_OPTIONS                                                                                                  \
    (OPTION_BIT(OPTION_DEPTH) | OPTION_BIT(OPTION_LEVEL) | OPTION_BIT(OPTION_PLIES) | OPTION_BIT(OPTION_ERROR) |       \
     OPTION_BIT(OPTION_LINE_ERROR) | OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) |                          \
     OPTION_BIT(OPTION_OPENINGS) | OPTION_BIT(OPTION_THREADS) | OPTION_BIT(OPTION_HASH) | OPTION_BIT(OPTION_TIME) |    \
     OPTION_BIT(OPTION_POSITIONS) | OPTION_BIT(OPTION_SAVE) | OPTION_BIT(OPTION_JSON))

_Static_assert(OPTION_IDS <= 64, "the options of an action are bits of a word");

static const struct action {
    const char *name;
    int (*run)(const cli_arguments *arguments);
    size_t least, most; /* operands, the action among them */
    uint64_t options;   /* that mean something to it */
} actions[] = {
    {"build", build_new, 2, 2, BUILD_OPTIONS},
    {"extend", extend, 2, 2, BUILD_OPTIONS},
    {"show", book_show, 1, 2, OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_JSON)},
    {"import", import, 2, 3, 0},
    {"export", export, 2, 3, 0},
};

/* The name of the first option that is given and means nothing to the action, or NULL. */
static const char *useless_option(const cli_arguments *arguments, const struct action *action)
{
    for (const cli_option *row = arguments->command->options; row->name; row++)
        if (arguments->option[row->id].given && !(action->options & OPTION_BIT(row->id)))
            return row->name;
    return NULL;
}

int cmd_book(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action);
    if (useless)
        return complain(CLI_USAGE, "book: --%s means nothing to %s", useless, action->name);
    if (arguments->operand_count < action->least)
        return complain(CLI_USAGE, "book: %s needs a file, BOOK; see 'flank help book'", action->name);
    if (arguments->operand_count > action->most)
        return complain(CLI_USAGE, "book: one word too many: '%s'", arguments->operands[action->most]);
    return action->run(arguments);
}
