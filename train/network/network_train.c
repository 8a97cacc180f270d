/* SPDX-License-Identifier: MIT
 *
 * Train a network without a GPU:
 *
 *    network_train OUT.network --games FOLDER… [--threads N] [--steps N] [--batch N] [--rate X] [--decay X]
 *        [--epsilon X] [--seed N] [--width 32|64] [--start FILE.network] [--drop N] [--coarse N] [--every SECONDS]
 *        [--resume STATE]
 *
 * FOLDERs have files of games (network_games play); one in 40 is held out. The result depends on the games and the
 * settings alone, not on the threads, the CPU or where a run was interrupted. The run is kept in OUT.network.state
 * every minute (--every), and when SIGINT or SIGTERM ends it; --resume goes on from there with the settings in it.
 *
 * Rows that the games show at most --drop times (0) are left out of the file; those shown at most --coarse times (10)
 * are rounded to multiples of 8. -1 for none.
 */
#include "core/clock.h"
#include "core/error.h"
#include "core/tool_end.h"
#include "train/network/network_state.h"
#include "train/network/network_write.h"
#include "train/number_option.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    STEPS = 6000,
    BATCH = 16384,
    BATCH_MAX = 1 << 20,
    STEPS_MAX = 100000000,
    COUNT_MAX = 1000000000,
    EVERY_S = 60,
    TELL_S = 10,
    MEASURE_TELLS = 6, /* the error of games held out is told every so many lines */
    USAGE = 64,
    BAD_INPUT = 65,
    NO_INPUT = 66,
    NO_MEMORY = 70,
    CANNOT_WRITE = 74,
    INTERRUPTED = 130,
};

typedef struct request {
    const char *out, *start, *resume;
    const char **games; /* folders, among the arguments */
    size_t games_count;
    network_settings settings;
    network_thrift thrift;
    int threads;
    double every_s;
    bool sets; /* an option was given that a state has, too */
} request;

static int complain(int status, const char *what, const char *why)
{
    fprintf(stderr, "network_train: %s: %s\n", what, why);
    return status;
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

enum { THREADS, STEPS_OPTION, BATCH_OPTION, SEED, WIDTH, DROP, COARSE_OPTION, RATE, DECAY, EPSILON, EVERY, NUMBERS };

static const number_option numbers[NUMBERS] = {
    [THREADS] = {"--threads", 1, NETWORK_THREADS_MAX, true, false},
    [STEPS_OPTION] = {"--steps", 1, STEPS_MAX, true, true},
    [BATCH_OPTION] = {"--batch", 1, BATCH_MAX, true, true},
    [SEED] = {"--seed", 0, COUNT_MAX, true, true},
    [WIDTH] = {"--width", 32, 64, true, true},
    [DROP] = {"--drop", -1, COUNT_MAX, true, false},
    [COARSE_OPTION] = {"--coarse", -1, COUNT_MAX, true, false},
    [RATE] = {"--rate", 1e-9, 1, false, true},
    [DECAY] = {"--decay", 0, 1, false, true},
    [EPSILON] = {"--epsilon", 1e-20, 1, false, true},
    [EVERY] = {"--every", 0, 1e9, false, false},
};

static void set_number(request *asked, int option, double number)
{
    network_settings *settings = &asked->settings;
    switch (option) {
    case THREADS:
        asked->threads = (int)number;
        break;
    case STEPS_OPTION:
        settings->steps = (uint32_t)number;
        break;
    case BATCH_OPTION:
        settings->batch = (uint32_t)number;
        break;
    case SEED:
        settings->seed = (uint64_t)number;
        break;
    case WIDTH:
        settings->width = (uint32_t)number;
        break;
    case DROP:
        asked->thrift.dropped = (long)number;
        break;
    case COARSE_OPTION:
        asked->thrift.coarse = (long)number;
        break;
    case RATE:
        settings->rate = (float)number;
        break;
    case DECAY:
        settings->decay = (float)number;
        break;
    case EPSILON:
        settings->epsilon = (float)number;
        break;
    default:
        asked->every_s = number;
    }
}

/* 0, or 64 with a line. */
static int take_number(request *asked, const char *name, const char *text)
{
    const int option = number_option_find(numbers, NUMBERS, name);
    double number;
    if (option < 0)
        return complain(USAGE, name, "no such option");
    if (!number_option_read(&numbers[option], text, &number) || (option == WIDTH && number != 32 && number != 64))
        return complain(USAGE, name, text ? text : "a number is missing");
    set_number(asked, option, number);
    asked->sets |= numbers[option].of_settings;
    return 0;
}

/* 0, or 64 with a line. */
static int take_arguments(request *asked, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        int status = 0;
        if (strcmp(name, "--games") == 0) {
            asked->games = (const char **)(argv + i + 1);
            for (asked->games_count = 0; i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0; i++)
                asked->games_count++;
        } else if (strncmp(name, "--", 2) != 0 && !asked->out)
            asked->out = name;
        else if (strcmp(name, "--start") == 0 && value)
            asked->start = argv[++i];
        else if (strcmp(name, "--resume") == 0 && value)
            asked->resume = argv[++i];
        else {
            status = take_number(asked, name, value);
            i++;
        }
        if (status)
            return status;
    }
    if (!asked->out || asked->games_count == 0)
        return complain(USAGE, "usage", "network_train OUT.network --games FOLDER... [OPTION NUMBER]...");
    if (asked->resume && (asked->sets || asked->start))
        return complain(USAGE, "--resume", "takes the settings of the state");
    return 0;
}

