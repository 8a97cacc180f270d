/* SPDX-License-Identifier: MIT
 *
 * flank perft: count leaves of a game tree, whole, move by move, or against a file of known counts.
 */
#include "cli/command/cmd.h"
#include "cli/input/game_input.h"
#include "cli/command/interrupt.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "cli/command/line_reader.h"
#include "cli/think/perft_line.h"
#include "core/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct perft_task {
    const flank_game *game;
    flank_rules rules;
    flank_perft_options options;
    int depth;
    struct perft_watch *watch;
    int group; /* --file: which of a line's groups of counts; 0: there is only one */
    bool json;
} perft_task;

/* ---- Ctrl-C ---- */

typedef struct perft_watch {
    const char *path; /* --file, or NULL */
    double start_s;
    int wake; /* readable with Ctrl-C */
    flank_stop stop;
    size_t checked, wrong; /* lines of the file */
} perft_watch;

static void on_interrupt(void *stop) { flank_stop_raise(stop); }

/* A count that is not complete is worth nothing, the lines of a file that were checked are. */
static int say_interrupted(const perft_watch *watch)
{
    const double seconds = clock_now_s() - watch->start_s;
    if (watch->path)
        return complain(CLI_INTERRUPTED, "perft: interrupted after %.1f s: %zu positions of %s checked, %zu wrong",
                        seconds, watch->checked, watch->path, watch->wrong);
    return complain(CLI_INTERRUPTED, "perft: interrupted after %.1f s; the count is not complete", seconds);
}

/* ---- One position ---- */

typedef struct divide_entry {
    char move[FLANK_MOVE_TEXT_SIZE];
    uint64_t leaves;
} divide_entry;

typedef struct perft_result {
    uint64_t leaves;
    double time_s;
    divide_entry *entries; /* --divide: sorted by text; free it */
    size_t entry_count;
} perft_result;

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const divide_entry *)a)->move, ((const divide_entry *)b)->move);
}

/* That it was interrupted is told when all is over. */
static int count_failed(flank_status status)
{
    if (status == FLANK_STOPPED)
        return CLI_INTERRUPTED;
    if (status == FLANK_TOO_LARGE)
        return complain(CLI_USAGE, "perft: DEPTH is too large: the count does not fit in 64 bits");
    if (status == FLANK_NOT_SUPPORTED)
        return complain(CLI_USAGE, "perft: --divide: the position has more than %d captures", FLANK_MOVES_MAX);
    return complain(CLI_INTERNAL, "perft: %s", flank_status_text(status));
}

/* Fill the entries: the leaves below each move. */
static int divide(const perft_task *task, const flank_position *position, perft_result *result)
{
    flank_move *moves = malloc(FLANK_MOVES_MAX * sizeof *moves);
    uint64_t *leaves = malloc(FLANK_MOVES_MAX * sizeof *leaves);
    result->entries = calloc(FLANK_MOVES_MAX, sizeof *result->entries);
    int status = CLI_DONE;
    if (!moves || !leaves || !result->entries) {
        status = complain(CLI_INTERNAL, "not enough memory");
        goto done;
    }
    size_t count;
    flank_status counted =
        flank_perft_divide(task->game, &task->rules, position, task->depth, &task->options, moves, leaves, &count);
    if (counted) {
        status = count_failed(counted);
        goto done;
    }
    for (size_t i = 0; i < count; i++) {
        flank_move_format(task->game, &task->rules, position, moves[i], NULL, result->entries[i].move);
        result->entries[i].leaves = leaves[i];
        result->leaves += leaves[i];
    }
    result->entry_count = count;
    qsort(result->entries, count, sizeof *result->entries, compare_entries);
done:
    free(leaves);
    free(moves);
    return status;
}

static int count(const perft_task *task, const flank_position *position, bool by_move, perft_result *result)
{
    *result = (perft_result){0};
    double start = clock_now_s();
    int status = CLI_DONE;
    if (by_move) {
        status = divide(task, position, result);
    } else {
        flank_status counted =
            flank_perft(task->game, &task->rules, position, task->depth, &task->options, &result->leaves);
        status = counted ? count_failed(counted) : CLI_DONE;
    }
    result->time_s = clock_now_s() - start;
    return status;
}

