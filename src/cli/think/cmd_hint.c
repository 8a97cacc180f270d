/* SPDX-License-Identifier: MIT
 *
 * flank hint: the value of every move of a position, best first.
 */
#include "cli/input/book_input.h"
#include "cli/book/book_show.h"
#include "cli/command/cmd.h"
#include "cli/input/engine_input.h"
#include "cli/input/game_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/command/report_text.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_TIME_MS = 1000 };

typedef struct hint_view {
    const flank_record *record;
    book_input *book;
    progress_line progress;
    bool aloud;        /* --progress */
    bool follows_book; /* the engine is set to a level that plays from the book where that knows the position */
    flank_stop stop;   /* by Ctrl-C */
} hint_view;

/* While it thinks. */
static flank_reply show_thinking(void *user, const flank_report *report)
{
    hint_view *view = user;
    if (!view->progress.enabled && !view->aloud)
        return FLANK_GO_ON;
    text_buffer line = {NULL};
    thinking_add(&line, view->record, report);
    if (view->aloud && line.bytes)
        fprintf(stderr, "%s\n", line.bytes);
    else
        progress_text(&view->progress, line.bytes ? line.bytes : "");
    text_free(&line);
    return FLANK_GO_ON;
}

static flank_limits read_limits(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    flank_limits limits = {.lines = FLANK_MOVES_MAX};
    if (option[OPTION_LINES].given)
        limits.lines = (int)option[OPTION_LINES].number;
    limits.level = (int)option[OPTION_LEVEL].number;
    limits.depth_plies = (int)option[OPTION_DEPTH].number;
    limits.time_ms = milliseconds(&option[OPTION_TIME]);
    limits.seed = (uint64_t)option[OPTION_SEED].number;
    if (!option[OPTION_LEVEL].given && !option[OPTION_DEPTH].given && !option[OPTION_TIME].given)
        limits.time_ms = DEFAULT_TIME_MS;
    return limits;
}

/* Knowledge without thinking: the name of the opening, and what the book says. */
static void print_known(const hint_view *view)
{
    text_buffer moves = {NULL};
    if (flank_opening_name(view->record))
        printf("opening: %s\n", flank_opening_name(view->record));
    book_add_moves(&moves, view->book, view->record);
    if (moves.length)
        printf("book: %s\n", moves.bytes);
    if (moves.length && view->follows_book)
        puts("in a game the level follows the book here; this is what it would play without");
    text_free(&moves);
}

static void print_text(const hint_view *view, const flank_report *report)
{
    const flank_record *record = view->record;
    const flank_game *game = flank_record_game(record);
    char depth[DEPTH_TEXT_SIZE];
    depth_format(report->lines[0].depth_plies, report->lines[0].selectivity, depth);
    printf("%s, %s to move, depth %s, %llu nodes in %.3f s%s\n", flank_game_title(game),
           flank_game_color_name(game, (flank_color)flank_record_position(record)->color), depth,
           (unsigned long long)report->nodes, report->time_s, flank_stop_is_raised(&view->stop) ? ", interrupted" : "");
    print_known(view);
    if (report->slipped)
        puts("the level slips here: it takes one of several moves, and this is the one");
    for (int i = 0; i < report->line_count; i++) {
        char score[SCORE_TEXT_SIZE];
        text_buffer moves = {NULL};
        score_format(game, &report->lines[i], score);
        line_add_moves(&moves, record, &report->lines[i], 12);
        printf("%10s  %s\n", score, moves.bytes ? moves.bytes : "");
        text_free(&moves);
    }
}

