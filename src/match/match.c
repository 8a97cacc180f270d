/* SPDX-License-Identifier: MIT
 *
 * The match: games are numbered, and each thread takes the lowest number that nobody has played. The number says the
 * pairing, the opening and the colours (match_plan.h). The content of a game depends on its number alone, so the order
 * in which games end, how many are played at once and where a killed match went on change nothing but what time itself
 * decides.
 *
 * Threads only play. The thread that called keeps the record, the statistics and the listener, so none of these needs a
 * lock. A program is started, and ended, by the thread whose games it plays (match_child.h). A thread has the engines
 * of one pairing; those that the next one has no use for are ended, so that memory and processes do not grow with the
 * tournament.
 */
#define _DEFAULT_SOURCE /* pthread_condattr_setclock */

#include "match/match.h"

#include "core/error.h"
#include "core/random.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TICK_MS = 20, RESTARTS = 3, UNKNOWN = -1, SOLVER_HASH = 16 << 20 };

typedef struct match_run_state match_run_state;

typedef struct worker {
    match_run_state *run;
    match_table table;
    int engines[2]; /* those that sit there, where table.players is not NULL */
    pthread_t thread;
} worker;

typedef struct finished_game {
    struct finished_game *next;
    match_game game;
} finished_game;

struct match_run_state {
    const match_options *options;
    match_setting setting; /* with `stop` */
    flank_stop stop;       /* raised when the match is decided; its parent is the caller's */
    const match_listener *listener;
    match_state *state;
    match_log *log;
    int8_t *points2; /* by game: half points of the first engine of its pairing, or UNKNOWN */
    uint64_t *seen;  /* hashes of games, open addressing, 0: empty */
    size_t seen_size;
    bool decided; /* nothing more counts */

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t news;
    size_t next; /* no game below it is still to be begun */
    bool *begun;
    finished_game *finished;
    int working;                                    /* threads that play */
    char names[MATCH_ENGINES_MAX][MATCH_NAME_SIZE]; /* "" until it was started */
    flank_status failure;
    flank_error error;
};

/* ---- Counting ---- */

/* True if a game with the same moves was seen before; it is now. */
static bool seen_before(match_run_state *run, const match_game *game)
{
    const int pairing = match_plan_pairing_of(&run->options->terms.plan, game->number);
    uint64_t hash = random_mix((uint64_t)(2 * pairing + game->first) + 1) ^
                    flank_position_hash(flank_record_position_at(game->record, 0));
    for (size_t i = 0; i < flank_record_ply(game->record); i++) {
        const flank_move move = flank_record_move_at(game->record, i);
        hash = random_mix(hash ^ move.captured) + 64 * move.from + move.to;
    }
    hash = hash ? hash : 1;
    size_t at = (size_t)hash % run->seen_size;
    for (; run->seen[at]; at = (at + 1) % run->seen_size)
        if (run->seen[at] == hash)
            return true;
    run->seen[at] = hash;
    return false;
}

static void count_pair(match_run_state *run, match_tally *tally, size_t number)
{
    const int one = run->points2[number & ~(size_t)1], other = run->points2[number | 1];
    if (one != UNKNOWN && other != UNKNOWN)
        tally->pairs[one + other]++;
}

static void judge_sprt(match_run_state *run)
{
    const match_options *options = run->options;
    match_state *state = run->state;
    if (!options->sprt)
        return;
    state->llr = match_log_likelihood_ratio(state->tallies[0].pairs, options->elo0, options->elo1);
    state->sprt = match_sprt_of(state->llr);
}

