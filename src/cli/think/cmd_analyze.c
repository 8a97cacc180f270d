/* SPDX-License-Identifier: MIT
 *
 * flank analyze: reviews of games from files of any format and size.
 *
 * One thread reads games, a pool of engines (engine_pool.h) reviews them, and this thread prints the reviews in the
 * order of the input, each as soon as it and all before it are done. With --in-turn one engine gives all
 * its threads to one game after the other.
 *
 * Input that cannot be read is named in its place, the rest goes on, and the status tells. Ctrl-C begins nothing more;
 * what is in work is printed as far as it has come (games are reviewed from their end); then a line on standard error
 * says so, and the status is 130.
 */
#include "analysis/analysis_text.h"
#include "core/error.h"
#include "cli/think/analyze_games.h"
#include "cli/think/analyze_text.h"
#include "cli/input/book_input.h"
#include "cli/input/game_input.h"
#include "cli/command/cmd.h"
#include "cli/think/engine_pool.h"
#include "cli/command/file_input.h"
#include "cli/command/file_output.h"
#include "cli/command/progress.h"
#include "core/whole_file.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_AHEAD = 4, PATH_SIZE = FILE_PLACE_SIZE };

/* A game of the input and what became of it, or a complaint in its place. */
typedef struct analyze_job {
    const char *file;
    file_place place;      /* of its beginning */
    file_place note_place; /* of what its first note is about */
    const char *warning;   /* about its file, or NULL */
    int failure;           /* an exit status that goes with `output`, a complaint; nothing else is there */
    flank_sheet *sheet;
    text_buffer output, picture;
    bool cut;           /* interrupted: not all of it was looked at */
    bool memory_failed; /* the store is away or refuses, and so it does for all other games */
} analyze_job;

typedef struct analyze_run {
    char *const *files;
    size_t file_count;
    flank_reader_options reading;
    const flank_rules *rules; /* of --rules, by which games of --game are read; or NULL */
    flank_analysis_options options;
    const analyze_memory *memory; /* or NULL */
    bool json;
    const char *svg, *annotated;
    flank_writer *writer; /* of --annotated, or NULL */
    whole_file picture;   /* of --svg: open for the next game that is printed; the first before any search */
    engine_pool pool;
    progress_line progress;
    double total_bytes;           /* of all files; 0 if one is not a plain file */
    bool warned;                  /* of what is missing beside files; of the reading thread */
    atomic_size_t read, done;     /* positions */
    _Atomic double read_fraction; /* of the input, 0 if unknown */
    size_t games, whole_games;    /* printed; of these not cut */
} analyze_run;

/* ---- Reading ---- */

/* A slot of the queue with its place filled in; NULL if no more are wanted. */
static analyze_job *new_job(analyze_run *run, const char *file, const flank_reader *reader)
{
    analyze_job *job = work_queue_slot(&run->pool.queue);
    if (!job)
        return NULL;
    text_clear(&job->output);
    text_clear(&job->picture);
    *job = (analyze_job){.file = file, .output = job->output, .picture = job->picture};
    if (reader) {
        job->place = file_place_of_game(reader, file);
        job->note_place = file_place_of_note(reader, file);
    }
    return job;
}

static void free_job(void *user)
{
    analyze_job *job = user;
    flank_sheet_destroy(job->sheet);
    text_free(&job->output);
    text_free(&job->picture);
}

/* Queue a complaint; false if no more are wanted. */
static bool add_failure(analyze_run *run, const char *file, const flank_reader *reader, flank_status status,
                        const flank_error *error)
{
    analyze_job *job = new_job(run, file, reader);
    if (!job)
        return false;
    char where[PATH_SIZE + 32];
    job->failure = file_exit_status(status);
    snprintf(where, sizeof where, "%s", file);
    if (reader && job->failure == CLI_DATA) {
        const file_place place = file_place_of(reader, file, flank_reader_error_line(reader), error->offset);
        file_place_format(&place, where, sizeof where);
    }
    text_addf(&job->output, "%s: %s", where, error_english(error));
    work_queue_commit(&run->pool.queue);
    return true;
}

