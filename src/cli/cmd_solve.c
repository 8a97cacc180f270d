/* SPDX-License-Identifier: MIT
 *
 * flank solve: the exact score and the best line of Othello positions, from files of any size.
 *
 * One thread reads lines into a ring (solve_queue.h), one engine a worker solves them, and this thread prints the
 * answers in the order of the input, each flushed as soon as it and all before it are known, so that the command works
 * in the middle of a pipe. Memory does not grow with the input. Positions run in parallel, which scales without loss
 * for files; with --in-turn one engine gives all its threads to one position after the other, so that a single hard one
 * is answered sooner.
 *
 * Ctrl-C begins nothing more; what is in work is stopped and printed as far as it has come, not exact, then the status
 * is 130. An engine forgets a stop that comes just before it begins, so it is told again at every refresh.
 *
 * A broken line ends the run with status 65 after everything before it was answered. A value that the file expects and
 * that is not what comes out is a fault of the data too: it is reported in place, counted, and makes the status 65 in
 * the end.
 */
#include "cli/cmd.h"
#include "cli/engine_input.h"
#include "cli/interrupt.h"
#include "cli/line_reader.h"
#include "cli/progress.h"
#include "cli/report_text.h"
#include "cli/solve_queue.h"
#include "cli/solve_thinking.h"
#include "core/bits.h"
#include "core/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THREADS_MAX = 256, SLOTS_PER_THREAD = 16, REFRESH_MS = 20 };

static const double long_s = 0.5; /* from then on a position's thinking is shown */

struct solve_run;

typedef struct solve_worker {
    struct solve_run *run;
    flank_engine *engine;
    pthread_t thread;
    solve_thinking thinking;
} solve_worker;

typedef struct solve_run {
    char *const *files;
    size_t file_count;
    bool json;
    flank_solve_options options;
    progress_line progress;
    bool aloud; /* --progress */
    solve_queue queue;
    solve_worker workers[THREADS_MAX];
    int worker_count;
    interrupt_watch *watch;
    atomic_bool interrupted;
    double total_bytes; /* of all files; 0 if one is not a plain file */
    size_t positions, right, wrong, unknown;
    uint64_t nodes;
} solve_run;

static void stop_engines(solve_run *run)
{
    for (int i = 0; i < run->worker_count; i++)
        flank_engine_stop(run->workers[i].engine);
}

static void on_interrupt(void *user)
{
    solve_run *run = user;
    atomic_store(&run->interrupted, true);
    solve_queue_wind_up(&run->queue);
    stop_engines(run);
}

/* ---- Reading ---- */

static double total_size(char *const *files, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat file;
        if (strcmp(files[i], "-") == 0 || stat(files[i], &file) || !S_ISREG(file.st_mode))
            return 0;
        total += (double)file.st_size;
    }
    return total;
}

/* Put a failure at the end of the queue, so that it is told after the answers before it. */
static void add_failure(solve_run *run, const line_reader *reader, const char *path, line_result result, int reason)
{
    solve_job *job = solve_queue_slot(&run->queue);
    if (!job)
        return;
    if (result == LINE_FAILED) {
        job->failure = CLI_NO_INPUT;
        text_addf(&job->output, "%s: cannot read: %s", path, strerror(reason));
    } else {
        job->failure = CLI_DATA;
        text_addf(&job->output, "%s:%zu: %s", path, line_reader_number(reader), line_reader_text(result));
    }
    solve_queue_commit(&run->queue);
}

/* Queue the lines of one file; `*bytes` counts what was read of all files. False if nothing more should be read. */
static bool read_lines(solve_run *run, line_reader *reader, const char *path, double *bytes)
{
    const char *text;
    line_result result;
    while ((result = line_reader_next(reader, &text)) == LINE_READ) {
        obf_line line;
        flank_error error;
        *bytes += (double)strlen(text) + 1;
        bool bad = obf_parse(text, &line, &error) != FLANK_OK;
        if (!bad && !line.has_position)
            continue;
        solve_job *job = solve_queue_slot(&run->queue);
        if (!job)
            return false;
        job->file = path;
        job->line_number = line_reader_number(reader);
        job->fraction = run->total_bytes > 0 ? *bytes / run->total_bytes : 0;
        if (bad) {
            job->failure = CLI_DATA;
            text_addf(&job->output, "%s:%zu: %s", path, job->line_number, error.text);
        } else {
            job->line = line;
        }
        solve_queue_commit(&run->queue);
        if (bad)
            return false;
    }
    if (result != LINE_END && result != LINE_INTERRUPTED)
        add_failure(run, reader, path, result, errno);
    return result == LINE_END;
}