static void count_game(match_run_state *run, const match_game *game)
{
    match_state *state = run->state;
    match_tally *tally = &state->tallies[match_plan_pairing_of(&run->options->terms.plan, game->number)];
    run->points2[game->number] = (int8_t)game->points2;
    state->games++;
    *(game->points2 == 2 ? &tally->wins : game->points2 == 1 ? &tally->draws : &tally->losses) += 1;
    count_pair(run, tally, game->number);
    state->repeated += seen_before(run, game);
    state->endings[game->ending]++;
    if (game->faulty >= 0)
        state->sides[game->engines[game->faulty]].faults[game->fault.kind]++;
    for (int i = 0; i < 2; i++) {
        match_side *side = &state->sides[game->engines[i]];
        side->used_s += game->used_s[i];
        side->thought += game->thought[i];
    }
    judge_sprt(run);
    run->listener->on_game(run->listener->user, state, game);
}

/* A game of the record. One that is beyond the games asked for, or there twice, does not count. */
static flank_status take_logged(void *user, match_logged *logged)
{
    match_run_state *run = user;
    const size_t number = logged->game.number;
    if (number < run->options->games && !run->begun[number]) {
        run->begun[number] = true;
        run->state->resumed++;
        for (int i = 0; i < 2; i++)
            memcpy(run->state->sides[logged->game.engines[i]].name, logged->names[i], MATCH_NAME_SIZE);
        count_game(run, &logged->game);
    }
    match_game_free(&logged->game);
    return flank_stop_is_raised(&run->stop) ? FLANK_STOPPED : FLANK_OK; /* a long record takes its time */
}

/* ---- The threads that play ---- */

static void fail(match_run_state *run, flank_status status, const flank_error *error)
{
    pthread_mutex_lock(&run->lock);
    if (run->failure == FLANK_OK && !flank_stop_is_raised(&run->stop)) {
        run->failure = status;
        run->error = *error;
    }
    pthread_cond_signal(&run->news);
    pthread_mutex_unlock(&run->lock);
}

static void fail_memory(match_run_state *run)
{
    flank_error error = {0};
    fail(run, error_say(&error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)), &error);
}

/* The number of the next game to play; false if there is none. */
static bool take_number(match_run_state *run, size_t *number)
{
    const size_t games = run->options->games;
    pthread_mutex_lock(&run->lock);
    while (run->next < games && run->begun[run->next])
        run->next++;
    *number = run->next;
    if (run->next < games)
        run->begun[run->next] = true;
    pthread_mutex_unlock(&run->lock);
    return *number < games;
}

static void leave_seat(worker *self, int seat)
{
    if (!self->table.players[seat])
        return;
    match_player_quit(self->table.players[seat]);
    match_player_destroy(self->table.players[seat]);
    self->table.players[seat] = NULL;
}

/* Have an engine at a seat. False without memory. */
static bool take_seat(worker *self, int seat, int engine)
{
    const match_run_state *run = self->run;
    if (self->table.players[seat] && self->engines[seat] == engine)
        return true;
    leave_seat(self, seat);
    self->engines[seat] = engine;
    self->table.players[seat] = match_player_create(&run->options->entries[engine], &run->setting);
    return self->table.players[seat] != NULL;
}

/* Have an engine running. One that has run before gets more than one try. */
static bool start_player(match_run_state *run, match_player *player, int engine)
{
    flank_error error = {0};
    pthread_mutex_lock(&run->lock);
    int tries = *run->names[engine] ? RESTARTS : 1;
    pthread_mutex_unlock(&run->lock);
    flank_status status;
    while ((status = match_player_start(player, &error)) != FLANK_OK && --tries > 0 &&
           !flank_stop_is_raised(&run->stop))
        continue;
    if (status) {
        fail(run, status, &error);
        return false;
    }
    pthread_mutex_lock(&run->lock);
    strcpy(run->names[engine], match_player_name(player));
    pthread_mutex_unlock(&run->lock);
    return true;
}

/* Have both engines of a pairing at the table, running. */
static bool seat(worker *self, match_pairing pairing)
{
    for (int i = 0; i < 2; i++) {
        if (!take_seat(self, i, pairing.engines[i])) {
            fail_memory(self->run);
            return false;
        }
        if (!start_player(self->run, self->table.players[i], pairing.engines[i]))
            return false;
    }
    return true;
}

