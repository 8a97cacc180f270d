/* SPDX-License-Identifier: MIT
 *
 * flank convert: games and positions from one format to another, streaming.
 *
 * Input that cannot be read or held is named on standard error, the rest is converted, and the status tells. The file
 * OUT appears when it is complete; a conversion that is interrupted leaves what was there.
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
    const char *in, *out;
    const flank_format *from, *to;
    const flank_game *game;
    bool json;
    flank_reader *reader;
    flank_writer *writer;
    progress_line progress;
    double bytes; /* of IN, 0 if unknown */
    uint64_t games, refused;
    file_notes notes;
    flank_stop interrupted;
} conversion;

static void on_interrupt(void *user) { flank_stop_raise(&((conversion *)user)->interrupted); }

/* One game that was refused. After some of them only their number is told. */
static void complain_game(conversion *run, const flank_error *error)
{
    progress_clear(&run->progress);
    if (run->refused++ < COMPLAINTS_MAX)
        file_complain(run->reader, run->in, error);
    else if (run->refused == COMPLAINTS_MAX + 1)
        fputs("flank: and more\n", stderr);
}

static int convert_game(conversion *run, const flank_sheet *sheet)
{
    flank_error error = {0};
    file_print_notes(&run->notes, run->reader, run->in, sheet);
    const flank_status status = flank_writer_write(run->writer, sheet, &error);
    if (status == FLANK_NOT_SUPPORTED) {
        error.offset = (size_t)flank_reader_offset(run->reader);
        progress_clear(&run->progress);
        if (run->refused++ < COMPLAINTS_MAX)
            file_complain_at(run->in, flank_reader_line(run->reader), flank_reader_offset(run->reader),
                             error_english(&error));
        return CLI_DONE;
    }
    if (status)
        return file_complain_writer(run->out, status, &error);
    run->games++;
    const double read = (double)flank_reader_consumed(run->reader);
    progress_show(&run->progress, run->games, "games", run->bytes > 0 ? read / run->bytes : 0);
    return CLI_DONE;
}

static int convert_games(conversion *run)
{
    for (;;) {
        flank_sheet *sheet;
        flank_error error = {0};
        if (flank_stop_is_raised(&run->interrupted))
            return CLI_INTERRUPTED;
        const flank_status status = flank_reader_next(run->reader, &sheet, &error);
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

static void print_json(const conversion *run)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "in", run->in);
    json_string(&out, "out", run->out);
    json_string(&out, "from", flank_format_name(flank_reader_format(run->reader)));
    json_string(&out, "to", flank_format_name(run->to));
    json_count(&out, "games", run->games);
    json_count(&out, "refused", run->refused);
    file_add_json_losses(&out, run->writer);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static int convert(conversion *run)
{
    const flank_reader_options options = {.format = run->from, .game = run->game};
    int status = file_open(run->in, &options, &run->reader);
    if (status == CLI_DONE)
        status = file_create(run->out, run->to, &run->writer);
    if (status) {
        flank_reader_close(run->reader);
        return status;
    }
    run->bytes = file_size(run->in);
    status = convert_games(run);
    progress_clear(&run->progress);
    if (status != CLI_CANNOT_WRITE)
        file_print_losses(run->writer, run->to);
    if (run->json && strcmp(run->out, "-") != 0)
        print_json(run);
    flank_error error = {0};
    const bool keep = status == CLI_DONE || (status == CLI_DATA && run->games > 0);
    const flank_status closed = flank_writer_close(run->writer, keep, &error);
    if (closed)
        status = file_complain_writer(run->out, closed, &error);
    flank_reader_close(run->reader);
    const int flushed = output_flush();
    return flushed ? flushed : status;
}

int cmd_convert(const cli_arguments *arguments)
{
    const option_value *option = arguments->option;
    conversion run = {.in = arguments->operands[0], .out = arguments->operands[1], .json = option[OPTION_JSON].given};
    int status = file_find_format("--from", &option[OPTION_FROM], &run.from);
    if (status == CLI_DONE)
        status = file_choose_format(&option[OPTION_TO], run.out, &run.to);
    if (status)
        return status;
    if (option[OPTION_GAME].given)
        run.game = flank_game_find(option[OPTION_GAME].text);
    run.progress = progress_start();
    run.notes.progress = &run.progress;
    interrupt_watch *watch = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, &run);
    status = convert(&run);
    interrupt_watch_stop(watch);
    return status;
}
