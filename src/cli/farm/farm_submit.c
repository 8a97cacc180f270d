/* SPDX-License-Identifier: MIT
 *
 * flank farm submit: positions of files become a run.
 *
 * They are read as flank solve reads them, by a thread of its own, and stored some thousands at a time, so that memory
 * does not grow with the input. The run opens when all are there; a line that is no position is named, and then it does
 * not open. A killed submit leaves a run that is being filled; submitting the files again fills it anew.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/file_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/think/solve_input.h"
#include "cli/think/solve_job.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "core/symmetry.h"

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
    int64_t run;
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
    solve_input input = {&of->queue, interrupt_watch_descriptor(of->watch), file_total_size(of->files, of->file_count),
                         0};
    for (size_t i = 0; i < of->file_count && solve_input_read(&input, of->files[i]); i++)
        input.bytes += file_size(of->files[i]);
    work_queue_complete(&of->queue);
    return NULL;
}

static int store_chunk(submitting *of)
{
    flank_error error = {0};
    const flank_status status =
        of->given->kind->add_items(of->given->store, of->run, of->stored, of->chunk, of->held, &error);
    of->stored += (int64_t)of->held;
    of->held = 0;
    return status ? farm_complain(of->given, status, &error) : CLI_DONE;
}

static int take_job(submitting *of, const solve_job *job)
{
    if (job->failure) {
        progress_clear(&of->progress);
        if (of->refused++ < COMPLAINTS_MAX)
            return complain(job->failure, "%s", job->output.bytes ? job->output.bytes : "not enough memory");
        return CLI_DATA;
    }
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
        return complain(CLI_INTERRUPTED, "farm: interrupted; the run is not open, submit its files again");
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

static void free_job(void *job) { text_free(&((solve_job *)job)->output); }

static void print_run(const submitting *of, const farm_run *run, bool json)
{
    if (!json) {
        printf("run %s: %" PRId64 " position%s, %" PRId64 " to be asked\n", run->name, run->items,
               run->items == 1 ? "" : "s", run->waiting);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "store", of->given->where);
    json_string(&out, "run", run->name);
    json_integer(&out, "positions", run->items);
    json_integer(&out, "tasks", run->waiting);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int fill(submitting *of, const char *name, farm_wish wish, bool json)
{
    const farm_given *given = of->given;
    flank_error error = {0};
    farm_run run;
    flank_status failed = given->kind->begin_run(given->store, name, wish, &of->run, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "farm: %s: %s: %s; --name gives another", given->where, name, error_english(&error));
    if (failed)
        return farm_complain(given, failed, &error);
    int status = read_all(of);
    if (!status && of->stored == 0)
        status =
            complain(CLI_DATA, "farm: there is no position in %s", of->file_count == 1 ? of->files[0] : "these files");
    if (status)
        return status;
    failed = given->kind->open_run(given->store, of->run, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    status = farm_find_run(given, name, &run);
    if (!status)
        print_run(of, &run, json);
    return status ? status : output_flush();
}

/* The name of a run of that file: without folders and ending. */
static int make_name(const char *given, const char *file, char name[FARM_NAME_SIZE])
{
    const char *slash = strrchr(file, '/'), *base = given ? given : slash ? slash + 1 : file;
    size_t length = strlen(base);
    const char *dot = given ? NULL : strrchr(base, '.');
    if (dot && dot > base)
        length = (size_t)(dot - base);
    if (!given && strcmp(file, "-") == 0)
        return complain(CLI_USAGE, "farm: standard input has no name; say --name");
    if (length == 0 || length >= FARM_NAME_SIZE)
        return complain(CLI_USAGE, "farm: the name of a run has 1 to %d bytes; say --name", FARM_NAME_SIZE - 1);
    memcpy(name, base, length);
    name[length] = '\0';
    return CLI_DONE;
}

static int read_wish(const cli_arguments *arguments, const char *kind, farm_wish *wish)
{
    const option_value *option = arguments->option;
    const bool label = strcmp(kind, "label") == 0;
    if (!label && strcmp(kind, "solve") != 0)
        return complain(CLI_USAGE, "farm: submit takes solve or label, not '%s'", kind);
    if (label && (option[OPTION_WLD].given || option[OPTION_AT_LEAST].given))
        return complain(CLI_USAGE, "farm: --wld and --at-least go with solve, not with label");
    if (!label && option[OPTION_LEVEL].given)
        return complain(CLI_USAGE, "farm: --level goes with label, not with solve");
    if (option[OPTION_WLD].given && option[OPTION_AT_LEAST].given)
        return complain(CLI_USAGE, "farm: --at-least goes without --wld");
    *wish = label ? (farm_wish){FARM_LEVEL, option[OPTION_LEVEL].given ? (int)option[OPTION_LEVEL].number : 20}
            : option[OPTION_AT_LEAST].given ? (farm_wish){FARM_AT_LEAST, (int)option[OPTION_AT_LEAST].number}
            : option[OPTION_WLD].given      ? (farm_wish){FARM_SIGN, 0}
                                            : (farm_wish){FARM_EXACT, 0};
    return CLI_DONE;
}

int farm_submit(const farm_given *given, const cli_arguments *arguments)
{
    char name[FARM_NAME_SIZE];
    farm_wish wish;
    if (arguments->operand_count < 4)
        return complain(CLI_USAGE, "farm: submit what? As in 'flank farm submit STORE solve FILE…'");
    const option_value *named = &arguments->option[OPTION_NAME];
    int status = read_wish(arguments, arguments->operands[2], &wish);
    if (!status)
        status = make_name(named->given ? named->text : NULL, arguments->operands[3], name);
    if (status)
        return status;
    submitting *of = calloc(1, sizeof *of);
    if (!of || !work_queue_open(&of->queue, QUEUE_JOBS, sizeof(solve_job))) {
        free(of);
        return complain(CLI_INTERNAL, "not enough memory");
    }
    of->given = given;
    of->files = arguments->operands + 3;
    of->file_count = arguments->operand_count - 3;
    of->progress = progress_start();
    status = fill(of, name, wish, arguments->option[OPTION_JSON].given);
    work_queue_close(&of->queue, free_job);
    free(of);
    return status;
}
