/* SPDX-License-Identifier: MIT
 *
 * flank farm submit analyze: the games of files become the units of a run.
 *
 * They are read as flank analyze reads them and stored some at a time, so that memory does not grow with the archive. A
 * game that cannot be read is named, and then the run is dropped.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/file_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"
#include "core/error.h"
#include "farm/farm_game_unit.h"

#include <flank/flank.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64, COMPLAINTS_MAX = 20 };

typedef struct submitting {
    const farm_given *given;
    interrupt_watch *watch;
    flank_stop interrupted;
    progress_line progress;
    double total_bytes, bytes; /* of all files, and of those that are done */
    const farm_plan *plan;
    int64_t run, stored; /* units; a run of 0 is not begun yet */
    text_buffer chunk[CHUNK];
    size_t held; /* of the chunk */
    size_t refused;
} submitting;

static void on_interrupt(void *user) { flank_stop_raise(&((submitting *)user)->interrupted); }

/* The first chunk begins a run that another submit was filling. */
static int store_chunk(submitting *of)
{
    farm_bytes units[CHUNK];
    flank_error error = {0};
    const int begun = of->run ? CLI_DONE : farm_begin_run(of->given, of->plan, &of->run);
    if (begun)
        return begun;
    for (size_t i = 0; i < of->held; i++)
        units[i] = (farm_bytes){of->chunk[i].bytes, of->chunk[i].length};
    const flank_status status =
        of->given->kind->add_units(of->given->store, of->run, of->stored, units, of->held, &error);
    of->stored += (int64_t)of->held;
    of->held = 0;
    return status ? farm_complain(of->given, status, &error) : CLI_DONE;
}

/* Tell of a game that is none, if not too many were told before. */
static int refuse(submitting *of, const flank_reader *reader, const char *file, const flank_error *error)
{
    progress_clear(&of->progress);
    return of->refused++ < COMPLAINTS_MAX ? file_complain(reader, file, error) : CLI_DATA;
}

static int take_game(submitting *of, const flank_reader *reader, const char *file, const flank_sheet *sheet)
{
    const file_place in_file = file_place_of_game(reader, file);
    farm_game_place place = {.line = in_file.line, .offset = in_file.offset};
    flank_error error = {0};
    text_buffer *unit = &of->chunk[of->held];
    snprintf(place.file, sizeof place.file, "%s", in_file.name);
    text_clear(unit);
    const flank_status status = farm_game_unit_write(unit, &place, sheet, &error);
    if (status == FLANK_NOT_SUPPORTED)
        return refuse(of, reader, file, &error);
    if (status)
        return complain(CLI_INTERNAL, "not enough memory");
    of->held++;
    const double done = of->bytes + (double)flank_reader_consumed(reader);
    progress_show(&of->progress, (size_t)of->stored + of->held, "games",
                  of->total_bytes > 0 ? done / of->total_bytes : 0);
    return of->held == CHUNK ? store_chunk(of) : CLI_DONE;
}

/* Games that are none do not end it, so that all of them are told. */
static int read_games(submitting *of, flank_reader *reader, const char *file)
{
    int status = CLI_DONE;
    while (!flank_stop_is_raised(&of->interrupted)) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        const flank_status read = flank_reader_next(reader, &sheet, &error);
        if (read == FLANK_NOT_FOUND)
            break;
        const int taken = read ? refuse(of, reader, file, &error) : take_game(of, reader, file, sheet);
        if (!read)
            flank_sheet_destroy(sheet);
        status = taken ? taken : status;
        if (taken && taken != CLI_DATA)
            break;
    }
    return status;
}

static int read_files(submitting *of, char *const *files, size_t count, const flank_reader_options *reading)
{
    int status = CLI_DONE;
    for (size_t i = 0; i < count && (!status || status == CLI_DATA); i++) {
        flank_status failed = FLANK_OK;
        flank_error error = {0};
        flank_reader *reader = file_reader(files[i], reading, of->watch, &failed, &error);
        const int read = reader ? read_games(of, reader, files[i])
                                : complain(file_exit_status(failed), "%s: %s", files[i], error_english(&error));
        flank_reader_close(reader);
        of->bytes += file_size(files[i]);
        status = read ? read : status;
    }
    progress_clear(&of->progress);
    if (flank_stop_is_raised(&of->interrupted))
        return complain(CLI_INTERRUPTED, "farm: interrupted; nothing was submitted");
    return status ? status : of->held ? store_chunk(of) : CLI_DONE;
}

static int fill(submitting *of, const farm_plan *plan, char *const *files, size_t count,
                const flank_reader_options *reading, bool json)
{
    of->plan = plan;
    int status = farm_is_filling(of->given, plan->name) ? CLI_DONE : farm_begin_run(of->given, plan, &of->run);
    if (status)
        return status;
    of->watch = interrupt_watch_start(INTERRUPT_ENDING, on_interrupt, of);
    if (!of->watch)
        return complain(CLI_INTERNAL, "no thread can be started");
    status = read_files(of, files, count, reading);
    interrupt_watch_stop(of->watch);
    if (!status && of->stored == 0)
        status = complain(CLI_DATA, "farm: there is no game in %s", count == 1 ? files[0] : "these files");
    return status ? status : farm_open_run(of->given, plan, of->run, json);
}

int farm_submit_games(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan)
{
    const option_value *option = arguments->option;
    char *const *files = arguments->operands + 3;
    const size_t count = arguments->operand_count - 3;
    flank_reader_options reading = {NULL};
    char level[16];
    farm_plan of_games = *plan;
    of_games.kind = "analyze";
    submitting *of = calloc(1, sizeof *of);
    if (!of)
        return complain(CLI_INTERNAL, "not enough memory");
    snprintf(level, sizeof level, "%d", (int)option[OPTION_LEVEL].number);
    of_games.params = level;
    of->given = given;
    of->progress = progress_start();
    of->total_bytes = file_total_size(files, count);
    const int status = fill(of, &of_games, files, count, &reading, option[OPTION_JSON].given);
    for (size_t i = 0; i < CHUNK; i++)
        text_free(&of->chunk[i]);
    free(of);
    return status;
}
