/* SPDX-License-Identifier: MIT
 *
 * flank solve: the exact score and the best line of positions, from files of any size.
 *
 * One thread reads lines, a pool of engines (engine_pool.h) solves them, and this thread prints the answers in the
 * order of the input, each flushed as soon as it and all before it are known, so that the command works in the middle
 * of a pipe. Memory does not grow with the input. Positions run in parallel, which scales without loss for files; with
 * --in-turn one engine gives all its threads to one position after the other, so that a single hard one is answered
 * sooner.
 *
 * Ctrl-C begins nothing more; what is in work is stopped and printed as far as it has come, not exact, then the status
 * is 130.
 *
 * A broken line ends the run with status 65 after everything before it was answered; so does input without any
 * position. A value that the file expects and that is not what comes out is a fault of the data too: it is reported in
 * place, counted, and makes the status 65 in the end.
 */
#include "cli/command/cmd.h"
#include "cli/think/engine_pool.h"
#include "cli/command/file_input.h"
#include "cli/command/progress.h"
#include "cli/command/report_text.h"
#include "cli/input/game_input.h"
#include "cli/think/solve_input.h"
#include "cli/think/solve_job.h"
#include "cli/think/solve_thinking.h"
#include "core/bits.h"
#include "core/clock.h"
#include "games/othello/othello.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_AHEAD = 16, COMPLAINTS_MAX = 20 };

static const double long_s = 0.5; /* from then on a position's thinking is shown */

typedef struct solve_run {
    const flank_game *game;
    char *const *files;
    size_t file_count;
    bool json;
    flank_rules rules;
    flank_limits limits;
    progress_line progress;
    bool aloud; /* --progress */
    engine_pool pool;
    solve_thinking thinking[ENGINE_POOL_MAX]; /* of each engine */
    double total_bytes;                       /* of all files; 0 if one is not a plain file */
    size_t positions, right, wrong, unknown, refused;
    uint64_t nodes;
} solve_run;

/* ---- Reading ---- */

static void free_job(void *user)
{
    solve_job *job = user;
    text_free(&job->output);
    text_free(&job->member);
}

/* The name of its file, and of the file in that. */
static void name_of(const solve_job *job, char name[FILE_PLACE_SIZE])
{
    const bool in_archive = job->member.length;
    snprintf(name, FILE_PLACE_SIZE, "%s%s%s", job->file, in_archive ? ": " : "", in_archive ? job->member.bytes : "");
}

static void read_files(void *user)
{
    solve_run *run = user;
    solve_input input = {.game = run->game,
                         .queue = &run->pool.queue,
                         .wake = interrupt_watch_descriptor(run->pool.watch),
                         .total_bytes = run->total_bytes,
                         .rules = run->rules};
    for (size_t i = 0; i < run->file_count && solve_input_read(&input, run->files[i]); i++)
        input.bytes += file_size(run->files[i]);
}

/* ---- Solving ---- */

static int sign(int number) { return (number > 0) - (number < 0); }

static bool agrees(const solve_run *run, int score, int discs)
{
    const int least = run->limits.at_least_discs;
    if (run->limits.one_sided)
        return (score >= 100 * least) == (discs >= least);
    return run->limits.win_loss_draw ? sign(score) == sign(discs) : score == 100 * discs;
}

/* If all moves were asked for: the first of those that the line names that is not worth what it says. */
static const obf_move *wrong_move(const solve_run *run, const solve_job *job, const flank_report *report)
{
    for (size_t i = 0; run->limits.lines > 1 && i < job->line.move_count; i++) {
        const obf_move *named = &job->line.moves[i];
        int at = 0;
        while (at < report->line_count && report->lines[at].moves[0].to != named->move.to)
            at++;
        if (at == report->line_count || !agrees(run, report->lines[at].score, named->score_discs))
            return named;
    }
    return NULL;
}