/* Take the rules of --rules for a game whose file names none that stand apart; a complaint in its place if they do not
 * fit. */
static void take_rules(const analyze_run *run, analyze_job *job)
{
    const flank_game *game = flank_sheet_game(job->sheet);
    flank_error error = {0};
    if (!run->rules || game != run->reading.game || flank_rules_stand_apart(game, flank_sheet_rules(job->sheet)) ||
        flank_sheet_set_rules(job->sheet, run->rules, &error) == FLANK_OK)
        return;
    char where[PATH_SIZE + 32];
    file_place_format(&job->place, where, sizeof where);
    job->failure = CLI_DATA;
    text_addf(&job->output, "%s: %s", where, error_english(&error));
}

/* Queue the games of an open file; `before` bytes of other files have been read. False if no more are wanted. */
static bool read_games(analyze_run *run, const char *file, flank_reader *reader, double before)
{
    for (;;) {
        flank_sheet *sheet;
        flank_error error = {0};
        const flank_status status = flank_reader_next(reader, &sheet, &error);
        if (run->total_bytes > 0)
            atomic_store(&run->read_fraction, (before + (double)flank_reader_consumed(reader)) / run->total_bytes);
        if (status == FLANK_NOT_FOUND)
            return true;
        if (status) {
            if (!add_failure(run, file, reader, status, &error))
                return false;
            continue;
        }
        analyze_job *job = new_job(run, file, reader);
        if (!job) {
            flank_sheet_destroy(sheet);
            return false;
        }
        job->sheet = sheet;
        take_rules(run, job);
        job->warning = run->warned ? NULL : flank_reader_warning(reader);
        run->warned = run->warned || job->warning;
        atomic_fetch_add(&run->read, (size_t)flank_sheet_end(sheet)->ply + 1);
        work_queue_commit(&run->pool.queue);
    }
}

static void read_files(void *user)
{
    analyze_run *run = user;
    double before = 0;
    bool wanted = true;
    for (size_t i = 0; i < run->file_count && wanted; i++) {
        const char *file = run->files[i];
        flank_status status = FLANK_OK;
        flank_error error = {0};
        flank_reader *reader = file_reader(file, &run->reading, run->pool.watch, &status, &error);
        wanted = reader ? read_games(run, file, reader, before) : add_failure(run, file, NULL, status, &error);
        flank_reader_close(reader);
        before += file_size(file);
    }
    atomic_store(&run->read_fraction, 1);
}

/* ---- Reviewing ---- */

/* A game that is being reviewed. */
typedef struct reviewing {
    analyze_run *run;
    size_t counted; /* positions of it that are in run->done */
} reviewing;

static flank_reply on_progress(void *user, size_t done, size_t total)
{
    reviewing *of = user;
    (void)total;
    if (done != of->counted)
        atomic_fetch_add(&of->run->done, done - of->counted);
    of->counted = done;
    return FLANK_GO_ON;
}

static void write_json(analyze_job *job, const flank_analysis *analysis)
{
    json_open_object(&job->output, NULL);
    json_string(&job->output, "file", job->place.name);
    if (job->place.line)
        json_count(&job->output, "line", job->place.line);
    else
        json_count(&job->output, "byte", job->place.offset);
    analysis_add_json(&job->output, analysis, job->sheet);
    json_close_object(&job->output);
    text_add(&job->output, "\n");
}

/* Everything that is made of a reviewed game. */
static flank_status write_outputs(const analyze_run *run, analyze_job *job, const flank_analysis *analysis)
{
    flank_status status = FLANK_OK;
    char place[PATH_SIZE + 32];
    file_place_format(&job->place, place, sizeof place);
    if (run->json)
        write_json(job, analysis);
    else
        analyze_text_add(&job->output, place, analysis, job->sheet);
    if (run->svg)
        status = flank_analysis_write_svg(analysis, job->sheet, text_write, &job->picture);
    if (run->annotated && !status)
        status = flank_analysis_annotate(analysis, job->sheet);
    return job->output.failed ? FLANK_NO_MEMORY : status;
}

