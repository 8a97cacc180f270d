/* SPDX-License-Identifier: MIT
 *
 * flank tablebase: build, sum up and probe endgame tables.
 */
#include "cli/command/cmd.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/command/user_file.h"
#include "cli/input/game_input.h"
#include "cli/input/tables_input.h"
#include "core/bits.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "engine/report_json.h"
#include "tablebase/tablebase.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_TEXT_SIZE = 32 };

static int complain_tables(const char *path, flank_status status, const flank_error *error)
{
    static const struct {
        flank_status status;
        int exit_status;
    } rows[] = {{FLANK_CANNOT_READ, CLI_NO_INPUT}, {FLANK_CANNOT_WRITE, CLI_CANNOT_WRITE}, {FLANK_BAD_FILE, CLI_DATA}};
    int exit_status = CLI_INTERNAL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        exit_status = rows[i].status == status ? rows[i].exit_status : exit_status;
    return complain(exit_status, "%s: %s", path, error_english(error));
}

static void print_and_free(text_buffer *out)
{
    puts(out->bytes ? out->bytes : "");
    text_free(out);
}

/* The file that is named, or the usual one; NULL for the tables that come with flank. To be freed. */
static char *file_given(const cli_arguments *arguments)
{
    return arguments->operand_count > 1 ? strdup(arguments->operands[1]) : tables_usual_path();
}

static int open_path(const char *path, tablebase **tables)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    *tables = path ? flank_tables_open(path, &status, &error) : tablebase_open_default();
    if (!*tables && !path)
        return complain(CLI_INTERNAL, "not enough memory");
    return *tables ? CLI_DONE : complain_tables(path, status, &error);
}

/* ---- build ---- */

typedef struct build_view {
    progress_line line;
    tablebase_progress latest;
    double start_s;
} build_view;

static void show_progress(void *user, const tablebase_progress *progress)
{
    build_view *view = user;
    char what[64];
    view->latest = *progress;
    snprintf(what, sizeof what, "of %u classes, now %s", progress->classes, progress->name);
    progress_show(&view->line, progress->classes_done, what,
                  (double)progress->entries_done / (double)progress->entries);
}

static void raise_stop(void *stop) { flank_stop_raise(stop); }

static int print_built(const char *path, const build_view *view, bool json)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    tablebase *tables = flank_tables_open(path, &status, &error);
    if (!tables)
        return complain_tables(path, status, &error);
    const unsigned classes = tablebase_class_count(tables);
    const unsigned built = view->latest.classes_done - view->latest.classes_found;
    const unsigned pieces = tablebase_pieces(tables);
    const size_t size = tablebase_size(tables);
    const double time_s = clock_now_s() - view->start_s;
    flank_tables_close(tables);
    if (!json) {
        printf("%s: up to %u pieces, %u classes, %u of them new; %zu bytes, %.1f s\n", path, pieces, classes, built,
               size, time_s);
        return output_flush();
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_count(&out, "pieces", pieces);
    json_count(&out, "classes", classes);
    json_count(&out, "new", built);
    json_count(&out, "bytes", size);
    json_real(&out, "time_s", time_s, 3);
    json_close_object(&out);
    print_and_free(&out);
    return output_flush();
}

static int build_file(const cli_arguments *arguments, const char *path)
{
    const option_value *pieces = &arguments->option[OPTION_PIECES];
    flank_stop stop = FLANK_STOP_INIT;
    flank_error error = {0};
    tablebase_plan plan = {.pieces = pieces->given ? (unsigned)pieces->number : TABLEBASE_PIECES_MAX, .stop = &stop};
    const int wrong = rules_from_arguments(arguments, tablebase_game(), &plan.rules);
    if (wrong)
        return wrong;
    if (flank_game_no_progress_limit(tablebase_game(), &plan.rules))
        return complain(CLI_USAGE,
                        "tablebase: --rules: tables are built without no_progress, and serve games by it, too");
    build_view view = {.line = progress_start(), .start_s = clock_now_s()};
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_FINAL, raise_stop, &stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    const flank_status status = tablebase_build(path, &plan, show_progress, &view, &error);
    progress_clear(&view.line);
    interrupt_watch_stop(watch);
    if (status == FLANK_STOPPED)
        return complain(CLI_INTERRUPTED, "tablebase: interrupted with %u of %u classes done; the same command goes on",
                        view.latest.classes_done, view.latest.classes);
    return status ? complain_tables(path, status, &error)
                  : print_built(path, &view, arguments->option[OPTION_JSON].given);
}