/* Does the answer agree with the line? */
static void compare(const solve_run *run, solve_job *job, const flank_report *report)
{
    job->wrong = wrong_move(run, job, report);
    job->right = !job->wrong && agrees(run, report->lines[0].score, job->line.score_discs);
}

static void write_json(const solve_run *run, solve_job *job, const flank_record *record, const flank_report *report)
{
    text_buffer *out = &job->output;
    json_open_object(out, NULL);
    char name[FILE_PLACE_SIZE];
    name_of(job, name);
    json_string(out, "file", name);
    json_integer(out, "line", (int64_t)job->line_number);
    position_add_json(out, record);
    report_add_json(out, record, report, run->limits.lines > 1);
    if (flank_record_outcome(record).over)
        json_bool(out, "over", true);
    json_bool(out, "solved", job->solved);
    if (run->limits.win_loss_draw && job->solved)
        json_string(out, "wld", score_sign_word(report->lines[0].score));
    if (run->limits.one_sided && job->solved)
        json_bool(out, "reached", report->lines[0].score >= 100 * run->limits.at_least_discs);
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
    if (run->limits.win_loss_draw && job->solved)
        snprintf(out, SCORE_TEXT_SIZE, "%s", score_sign_word(line->score));
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
              game_empties(job->game, &job->rules, position), score, verdict(job), report->time_s, report->nodes);
    line_add_moves(out, record, best, 10);
    if (flank_record_outcome(record).over)
        text_addf(out, "the game is over: %s", flank_record_outcome(record).reason->words);
    text_add(out, "\n");
    for (int i = 0; run->limits.lines > 1 && best->length && i < report->line_count; i++) {
        write_score(run, job, record, &report->lines[i], score);
        text_addf(out, "%17s  ", score);
        line_add_moves(out, record, &report->lines[i], 10);
        text_add(out, "\n");
    }
}

/* The answer for a finished game, which the engine has nothing to say about. */
static flank_report finished_report(const flank_record *record, flank_line *line)
{
    const flank_outcome outcome = flank_record_outcome(record);
    const bool discs = flank_record_game(record)->scores_discs;
    *line = (flank_line){
        .score = discs ? 100 * outcome.discs : outcome.sign * FLANK_SCORE_WIN, .selectivity = 100, .exact = true};
    return (flank_report){.lines = line, .line_count = 1};
}

/* Put the answer into the job. Of win, loss and draw it shows signs. */
static void write_answer(const solve_run *run, solve_job *job, const flank_record *record, flank_report *report)
{
    const bool wld = run->limits.win_loss_draw;
    flank_line *signs = wld ? malloc((size_t)report->line_count * sizeof *signs) : NULL;
    if (signs)
        report_take_signs(report, signs);
    if (!wld || signs)
        (run->json ? write_json : write_text)(run, job, record, report);
    if (job->output.failed || (wld && !signs))
        job->failure = CLI_INTERNAL;
    free(signs);
}

static void solve(void *user, flank_engine *engine, int number, void *given)
{
    solve_run *run = user;
    solve_job *job = given;
    if (job->failure)
        return;
    flank_record *record = flank_record_create(job->game, &job->rules, &job->line.position);
    flank_status status = record ? FLANK_OK : FLANK_NO_MEMORY;
    flank_report report = {0};
    flank_line ending = {0};
    if (record && flank_record_outcome(record).over) {
        report = finished_report(record, &ending);
    } else if (record) {
        solve_thinking *thinking = &run->thinking[number];
        const bool shown = run->progress.enabled || run->aloud;
        solve_thinking_begin(thinking, job, record);
        flank_limits limits = run->limits;
        limits.stop = &run->pool.stop;
        if (limits.nodes) /* what they suffice for depends on no position before */
            flank_engine_clear(engine);
        status = flank_engine_solve(engine, record, &limits, shown ? solve_thinking_note : NULL, thinking, &report);
        solve_thinking_end(thinking);
    }
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
        if (job->solved && job->line.has_score)
            compare(run, job, &report);
        write_answer(run, job, record, &report);
    }
    flank_record_destroy(record);
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

