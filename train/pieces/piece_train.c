/* SPDX-License-Identifier: MIT
 *
 * Train a piece network of draughts or Lines of Action:
 *
 *    piece_train GAME NEW.network [--start FILE.network] [--resume] [--threads N] [--epochs N] [--rate X] [--result X]
 *        [--batch N] [--seed N] FOLDER…
 *
 * FOLDERs have files of rows (piece_games); one in 40 is held out. A label is the game's result (--result of it, 0.5)
 * and the score of the search, as chances. The result depends on the rows and the settings alone, not on the threads,
 * the CPU or where a run was interrupted.
 *
 * After each epoch NEW.network is the network so far and NEW.network.state the run: whatever ends the program loses an
 * epoch at most, and --resume goes on with the settings of the state. It is removed when all is done.
 *
 * Each epoch prints a line: the mean loss in training, and losses against results of rows held out: of the model, of
 * the evaluation built in, and of the searches that played.
 */
#include "core/clock.h"
#include "core/tool_end.h"
#include "games/game_table.h"
#include "train/number_option.h"
#include "train/pieces/piece_file.h"
#include "train/pieces/piece_judge.h"
#include "train/pieces/piece_state.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    FEW_ROWS = 1 << 21,
    BATCH = 8192,
    BATCH_OF_FEW = 4096,
    BATCH_MAX = 1 << 20,
    EPOCHS = 20,
    EPOCHS_MAX = 100000,
    SEED_MAX = 1000000000,
    DRAUGHTS_PIECES_A_PHASE = 4, /* of 32 pieces */
    LOA_PIECES_A_PHASE = 3,      /* of 24 */
    USAGE = 64,
    BAD_INPUT = 65,
    NO_INPUT = 66,
    NO_MEMORY = 70,
    CANNOT_WRITE = 74,
};

typedef struct request {
    const flank_game *game;
    const char *out, *start;
    const char **folders; /* among the arguments */
    size_t folders_count;
    piece_settings settings; /* batch: 0 if it was not given */
    int threads;
    bool resumes;
    bool sets; /* an option was given that a state has, too */
} request;