/* ---- A run ------------------------------------------------------------------------------------------------------- */

typedef struct run {
    const request *asked;
    network_positions fit, held_out;
    network_trainer trainer;
    char *state; /* its path */
    sigset_t ending;
    double begun_s, told_s, kept_s;
    uint32_t told_steps;
    int lines;
} run;

/* 0, or the status with a line. */
static int read_games(run *work)
{
    char *fault = NULL;
    const request *asked = work->asked;
    const flank_status status =
        network_positions_read(asked->games, asked->games_count, &work->fit, &work->held_out, &fault);
    int ends = 0;
    if (status == FLANK_CANNOT_READ)
        ends = complain(NO_INPUT, fault, strerror(errno));
    else if (status == FLANK_BAD_FILE)
        ends = complain(BAD_INPUT, fault, "not a file of games");
    else if (status != FLANK_OK)
        ends = complain(NO_MEMORY, "games", "no memory");
    else if (work->fit.count == 0)
        ends = complain(BAD_INPUT, asked->games[0], "no games to train with");
    else
        printf("%zu positions, %zu held out\n", work->fit.count, work->held_out.count);
    free(fault);
    return ends;
}

static int start_from(run *work, const char *path)
{
    network *start = NULL;
    flank_error error = {0};
    const flank_status status = network_read(path, &start, &error);
    if (status != FLANK_OK)
        return complain(status == FLANK_CANNOT_READ ? NO_INPUT : BAD_INPUT, path, error_english(&error));
    const bool fits = start->width == work->trainer.model.width;
    if (fits)
        network_model_begin_from(&work->trainer.model, start);
    network_destroy(start);
    return fits ? 0 : complain(BAD_INPUT, path, "has rows of another width");
}

static int complain_of_state(flank_status status, const char *path)
{
    return status == FLANK_CANNOT_READ    ? complain(NO_INPUT, path, strerror(errno))
           : status == FLANK_BAD_ARGUMENT ? complain(BAD_INPUT, path, "is of other games")
           : status == FLANK_OK           ? 0
                                          : complain(BAD_INPUT, path, "not the state of a run");
}

/* 0, or the status with a line. */
static int begin(run *work)
{
    const request *asked = work->asked;
    network_settings settings = asked->settings;
    int status = read_games(work);
    if (status == 0 && asked->resume)
        status = complain_of_state(network_state_settings(asked->resume, &settings), asked->resume);
    if (status)
        return status;
    if (!network_trainer_begin(&work->trainer, &settings, &work->fit, asked->threads, FLANK_CPU_BEST))
        return complain(NO_MEMORY, "network", "no memory");
    if (asked->resume)
        return complain_of_state(network_state_read(asked->resume, &work->trainer), asked->resume);
    if (asked->start)
        return start_from(work, asked->start);
    network_model_begin(&work->trainer.model, settings.seed);
    return 0;
}

/* The error of games held out, which rows that were not read for long blur a little. */
static void tell_held_out(run *work)
{
    network_bin bins[NETWORK_BINS + 1];
    if (work->held_out.count && network_trainer_errors(&work->trainer, &work->held_out, bins))
        printf(", held out %.3f", bins[NETWORK_BINS].error);
}