/* The record of a game's main line. Of a position that is only asked about the moves are candidates, not played. */
static flank_record *record_of(const flank_sheet *sheet)
{
    const bool asked = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION;
    return flank_sheet_record(sheet, asked ? flank_sheet_root(sheet) : NULL);
}

/* The complaint of a review that failed. A row of the store that is damaged is a fault of that game alone. */
static void say_failure(const analyze_run *run, analyze_job *job, flank_status status, const search_memory *memory)
{
    text_clear(&job->output);
    job->failure = CLI_INTERNAL;
    if (!memory->error.code) {
        text_addf(&job->output, "analyze: %s", flank_status_text(status));
        return;
    }
    job->memory_failed = !memory->damaged;
    job->failure = book_exit_status(status);
    text_addf(&job->output, "%s: %s", run->memory->name, error_english(&memory->error));
}

static void review(void *user, flank_engine *engine, int number, void *given)
{
    analyze_run *run = user;
    analyze_job *job = given;
    reviewing of = {run, 0};
    flank_analysis_options options = run->options;
    flank_analysis *analysis = NULL;
    (void)number;
    if (job->failure)
        return;
    flank_record *record = record_of(job->sheet);
    options.on_progress = on_progress;
    options.user = &of;
    options.stop = &run->pool.stop;
    search_memory memory = {.nodes = 0};
    if (run->memory)
        memory = run->memory->of_game(run->memory->user);
    flank_status status = FLANK_NO_MEMORY;
    if (record)
        status = analysis_run(engine, record, &options, run->memory ? &memory : NULL, &analysis);
    if (!status) {
        job->cut = !analysis->complete;
        status = write_outputs(run, job, analysis);
    }
    if (status)
        say_failure(run, job, status, &memory);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* ---- Printing ---- */

/* The name of the picture of game `number`, from 1: OUT.svg, OUT-2.svg, … */
static void picture_path(const char *path, size_t number, char *out)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const size_t stem = dot && dot != path && (!slash || dot > slash + 1) ? (size_t)(dot - path) : strlen(path);
    if (number == 1)
        snprintf(out, PATH_SIZE, "%s", path);
    else
        snprintf(out, PATH_SIZE, "%.*s-%zu%s", (int)stem, path, number, path + stem);
}

/* True if what `option` names is another file than those that are read. */
static int check_not_read(const analyze_run *run, const char *option, const char *path)
{
    for (size_t i = 0; i < run->file_count; i++)
        if (file_is_same(run->files[i], path))
            return complain(CLI_USAGE, "%s: %s is a file that is read; give it another name", option, path);
    return CLI_DONE;
}

/* Open the picture of game `number`, so that a place that cannot be written is told before the game is searched. */
static int open_picture(analyze_run *run, size_t number)
{
    char path[PATH_SIZE];
    picture_path(run->svg, number, path);
    const int status = check_not_read(run, "--svg", path);
    if (status)
        return status;
    const int failure = run->picture.stream ? 0 : whole_file_open(&run->picture, path);
    return failure ? complain_unwritable(path, failure) : CLI_DONE;
}

static int write_picture(analyze_run *run, const analyze_job *job)
{
    char path[PATH_SIZE];
    const int status = open_picture(run, run->games);
    if (status)
        return status;
    picture_path(run->svg, run->games, path);
    fwrite(job->picture.bytes, 1, job->picture.length, run->picture.stream);
    const int failure = whole_file_keep(&run->picture);
    return failure ? complain_unwritable(path, failure) : CLI_DONE;
}

static int write_annotated(const analyze_run *run, const analyze_job *job)
{
    flank_error error = {0};
    const flank_status status = flank_writer_write(run->writer, job->sheet, &error);
    if (status == FLANK_NOT_SUPPORTED)
        return file_complain_at(&job->place, error_english(&error));
    if (status)
        return complain(status == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_CANNOT_WRITE, "%s: %s", run->annotated,
                        error_english(&error));
    return CLI_DONE;
}

/* Guesses made in reading a game, and things that were not found. */
static void print_notes(const analyze_job *job)
{
    file_print_sheet_notes(job->sheet, &job->place, &job->note_place);
    if (job->warning)
        complain(CLI_DONE, "%s: %s", job->file, job->warning);
}