/* Tell of input that is no position; after some of it, that there is more. */
static void complain_of_input(solve_run *run, const solve_job *job)
{
    if (run->refused++ < COMPLAINTS_MAX)
        complain(CLI_DATA, "%s", job->output.bytes);
    else if (run->refused == COMPLAINTS_MAX + 1)
        fputs("flank: and more\n", stderr);
}

/* Print one answer, with its file's name above the first of it. An exit status; input that is no position does not end
 * the answers. */
static int print_answer(solve_run *run, solve_job *job, char file[FILE_PLACE_SIZE])
{
    char name[FILE_PLACE_SIZE];
    name_of(job, name);
    if (job->failure == CLI_DATA && job->output.length) {
        complain_of_input(run, job);
        return CLI_DONE;
    }
    if (job->failure)
        return complain(job->failure, "%s", job->output.length ? job->output.bytes : "not enough memory");
    if (!run->json && strcmp(file, name) != 0) {
        if (!*file)
            puts(" line empty score                  seconds        nodes  best line");
        if (run->file_count > 1 || job->member.length)
            printf("%s\n", name);
        strcpy(file, name);
    }
    fputs(job->output.bytes, stdout);
    count_answer(run, job);
    int status = output_flush();
    if (!status && job->solved && job->wrong)
        complain_at(name, job->line_number, "%s is not worth %+d", flank_square_name(job->wrong->move.to),
                    job->wrong->score_discs);
    else if (!status && job->solved && job->line.has_score && !job->right)
        complain_at(name, job->line_number, "the score is not %+d", job->line.score_discs);
    return status;
}

/* Show the thinking about the position that is longest in work; where all are quick, how many are answered. */
static void show_progress(solve_run *run, double fraction)
{
    double longest_s = long_s;
    text_buffer text = {NULL};
    solve_thinking *slowest = NULL;
    for (int i = 0; i < run->pool.count && run->progress.enabled; i++) {
        const double age_s = solve_thinking_age(&run->thinking[i]);
        if (age_s > longest_s) {
            longest_s = age_s;
            slowest = &run->thinking[i];
        }
    }
    if (slowest)
        solve_thinking_add(slowest, &text);
    if (text.length)
        progress_text(&run->progress, text.bytes);
    else
        progress_show(&run->progress, run->positions, "positions", fraction);
    text_free(&text);
}

