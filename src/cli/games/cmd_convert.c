/* SPDX-License-Identifier: MIT
 *
 * flank convert: games and positions from one format to another, streaming, of one file or several.
 *
 * Input that cannot be read or held is named on standard error, the rest is converted, and the status tells. The file
 * OUT appears when it is complete; a conversion that is interrupted leaves what was there. Of several files the last is
 * OUT, as for cp and mv; it may not be there, so that a pattern of names without OUT destroys none of them.
 */
#include "cli/command/cmd.h"
#include "core/error.h"
#include "cli/command/file_input.h"
#include "cli/command/file_output.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"

#include <stdio.h>
#include <string.h>

enum { COMPLAINTS_MAX = 20 };

typedef struct conversion {
    char *const *files;
    size_t file_count;
    const char *in, *out;                  /* in: the file in work */
    const flank_format *from, *to, *found; /* found: of the file in work */
    const flank_game *game;
    bool json;
    flank_reader *reader;
    flank_writer *writer;
    progress_line progress;
    double bytes, bytes_before;      /* of all files, 0 if unknown, and of those that are done */
    uint64_t games, refused;         /* of the file in work, */
    uint64_t all_games, all_refused; /* of all before it, */
    uint64_t all_notes;              /* games with remarks, */
    uint64_t told;                   /* and complaints about games */
    text_buffer reports;             /* JSON of each file */
    file_notes notes;
    flank_stop interrupted;
    interrupt_watch *watch;
} conversion;

static void on_interrupt(void *user) { flank_stop_raise(&((conversion *)user)->interrupted); }

/* One game that was refused. After some of them only their number is told. */
static void complain_game(conversion *run, const flank_error *error)
{
    progress_clear(&run->progress);
    run->refused++;
    if (run->told++ < COMPLAINTS_MAX)
        file_complain(run->reader, run->in, error);
    else if (run->told == COMPLAINTS_MAX + 1)
        fputs("flank: and more\n", stderr);
}

static int convert_game(conversion *run, const flank_sheet *sheet)
{
    flank_error error = {0};
    file_print_notes(&run->notes, run->reader, run->in, sheet);
    const flank_status status = flank_writer_write(run->writer, sheet, &error);
    if (status == FLANK_NOT_SUPPORTED) {
        progress_clear(&run->progress);
        run->refused++;
        if (run->told++ < COMPLAINTS_MAX) {
            const file_place place = file_place_of_game(run->reader, run->in);
            file_complain_at(&place, error_english(&error));
        }
        return CLI_DONE;
    }
    if (status)
        return file_complain_writer(run->out, status, &error);
    run->games++;
    const double read = run->bytes_before + (double)flank_reader_consumed(run->reader);
    progress_show(&run->progress, run->all_games + run->games, "games", run->bytes > 0 ? read / run->bytes : 0);
    return CLI_DONE;
}

static int convert_games(conversion *run)
{
    for (;;) {
        flank_sheet *sheet;
        flank_error error = {0};
        const flank_status status = flank_reader_next(run->reader, &sheet, &error);
        if (flank_stop_is_raised(&run->interrupted)) { /* then the end of the file may be none */
            if (status == FLANK_OK)
                flank_sheet_destroy(sheet);
            return CLI_INTERRUPTED;
        }
        if (status == FLANK_NOT_FOUND && !run->games && !run->refused)
            return complain(CLI_DATA, "%s: there is no game in it", run->in);
        if (status == FLANK_NOT_FOUND)
            return run->refused ? CLI_DATA : CLI_DONE;
        if (status == FLANK_CANNOT_READ || status == FLANK_NO_MEMORY)
            return complain(status == FLANK_NO_MEMORY ? CLI_INTERNAL : CLI_NO_INPUT, "%s: %s", run->in,
                            error_english(&error));
        if (status) {
            complain_game(run, &error);
            continue;
        }
        const int written = convert_game(run, sheet);
        flank_sheet_destroy(sheet);
        if (written)
            return written;
    }
}

/* `error` says why the file in work could not be opened; NULL: it could. */
static void report_file(conversion *run, const char *error)
{
    text_buffer *out = &run->reports;
    json_open_object(out, NULL);
    json_string(out, "in", run->in);
    json_string(out, "from", run->found ? flank_format_name(run->found) : NULL);
    json_count(out, "games", run->games);
    json_count(out, "refused", run->refused);
    json_count(out, "notes", run->notes.games);
    if (error)
        json_string(out, "error", error);
    json_close_object(out);
}