static void tell(run *work, double now_s)
{
    const network_trainer *trainer = &work->trainer;
    const double steps = trainer->done - work->told_steps;
    printf("step %u of %u, %.0f s, %.0f positions/s, error %.3f", trainer->done, trainer->settings.steps,
           now_s - work->begun_s, steps * trainer->settings.batch / (now_s - work->told_s), sqrt(trainer->running));
    if (++work->lines % MEASURE_TELLS == 0)
        tell_held_out(work);
    printf("\n");
    fflush(stdout);
    work->told_s = clock_now_s();
    work->told_steps = trainer->done;
}

/* 0, or 74 with a line. */
static int keep(run *work)
{
    const int why = network_state_write(work->state, &work->trainer);
    work->kept_s = clock_now_s();
    return why ? complain(CANNOT_WRITE, work->state, strerror(why)) : 0;
}

static bool is_asked_to_end(const run *work)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && ((sigismember(&work->ending, SIGINT) && sigismember(&pending, SIGINT)) ||
                                         (sigismember(&work->ending, SIGTERM) && sigismember(&pending, SIGTERM)));
}

/* 0 when all steps are done, or the status. */
static int train(run *work)
{
    const double every_s = work->asked->every_s, tell_s = every_s < TELL_S ? every_s : TELL_S;
    network_trainer *trainer = &work->trainer;
    work->begun_s = work->told_s = work->kept_s = clock_now_s();
    work->told_steps = trainer->done;
    while (trainer->done < trainer->settings.steps) {
        network_trainer_step(trainer);
        const double now_s = clock_now_s();
        const bool ends = is_asked_to_end(work);
        if (ends || now_s - work->kept_s >= every_s) {
            const int status = keep(work);
            if (status)
                return status;
        }
        if (ends) {
            printf("stopped after step %u: --resume %s\n", trainer->done, work->state);
            return INTERRUPTED;
        }
        if (now_s - work->told_s >= tell_s)
            tell(work, now_s);
    }
    return 0;
}

/* 0, or the status with a line. */
static int finish(run *work)
{
    network_bin bins[NETWORK_BINS + 1];
    size_t bytes = 0;
    network_trainer_refresh(&work->trainer);
    uint32_t *usage = network_trainer_usage(&work->trainer);
    const int why =
        usage ? network_write(work->asked->out, &work->trainer.model, usage, &work->asked->thrift, &bytes) : ENOMEM;
    free(usage);
    if (why)
        return complain(why == ENOMEM ? NO_MEMORY : CANNOT_WRITE, work->asked->out, strerror(why));
    unlink(work->state);
    printf("%s: %zu bytes, error %.3f\n", work->asked->out, bytes, sqrt(work->trainer.running));
    if (work->held_out.count == 0)
        return 0;
    if (!network_trainer_errors(&work->trainer, &work->held_out, bins))
        return complain(NO_MEMORY, "errors", "no memory");
    for (int b = 0; b <= NETWORK_BINS; b++)
        printf("held out, %d to %d empty: %.3f discs, %zu positions\n", bins[b].low, bins[b].high, bins[b].error,
               bins[b].count);
    return 0;
}

/* The signals that end a run wait until a step is over, but for those that the caller has it ignore. */
static sigset_t hold_signals(void)
{
    static const int endings[] = {SIGINT, SIGTERM};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 2; i++) {
        struct sigaction inherited;
        if (sigaction(endings[i], NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
            sigaddset(&set, endings[i]);
    }
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return set;
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
    work.ending = hold_signals(); /* reading is not held up */
    if (status == 0)
        status = train(&work);
    if (status == 0)
        status = finish(&work);
    if (work.trainer.tasks)
        network_trainer_end(&work.trainer);
    network_positions_free(&work.fit);
    network_positions_free(&work.held_out);
    free(work.state);
    return status;
}

int main(int argc, char **argv)
{
    request asked = {
        .settings =
            {.width = 32, .steps = STEPS, .batch = BATCH, .rate = 0.003F, .decay = 0.1F, .epsilon = 1e-4F, .seed = 1},
        .thrift = {.dropped = 0, .coarse = 10},
        .threads = 1,
        .every_s = EVERY_S};
    int status = take_arguments(&asked, argc, argv);
    if (status == 0)
        status = run_all(&asked);
    return tool_end("network_train", status);
}