/* The file that is named, or the user's. */
static int build(const cli_arguments *arguments)
{
    const bool named = arguments->operand_count > 1;
    char *path = named ? strdup(arguments->operands[1]) : tables_user_path();
    if (!path)
        return complain(CLI_USAGE, "tablebase: there is no home folder; name a FILE");
    int status = named ? CLI_DONE : user_file_prepare(path);
    if (!status)
        status = build_file(arguments, path);
    free(path);
    return status;
}

/* ---- info ---- */

static void print_class(const tablebase_class *about)
{
    const double all = about->positions ? (double)about->positions / 100 : 1;
    printf("%-7s %10" PRIu64 "  %5.1f %%  %5.1f %%  %5.1f %%  %11d  %12d\n", about->name, about->positions,
           (double)about->won / all, (double)about->drawn / all, (double)about->lost / all, about->longest_win_plies,
           about->longest_loss_plies);
}

static void add_json_class(text_buffer *out, const tablebase_class *about)
{
    json_open_object(out, NULL);
    json_string(out, "class", about->name);
    json_count(out, "pieces", about->pieces);
    json_count(out, "positions", about->positions);
    json_count(out, "won", about->won);
    json_count(out, "drawn", about->drawn);
    json_count(out, "lost", about->lost);
    json_integer(out, "longest_win_plies", about->longest_win_plies);
    json_integer(out, "longest_loss_plies", about->longest_loss_plies);
    json_close_object(out);
}

static void print_info(const char *path, const tablebase *tables)
{
    char rules_text[FLANK_RULES_TEXT_SIZE];
    const flank_rules rules = tablebase_rules(tables);
    flank_rules_format(tablebase_game(), &rules, rules_text);
    printf("%s: %s%s%s, up to %u pieces, %zu bytes\n", path ? path : "the tables that come with flank",
           flank_game_title(tablebase_game()), *rules_text ? ", " : "", rules_text, tablebase_pieces(tables),
           tablebase_size(tables));
    puts("class    positions      won    drawn     lost  longest win  longest loss");
    for (unsigned i = 0; i < tablebase_class_count(tables); i++) {
        const tablebase_class about = tablebase_describe(tables, i);
        print_class(&about);
    }
}

static void print_json_info(const char *path, const tablebase *tables)
{
    char rules_text[FLANK_RULES_TEXT_SIZE];
    const flank_rules rules = tablebase_rules(tables);
    text_buffer out = {NULL};
    flank_rules_format(tablebase_game(), &rules, rules_text);
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_string(&out, "game", flank_game_name(tablebase_game()));
    json_string(&out, "rules", rules_text);
    json_count(&out, "pieces", tablebase_pieces(tables));
    json_count(&out, "bytes", tablebase_size(tables));
    json_open_array(&out, "classes");
    for (unsigned i = 0; i < tablebase_class_count(tables); i++) {
        const tablebase_class about = tablebase_describe(tables, i);
        add_json_class(&out, &about);
    }
    json_close_array(&out);
    json_close_object(&out);
    print_and_free(&out);
}

static int info(const cli_arguments *arguments)
{
    char *path = file_given(arguments);
    tablebase *tables;
    const int failed = open_path(path, &tables);
    if (!failed) {
        (arguments->option[OPTION_JSON].given ? print_json_info : print_info)(path, tables);
        flank_tables_close(tables);
    }
    free(path);
    return failed ? failed : output_flush();
}