static void *read_thread(void *argument)
{
    solve_run *run = argument;
    double bytes = 0;
    for (size_t i = 0; i < run->file_count; i++) {
        const char *path = run->files[i];
        line_reader *reader = line_reader_open(path, interrupt_watch_descriptor(run->watch));
        if (!reader)
            add_failure(run, NULL, path, LINE_FAILED, errno);
        bool go_on = reader && read_lines(run, reader, path, &bytes);
        line_reader_close(reader);
        if (!go_on)
            break;
    }
    solve_queue_complete(&run->queue);
    return NULL;
}

/* ---- Solving ---- */

static int sign(int number) { return (number > 0) - (number < 0); }

static const char *sign_word(int score) { return score > 0 ? "win" : score < 0 ? "loss" : "draw"; }

/* Does the answer agree with the line? */
static bool is_right(const solve_run *run, const solve_job *job, const flank_line *best)
{
    if (run->options.win_loss_draw)
        return sign(best->score) == sign(job->line.score_discs);
    return best->score == 100 * job->line.score_discs;
}

static void write_json(const solve_run *run, solve_job *job, const flank_record *record, const flank_report *report)
{
    text_buffer *out = &job->output;
    json_open_object(out, NULL);
    json_string(out, "file", job->file);
    json_integer(out, "line", (int64_t)job->line_number);
    position_add_json(out, record);
    report_add_json(out, record, report, run->options.all_moves);
    if (run->options.win_loss_draw && job->solved)
        json_string(out, "wld", sign_word(report->lines[0].score));
    if (job->line.has_score) {
        json_integer(out, "expected", job->line.score_discs);
        if (job->solved)
            json_bool(out, "ok", job->right);
    }
    json_close_object(out);
    text_add(out, "\n");
}

static const char *verdict(const solve_job *job)
{
    if (!job->solved)
        return "not solved";
    return !job->line.has_score ? "" : job->right ? "ok" : "WRONG";
}

static void write_score(const solve_run *run, const solve_job *job, const flank_record *record, const flank_line *line,
                        char *out)
{
    if (run->options.win_loss_draw && job->solved)
        snprintf(out, SCORE_TEXT_SIZE, "%s", sign_word(line->score));
    else
        score_format(flank_record_game(record), line, out);
}

static void write_text(const solve_run *run, solve_job *job, const flank_record *record, const flank_report *report)
{
    text_buffer *out = &job->output;
    const flank_line *best = &report->lines[0];
    const flank_position *position = flank_record_position(record);
    char score[SCORE_TEXT_SIZE];
    write_score(run, job, record, best, score);
    text_addf(out, "%5zu %4d %6s  %-10s %9.3f %12" PRIu64 "  ", job->line_number,
              64 - (int)bit_count(position->own | position->other), score, verdict(job), report->time_s, report->nodes);
    line_add_moves(out, record, best, 10);
    text_add(out, "\n");
    for (int i = 0; run->options.all_moves && i < report->line_count; i++) {
        write_score(run, job, record, &report->lines[i], score);
        text_addf(out, "%17s  ", score);
        line_add_moves(out, record, &report->lines[i], 10);
        text_add(out, "\n");
    }
}

/* The answer for a finished game, which the engine has nothing to say about. */
static flank_report finished_report(const flank_record *record, flank_line *line)
{
    *line = (flank_line){.score = 100 * flank_record_outcome(record).discs, .selectivity = 100, .exact = true};
    return (flank_report){.lines = line, .line_count = 1};
}

/* With --wld the engine reports signs; "exact" promises the number of discs, which only a draw then tells. */
static void mark_signs(const solve_run *run, flank_report *report, flank_line *lines)
{
    if (!run->options.win_loss_draw)
        return;
    for (int i = 0; i < report->line_count; i++) {
        lines[i] = report->lines[i];
        lines[i].score = 100 * sign(lines[i].score);
        lines[i].exact = lines[i].exact && lines[i].score == 0;
    }
    report->lines = lines;
}

/* What is known of a position when the engine returns, and after every step if somebody looks. */
static flank_status ask_engine(solve_worker *worker, const solve_job *job, const flank_record *record,
                               flank_report *report)
{
    const solve_run *run = worker->run;
    const bool shown = run->progress.enabled || run->aloud;
    solve_thinking_begin(&worker->thinking, job, record);
    const flank_status status = flank_engine_solve(worker->engine, record, &run->options,
                                                   shown ? solve_thinking_note : NULL, &worker->thinking, report);
    solve_thinking_end(&worker->thinking);
    return status;
}