static int print_answers(void *user)
{
    solve_run *run = user;
    char file[FILE_PLACE_SIZE] = "";
    double fraction = 0;
    int status = CLI_DONE;
    for (;;) {
        bool waiting;
        solve_job *job = engine_pool_take(&run->pool, &waiting);
        if (!job && !waiting)
            break;
        if (job) {
            progress_clear(&run->progress);
            status = print_answer(run, job, file);
            fraction = job->fraction;
            work_queue_release(&run->pool.queue);
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
    printf("%zu position%s", run->positions, run->positions == 1 ? "" : "s");
    if (run->right + run->wrong)
        printf(": %zu right, %zu wrong", run->right, run->wrong);
    if (run->unknown)
        printf(", %zu not solved", run->unknown);
    printf("; %" PRIu64 " nodes in %.3f s", run->nodes, seconds);
    if (seconds >= 0.001)
        printf(", %.1f M nodes/s", (double)run->nodes / seconds / 1e6);
    puts(flank_stop_is_raised(&run->pool.interrupted) ? "; interrupted" : "");
}

/* ---- The whole ---- */

static int complain_of_nothing(const solve_run *run)
{
    return run->file_count == 1 ? complain(CLI_DATA, "%s: there is no position in it", run->files[0])
                                : complain(CLI_DATA, "solve: there is no position in these files");
}

static int run_pool(solve_run *run)
{
    const double start_s = clock_now_s();
    int status = engine_pool_run(&run->pool);
    if (!status && run->positions == 0 && run->refused == 0 && !flank_stop_is_raised(&run->pool.interrupted))
        return complain_of_nothing(run);
    if (!status && !run->json && run->positions)
        print_summary(run, clock_now_s() - start_s);
    if (!status && flank_stop_is_raised(&run->pool.interrupted))
        status = output_flush() ? CLI_CANNOT_WRITE : CLI_INTERRUPTED;
    return status ? status : run->wrong || run->refused ? CLI_DATA : CLI_DONE;
}

static int run_solve(solve_run *run, int threads, const engine_input *input)
{
    static const engine_pool_task task = {.job_size = sizeof(solve_job),
                                          .jobs_ahead = JOBS_AHEAD,
                                          .read = read_files,
                                          .work = solve,
                                          .print = print_answers,
                                          .free_job = free_job,
                                          .mode = INTERRUPT_FINAL};
    int status = engine_pool_open(&run->pool, &task, run, threads, input);
    if (status)
        return status;
    for (int i = 0; i < threads; i++)
        solve_thinking_open(&run->thinking[i], run->aloud);
    status = run_pool(run);
    for (int i = 0; i < threads; i++)
        solve_thinking_close(&run->thinking[i]);
    engine_pool_close(&run->pool);
    return status;
}

int cmd_solve(const cli_arguments *arguments)
{
    static char standard_input[] = "-";
    char *only_standard_input[] = {standard_input};
    const option_value *option = arguments->option;
    const flank_game *named = arguments->operand_count ? flank_game_find(arguments->operands[0]) : NULL;
    const flank_game *game = named ? named : &othello_game;
    const size_t file_count = arguments->operand_count - (named != NULL);
    if (file_count == 0 && isatty(STDIN_FILENO))
        return complain(CLI_USAGE, "solve: FILE is missing; see 'flank help solve'");
    if (!game->scores_discs && (option[OPTION_AT_LEAST].given || option[OPTION_WLD].given))
        return complain(CLI_USAGE, "solve: %s has no disc score, so that --wld and --at-least mean nothing",
                        game->title);
    if (option[OPTION_AT_LEAST].given && (option[OPTION_WLD].given || option[OPTION_ALL_MOVES].given))
        return complain(CLI_USAGE, "solve: --at-least goes without --wld and --all-moves");
    solve_run *run = calloc(1, sizeof *run);
    if (!run)
        return complain(CLI_INTERNAL, "not enough memory");
    run->game = game;
    run->files = file_count ? arguments->operands + (named != NULL) : only_standard_input;
    run->file_count = file_count ? file_count : 1;
    run->json = option[OPTION_JSON].given;
    run->aloud = option[OPTION_PROGRESS].given;
    run->progress = progress_start();
    run->progress.enabled = run->progress.enabled && !run->aloud; /* lines and a line that is rewritten do not mix */
    run->limits = (flank_limits){.time_ms = milliseconds(&option[OPTION_TIME]),
                                 .nodes = (uint64_t)option[OPTION_NODES].number,
                                 .lines = option[OPTION_ALL_MOVES].given ? FLANK_MOVES_MAX : 1,
                                 .win_loss_draw = option[OPTION_WLD].given,
                                 .one_sided = option[OPTION_AT_LEAST].given,
                                 .at_least_discs = (int)option[OPTION_AT_LEAST].number};
    run->total_bytes = file_total_size(run->files, run->file_count);
    const bool many = option[OPTION_THREADS].given && !option[OPTION_IN_TURN].given;
    engine_input input = {0};
    int status = rules_from_arguments(arguments, run->game, &run->rules);
    if (!status)
        status = engine_input_read(arguments, &input);
    if (!status)
        engine_input_warn(&input, arguments, run->game);
    if (!status)
        status = run_solve(run, many ? (int)option[OPTION_THREADS].number : 1, &input);
    engine_input_close(&input);
    free(run);
    return status;
}