/* ---- probe ---- */

/* The tables know nothing of moves without progress. By a rule that ends games after so many of them, a win or a loss
 * counts that comes in time; of one that does not it is only known that the winner does not lose. */
typedef struct told_value {
    int sign, plies; /* as in tablebase_value; a win or loss that may come too late: no plies */
    bool late;
} told_value;

typedef struct known_move {
    flank_move move;
    told_value value; /* for who makes the move, in plies from the position before it */
    size_t order;     /* among the legal moves */
} known_move;

/* The value of a position after so many plies without progress. */
static told_value tell_value(const flank_rules *rules, tablebase_value value, int idle_plies)
{
    const int limit = flank_game_no_progress_limit(tablebase_game(), rules);
    const bool late = value.sign && limit && idle_plies + value.plies > limit;
    return late && idle_plies >= limit
               ? (told_value){0}
               : (told_value){.sign = value.sign, .plies = late ? 0 : value.plies, .late = late};
}

static const char *told_word(told_value value)
{
    static const char *const words[] = {"loss", "draw", "win"};
    return value.late ? value.sign > 0 ? "win or draw" : "draw or loss" : words[value.sign + 1];
}

static void value_format(told_value value, char text[VALUE_TEXT_SIZE])
{
    snprintf(text, VALUE_TEXT_SIZE, value.sign && !value.late ? "%s in %d" : "%s", told_word(value), value.plies);
}

/* The better first: a win soon, a draw, a loss late. */
static int compare_moves(const void *a, const void *b)
{
    const known_move *x = a, *y = b;
    if (x->value.sign != y->value.sign)
        return y->value.sign - x->value.sign;
    if (x->value.late != y->value.late)
        return x->value.sign * (x->value.late - y->value.late);
    if (x->value.plies != y->value.plies)
        return x->value.sign * (x->value.plies - y->value.plies);
    return x->order < y->order ? -1 : 1;
}

static told_value value_after(const tablebase *tables, const flank_record *record, flank_move move)
{
    const flank_rules *rules = flank_record_rules(record);
    const flank_position *position = flank_record_position(record),
                         next = flank_game_play(tablebase_game(), rules, position, move);
    const flank_outcome outcome = flank_game_outcome(tablebase_game(), rules, &next);
    tablebase_value value = {.sign = outcome.sign};
    if (!outcome.over)
        tablebase_probe(tables, rules, &next, &value); /* a position of no more pieces is there as well */
    const told_value told =
        tell_value(rules, value, tablebase_idle_plies(rules, position, move, flank_record_idle_plies(record)));
    return (told_value){.sign = -told.sign, .plies = told.sign && !told.late ? told.plies + 1 : 0, .late = told.late};
}

static void add_json_value(text_buffer *out, told_value value)
{
    json_string(out, "value", told_word(value));
    if (value.sign && !value.late)
        json_integer(out, "plies", value.plies);
}

static void print_json_probe(const flank_record *record, told_value value, const known_move *moves, size_t count)
{
    text_buffer out = {NULL};
    char text[FLANK_MOVE_TEXT_SIZE];
    json_open_object(&out, NULL);
    position_add_json(&out, record);
    add_json_value(&out, value);
    json_open_array(&out, "moves");
    for (size_t i = 0; i < count; i++) {
        json_open_object(&out, NULL);
        flank_move_format(tablebase_game(), flank_record_rules(record), flank_record_position(record), moves[i].move,
                          NULL, text);
        json_string(&out, "move", text);
        add_json_value(&out, moves[i].value);
        json_close_object(&out);
    }
    json_close_array(&out);
    json_close_object(&out);
    print_and_free(&out);
}

