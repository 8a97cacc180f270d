/* SPDX-License-Identifier: MIT
 *
 * flank farm submit selfplay: games for flank train, and their export into its folder.
 */
#include "cli/farm/farm_command.h"

#include "cli/input/engine_input.h"
#include "core/error.h"
#include "farm/farm_selfplay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <zlib.h>

/* ---- Submit ------------------------------------------------------------------------------------------------------ */

static int take_number(const option_value *option, int usual) { return option->given ? (int)option->number : usual; }

/* Read the weights of the command line: `*weights` is to be freed. */
static int read_weights(const cli_arguments *arguments, farm_selfplay *run, uint8_t **weights)
{
    const char *path = arguments->option[OPTION_EVAL].text;
    engine_input input;
    const int status = engine_input_read(arguments, &input); /* they are weights */
    engine_input_close(&input);
    if (status)
        return status;
    FILE *file = fopen(path, "rb");
    *weights = malloc(FARM_NOTE_MAX + 1);
    run->weights_bytes = file && *weights ? fread(*weights, 1, FARM_NOTE_MAX + 1, file) : 0;
    const bool read = run->weights_bytes > 0 && run->weights_bytes <= FARM_NOTE_MAX && !ferror(file);
    if (file)
        fclose(file);
    if (!*weights)
        return complain(CLI_INTERNAL, "not enough memory");
    run->weights_crc = (uint32_t)crc32_z(0, *weights, run->weights_bytes);
    return read ? CLI_DONE : complain(CLI_NO_INPUT, "%s: cannot read", path);
}

/* All but the weights. */
static int read_plan(const cli_arguments *arguments, farm_selfplay *run, int64_t *games)
{
    const option_value *option = arguments->option;
    const int round = take_number(&option[OPTION_ROUND], 0);
    const train_play usual = train_play_of_round(round);
    *run = (farm_selfplay){.play = {.round = round,
                                    .depth_plies = take_number(&option[OPTION_DEPTH], usual.depth_plies),
                                    .solve_empties = take_number(&option[OPTION_EXACT], usual.solve_empties),
                                    .random_plies = take_number(&option[OPTION_RANDOM], usual.random_plies),
                                    .seed = (uint64_t)take_number(&option[OPTION_SEED], 0)}};
    *games = option[OPTION_GAMES].given ? option[OPTION_GAMES].number : train_round_games(round);
    if (*games % TRAIN_CHUNK_GAMES)
        return complain(CLI_USAGE, "farm: --games takes a multiple of %d, the games of a file, not '%s'",
                        TRAIN_CHUNK_GAMES, option[OPTION_GAMES].text);
    if (round > 0 && !option[OPTION_EVAL].given)
        return complain(CLI_USAGE,
                        "farm: games of round %d are played with the weights of round %d; say --eval FOLDER/weights-%d",
                        round, round - 1, round - 1);
    return CLI_DONE;
}

static flank_status add_units(const farm_given *given, int64_t run, int64_t units, flank_error *error)
{
    enum { PART = 1024 };
    char texts[PART][FARM_SELFPLAY_UNIT_SIZE];
    farm_bytes list[PART];
    flank_status status = FLANK_OK;
    for (int64_t at = 0; at < units && !status;) {
        size_t count = 0;
        for (; count < PART && at + (int64_t)count < units; count++)
            list[count] = (farm_bytes){texts[count], farm_selfplay_write_unit(at + (int64_t)count, texts[count])};
        status = given->kind->add_units(given->store, run, at, list, count, error);
        at += (int64_t)count;
    }
    return status;
}

int farm_submit_selfplay(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan)
{
    farm_selfplay asked;
    farm_plan of_games = *plan;
    char params[FARM_SELFPLAY_PARAMS_SIZE];
    uint8_t *weights = NULL;
    flank_error error = {0};
    int64_t games, run;
    int status = read_plan(arguments, &asked, &games);
    if (!status && arguments->option[OPTION_EVAL].given)
        status = read_weights(arguments, &asked, &weights);
    if (!status) {
        farm_selfplay_write(&asked, params);
        of_games.kind = FARM_SELFPLAY_KIND;
        of_games.params = params;
        status = farm_begin_run(given, &of_games, &run);
    }
    if (!status) {
        const farm_bytes note = {weights, asked.weights_bytes};
        flank_status failed = FLANK_OK;
        if (weights)
            failed = given->kind->add_note(given->store, run, FARM_SELFPLAY_WEIGHTS, note, &error);
        if (!failed)
            failed = add_units(given, run, games / FARM_SELFPLAY_GAMES, &error);
        if (failed)
            status = farm_complain(given, failed, &error);
    }
    free(weights);
    return status ? status : farm_open_run(given, &of_games, run, arguments->option[OPTION_JSON].given);
}