/* Print one review, or the complaint in its place. An interrupted review is shown as far as it is, but takes no file's
 * place. An exit status. */
static int print_job(analyze_run *run, analyze_job *job)
{
    if (job->failure)
        return complain(job->failure, "%s", job->output.length ? job->output.bytes : "not enough memory");
    print_notes(job);
    if (run->games++ && !run->json)
        puts("");
    fputs(job->output.bytes, stdout);
    int status = output_flush();
    if (job->cut)
        return status;
    run->whole_games++;
    if (!status && run->svg)
        status = write_picture(run, job);
    if (!status && run->writer)
        status = write_annotated(run, job);
    return status;
}

static void show_progress(analyze_run *run)
{
    const size_t done = atomic_load(&run->done), read = atomic_load(&run->read);
    const double part = read ? (double)done / (double)read : 0;
    char what[64];
    snprintf(what, sizeof what, "positions, %zu games", run->games);
    progress_show(&run->progress, done, what, part * atomic_load(&run->read_fraction));
}

/* Print what is ready until nothing more will be; a game that could not be read does not end it. */
static int print_jobs(void *user)
{
    analyze_run *run = user;
    int status = CLI_DONE;
    for (;;) {
        bool waiting;
        analyze_job *job = engine_pool_take(&run->pool, &waiting);
        if (!job && !waiting)
            break;
        if (job) {
            progress_clear(&run->progress);
            const bool unread = job->failure, lost = job->memory_failed; /* one of many: the others are reviewed */
            const int printed = print_job(run, job);
            flank_sheet_destroy(job->sheet);
            job->sheet = NULL;
            work_queue_release(&run->pool.queue);
            status = status ? status : printed;
            if (lost || printed == CLI_CANNOT_WRITE || printed == CLI_INTERNAL || (printed == CLI_USAGE && !unread)) {
                status = printed;
                break;
            }
        }
        show_progress(run);
    }
    progress_clear(&run->progress);
    return status;
}

/* ---- The whole ---- */

static int run_engines(analyze_run *run, int count, const engine_input *input)
{
    const engine_pool_task task = {.job_size = sizeof(analyze_job),
                                   .jobs_ahead = JOBS_AHEAD,
                                   .read = read_files,
                                   .work = review,
                                   .print = print_jobs,
                                   .free_job = free_job,
                                   .mode = run->writer || run->svg ? INTERRUPT_ENDING : INTERRUPT_FINAL};
    int status = engine_pool_open(&run->pool, &task, run, count, input);
    if (status)
        return status;
    status = engine_pool_run(&run->pool);
    engine_pool_close(&run->pool);
    if (flank_stop_is_raised(&run->pool.interrupted) && status != CLI_CANNOT_WRITE && status != CLI_INTERNAL)
        return complain(CLI_INTERRUPTED, "analyze: interrupted: %zu game%s reviewed, %zu in part", run->whole_games,
                        run->whole_games == 1 ? "" : "s", run->games - run->whole_games);
    return status || run->games ? status : complain(CLI_DATA, "%s: there is no game in it", run->files[0]);
}

/* Open the files of --annotated and --svg, if there are any, run, and finish them. */
static int run_annotated(analyze_run *run, int count, const engine_input *input)
{
    flank_status opened = FLANK_OK;
    flank_error error = {0};
    const flank_format *format = run->annotated ? flank_format_of_path(run->annotated) : NULL;
    if (run->annotated && !format)
        return complain(CLI_USAGE, "--annotated: the name '%s' has no extension of a format; as OUT.sgf",
                        run->annotated);
    if (run->annotated && check_not_read(run, "--annotated", run->annotated))
        return CLI_USAGE;
    if (run->annotated && !(run->writer = flank_writer_open(run->annotated, format, &opened, &error)))
        return complain(opened == FLANK_NOT_SUPPORTED ? CLI_USAGE : CLI_CANNOT_WRITE, "%s: %s", run->annotated,
                        error_english(&error));
    int status = run->svg ? open_picture(run, 1) : CLI_DONE;
    if (status == CLI_DONE)
        status = run_engines(run, count, input);
    whole_file_drop(&run->picture);
    const bool keep = run->whole_games > 0 && status != CLI_CANNOT_WRITE;
    if (run->writer && flank_writer_close(run->writer, keep, &error))
        status = complain(CLI_CANNOT_WRITE, "%s: %s", run->annotated, error_english(&error));
    return status;
}