/* Start every engine of a tournament once, so that one that cannot play is told of before the first game. */
static bool try_engines(match_run_state *run)
{
    worker trial = {.run = run};
    bool good = true;
    for (int engine = 0; engine < run->options->terms.plan.engines && good; engine++) {
        good = take_seat(&trial, 0, engine);
        if (!good)
            fail_memory(run);
        good = good && start_player(run, trial.table.players[0], engine);
        leave_seat(&trial, 0);
    }
    return good;
}

static bool play_one(worker *self, size_t number, match_pairing pairing)
{
    match_run_state *run = self->run;
    const size_t opening = match_plan_opening_of(&run->options->terms.plan, number);
    finished_game *done = calloc(1, sizeof *done);
    if (done) {
        done->game = (match_game){.number = number,
                                  .engines = {pairing.engines[0], pairing.engines[1]},
                                  .first = (int)(number & 1),
                                  .record = match_openings_get(run->options->openings, opening)};
        if (done->game.record) {
            done->game.opening_plies = flank_record_ply(done->game.record);
            if (match_referee_play(&done->game, &self->table, &run->setting)) {
                pthread_mutex_lock(&run->lock);
                done->next = run->finished;
                run->finished = done;
                pthread_cond_signal(&run->news);
                pthread_mutex_unlock(&run->lock);
                return true;
            }
        }
        match_game_free(&done->game);
        free(done);
    }
    if (!flank_stop_is_raised(&run->stop))
        fail_memory(run);
    return false;
}

static void *work(void *argument)
{
    worker *self = argument;
    match_run_state *run = self->run;
    const match_plan *plan = &run->options->terms.plan;
    size_t number;
    while (!flank_stop_is_raised(&run->stop) && take_number(run, &number)) {
        const match_pairing pairing = match_plan_pairing(plan, match_plan_pairing_of(plan, number));
        if (!seat(self, pairing) || !play_one(self, number, pairing))
            break;
    }
    leave_seat(self, 0);
    leave_seat(self, 1);
    pthread_mutex_lock(&run->lock);
    run->working--;
    pthread_cond_signal(&run->news);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* ---- The thread that keeps the books ---- */

static flank_status write_game(match_run_state *run, const match_game *game, flank_error *error)
{
    text_buffer text = {NULL};
    if (!run->log)
        return FLANK_OK;
    const match_side *sides = run->state->sides;
    const char *const names[2] = {sides[game->engines[0]].name, sides[game->engines[1]].name};
    match_game_format(game, &run->options->terms, names, &text);
    const flank_status status = match_log_append(run->log, &text, error);
    text_free(&text);
    return status;
}

/* The oldest first. */
static finished_game *reversed(finished_game *list)
{
    finished_game *turned = NULL;
    while (list) {
        finished_game *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    return turned;
}

/* Write and count what has ended since, in order. */
static void take_finished(match_run_state *run, finished_game *list)
{
    for (finished_game *next; list; list = next) {
        flank_error error = {0};
        next = list->next;
        const flank_status written = run->decided ? FLANK_OK : write_game(run, &list->game, &error);
        if (written)
            fail(run, written, &error);
        run->decided = run->decided || written;
        if (!run->decided)
            count_game(run, &list->game);
        run->decided = run->decided || run->state->sprt != MATCH_SPRT_OPEN;
        match_game_free(&list->game);
        free(list);
    }
}

static void wait_for_news(match_run_state *run)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (!run->finished && run->working)
        pthread_cond_timedwait(&run->news, &run->lock, &until);
}

static void keep_books(match_run_state *run)
{
    for (bool more = true; more;) {
        pthread_mutex_lock(&run->lock);
        wait_for_news(run);
        finished_game *finished = reversed(run->finished);
        run->finished = NULL;
        more = run->working > 0;
        for (int engine = 0; engine < run->options->terms.plan.engines; engine++)
            if (*run->names[engine])
                memcpy(run->state->sides[engine].name, run->names[engine], MATCH_NAME_SIZE);
        run->decided = run->decided || run->failure != FLANK_OK;
        pthread_mutex_unlock(&run->lock);
        take_finished(run, finished);
        if (run->decided)
            flank_stop_raise(&run->stop);
        run->listener->on_tick(run->listener->user, run->state);
    }
}

/* The referee's own engine, if he needs one. False without memory. */
static bool create_solver(const match_run_state *run, flank_engine **solver)
{
    const flank_engine_options options = {.hash_bytes = SOLVER_HASH};
    const bool solves = run->setting.adjudication.solve_empties > 0;
    *solver = solves ? flank_engine_create(&options) : NULL;
    return *solver || !solves;
}

static bool start_worker(match_run_state *run, worker *self)
{
    self->run = run;
    if (create_solver(run, &self->table.solver)) {
        pthread_mutex_lock(&run->lock);
        run->working++;
        pthread_mutex_unlock(&run->lock);
        if (pthread_create(&self->thread, NULL, work, self) == 0)
            return true;
        pthread_mutex_lock(&run->lock);
        run->working--;
        pthread_mutex_unlock(&run->lock);
    }
    flank_engine_destroy(self->table.solver);
    return false;
}

/* Play what is left. */
static void play(match_run_state *run)
{
    const size_t left = run->options->games - run->state->games;
    const int wanted = left < (size_t)run->options->concurrency ? (int)left : run->options->concurrency;
    if (run->options->terms.plan.engines > 2 && !try_engines(run))
        return;
    worker *workers = calloc((size_t)wanted + 1, sizeof *workers);
    int count = 0;
    while (workers && count < wanted && start_worker(run, &workers[count]))
        count++;
    if (!workers || count < wanted)
        fail_memory(run);
    keep_books(run);
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        flank_engine_destroy(workers[i].table.solver);
    }
    free(workers);
}