static int complain(int status, const char *what, const char *why)
{
    fprintf(stderr, "piece_train: %s: %s\n", what, why);
    return status;
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

enum { THREADS, EPOCHS_OPTION, BATCH_OPTION, SEED, RATE, RESULT, NUMBERS };

static const number_option numbers[NUMBERS] = {
    [THREADS] = {"--threads", 1, PIECE_THREADS_MAX, true, false},
    [EPOCHS_OPTION] = {"--epochs", 1, EPOCHS_MAX, true, true},
    [BATCH_OPTION] = {"--batch", 1, BATCH_MAX, true, true},
    [SEED] = {"--seed", 0, SEED_MAX, true, true},
    [RATE] = {"--rate", 1e-9, 1, false, true},
    [RESULT] = {"--result", 0, 1, false, true},
};

static void set_number(request *asked, int option, double number)
{
    piece_settings *settings = &asked->settings;
    switch (option) {
    case THREADS:
        asked->threads = (int)number;
        break;
    case EPOCHS_OPTION:
        settings->epochs = (uint32_t)number;
        break;
    case BATCH_OPTION:
        settings->batch = (uint32_t)number;
        break;
    case SEED:
        settings->seed = (uint64_t)number;
        break;
    case RATE:
        settings->rate = (float)number;
        break;
    default:
        settings->result = (float)number;
    }
}

/* 0, or 64 with a line. */
static int take_number(request *asked, const char *name, const char *text)
{
    const int option = number_option_find(numbers, NUMBERS, name);
    double number;
    if (option < 0)
        return complain(USAGE, name, "no such option");
    if (!number_option_read(&numbers[option], text, &number))
        return complain(USAGE, name, text ? text : "a number is missing");
    set_number(asked, option, number);
    asked->sets |= numbers[option].of_settings;
    return 0;
}

/* 0, or 64 with a line. */
static int take_options(request *asked, int argc, char **argv)
{
    for (int i = 3; i < argc; i++) {
        int status = 0;
        if (strcmp(argv[i], "--resume") == 0)
            asked->resumes = true;
        else if (strcmp(argv[i], "--start") == 0)
            asked->start = i + 1 < argc ? argv[++i] : "";
        else if (argv[i][0] != '-')
            asked->folders[asked->folders_count++] = argv[i];
        else {
            status = take_number(asked, argv[i], argv[i + 1]); /* NULL behind the last */
            i++;
        }
        if (status)
            return status;
    }
    return 0;
}

/* 0, or 64 with a line. `asked->folders` has room for all arguments. */
static int take_arguments(request *asked, int argc, char **argv)
{
    if (argc < 4)
        return complain(USAGE, "usage", "piece_train GAME NEW.network [OPTION]... FOLDER...");
    asked->game = flank_game_find(argv[1]);
    asked->out = argv[2];
    if (!asked->game || !piece_judge_knows(asked->game))
        return complain(USAGE, argv[1], "not a game of pieces: draughts or loa");
    if (asked->out[0] == '-')
        return complain(USAGE, asked->out, "NEW.network stands before options");
    const int status = take_options(asked, argc, argv);
    if (status)
        return status;
    if (asked->folders_count == 0)
        return complain(USAGE, "FOLDER", "is missing");
    if (asked->resumes && (asked->sets || asked->start))
        return complain(USAGE, "--resume", "takes the settings of the state");
    asked->settings.hundredths = piece_judge_hundredths(asked->game);
    asked->settings.symmetries = asked->game->symmetries;
    asked->settings.pieces_a_phase =
        strcmp(asked->game->name, "loa") == 0 ? LOA_PIECES_A_PHASE : DRAUGHTS_PIECES_A_PHASE;
    return 0;
}

/* ---- A run ------------------------------------------------------------------------------------------------------- */

typedef struct run {
    const request *asked;
    piece_rows fit, held_out;
    piece_trainer trainer;
    float *outputs;            /* of the model, for rows held out */
    double built_in, searched; /* losses of rows held out */
    char *state;               /* its path */
    double begun_s;
} run;

/* 0, or the status with a line. */
static int read_rows(run *work)
{
    char *fault = NULL;
    const request *asked = work->asked;
    const flank_status status =
        piece_rows_read(asked->folders, asked->folders_count, &work->fit, &work->held_out, &fault);
    int ends = 0;
    if (status == FLANK_CANNOT_READ)
        ends = complain(NO_INPUT, fault, strerror(errno));
    else if (status == FLANK_BAD_FILE)
        ends = complain(BAD_INPUT, fault, "not a file of rows");
    else if (status != FLANK_OK)
        ends = complain(NO_MEMORY, "rows", "no memory");
    else if (work->fit.count == 0 || work->fit.count > UINT32_MAX)
        ends = complain(BAD_INPUT, asked->folders[0], work->fit.count ? "too many rows" : "no rows to train with");
    else
        printf("%zu positions, %zu held out\n", work->fit.count, work->held_out.count);
    free(fault);
    return ends;
}

/* Losses that no epoch changes. */
static void judge_held_out(run *work)
{
    const double scale = work->trainer.settings.hundredths, count = (double)work->held_out.count;
    for (size_t i = 0; i < work->held_out.count; i++) {
        const piece_row *row = &work->held_out.list[i];
        const flank_rules usual = {{0}};
        const flank_position position = {
            .own = row->own, .other = row->other, .kings = row->kings, .color = row->color};
        const double result = (row->result + 1) / 2.0;
        work->built_in += piece_loss(work->asked->game->evaluate(&usual, &position) / scale, result) / count;
        work->searched += piece_loss(row->score / scale, result) / count;
    }
}

static int complain_of(flank_status status, const char *path, const char *wrong)
{
    return status == FLANK_OK             ? 0
           : status == FLANK_CANNOT_READ  ? complain(NO_INPUT, path, strerror(errno))
           : status == FLANK_NO_MEMORY    ? complain(NO_MEMORY, path, "no memory")
           : status == FLANK_BAD_ARGUMENT ? complain(BAD_INPUT, path, "is of other games")
                                          : complain(BAD_INPUT, path, wrong);
}

/* The settings of a new run, or those of the state. 0, or the status with a line. */
static int settle(const run *work, piece_settings *settings)
{
    const request *asked = work->asked;
    *settings = asked->settings;
    if (asked->resumes) {
        const int status =
            complain_of(piece_state_settings(work->state, settings), work->state, "not the state of a run");
        const bool fits = settings->hundredths == asked->settings.hundredths &&
                          settings->symmetries == asked->settings.symmetries &&
                          settings->pieces_a_phase == asked->settings.pieces_a_phase;
        return status || fits ? status : complain(BAD_INPUT, work->state, "is of another game");
    }
    if (settings->batch == 0)
        settings->batch = work->fit.count < FEW_ROWS ? BATCH_OF_FEW : BATCH;
    return 0;
}

static int start_from(run *work, const char *path)
{
    piece_network start;
    const int status = complain_of(piece_file_read(path, &start), path, "not a piece network");
    if (status)
        return status;
    if (start.hundredths != work->trainer.settings.hundredths ||
        start.pieces_a_phase != work->trainer.settings.pieces_a_phase)
        return complain(BAD_INPUT, path, "is of another game");
    piece_model_begin_from(work->trainer.model, &start);
    return 0;
}

/* 0, or the status with a line. */
static int begin(run *work)
{
    const request *asked = work->asked;
    piece_settings settings;
    int status = read_rows(work);
    if (status == 0)
        status = settle(work, &settings);
    if (status)
        return status;
    work->outputs = malloc((work->held_out.count + 1) * sizeof *work->outputs);
    if (!piece_trainer_begin(&work->trainer, &settings, &work->fit, asked->threads, FLANK_CPU_BEST) || !work->outputs)
        return complain(NO_MEMORY, "network", "no memory");
    judge_held_out(work);
    if (asked->resumes)
        return complain_of(piece_state_read(work->state, &work->trainer), work->state, "not the state of a run");
    return asked->start ? start_from(work, asked->start) : 0;
}

static void tell(run *work, double loss)
{
    double held_out = 0;
    piece_trainer_ask(&work->trainer, work->held_out.list, work->held_out.count, work->outputs);
    for (size_t i = 0; i < work->held_out.count; i++)
        held_out += piece_loss((double)work->outputs[i], (work->held_out.list[i].result + 1) / 2.0);
    printf("epoch %u of %u: training %.5f", work->trainer.done, work->trainer.settings.epochs, loss);
    if (work->held_out.count)
        printf(", held out %.5f (built in %.5f, searches %.5f)", held_out / (double)work->held_out.count,
               work->built_in, work->searched);
    printf(", %.0f s\n", clock_now_s() - work->begun_s);
    fflush(stdout);
}

/* The network first: a state that says an epoch is done has its network beside it. 0, or 74 with a line. */
static int keep(const run *work)
{
    piece_network network;
    const piece_settings *settings = &work->trainer.settings;
    piece_model_round(work->trainer.model, settings->hundredths, settings->pieces_a_phase, &network);
    int why = piece_file_write(work->asked->out, &network);
    if (why)
        return complain(CANNOT_WRITE, work->asked->out, strerror(why));
    why = piece_state_write(work->state, &work->trainer);
    return why ? complain(CANNOT_WRITE, work->state, strerror(why)) : 0;
}

/* 0 when all epochs are done, or the status. */
static int train(run *work)
{
    work->begun_s = clock_now_s();
    while (work->trainer.done < work->trainer.settings.epochs) {
        const double loss = piece_trainer_epoch(&work->trainer);
        const int status = keep(work);
        if (status)
            return status;
        tell(work, loss);
    }
    unlink(work->state);
    return 0;
}

static int run_all(const request *asked)
{
    run work = {.asked = asked};
    const size_t size = strlen(asked->out) + sizeof ".state";
    work.state = malloc(size);
    if (!work.state)
        return complain(NO_MEMORY, asked->out, "no memory");
    snprintf(work.state, size, "%s.state", asked->out);
    int status = begin(&work);
    if (status == 0)
        status = train(&work);
    if (work.trainer.tasks)
        piece_trainer_end(&work.trainer);
    piece_rows_free(&work.fit);
    piece_rows_free(&work.held_out);
    free(work.outputs);
    free(work.state);
    return status;
}

int main(int argc, char **argv)
{
    request asked = {.folders = calloc((size_t)argc + 1, sizeof *asked.folders),
                     .settings = {.epochs = EPOCHS, .rate = 0.003F, .result = 0.5F, .seed = 1},
                     .threads = 1};
    int status = asked.folders ? take_arguments(&asked, argc, argv) : complain(NO_MEMORY, "arguments", "no memory");
    if (status == 0)
        status = run_all(&asked);
    free(asked.folders);
    return tool_end("piece_train", status);
}