static void print_json(const perft_task *task, const perft_result *result, bool by_move)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "game", flank_game_name(task->game));
    json_integer(&out, "depth", task->depth);
    json_count(&out, "leaves", result->leaves);
    json_real(&out, "time_s", result->time_s, 3);
    if (by_move) {
        json_open_array(&out, "moves");
        for (size_t i = 0; i < result->entry_count; i++) {
            json_open_object(&out, NULL);
            json_string(&out, "move", result->entries[i].move);
            json_count(&out, "leaves", result->entries[i].leaves);
            json_close_object(&out);
        }
        json_close_array(&out);
    }
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

/* "56.1 M/s"; nothing for counts too quick to measure. */
static void print_rate(uint64_t leaves, double time_s)
{
    if (time_s >= 0.001)
        printf(", %.1f M leaves/s", (double)leaves / time_s / 1e6);
}

static void print_text(const perft_task *task, const perft_result *result, bool by_move)
{
    for (size_t i = 0; i < result->entry_count; i++)
        printf("%s %" PRIu64 "\n", result->entries[i].move, result->entries[i].leaves);
    if (by_move) {
        printf("total %" PRIu64 "\n", result->leaves);
        return;
    }
    printf("%s depth %d: %" PRIu64 " leaves in %.3f s", flank_game_name(task->game), task->depth, result->leaves,
           result->time_s);
    print_rate(result->leaves, result->time_s);
    putchar('\n');
}

static int count_one(const perft_task *task, const cli_arguments *arguments)
{
    flank_record *record;
    int status = record_from_arguments(arguments, task->game, &task->rules, &record);
    if (status)
        return status;
    bool by_move = arguments->option[OPTION_DIVIDE].given && task->depth > 0;
    perft_result result;
    status = count(task, flank_record_position(record), by_move, &result);
    if (!status && task->json)
        print_json(task, &result, by_move);
    else if (!status)
        print_text(task, &result, by_move);
    free(result.entries);
    flank_record_destroy(record);
    return status;
}

/* ---- A file of positions with known counts ---- */

typedef struct file_totals {
    size_t lines, right, wrong;
    uint64_t leaves;
    double time_s;
} file_totals;

/* Check one line; a wrong count is a complaint and is counted, only wrong data ends the file. */
static int check_line(const perft_task *task, const char *path, size_t number, const char *line, file_totals *totals)
{
    char copy[LINE_READER_LINE_MAX + 1];
    perft_counts known;
    snprintf(copy, sizeof copy, "%s", line);
    const int groups = perft_line_groups(copy), group = task->group ? task->group : 1;
    if (task->group == 0 && groups > 1)
        return complain_at(path, number, "%d groups of counts; say which with --group, 1 to %d", groups, groups);
    if (!perft_line_split(copy, group, &known))
        return complain_at(path, number, "expected a position and, as group %d, counts of leaves", group);
    flank_position position;
    flank_error error = {0};
    if (flank_position_parse(task->game, copy, &position, &error) ||
        flank_position_check(task->game, &task->rules, &position, &error))
        return complain_at(path, number, "%s", error_english(&error));
    perft_task line_task = *task;
    totals->lines++;
    bool right = true;
    for (size_t depth = 1; depth <= known.count && depth <= (size_t)task->depth; depth++) {
        uint64_t expected = known.leaves[known.count - depth];
        perft_result result;
        line_task.depth = (int)depth;
        int status = count(&line_task, &position, false, &result);
        if (status)
            return status;
        totals->leaves += result.leaves;
        totals->time_s += result.time_s;
        if (result.leaves != expected) {
            complain_at(path, number, "depth %zu: expected %" PRIu64 " leaves, counted %" PRIu64, depth, expected,
                        result.leaves);
            right = false;
        }
    }
    totals->right += right;
    totals->wrong += !right;
    task->watch->checked = totals->lines;
    task->watch->wrong = totals->wrong;
    return CLI_DONE;
}