static void print_probe(const flank_record *record, told_value value, const known_move *moves, size_t count)
{
    char text[FLANK_MOVE_TEXT_SIZE], words[VALUE_TEXT_SIZE];
    const flank_position *position = flank_record_position(record);
    value_format(value, words);
    printf("%s, %s to move: %s\n", flank_game_title(tablebase_game()),
           flank_game_color_name(tablebase_game(), (flank_color)position->color), words);
    for (size_t i = 0; i < count; i++) {
        flank_move_format(tablebase_game(), flank_record_rules(record), position, moves[i].move, NULL, text);
        value_format(moves[i].value, words);
        printf("%11s  %s\n", words, text);
    }
}

static int probe_record(const tablebase *tables, const flank_record *record, bool json)
{
    const flank_position *position = flank_record_position(record);
    const flank_rules *rules = flank_record_rules(record);
    const int limit = flank_game_no_progress_limit(tablebase_game(), rules), idle = flank_record_idle_plies(record);
    const flank_outcome outcome =
        limit && idle >= limit ? flank_record_outcome(record) : flank_game_outcome(tablebase_game(), rules, position);
    tablebase_value value;
    flank_move moves[FLANK_MOVES_MAX];
    known_move known[FLANK_MOVES_MAX];
    if (outcome.over)
        return complain(CLI_DATA, "tablebase: the game is over (%s)", outcome.reason->words);
    if (!tablebase_probe(tables, rules, position, &value)) {
        const unsigned pieces = bit_count(position->own | position->other);
        return pieces > tablebase_pieces(tables)
                   ? complain(CLI_DATA, "tablebase: the position has %u pieces, the tables have up to %u", pieces,
                              tablebase_pieces(tables))
                   : complain(CLI_DATA, "tablebase: the tables are of other rules; see 'flank tablebase info'");
    }
    const size_t count = flank_game_moves(tablebase_game(), rules, position, moves);
    for (size_t i = 0; i < count; i++)
        known[i] = (known_move){moves[i], value_after(tables, record, moves[i]), i};
    qsort(known, count, sizeof *known, compare_moves);
    (json ? print_json_probe : print_probe)(record, tell_value(rules, value, idle), known, count);
    return output_flush();
}

static int probe(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    flank_rules rules = {{0}};
    tablebase *tables;
    flank_record *record;
    if (!option[OPTION_POSITION].given && !option[OPTION_MOVES].given)
        return complain(CLI_USAGE, "tablebase: probe needs --position or --moves; see 'flank help tablebase'");
    int status = rules_from_arguments(arguments, tablebase_game(), &rules);
    if (status)
        return status;
    char *path = file_given(arguments);
    status = open_path(path, &tables);
    free(path);
    if (status)
        return status;
    status = record_from_arguments(arguments, tablebase_game(), &rules, &record);
    if (!status) {
        status = probe_record(tables, record, option[OPTION_JSON].given);
        flank_record_destroy(record);
    }
    flank_tables_close(tables);
    return status;
}

/* ---- Actions ---- */

static const struct action {
    const char *name;
    int (*run)(const cli_arguments *arguments);
    uint64_t options; /* that mean something to it */
} actions[] = {
    {"build", build, OPTION_BIT(OPTION_PIECES) | OPTION_BIT(OPTION_RULES) | OPTION_BIT(OPTION_JSON)},
    {"info", info, OPTION_BIT(OPTION_JSON)},
    {"probe", probe,
     OPTION_BIT(OPTION_POSITION) | OPTION_BIT(OPTION_MOVES) | OPTION_BIT(OPTION_RULES) | OPTION_BIT(OPTION_JSON)},
};

int cmd_tablebase(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action->options);
    if (useless)
        return complain(CLI_USAGE, "tablebase: --%s means nothing to %s", useless, action->name);
    if (arguments->operand_count > 1 && strcmp(arguments->operands[1], "-") == 0)
        return complain(CLI_USAGE, "tablebase: FILE is a file, standard input and output cannot be one");
    return action->run(arguments);
}