static void print_json(const conversion *run)
{
    const bool is_one = run->file_count == 1;
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    if (is_one)
        json_string(&out, "in", run->in);
    json_string(&out, "out", run->out);
    if (is_one)
        json_string(&out, "from", flank_format_name(run->found));
    json_string(&out, "to", flank_format_name(run->to));
    json_count(&out, "games", run->all_games);
    json_count(&out, "refused", run->all_refused);
    json_count(&out, "notes", run->all_notes);
    file_add_json_losses(&out, run->writer);
    if (!is_one)
        text_addf(&out, ",\"files\":[%s]", run->reports.bytes);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int open_in(conversion *run)
{
    const flank_reader_options options = {.format = run->from, .game = run->game};
    flank_status status = FLANK_OK;
    flank_error error = {0};
    run->reader = file_reader(run->in, &options, run->watch, &status, &error);
    run->found = run->reader ? flank_reader_format(run->reader) : NULL;
    if (run->reader)
        return CLI_DONE;
    if (flank_stop_is_raised(&run->interrupted))
        return CLI_INTERRUPTED;
    report_file(run, error_english(&error));
    return complain(file_exit_status(status), "%s: %s", run->in, error_english(&error));
}

/* The first file that can be read creates OUT. */
static int convert_file(conversion *run, const char *in)
{
    run->in = in;
    run->games = run->refused = run->notes.games = 0;
    int status = open_in(run);
    if (status == CLI_DONE && !run->writer)
        status = file_create(run->out, run->to, &run->writer);
    if (status == CLI_DONE) {
        status = convert_games(run);
        progress_clear(&run->progress);
        file_print_more_notes(&run->notes, in);
        report_file(run, NULL);
        run->bytes_before += file_size(in);
        run->all_games += run->games;
        run->all_refused += run->refused;
        run->all_notes += run->notes.games;
    }
    flank_reader_close(run->reader);
    run->reader = NULL;
    return status;
}

static bool is_fault_of_file(int status) { return status == CLI_DATA || status == CLI_NO_INPUT; }

/* One file after the other. A fault of one does not keep the others out. */
static int convert_files(conversion *run)
{
    int result = CLI_DONE;
    for (size_t i = 0; i < run->file_count; i++) {
        const int status = convert_file(run, run->files[i]);
        if (status && !is_fault_of_file(status))
            return status;
        result = result ? result : status;
    }
    return result;
}

/* Finish OUT, if it was begun; `status` is how the conversion went. */
static int finish(conversion *run, int status)
{
    const bool in_part = status == CLI_DATA || (status == CLI_NO_INPUT && run->file_count > 1);
    const bool keep = status == CLI_DONE || (in_part && run->all_games > 0);
    flank_error error = {0};
    if (status != CLI_CANNOT_WRITE)
        file_print_losses(run->writer, run->to);
    if (run->json && strcmp(run->out, "-") != 0)
        print_json(run);
    const flank_status closed = flank_writer_close(run->writer, keep, &error);
    if (closed)
        status = file_complain_writer(run->out, closed, &error);
    const int flushed = output_flush();
    return flushed ? flushed : status;
}

/* A pattern of names without OUT would write over the last of them. */
static int check_out(const conversion *run)
{
    if (run->file_count == 1 || file_size(run->out) == 0)
        return CLI_DONE;
    return complain(CLI_USAGE,
                    "convert: %s is there already; of several files the last is written: name a new one, or - for "
                    "standard output",
                    run->out);
}

int cmd_convert(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    const size_t last = arguments->operand_count - 1;
    conversion run = {.files = arguments->operands,
                      .file_count = last,
                      .out = arguments->operands[last],
                      .json = option[OPTION_JSON].given};
    int status = file_find_format("--from", &option[OPTION_FROM], &run.from);
    if (status == CLI_DONE)
        status = file_choose_format(&option[OPTION_TO], run.out, &run.to);
    if (status == CLI_DONE)
        status = check_out(&run);
    if (status)
        return status;
    if (option[OPTION_GAME].given)
        run.game = flank_game_find(option[OPTION_GAME].text);
    run.bytes = file_total_size(run.files, run.file_count);
    run.progress = progress_start();
    run.notes.progress = &run.progress;
    run.watch = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, &run);
    status = convert_files(&run);
    if (run.writer)
        status = finish(&run, status);
    interrupt_watch_stop(run.watch);
    text_free(&run.reports);
    return status;
}
