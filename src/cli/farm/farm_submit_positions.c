/* SPDX-License-Identifier: MIT
 *
 * flank farm submit STORE solve and label: positions of files become a run.
 *
 * They are read as flank solve reads them, by a thread of its own, and stored some thousands at a time, so that memory
 * does not grow with the input. The run opens when all are there; a line that is no position is named, and then it is
 * dropped. A killed submit leaves a run that is being filled; submitting the files again begins it anew, and so it does
 * where the other one lives: that is refused then. Files without a position take nothing from it.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/file_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/input/game_input.h"
#include "cli/think/solve_input.h"
#include "cli/think/solve_job.h"
#include "core/error.h"
#include "core/symmetry.h"
#include "farm/farm_book.h"
#include "games/othello/othello.h"

#include <flank/engine.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_JOBS = 1024, CHUNK = 4096, COMPLAINTS_MAX = 20 };

typedef struct submitting {
    const farm_given *given;
    char *const *files;
    size_t file_count;
    work_queue queue;
    interrupt_watch *watch;
    flank_stop interrupted;
    progress_line progress;
    flank_rules rules;
    const farm_plan *plan;
    int64_t run;    /* 0: not begun yet */
    int64_t stored; /* items */
    farm_item chunk[CHUNK];
    size_t held; /* of the chunk */
    size_t refused;
} submitting;

static void on_interrupt(void *user)
{
    submitting *of = user;
    flank_stop_raise(&of->interrupted);
    work_queue_cancel(&of->queue);
}

static void *read_files(void *user)
{
    submitting *of = user;
    solve_input input = {.game = &othello_game,
                         .queue = &of->queue,
                         .wake = interrupt_watch_descriptor(of->watch),
                         .total_bytes = file_total_size(of->files, of->file_count),
                         .rules = of->rules};
    for (size_t i = 0; i < of->file_count && solve_input_read(&input, of->files[i]); i++)
        input.bytes += file_size(of->files[i]);
    work_queue_complete(&of->queue);
    return NULL;
}

/* The first chunk begins a run that another submit was filling. */
static int store_chunk(submitting *of)
{
    flank_error error = {0};
    const int begun = of->run ? CLI_DONE : farm_begin_run(of->given, of->plan, &of->run);
    if (begun)
        return begun;
    const flank_status status =
        of->given->kind->add_items(of->given->store, of->run, of->stored, of->chunk, of->held, &error);
    of->stored += (int64_t)of->held;
    of->held = 0;
    return status ? farm_complain(of->given, status, &error) : CLI_DONE;
}

/* Tell of a line that is no position of the run, if not too many were told before. */
static int refuse(submitting *of, int status, const char *text)
{
    progress_clear(&of->progress);
    return of->refused++ < COMPLAINTS_MAX ? complain(status, "%s", text) : CLI_DATA;
}

/* A position by other rules than those of the run. */
static int refuse_rules(submitting *of, const solve_job *job)
{
    char rules[FLANK_RULES_TEXT_SIZE];
    text_buffer text = {NULL};
    flank_rules_format(&othello_game, &job->rules, rules);
    text_addf(&text, "%s:%zu: a position by --rules %s, which need a run of their own", job->file, job->line_number,
              rules);
    const int status = refuse(of, CLI_DATA, text.bytes ? text.bytes : "not enough memory");
    text_free(&text);
    return status;
}

static int take_job(submitting *of, const solve_job *job)
{
    if (job->failure)
        return refuse(of, job->failure, job->output.bytes ? job->output.bytes : "not enough memory");
    if (memcmp(&job->rules, &of->rules, sizeof of->rules) != 0)
        return refuse_rules(of, job);
    const flank_position *position = &job->line.position;
    farm_item item = {.own = position->own, .other = position->other, .color = position->color};
    item.turn = (uint8_t)symmetry_canonical(&item.own, &item.other);
    of->chunk[of->held++] = item;
    progress_show(&of->progress, (size_t)of->stored + of->held, "positions", job->fraction);
    return of->held == CHUNK ? store_chunk(of) : CLI_DONE;
}