static void solve(solve_worker *worker, solve_job *job, flank_line *lines)
{
    const solve_run *run = worker->run;
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, &job->line.position);
    flank_status status = record ? FLANK_OK : FLANK_NO_MEMORY;
    flank_report report = {0};
    flank_line ending = {0};
    if (record && flank_record_outcome(record).over)
        report = finished_report(record, &ending);
    else if (record)
        status = ask_engine(worker, job, record, &report);
    if (status != FLANK_OK && status != FLANK_STOPPED) {
        job->failure = CLI_INTERNAL;
        text_addf(&job->output, "solve: %s", flank_status_text(status));
    } else {
        if (report.line_count == 0) { /* stopped before anything was known */
            report.lines = &ending;
            report.line_count = 1;
        }
        job->solved = status == FLANK_OK;
        job->nodes = report.nodes;
        job->right = job->solved && job->line.has_score && is_right(run, job, &report.lines[0]);
        mark_signs(run, &report, lines);
        (run->json ? write_json : write_text)(run, job, record, &report);
        if (job->output.failed)
            job->failure = CLI_INTERNAL;
    }
    flank_record_destroy(record);
}

static void *work_thread(void *argument)
{
    solve_worker *worker = argument;
    flank_line *lines = malloc(OBF_MOVES_MAX * sizeof *lines);
    solve_job *job;
    while ((job = solve_queue_begin(&worker->run->queue))) {
        if (!lines)
            job->failure = CLI_INTERNAL;
        else if (!job->failure)
            solve(worker, job, lines);
        solve_queue_finish(&worker->run->queue, job);
    }
    free(lines);
    return NULL;
}

/* ---- Printing ---- */

static void count_answer(solve_run *run, const solve_job *job)
{
    run->positions++;
    run->nodes += job->nodes;
    if (!job->solved)
        run->unknown++;
    else if (job->line.has_score)
        job->right ? run->right++ : run->wrong++;
}

/* Print one answer, with its file's name above the first of it. An exit status. */
static int print_answer(solve_run *run, solve_job *job, const char **file)
{
    if (job->failure)
        return complain(job->failure, "%s", job->output.length ? job->output.bytes : "not enough memory");
    if (!run->json && *file != job->file) {
        if (!*file)
            puts(" line empty score                  seconds        nodes  best line");
        if (run->file_count > 1)
            printf("%s\n", job->file);
    }
    *file = job->file;
    fputs(job->output.bytes, stdout);
    count_answer(run, job);
    int status = output_flush();
    if (!status && job->solved && job->line.has_score && !job->right)
        complain_at(job->file, job->line_number, "the score is not %+d", job->line.score_discs);
    return status;
}

/* Show the thinking about the position that is longest in work; where all are quick, how many are answered. */
static void show_progress(solve_run *run, double fraction)
{
    double longest_s = long_s;
    text_buffer text = {NULL};
    solve_worker *slowest = NULL;
    for (int i = 0; i < run->worker_count && run->progress.enabled; i++) {
        const double age_s = solve_thinking_age(&run->workers[i].thinking);
        if (age_s > longest_s) {
            longest_s = age_s;
            slowest = &run->workers[i];
        }
    }
    if (slowest)
        solve_thinking_add(&slowest->thinking, &text);
    if (text.length)
        progress_text(&run->progress, text.bytes);
    else
        progress_show(&run->progress, run->positions, "positions", fraction);
    text_free(&text);
}

static int print_answers(solve_run *run)
{
    const char *file = NULL;
    double fraction = 0;
    int status = CLI_DONE;
    for (;;) {
        bool waiting;
        solve_job *job = solve_queue_take(&run->queue, REFRESH_MS, &waiting);
        if (!job && !waiting)
            break;
        if (atomic_load(&run->interrupted))
            stop_engines(run);
        if (job) {
            progress_clear(&run->progress);
            status = print_answer(run, job, &file);
            fraction = job->fraction;
            solve_queue_release(&run->queue);
            if (status)
                break;
        }
        show_progress(run, fraction);
    }
    progress_clear(&run->progress);
    return status;
}

static void print_summary(const solve_run *run, double seconds)
{
    printf("%zu positions", run->positions);
    if (run->right + run->wrong)
        printf(": %zu right, %zu wrong", run->right, run->wrong);
    if (run->unknown)
        printf(", %zu not solved", run->unknown);
    printf("; %" PRIu64 " nodes in %.3f s", run->nodes, seconds);
    if (seconds >= 0.001)
        printf(", %.1f M nodes/s", (double)run->nodes / seconds / 1e6);
    puts(atomic_load(&run->interrupted) ? "; interrupted" : "");
}

