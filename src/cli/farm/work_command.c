/* SPDX-License-Identifier: MIT
 *
 * flank work: a worker for a store of flank farm. Ctrl-C and SIGTERM bring back what is answered and end it; the tasks
 * in work wait again.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "cli/command/user_file.h"
#include "cli/input/engine_input.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_worker.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
        const int64_t tasks = atomic_load(&of->progress.tasks);
        char text[80];
        snprintf(text, sizeof text, "%" PRId64 " task%s, %.1f M nodes/s", tasks, tasks == 1 ? "" : "s",
                 seconds > 0 ? nodes / seconds / 1e6 : 0);
        progress_text(&line, text);
    }
    progress_clear(&line);
}

static void print_sum(const working *of, double seconds, bool json)
{
    const int64_t tasks = atomic_load(&of->progress.tasks), late = atomic_load(&of->progress.late);
    const int64_t kept = atomic_load(&of->progress.kept);
    const uint64_t nodes = atomic_load(&of->progress.nodes);
    if (!json) {
        printf("%" PRId64 " task%s, %" PRIu64 " nodes in %.1f s", tasks, tasks == 1 ? "" : "s", nodes, seconds);
        if (late)
            printf("; %" PRId64 " came too late", late);
        if (kept)
            printf("; %" PRId64 " kept in %s for a while", kept, of->work.spool);
        puts(of->status == FLANK_STOPPED ? "; interrupted" : "");
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_integer(&out, "tasks", tasks);
    json_integer(&out, "late", late);
    json_integer(&out, "kept", kept);
    json_count(&out, "nodes", nodes);
    json_real(&out, "time_s", seconds, 3);
    json_bool(&out, "interrupted", of->status == FLANK_STOPPED);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int complain_of_store(const working *of)
{
    const flank_status status = of->status;
    const int64_t kept = atomic_load(&of->progress.kept);
    text_buffer more = {NULL};
    if (kept)
        text_addf(&more, "; %" PRId64 " answer%s kept in %s until the next start", kept, kept == 1 ? " is" : "s are",
                  of->work.spool);
    const int exit_status =
        complain(status == FLANK_BAD_FILE       ? CLI_DATA
                 : status == FLANK_CANNOT_READ  ? CLI_NO_INPUT
                 : status == FLANK_CANNOT_WRITE ? CLI_CANNOT_WRITE
                                                : CLI_INTERNAL,
                 "%s: %s%s", of->work.store, error_english(&of->error), more.bytes ? more.bytes : "");
    text_free(&more);
    return exit_status;
}

static int finish(const working *of, double seconds, bool json)
{
    const flank_status status = of->status;
    if (status && status != FLANK_STOPPED)
        return complain_of_store(of);
    print_sum(of, seconds, json);
    const int flushed = output_flush();
    return flushed ? flushed : status ? CLI_INTERRUPTED : CLI_DONE;
}

/* The folder of the spool, which is made; NULL without a home. To be freed. */
static char *make_spool(const option_value *given)
{
    char *folder = given->given ? strdup(given->text) : user_file("XDG_STATE_HOME", "/.local/state", "farm");
    text_buffer inside = {NULL};
    text_addf(&inside, "%s/", folder ? folder : "");
    size_t length;
    if (folder && !inside.failed)
        user_file_make_folders(inside.bytes, &length); /* one that is missing shows when it is looked at */
    text_free(&inside);
    return folder;
}

/* A spool that was named must take answers: that it does not would be told when they are lost. */
static int check_spool(const option_value *given, const char *folder)
{
    struct stat there;
    if (!given->given)
        return CLI_DONE;
    if (folder && stat(folder, &there) == 0 && !S_ISDIR(there.st_mode))
        errno = ENOTDIR;
    else if (folder && access(folder, W_OK | X_OK) == 0)
        return CLI_DONE;
    return complain(CLI_CANNOT_WRITE, "work: --spool %s: cannot write there: %s", given->text, strerror(errno));
}

/* All words of the list are kinds that this program knows. */
static int check_kinds(const char *list)
{
    text_buffer known = {NULL};
    bool right = *list != '\0';
    text_add(&known, "solve,label");
    for (const farm_kind *kind = farm_kinds; kind->name; kind++)
        text_addf(&known, ",%s", kind->name);
    for (size_t length = 0; right && (length == 0 || list[-1] == ','); list += length + (list[length] == ',')) {
        char word[FARM_KIND_SIZE + 1];
        length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        right = farm_has_positions(word) || farm_kind_find(farm_kinds, word);
    }
    const int status =
        right ? CLI_DONE : complain(CLI_USAGE, "work: --kinds takes some of %s", known.bytes ? known.bytes : "");
    text_free(&known);
    return status;
}

int work_command(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    working of = {.work = {.store = arguments->operands[0],
                           .kinds = option[OPTION_KINDS].given ? option[OPTION_KINDS].text : NULL,
                           .units = farm_kinds,
                           .threads = option[OPTION_THREADS].given ? (int)option[OPTION_THREADS].number : 1,
                           .lease_s = option[OPTION_LEASE].given ? (int)option[OPTION_LEASE].number : 300,
                           .until_empty = option[OPTION_UNTIL_EMPTY].given}};
    engine_input input;
    pthread_t thread;
    char *spool = NULL;
    const double start_s = clock_now_s();
    const farm_store_kind *kind;
    int status = farm_kind_given(of.work.store, &kind);
    if (!status && of.work.kinds)
        status = check_kinds(of.work.kinds);
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
        of.work.spool = spool = make_spool(&option[OPTION_SPOOL]);
        status = check_spool(&option[OPTION_SPOOL], spool);
        if (!status && pthread_create(&thread, NULL, run_work, &of) != 0)
            status = complain(CLI_INTERNAL, "no thread can be started");
    }
    if (!status) {
        watch(&of);
        pthread_join(thread, NULL);
        status = finish(&of, clock_now_s() - start_s, option[OPTION_JSON].given);
    }
    interrupt_watch_stop(watching);
    engine_input_close(&input);
    free(spool);
    return status;
}
