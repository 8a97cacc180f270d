/* SPDX-License-Identifier: MIT
 *
 * flank work: a worker for a store of flank farm. Ctrl-C and SIGTERM bring back what is answered and end it; the tasks
 * in work wait again.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/input/engine_input.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_worker.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

typedef struct working {
    farm_work work;
    farm_progress progress;
    flank_stop stop;
    flank_status status;
    flank_error error;
    atomic_bool ended;
} working;

static void on_interrupt(void *user) { flank_stop_raise(&((working *)user)->stop); }

static void *run_work(void *user)
{
    working *of = user;
    of->status = farm_work_run(&of->work, &of->error);
    atomic_store(&of->ended, true);
    return NULL;
}

/* Show how far the work is until it ends. */
static void watch(working *of)
{
    progress_line line = progress_start();
    const double start_s = clock_now_s();
    while (!atomic_load(&of->ended)) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        const double seconds = clock_now_s() - start_s, nodes = (double)atomic_load(&of->progress.nodes);
        char text[80];
        snprintf(text, sizeof text, "%" PRId64 " tasks, %.1f M nodes/s", (int64_t)atomic_load(&of->progress.tasks),
                 seconds > 0 ? nodes / seconds / 1e6 : 0);
        progress_text(&line, text);
    }
    progress_clear(&line);
}

static void print_sum(const working *of, double seconds, bool json)
{
    const int64_t tasks = atomic_load(&of->progress.tasks), late = atomic_load(&of->progress.late);
    const uint64_t nodes = atomic_load(&of->progress.nodes);
    if (!json) {
        printf("%" PRId64 " task%s, %" PRIu64 " nodes in %.1f s", tasks, tasks == 1 ? "" : "s", nodes, seconds);
        if (late)
            printf("; %" PRId64 " came too late", late);
        puts(of->status == FLANK_STOPPED ? "; interrupted" : "");
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "tasks", tasks);
    json_integer(&out, "late", late);
    json_count(&out, "nodes", nodes);
    json_real(&out, "time_s", seconds, 3);
    json_bool(&out, "interrupted", of->status == FLANK_STOPPED);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int finish(const working *of, double seconds, bool json)
{
    const flank_status status = of->status;
    if (status && status != FLANK_STOPPED)
        return complain(status == FLANK_BAD_FILE       ? CLI_DATA
                        : status == FLANK_CANNOT_READ  ? CLI_NO_INPUT
                        : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                       : CLI_INTERNAL,
                        "%s: %s", of->work.store, error_english(&of->error));
    print_sum(of, seconds, json);
    const int flushed = output_flush();
    return flushed ? flushed : status ? CLI_INTERRUPTED : CLI_DONE;
}

int work_command(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    working of = {.work = {.store = arguments->operands[0],
                           .threads = option[OPTION_THREADS].given ? (int)option[OPTION_THREADS].number : 1,
                           .lease_s = option[OPTION_LEASE].given ? (int)option[OPTION_LEASE].number : 300,
                           .until_empty = option[OPTION_UNTIL_EMPTY].given}};
    engine_input input;
    pthread_t thread;
    const double start_s = clock_now_s();
    const farm_store_kind *kind;
    int status = farm_kind_given(of.work.store, &kind);
    if (status)
        return status;
    status = engine_input_read(arguments, &input);
    interrupt_watch *watching = NULL;
    if (!status && !(watching = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, &of)))
        status = complain(CLI_INTERNAL, "no thread can be started");
    if (!status) {
        of.work.engine = engine_input_share(&input, of.work.threads);
        of.work.stop = &of.stop;
        of.work.progress = &of.progress;
        if (pthread_create(&thread, NULL, run_work, &of) != 0)
            status = complain(CLI_INTERNAL, "no thread can be started");
    }
    if (!status) {
        watch(&of);
        pthread_join(thread, NULL);
        status = finish(&of, clock_now_s() - start_s, option[OPTION_JSON].given);
    }
    interrupt_watch_stop(watching);
    engine_input_close(&input);
    return status;
}