/* ---- The whole ---- */

/* One engine a worker, sharing the memory; false without it. */
static bool open_engines(solve_run *run, int count, const engine_input *input)
{
    const flank_engine_options options = count > 1 ? engine_input_share(input, count) : input->options;
    for (; run->worker_count < count; run->worker_count++) {
        flank_engine *engine = flank_engine_create(&options);
        if (!engine)
            return false;
        run->workers[run->worker_count] = (solve_worker){.run = run, .engine = engine};
        solve_thinking_open(&run->workers[run->worker_count].thinking, run->aloud);
    }
    return true;
}

/* Run reader and workers, and print. */
static int run_threads(solve_run *run)
{
    pthread_t reader;
    int started = 0, status;
    while (started < run->worker_count &&
           pthread_create(&run->workers[started].thread, NULL, work_thread, &run->workers[started]) == 0)
        started++;
    if (started == 0 || pthread_create(&reader, NULL, read_thread, run)) {
        solve_queue_cancel(&run->queue);
        status = complain(CLI_INTERNAL, "no thread can be started");
    } else {
        status = print_answers(run);
        if (status) { /* what reader and workers would still find is not asked for any more */
            solve_queue_cancel(&run->queue);
            stop_engines(run);
            interrupt_watch_wake(run->watch);
        }
        pthread_join(reader, NULL);
    }
    for (int i = 0; i < started; i++)
        pthread_join(run->workers[i].thread, NULL);
    return status;
}

static int run_watched(solve_run *run)
{
    double start_s = clock_now_s();
    run->watch = interrupt_watch_start(INTERRUPT_FINAL, on_interrupt, run);
    if (!run->watch)
        return complain(CLI_INTERNAL, "no thread can be started");
    int status = run_threads(run);
    interrupt_watch_stop(run->watch);
    if (!status && !run->json)
        print_summary(run, clock_now_s() - start_s);
    if (!status && atomic_load(&run->interrupted))
        status = output_flush() ? CLI_CANNOT_WRITE : CLI_INTERRUPTED;
    return status ? status : run->wrong ? CLI_DATA : CLI_DONE;
}

static int run_solve(solve_run *run, int threads, const engine_input *input)
{
    int status;
    if (!solve_queue_open(&run->queue, (size_t)threads * SLOTS_PER_THREAD))
        return complain(CLI_INTERNAL, "not enough memory");
    if (open_engines(run, threads, input))
        status = run_watched(run);
    else
        status = complain(CLI_INTERNAL, "not enough memory for %d engines; see --hash and --threads", threads);
    for (int i = 0; i < run->worker_count; i++) {
        flank_engine_destroy(run->workers[i].engine);
        solve_thinking_close(&run->workers[i].thinking);
    }
    solve_queue_close(&run->queue);
    return status;
}

int cmd_solve(const cli_arguments *arguments)
{
    static char standard_input[] = "-";
    char *only_standard_input[] = {standard_input};
    const option_value *option = arguments->option;
    if (arguments->operand_count == 0 && isatty(STDIN_FILENO))
        return complain(CLI_USAGE, "solve: FILE is missing; see 'flank help solve'");
    solve_run *run = calloc(1, sizeof *run);
    if (!run)
        return complain(CLI_INTERNAL, "not enough memory");
    run->files = arguments->operand_count ? arguments->operands : only_standard_input;
    run->file_count = arguments->operand_count ? arguments->operand_count : 1;
    run->json = option[OPTION_JSON].given;
    run->aloud = option[OPTION_PROGRESS].given;
    run->progress = progress_start();
    run->progress.enabled = run->progress.enabled && !run->aloud; /* lines and a line that is rewritten do not mix */
    run->options = (flank_solve_options){.win_loss_draw = option[OPTION_WLD].given,
                                         .all_moves = option[OPTION_ALL_MOVES].given,
                                         .time_ms = milliseconds(&option[OPTION_TIME])};
    run->total_bytes = total_size(run->files, run->file_count);
    const bool many = option[OPTION_THREADS].given && !option[OPTION_IN_TURN].given;
    engine_input input = engine_input_read(arguments);
    int status = run_solve(run, many ? (int)option[OPTION_THREADS].number : 1, &input);
    engine_input_close(&input);
    free(run);
    return status;
}