/* Store all that the reader finds. Lines that are no positions do not end it, so that all of them are told. */
static int take_jobs(submitting *of)
{
    int status = CLI_DONE;
    solve_job *job;
    while ((job = work_queue_begin(&of->queue))) {
        const int taken = take_job(of, job);
        bool waiting;
        work_queue_finish(&of->queue, job);
        if (work_queue_take(&of->queue, 0, &waiting))
            work_queue_release(&of->queue);
        status = taken ? taken : status;
        if (taken && taken != CLI_DATA)
            break;
    }
    progress_clear(&of->progress);
    work_queue_cancel(&of->queue);
    interrupt_watch_wake(of->watch);
    if (flank_stop_is_raised(&of->interrupted))
        return complain(CLI_INTERRUPTED, "farm: interrupted; nothing was submitted");
    return status ? status : of->held ? store_chunk(of) : CLI_DONE;
}

static int read_all(submitting *of)
{
    pthread_t reader;
    of->watch = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, of);
    if (!of->watch || pthread_create(&reader, NULL, read_files, of) != 0) {
        interrupt_watch_stop(of->watch);
        return complain(CLI_INTERNAL, "no thread can be started");
    }
    const int status = take_jobs(of);
    pthread_join(reader, NULL);
    interrupt_watch_stop(of->watch);
    return status;
}

static void free_job(void *user)
{
    solve_job *job = user;
    text_free(&job->output);
    text_free(&job->member);
}

static int fill(submitting *of, const farm_plan *plan, bool json)
{
    of->plan = plan;
    int status = farm_is_filling(of->given, plan->name) ? CLI_DONE : farm_begin_run(of->given, plan, &of->run);
    if (!status)
        status = read_all(of);
    if (!status && of->stored == 0)
        status =
            complain(CLI_DATA, "farm: there is no position in %s", of->file_count == 1 ? of->files[0] : "these files");
    return status ? status : farm_open_run(of->given, plan, of->run, json);
}

enum { LABEL_LEVEL = 20 };

static int read_wish(const cli_arguments *arguments, farm_wish *wish)
{
    const option_value *option = arguments->option;
    const bool label = strcmp(arguments->operands[2], "label") == 0;
    if (option[OPTION_WLD].given && option[OPTION_AT_LEAST].given)
        return complain(CLI_USAGE, "farm: --at-least goes without --wld");
    *wish = label ? (farm_wish){FARM_LEVEL, option[OPTION_LEVEL].given ? (int)option[OPTION_LEVEL].number : LABEL_LEVEL}
            : option[OPTION_AT_LEAST].given ? (farm_wish){FARM_AT_LEAST, (int)option[OPTION_AT_LEAST].number}
            : option[OPTION_WLD].given      ? (farm_wish){FARM_SIGN, 0}
                                            : (farm_wish){FARM_EXACT, 0};
    return CLI_DONE;
}

int farm_submit_positions(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan)
{
    const option_value *option = arguments->option;
    char rules_text[FLANK_RULES_TEXT_SIZE];
    submitting *of = calloc(1, sizeof *of);
    if (!of || !work_queue_open(&of->queue, QUEUE_JOBS, sizeof(solve_job))) {
        free(of);
        return complain(CLI_INTERNAL, "not enough memory");
    }
    of->given = given;
    of->files = arguments->operands + 3;
    of->file_count = arguments->operand_count - 3;
    of->progress = progress_start();
    farm_plan of_positions = *plan;
    of_positions.budget_nodes = (uint64_t)option[OPTION_NODES].number;
    int status = read_wish(arguments, &of_positions.wish);
    if (!status)
        status = rules_from_arguments(arguments, &othello_game, &of->rules);
    flank_rules_format(&othello_game, &of->rules, rules_text);
    of_positions.rules = rules_text;
    if (!status)
        status = fill(of, &of_positions, option[OPTION_JSON].given);
    work_queue_close(&of->queue, free_job);
    free(of);
    return status;
}