static int check_lines(const perft_task *task, const char *path, line_reader *reader, file_totals *totals)
{
    const char *line;
    line_result result;
    while ((result = line_reader_next(reader, &line)) == LINE_READ) {
        const char *content = line + strspn(line, " \t");
        if (*content == '\0' || *content == '#')
            continue;
        int status = check_line(task, path, line_reader_number(reader), content, totals);
        if (!status && flank_stop_is_raised(&task->watch->stop))
            status = CLI_INTERRUPTED;
        if (status)
            return status;
    }
    if (result == LINE_INTERRUPTED)
        return CLI_INTERRUPTED;
    return result == LINE_END ? CLI_DONE : line_reader_complain(reader, path, result);
}

static void print_totals(const perft_task *task, const char *path, const file_totals *totals)
{
    if (!task->json) {
        printf("%s: %zu position%s, %zu right, %zu wrong; %" PRIu64 " leaves in %.3f s", path, totals->lines,
               totals->lines == 1 ? "" : "s", totals->right, totals->wrong, totals->leaves, totals->time_s);
        print_rate(totals->leaves, totals->time_s);
        putchar('\n');
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "file", path);
    json_string(&out, "game", flank_game_name(task->game));
    json_integer(&out, "depth", task->depth);
    json_count(&out, "positions", totals->lines);
    json_count(&out, "right", totals->right);
    json_count(&out, "wrong", totals->wrong);
    json_count(&out, "leaves", totals->leaves);
    json_real(&out, "time_s", totals->time_s, 3);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int check_file(const perft_task *task, const char *path)
{
    line_reader *reader = line_reader_open(path, task->watch->wake);
    if (!reader)
        return line_reader_complain(NULL, path, LINE_FAILED);
    file_totals totals = {0};
    int status = check_lines(task, path, reader, &totals);
    if (!status) {
        print_totals(task, path, &totals);
        status = totals.wrong ? CLI_DATA : CLI_DONE;
    }
    line_reader_close(reader);
    return status;
}

/* Count what is asked for, Ctrl-C ending that and telling how far it has come. */
static int run_watched(perft_task *task, const cli_arguments *arguments)
{
    perft_watch state = {
        .path = arguments->option[OPTION_FILE].text, .start_s = clock_now_s(), .stop = FLANK_STOP_INIT};
    task->watch = &state;
    task->options.stop = &state.stop;
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, &state.stop);
    if (!watch)
        return complain(CLI_INTERNAL, "not enough memory");
    state.wake = interrupt_watch_descriptor(watch);
    const int status = state.path ? check_file(task, state.path) : count_one(task, arguments);
    interrupt_watch_stop(watch);
    return status == CLI_INTERRUPTED ? say_interrupted(&state) : status;
}

int cmd_perft(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    perft_task task = {
        .game = flank_game_find(arguments->operands[0]),
        .json = option[OPTION_JSON].given,
        .group = option[OPTION_GROUP].given ? (int)option[OPTION_GROUP].number : 0,
        .options = {.threads = option[OPTION_THREADS].given ? (int)option[OPTION_THREADS].number : 1,
                    .cpu = (flank_cpu)option[OPTION_CPU].number,
                    .reference = option[OPTION_REFERENCE].given},
    };
    int64_t depth;
    integer_parse(arguments->operands[1], 0, INT32_MAX, &depth);
    task.depth = (int)depth;
    int status = rules_from_arguments(arguments, task.game, &task.rules);
    if (status)
        return status;
    if (!option[OPTION_FILE].given && option[OPTION_GROUP].given)
        return complain(CLI_USAGE, "perft: --group goes with --file");
    if (option[OPTION_FILE].given &&
        (option[OPTION_POSITION].given || option[OPTION_MOVES].given || option[OPTION_DIVIDE].given))
        return complain(CLI_USAGE, "perft: --file goes without --position, --moves and --divide");
    return run_watched(&task, arguments);
}