static bool open_run(match_run_state *run)
{
    pthread_condattr_t monotonic;
    const size_t games = run->options->games;
    run->seen_size = 2 * games + 7;
    run->points2 = malloc(games + 1);
    run->begun = calloc(games, sizeof *run->begun);
    run->seen = calloc(run->seen_size, sizeof *run->seen);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (!run->points2 || !run->begun || !run->seen)
        return false;
    memset(run->points2, UNKNOWN, games + 1);
    return true;
}

static void close_run(match_run_state *run)
{
    match_log_close(run->log);
    free(run->points2);
    free(run->begun);
    free(run->seen);
    pthread_cond_destroy(&run->news);
    pthread_mutex_destroy(&run->lock);
}

flank_status match_run(const match_options *options, const match_listener *listener, match_state *state, size_t *line,
                       flank_error *error)
{
    assert(options->games >= 1 && options->games <= MATCH_GAMES_MAX);
    match_run_state run = {.options = options, .setting = options->setting, .listener = listener, .state = state};
    run.stop = (flank_stop)FLANK_STOP_UNDER(options->stop);
    run.setting.stop = &run.stop;
    memset(state, 0, sizeof *state);
    *line = 0;
    flank_status status = FLANK_OK;
    const match_log_taker taker = {&options->terms, take_logged, &run};
    if (!open_run(&run))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    else if (options->record_path)
        run.log = match_log_open(options->record_path, &taker, &status, line, error);
    if (status == FLANK_OK && state->games < options->games && state->sprt == MATCH_SPRT_OPEN) {
        const bool stopped_before = flank_stop_is_raised(options->stop);
        play(&run);
        status = run.failure;
        if (status)
            *error = run.error;
        else if ((stopped_before || flank_stop_is_raised(options->stop)) && state->sprt == MATCH_SPRT_OPEN &&
                 state->games < options->games)
            status = FLANK_STOPPED;
    }
    close_run(&run);
    return status;
}
