/* SPDX-License-Identifier: MIT
 *
 * Grading: subtasks of ten games, and what they are worth.
 *
 * The table of percents and the weights are the problem's (QOJ 13463). Points are kept in tenths, since 98 % of 40
 * points are 39.2.
 */
#include "contest/grade/grade.h"

#include "contest/grade/grade_contestant.h"
#include "contest/grade/grade_opponent.h"
#include "contest/grade/grade_referee.h"
#include "core/clock.h"
#include "core/error.h"

const grade_limits grade_limits_default = {.cpu_ms = 5000, .wait_ms = 60000, .memory_bytes = (uint64_t)502 << 20};

int grade_percent(int opponent, int lost)
{
    static const int percents[GRADE_OPPONENTS][GRADE_GAMES + 1] = {
        {100, 50, 30, 20, 10, 0, 0, 0, 0, 0, 0},
        {100, 80, 60, 40, 25, 10, 5, 0, 0, 0, 0},
        {100, 95, 90, 80, 70, 60, 40, 20, 10, 5, 0},
        {100, 100, 100, 98, 96, 92, 85, 70, 60, 40, 0},
    };
    return percents[opponent - 1][lost];
}

int grade_weight(int opponent) { return 10 * opponent; }

int grade_game_sign(const grade_game *game)
{
    if (game->breach.rule != GRADE_RULE_NONE)
        return -1;
    int own = game->discs[game->side], other = game->discs[!game->side];
    return (own > other) - (own < other);
}

/* A grading: the two sides, and who listens. */
typedef struct grade_session {
    const grade_options *options;
    const grade_listener *listener;
    grade_contestant *contestant;
    grade_opponent opponent;
    double opponent_cpu_s; /* of this subtask */
} grade_session;

/* The opponent's move, played and handed to the contestant. */
static void answer(grade_session *session, grade_referee *referee)
{
    double began_s = clock_process_s();
    flank_move move = grade_opponent_choose(&session->opponent, &referee->position);
    session->opponent_cpu_s += clock_process_s() - began_s;
    grade_referee_play(referee, move);
    grade_contestant_answer(session->contestant, move);
}

/* Play one game to its end or to a breach. */
static void play_game(grade_session *session, grade_game *game)
{
    grade_referee referee;
    grade_call call;
    grade_referee_start(&referee, game);
    grade_opponent_start(&session->opponent, session->options->seed, game->number);
    grade_contestant_play(session->contestant, game->opponent, game->side);
    do {
        if (!grade_contestant_next(session->contestant, &call, &game->breach) || !grade_referee_call(&referee, call))
            return;
        if (call.kind == GRADE_CALL_RECEIVE)
            answer(session, &referee);
    } while (call.kind != GRADE_CALL_RETURN);
}

static void count_game(grade_subtask *subtask, const grade_game *game)
{
    int sign = grade_game_sign(game);
    subtask->won += sign > 0;
    subtask->drawn += sign == 0;
    subtask->lost += sign < 0;
    if (game->breach.rule != GRADE_RULE_NONE) {
        subtask->breach = game->breach.rule;
        subtask->won = subtask->drawn = 0;
        subtask->lost = GRADE_GAMES;
    }
}

/* Play game `number` of a subtask and end the contestant's run after the last; false if the listener has had enough. */
static bool run_game(grade_session *session, int number, grade_subtask *subtask)
{
    grade_game game = {
        .opponent = subtask->opponent, .number = number, .side = number <= GRADE_GAMES / 2 ? FLANK_BLACK : FLANK_WHITE};
    play_game(session, &game);
    bool fair = game.breach.rule == GRADE_RULE_NONE;
    if (number == GRADE_GAMES || !fair)
        grade_contestant_end(session->contestant, fair ? &game.breach : NULL);
    count_game(subtask, &game);
    return session->listener->on_game(session->listener->user, &game);
}

/* Ten games against one opponent. */
static grade_status run_subtask(grade_session *session, int opponent, int *points_tenths, flank_error *error)
{
    grade_subtask subtask = {.opponent = opponent};
    session->opponent.number = opponent;
    session->opponent_cpu_s = 0;
    if (opponent == 4)
        grade_engine_reset(session->opponent.engine);
    grade_status status = grade_contestant_begin(session->contestant, error);
    if (status != GRADE_DONE)
        return status;
    for (int number = 1; number <= GRADE_GAMES && subtask.breach == GRADE_RULE_NONE; number++)
        if (!run_game(session, number, &subtask))
            return GRADE_STOPPED;
    subtask.percent = grade_percent(opponent, subtask.lost);
    subtask.points_tenths = subtask.percent * grade_weight(opponent) / 10;
    subtask.contestant_cpu_s = grade_contestant_cpu_s(session->contestant);
    subtask.opponent_cpu_s = session->opponent_cpu_s;
    *points_tenths += subtask.points_tenths;
    return session->listener->on_subtask(session->listener->user, &subtask) ? GRADE_DONE : GRADE_STOPPED;
}

/* Make the two sides; on failure nothing is left. */
static grade_status create(grade_session *session, const grade_limits *limits, flank_error *error)
{
    const grade_options *options = session->options;
    grade_status status = GRADE_NO_MEMORY;
    session->contestant = options->contestant ? grade_contestant_program(options->contestant, limits, &status, error)
                                              : grade_contestant_own(limits, options->book);
    if (!session->contestant)
        return status;
    if (options->opponent != 0 && options->opponent != 4)
        return GRADE_DONE;
    session->opponent.engine =
        grade_engine_create(options->equal ? &grade_budget_contestant : &grade_budget_opponent, NULL);
    if (session->opponent.engine)
        return GRADE_DONE;
    grade_contestant_destroy(session->contestant);
    return GRADE_NO_MEMORY;
}

grade_status grade_run(const grade_options *options, const grade_listener *listener, int *points_tenths,
                       flank_error *error)
{
    grade_limits limits = options->limits;
    limits.cpu_ms = limits.cpu_ms ? limits.cpu_ms : grade_limits_default.cpu_ms;
    limits.wait_ms = limits.wait_ms ? limits.wait_ms : grade_limits_default.wait_ms;
    limits.memory_bytes = limits.memory_bytes ? limits.memory_bytes : grade_limits_default.memory_bytes;
    grade_session session = {.options = options, .listener = listener};
    grade_status status = create(&session, &limits, error);
    if (status == GRADE_NO_MEMORY)
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (status != GRADE_DONE)
        return status;
    int total = 0;
    for (int opponent = 1; status == GRADE_DONE && opponent <= GRADE_OPPONENTS; opponent++)
        if (options->opponent == 0 || options->opponent == opponent)
            status = run_subtask(&session, opponent, &total, error);
    grade_engine_destroy(session.opponent.engine);
    grade_contestant_destroy(session.contestant);
    if (status == GRADE_DONE)
        *points_tenths = total;
    return status;
}