/* ---- Export ------------------------------------------------------------------------------------------------------ */

enum { CHUNK_UNITS = TRAIN_CHUNK_GAMES / FARM_SELFPLAY_GAMES };

typedef struct writing {
    const char *folder;
    int round;
    train_records records; /* of the chunk */
    int units;             /* of it that are answered */
    int64_t chunks, open;
    flank_status status; /* of files and answers, with `error`; not of the store */
    flank_error error;
} writing;

static flank_status write_chunk(writing *of, int chunk)
{
    char path[TRAIN_PATH_SIZE];
    train_chunk_path(of->folder, TRAIN_GAMES, of->round, chunk, path);
    if (!train_chunk_write(path, &of->records))
        return error_say(&of->error, FLANK_CANNOT_WRITE, 0, SAY(IN), say_text(path), SAY(CANNOT_WRITE_BECAUSE),
                         say_system(errno));
    of->chunks++;
    return FLANK_OK;
}

/* Chunks that are whole: others are left for a later export. */
static int take_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    writing *of = user;
    (void)payload;
    if (at % CHUNK_UNITS == 0)
        of->units = 0, of->records.count = 0;
    of->open += !answer;
    of->units += answer != NULL;
    if (answer)
        of->status = farm_selfplay_take(*answer, &of->records, &of->error);
    if (!of->status && of->units == CHUNK_UNITS)
        of->status = write_chunk(of, (int)(at / CHUNK_UNITS));
    return of->status ? FLANK_ENOUGH : FLANK_OK;
}

static int make_folder(const char *folder)
{
    flank_error error = {0};
    struct stat there;
    if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &there) == 0 && S_ISDIR(there.st_mode)))
        return CLI_DONE;
    const int why = errno == EEXIST ? ENOTDIR : errno;
    error_say(&error, FLANK_CANNOT_WRITE, 0, SAY(IN), say_text(folder), SAY(CANNOT_WRITE_BECAUSE), say_system(why));
    return complain(CLI_CANNOT_WRITE, "%s", error_english(&error));
}

static int write_chunks(const farm_given *given, const farm_run *run, writing *of)
{
    flank_error error = {0};
    const flank_status failed = given->kind->each_unit(given->store, run->id, take_unit, of, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    if (of->status == FLANK_CANNOT_WRITE)
        return complain(CLI_CANNOT_WRITE, "%s", error_english(&of->error));
    if (of->status)
        return farm_complain(given, of->status, &of->error);
    printf("%s: %lld file%s of games of round %d\n", of->folder, (long long)of->chunks, of->chunks == 1 ? "" : "s",
           of->round);
    farm_say_open(run, of->open, "unit", "units");
    return output_flush();
}

int farm_export_selfplay(const farm_given *given, const cli_arguments *arguments, const farm_run *run)
{
    farm_selfplay played;
    char *params = NULL;
    flank_error error = {0};
    if (arguments->operand_count < 4)
        return complain(CLI_USAGE,
                        "farm: run %s is games; say where they go, as in 'flank farm export STORE %s FOLDER'",
                        run->name, run->name);
    if (arguments->option[OPTION_JSON].given)
        return complain(CLI_USAGE, "farm: --json means nothing to the export of games");
    flank_status failed = given->kind->get_params(given->store, run->id, &params, &error);
    if (!failed)
        failed = farm_selfplay_read(params, &played, &error);
    free(params);
    if (failed)
        return farm_complain(given, failed, &error);
    writing of = {.folder = arguments->operands[3], .round = played.play.round};
    int status = make_folder(of.folder);
    if (!status)
        status = write_chunks(given, run, &of);
    train_records_free(&of.records);
    return status;
}