static int open_memory(const analyze_run *run, int count, const engine_input *input)
{
    const flank_engine_options options = engine_input_share(input, count);
    const flank_status status = run->memory ? run->memory->open(run->memory->user, &options) : FLANK_OK;
    return status ? complain(CLI_INTERNAL, "analyze: %s", flank_status_text(status)) : CLI_DONE;
}

static int run_with_book(analyze_run *run, const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    const bool many = option[OPTION_THREADS].given && !option[OPTION_IN_TURN].given;
    const int count = many ? (int)option[OPTION_THREADS].number : 1;
    book_input book = {NULL};
    engine_input input;
    int status = engine_input_read(arguments, &input);
    if (!status) {
        engine_input_add_tables(&input);
        status = book_input_read(arguments, &book);
    }
    run->options.book = book.book;
    if (!status)
        status = open_memory(run, count, &input);
    if (!status)
        status = run_annotated(run, count, &input);
    engine_input_close(&input);
    book_input_close(&book);
    return status;
}

/* The answers to remember are those that come again. */
static int check_store(const option_value *option)
{
    static const struct {
        option_id id;
        const char *name;
    } others[] = {{OPTION_TIME, "time"}, {OPTION_IN_TURN, "in-turn"}, {OPTION_EVAL, "eval"}};
    for (size_t i = 0; option[OPTION_STORE].given && i < sizeof others / sizeof *others; i++)
        if (option[others[i].id].given)
            return complain(CLI_USAGE, "analyze: --store or --%s, not both", others[i].name);
    return CLI_DONE;
}

/* Read --rules, which --game says the game of. */
static int read_rules(analyze_run *run, const cli_arguments *arguments, flank_rules *rules)
{
    if (!arguments->option[OPTION_RULES].given)
        return CLI_DONE;
    if (!run->reading.game)
        return complain(CLI_USAGE, "analyze: --rules needs --game GAME, whose rules they are");
    run->rules = rules;
    return rules_from_arguments(arguments, run->reading.game, rules);
}

int cmd_analyze(const cli_arguments *arguments)
{
    if (!arguments->option[OPTION_STORE].given)
        return analyze_games(arguments, NULL);
    const int status = check_store(arguments->option);
    book_hand_on();
    return status ? status : cmd_farm(arguments); /* which has the databases in it */
}

int analyze_games(const cli_arguments *arguments, const analyze_memory *memory)
{
    const option_value *option = arguments->option;
    if (option[OPTION_LEVEL].given && option[OPTION_TIME].given)
        return complain(CLI_USAGE, "analyze: --level or --time, not both");
    if (option[OPTION_SVG].given && strcmp(option[OPTION_SVG].text, "-") == 0)
        return complain(CLI_USAGE, "--svg: give it the name of a file");
    analyze_run *run = calloc(1, sizeof *run);
    if (!run)
        return complain(CLI_INTERNAL, "not enough memory");
    run->files = arguments->operands;
    run->file_count = arguments->operand_count;
    run->memory = memory;
    run->json = option[OPTION_JSON].given;
    run->svg = option[OPTION_SVG].text;
    run->annotated = option[OPTION_ANNOTATED].text;
    run->options.level = (int)option[OPTION_LEVEL].number;
    run->options.time_ms = milliseconds(&option[OPTION_TIME]);
    if (option[OPTION_GAME].given)
        run->reading.game = flank_game_find(option[OPTION_GAME].text);
    run->total_bytes = file_total_size(run->files, run->file_count);
    run->progress = progress_start();
    flank_rules rules = {{0}};
    int status = file_find_format("--from", &option[OPTION_FROM], &run->reading.format);
    if (status == CLI_DONE)
        status = read_rules(run, arguments, &rules);
    if (status == CLI_DONE)
        status = run_with_book(run, arguments);
    free(run);
    return status;
}