static void print_json(const hint_view *view, const flank_report *report)
{
    const flank_record *record = view->record;
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    position_add_json(&out, record);
    if (flank_opening_name(record))
        json_string(&out, "opening", flank_opening_name(record));
    report_add_json(&out, record, report, true);
    if (report->slipped)
        json_bool(&out, "slipped", true);
    book_add_json_moves(&out, view->book, record);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void raise_stop(void *stop) { flank_stop_raise(stop); }

/* Search, Ctrl-C ending it early, and print the best so far in any case. Before there is anything to tell, while the
 * evaluation is unpacked, Ctrl-C ends the program as any other: nothing waits for that tenth of a second. */
static int search(flank_engine *engine, const flank_record *record, book_input *book, const cli_arguments *arguments)
{
    flank_limits limits = read_limits(arguments);
    hint_view view = {.record = record, .book = book, .progress = progress_start()};
    flank_report report;
    limits.stop = &view.stop;
    view.aloud = arguments->option[OPTION_PROGRESS].given;
    view.follows_book = limits.level >= BOOK_LEVEL_FIRST;
    view.progress.enabled = view.progress.enabled && !view.aloud;
    flank_status searched =
        flank_engine_reserve_rules(engine, flank_record_game(record), flank_record_rules(record), NULL);
    if (searched)
        return complain(CLI_INTERNAL, "hint: %s", flank_status_text(searched));
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_FINAL, raise_stop, &view.stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    searched = flank_engine_search(engine, record, &limits, show_thinking, &view, &report);
    progress_clear(&view.progress);
    interrupt_watch_stop(watch);
    if (searched)
        return complain(CLI_INTERNAL, "hint: %s", flank_status_text(searched));
    if (arguments->option[OPTION_JSON].given)
        print_json(&view, &report);
    else
        print_text(&view, &report);
    const int written = output_flush();
    return written ? written : flank_stop_is_raised(&view.stop) ? CLI_INTERRUPTED : CLI_DONE;
}

/* Say that there is nothing to look for, and of which game that was taken to be. */
static int complain_over(const flank_record *record, const flank_outcome *outcome, const cli_arguments *arguments)
{
    const flank_game *game = flank_record_game(record);
    const bool is_guess = !arguments->operand_count && game != flank_game_at(0);
    return is_guess ? complain(CLI_DATA, "hint: taken as %s: the game is over (%s)", flank_game_title(game),
                               outcome->reason->words)
                    : complain(CLI_DATA, "hint: the game is over (%s)", outcome->reason->words);
}

static int hint_with(const engine_input *input, const flank_record *record, const cli_arguments *arguments)
{
    const flank_outcome outcome = flank_record_outcome(record);
    if (outcome.over)
        return complain_over(record, &outcome, arguments);
    flank_engine *engine = flank_engine_create(&input->options);
    book_input book = {NULL};
    int status = engine ? book_input_read(arguments, &book) : complain(CLI_INTERNAL, "not enough memory");
    if (!status)
        book_input_warn(&book, arguments, flank_record_game(record));
    if (!status)
        status = search(engine, record, &book, arguments);
    book_input_close(&book);
    flank_engine_destroy(engine);
    return status;
}

int cmd_hint(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    if (option[OPTION_LEVEL].given + option[OPTION_TIME].given + option[OPTION_DEPTH].given > 1)
        return complain(CLI_USAGE, "hint: only one of --level, --time and --depth");
    if (option[OPTION_SEED].given && !option[OPTION_LEVEL].given)
        return complain(CLI_USAGE, "hint: --seed chooses the slips of a --level, and none is given");
    flank_record *record;
    const flank_game *named = arguments->operand_count ? flank_game_find(arguments->operands[0]) : NULL;
    int status = any_record_from_arguments(arguments, named, &record);
    if (status)
        return status;
    engine_input input;
    status = engine_input_read(arguments, &input);
    if (status == CLI_DONE)
        engine_input_warn(&input, arguments, flank_record_game(record));
    if (status == CLI_DONE && flank_record_game(record) == tablebase_game())
        engine_input_add_tables(&input);
    if (status == CLI_DONE)
        status = hint_with(&input, record, arguments);
    engine_input_close(&input);
    flank_record_destroy(record);
    return status;
}
